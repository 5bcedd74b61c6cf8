"""Why the debate was stopped before it ended by itself, and where it stood (D-52, D-53)."""

from moot.records.breaker_block import draw_breaker
from moot.records.html.element import NOTHING, Html, join, tag
from moot.records.html.parts import bullets, card, facts, fold, pill, said, seat_names
from moot.records.html.story import Story
from moot.records.vocabulary import BREAKER, TARGET
from moot.records.wording import say_percent


def view_breaker(story: Story) -> Html:
    """The circuit breaker: reason, state of the debate, and who looks at it next."""
    breaker = story.result.circuit_breaker
    if breaker is None:
        return NOTHING
    return card(
        tag("h3", BREAKER[breaker.reason], " ", pill("impasse", "bad") if breaker.impasse else None),
        said(story, breaker.explanation),
        facts(
            (
                ("Rounds", f"{breaker.rounds} of {breaker.max_rounds}"),
                (story.measure, say_percent(breaker.convergence)),
                ("In conflict", seat_names(story, breaker.agents_in_conflict) if breaker.agents_in_conflict else None),
                ("Handed to", TARGET[breaker.target]),
            )
        ),
        _part("Agreed so far", bullets(story, breaker.consensus)),
        _part("Still open", bullets(story, breaker.divergences)),
        fold("As it was printed", _printed(story)),
        class_="card stop",
    )


def _part(title: str, items: Html) -> Html:
    return join(tag("h4", title), items) if items else NOTHING


def _printed(story: Story) -> Html:
    breaker = story.result.circuit_breaker
    block = draw_breaker(breaker) if breaker else ""
    return tag("pre", block, class_="scroll", tabindex="0", role="region", aria_label="The block of the breaker")
