"""Renders the report as one self-contained page, and its parts for other pages.

Every part is a template in `templates/report/` and, where it shows more than the state says, a function that describes
its facts. A part that has nothing to show is left out.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from moot.catalogue import frame_language, say, speaking
from moot.policies.agreement.voting import Influence
from moot.state.debate import MultiAgentState
from moot.views.pages import Section, render_page, render_template
from moot.views.report.agreement import describe_agreement
from moot.views.report.arguments import describe_arguments, describe_audit, describe_positions
from moot.views.report.conflicts import describe_conflicts
from moot.views.report.course import describe_record, describe_reviews, describe_timeline, describe_usage
from moot.views.report.evidence import describe_causes, describe_evidence
from moot.views.report.headline import describe_headline
from moot.views.report.influences import describe_influences
from moot.views.report.refinement import describe_refinement
from moot.views.report.story import Story
from moot.views.report.votes import describe_dissent, describe_votes
from moot.views.result import Result, tell_state
from moot.views.terminal import draw_breaker, find_left_open, find_reasons, find_risks, find_steps
from moot.views.wording import say_breaker, say_kind, say_label, say_route, say_target
from moot.views.wording.agreement import (
    has_agreed,
    is_conditional,
    say_audit,
    say_conditions,
    say_ladder,
    say_lead,
    say_opposed,
    say_source,
    say_vote_changes,
)
from moot.views.wording.disputes import say_dispute, say_norm_conflict, say_sides
from moot.views.wording.figures import say_usage
from moot.views.wording.refinement import list_wishes, say_filled
from moot.views.wording.warrants import list_conditions, say_condition, say_met


class _Part(NamedTuple):
    id: str
    describe: Callable[[Story], object] | None = None


_PARTS = (
    _Part("warrant", lambda story: list_conditions(story.result.warrant)),
    _Part("ballot", describe_votes),
    _Part("why"),
    _Part("dissent", describe_dissent),
    _Part("influence", describe_influences),
    _Part("cause", describe_causes),
    _Part("conflicts", describe_conflicts),
    _Part("refinement", describe_refinement),
    _Part("agreement", describe_agreement),
    _Part("audit", describe_audit),
    _Part("timeline", describe_timeline),
    _Part("breaker"),
    _Part("positions", describe_positions),
    _Part("arguments", describe_arguments),
    _Part("evidence", describe_evidence),
    _Part("council"),
    _Part("review", describe_reviews),
    _Part("cost", describe_usage),
    _Part("record", describe_record),
)

_WORDS: dict[str, Any] = {
    "say_vote_changes": say_vote_changes,
    "is_conditional": is_conditional,
    "say_breaker": say_breaker,
    "say_conditions": say_conditions,
    "say_norm_conflict": say_norm_conflict,
    "say_condition": say_condition,
    "say_dispute": say_dispute,
    "say_kind": say_kind,
    "say_label": say_label,
    "say_route": say_route,
    "say_sides": say_sides,
    "say_target": say_target,
    "draw_breaker": draw_breaker,
    "find_reasons": find_reasons,
    "say_ladder": say_ladder,
    "find_left_open": find_left_open,
    "find_risks": find_risks,
    "find_steps": find_steps,
    "say_audit": say_audit,
    "list_wishes": list_wishes,
    "say_filled": say_filled,
    "has_agreed": has_agreed,
    "say_lead": say_lead,
    "say_met": say_met,
    "say_opposed": say_opposed,
    "say_source": say_source,
    "say_usage": say_usage,
}
"""What the templates call things by."""


def render_report(result: Result, state: MultiAgentState, influences: Sequence[Influence] = ()) -> str:
    """Write the report of a debate as one HTML document; `influences` are what forks found out."""
    story = Story(result, tell_state(state), influences)
    with speaking(frame_language(result.language), result.seat_titles):
        return render_page(
            "report.html",
            story=story,
            language=story.language,
            headline=render_headline(story),
            sections=render_sections(story),
        )


def render_headline(story: Story) -> Markup:
    """Draw the decision with its confidence, its caveats and who made it."""
    return _render("headline", story, describe_headline(story))


def render_sections(story: Story, only: Collection[str] = ()) -> list[Section]:
    """Draw every part of the report that has something to show, or only some of them, in the order of the page."""
    drawn = [
        Section(
            part.id,
            say(f"report.part.{part.id}"),
            _render(part.id, story, part.describe(story) if part.describe else None),
        )
        for part in _PARTS
        if not only or part.id in only
    ]
    return [section for section in drawn if section.body]


def _render(name: str, story: Story, view: object) -> Markup:
    return render_template(
        f"report/{name}.html",
        view=view,
        story=story,
        result=story.result,
        state=story.state,
        language=story.language,
        **_WORDS,
    )
