"""Describes the disputes of a boardroom, and what was decided on them: each dispute and each decision once."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moot.state.base import Texts
from moot.state.conflicts import ConsensusResult, Dispute
from moot.views.report.story import Story
from moot.views.wording.disputes import list_last_acceptances, say_acceptance, say_treatments


class _Ruling(NamedTuple):
    """One decision, whatever the number of conflicts it settles."""

    first: ConsensusResult
    supporting: Texts
    opposing: Texts
    neutral: Texts
    given_up: Texts
    still_open: Texts
    reasons: Texts
    accepted: bool
    confidence: float


class ConflictView(NamedTuple):
    """What the report shows of conflicts."""

    disputes: Sequence[Dispute]
    rulings: Sequence[_Ruling]
    acceptances: Sequence[str]
    argued: Mapping[int, Mapping[str, str]]
    """What each party argued, by round."""


def describe_conflicts(story: Story) -> ConflictView:
    """Describe who stood against whom, what was decided, and what the parties say of it."""
    results = story.result.consensus_results or ()
    argued: dict[int, dict[str, str]] = {}
    for result in results:
        for closed in result.debate_rounds:
            argued.setdefault(closed.round_number, {}).update(closed.arguments)
    decisions = dict.fromkeys((each.resolver_agent, each.final_decision) for each in results)
    return ConflictView(
        disputes=story.result.disputes,
        rulings=[
            _describe_ruling([each for each in results if (each.resolver_agent, each.final_decision) == decision])
            for decision in decisions
        ],
        acceptances=[
            *say_treatments(story.result),
            *(say_acceptance(each) for each in list_last_acceptances(story.result)),
        ],
        argued=dict(sorted(argued.items())),
    )


def _describe_ruling(results: Sequence[ConsensusResult]) -> _Ruling:
    def collect(field: str) -> Texts:
        return tuple(dict.fromkeys(text for each in results for text in getattr(each, field)))

    reasons = tuple(dict.fromkeys(each.justification for each in results))
    opposing, supporting = collect("opposing_agents"), collect("supporting_agents")
    return _Ruling(
        first=results[0],
        supporting=tuple(seat for seat in supporting if seat not in opposing),
        opposing=opposing,
        neutral=tuple(seat for seat in collect("neutral_agents") if seat not in (*opposing, *supporting)),
        given_up=collect("trade_offs_acknowledged"),
        still_open=collect("unresolved_aspects"),
        reasons=tuple(
            text
            for text in reasons
            if not any(other != text and other.startswith(text.rstrip(".")) for other in reasons)
        ),
        accepted=all(each.accepted for each in results),
        confidence=min(each.confidence_score for each in results),
    )
