"""How a vague idea became a question that can be tested: its versions and what was said of each."""

from moot.state.refinement import MethodologyStatus, Version
from moot.views.report.element import NOTHING, Html, join, tag
from moot.views.report.parts import Tone, bullets, pill, quoted, said
from moot.views.report.story import Story
from moot.views.wording import say_count, say_literal

STATUS: dict[MethodologyStatus, Tone] = {
    "approved": "good",
    "needs_refinement": "warn",
    "rejected": "bad",
    "error": "bad",
}


def view_refinement(story: Story) -> Html:
    """Every version of the question with its verdict."""
    found = story.result.refinement
    if found is None:
        return NOTHING
    kind = f"The idea was {say_literal(found.classification)}. " if found.classification else ""
    count = f"{say_count(found.refinement_iteration, 'refinement')} of at most {found.max_refinements}."
    assumed = bullets(story, found.assumptions)
    return join(
        tag("p", f"{kind}{count}", class_="quiet"),
        tag("ol", (_version(story, each) for each in found.hypothesis_versions), class_="timeline"),
        join(tag("h3", "Assumed, and to be confirmed"), assumed) if assumed else None,
    )


def _version(story: Story, version: Version) -> Html:
    feedback = version.feedback
    gaps = [
        tag(
            "li",
            tag("b", capital_aspect(each.aspect)),
            ": ",
            quoted(story, each.gap),
            " → ",
            quoted(story, each.suggestion),
        )
        for each in feedback.improvements
    ]
    return tag(
        "li",
        tag(
            "h3",
            f"Version {version.version} ",
            pill(say_literal(feedback.status), STATUS[feedback.status]),
            pill("decided at the limit", "warn") if version.forced_decision else None,
        ),
        said(story, version.question, class_="said lead"),
        said(story, feedback.justification),
        tag("ul", gaps, class_="points") if gaps else None,
    )


def capital_aspect(aspect: str) -> str:
    """An aspect as the start of a line; the literals of the sources stay as they are (F-10)."""
    return aspect.capitalize()
