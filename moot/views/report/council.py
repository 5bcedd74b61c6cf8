"""What the council said: the critic's marks, the devil's advocate, and the way it chose."""

from moot.state.outcome import Council, CouncilCritique, CouncilDissent, CouncilResolution
from moot.views.report.element import NOTHING, Html, join, tag
from moot.views.report.parts import Tone, bullets, facts, pill, quoted, said, steps
from moot.views.report.plots import draw_bar
from moot.views.report.story import Story
from moot.views.wording import capital, say_confidence, say_flag

_VERDICTS: dict[str, Tone] = {"approve": "good", "revise": "warn", "reject": "bad"}
_MARKS = ("premises", "evidence", "logic", "alternatives", "conflicts")


def view_council(story: Story) -> Html:
    """The three seats of the council and what follows from their pass."""
    council = story.result.council
    if council is None:
        return NOTHING
    return join(
        _head(council),
        bullets(story, (say_flag(flag) for flag in council.flags), "points warnings"),
        _resolution(story, council.resolution) if council.resolution else None,
        tag("div", _critic(story, council), _advocate(story, council.advocate), class_="grid cards"),
        _ruling(story, council),
    )


def _head(council: Council) -> Html:
    marks = [
        pill("out of time", "warn") if council.timed_out else None,
        pill("impasse", "bad") if council.impasse else None,
    ]
    words = f"Confidence {say_confidence(council.confidence)} " if council.confidence is not None else None
    return tag("p", words, marks, class_="marks")


def _resolution(story: Story, resolution: CouncilResolution) -> Html:
    return tag(
        "div",
        tag("h3", "Resolution"),
        said(story, resolution.decision, class_="said lead"),
        tag(
            "div",
            _part("Changes to the proposal", bullets(story, resolution.modifications)),
            _part("What remains risky", bullets(story, resolution.residual_risks)),
            _part("Next steps", steps(story, resolution.next_steps)),
            _part("Turn back if", bullets(story, resolution.reversal_criteria)),
            class_="grid",
        ),
        _part("How the confidence was found", bullets(story, resolution.calculation)),
        class_="card",
    )


def _part(title: str, items: Html) -> Html:
    return tag("div", tag("h4", title), items) if items else NOTHING


def _critic(story: Story, council: Council) -> Html:
    critic = council.critic
    if critic is None:
        return NOTHING
    verdict = council.verdict
    return tag(
        "div",
        tag("h3", f"Critic: {critic.total} of 100 ", pill(verdict, _VERDICTS[verdict]) if verdict else None),
        tag("ul", (_mark(critic, name) for name in _MARKS), class_="rubric"),
        said(story, critic.justification),
        _part("Strengths", bullets(story, critic.strengths)),
        _part("Gaps", bullets(story, critic.gaps)),
        class_="card",
    )


def _mark(critic: CouncilCritique, name: str) -> Html:
    points: int = getattr(critic, name)
    return tag("li", tag("span", capital(name)), draw_bar(points / 20), tag("b", f"{points} of 20"))


def _advocate(story: Story, dissent: CouncilDissent | None) -> Html:
    if dissent is None:
        return NOTHING
    return tag(
        "div",
        tag("h3", "Devil's advocate"),
        facts(
            (
                ("Weakest premise", quoted(story, dissent.weakest_premise)),
                ("A risk nobody discussed", quoted(story, dissent.undiscussed_risk)),
                ("Probability and impact", f"{dissent.probability}, {dissent.impact}"),
                ("What we would regret", quoted(story, dissent.regret_scenario)),
                ("An alternative that was ignored", quoted(story, dissent.ignored_alternative)),
            ),
            "facts stacked",
        ),
        class_="card",
    )


def _ruling(story: Story, council: Council) -> Html:
    ruling = council.ruling
    if ruling is None:
        return NOTHING
    follows = {"emit": "The resolution stands", "human": "A person decides", "refine": "The debate goes on"}
    return join(tag("h3", follows[ruling.outcome]), bullets(story, ruling.reasons))
