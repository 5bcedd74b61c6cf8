"""Why the debate was stopped before it ended by itself, and where it stood (D-52, D-53)."""

from moot.views.report.element import NOTHING, Html, join, tag
from moot.views.report.parts import bullets, card, facts, fold, pill, said, seat_names
from moot.views.report.story import Story
from moot.views.text import draw_breaker
from moot.views.wording import BREAKER, TARGET, say_percent


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
