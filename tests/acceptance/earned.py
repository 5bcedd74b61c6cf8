"""Holds a result to what DESIGN 9 promises: by what was said, voted and answered, and not by what its warrant says."""

from collections.abc import Iterator
from itertools import combinations
from typing import get_args

from moot import Result
from moot.policies.language import words
from moot.state.warrant import ConditionId
from tests.acceptance.stories import SIDES, Story

MOST_UNSUPPORTED = 0.3
FLOOR = 50


def check(result: Result, story: Story) -> None:
    """Hold a result to its warrant, and a decision to the facts themselves."""
    warrant = result.warrant
    if result.status == "failed":
        assert result.decision is None
        return
    assert warrant is not None
    unmet = [each.id for each in warrant.conditions if each.needed and not each.met]
    assert warrant.complete == (not unmet)
    if result.status != "decided":
        assert unmet, f"{result.status} although nothing is unmet"
        return
    assert not unmet, f"decided although {unmet}"
    assert result.decision
    assert len(warrant.conditions) == len(get_args(ConditionId))
    found = list(_find_missing(result, story))
    assert not found, f"decided although {found}"


def _find_missing(result: Result, story: Story) -> Iterator[str]:
    # What only the synthesizer said, and no seat, is never released.
    if "close all shops" in str(result.decision).lower():
        yield "nobody voted for it"
    if result.route == "simple":
        return
    if result.profile == "conclave":
        yield from _look_at_votes(result)
        yield from _look_at_council(result)
    if result.profile in ("conclave", "legal"):
        yield from _look_at_arguments(result)
    if result.profile == "boardroom":
        yield from _look_at_parties(result)
    if result.profile == "rca":
        yield from _look_at_cause(result, story)
    if result.profile == "research":
        yield from _look_at_question(result)


def _look_at_votes(result: Result) -> Iterator[str]:
    ballot, spoke = result.ballot, {(each.seat, each.round) for each in result.positions if each.recommendation}
    last = max((number for _, number in spoke), default=0)
    if len([seat for seat, number in spoke if number == last]) < 3:
        yield "fewer than three of four answered"
    if ballot is None:
        yield "nobody voted"
        return
    for one, other in combinations(ballot.votes, 2):
        if one.round == other.round and ballot.is_opposed(one.option, other.option):
            for vote in (one, other):
                if not any((vote.seat, number) in spoke for number in range(max(2, vote.round), last + 1)):
                    yield f"{vote.seat} was opposed and not heard"
    if result.council is None and ballot.settled is not None:
        wanted, said = words(_read_option(result)), words(str(result.decision))
        if ("not" in wanted) != ("not" in said) or not (set(wanted) <= set(said) or set(said) <= set(wanted)):
            yield "the decision says something else than the votes"


def _read_option(result: Result) -> str:
    """Read what the settled option says: as its voters put it, since a label may be the comparer's."""
    assert result.ballot is not None
    option = result.ballot.option(str(result.ballot.settled))
    assert option is not None
    if option.origin == "given":
        return option.text
    said = [each for each in result.positions if each.seat in option.seats and each.recommendation]
    texts = [str(each.recommendation) for each in sorted(said, key=lambda each: -each.round)]
    alike = [text for text in texts if words(text) == words(str(result.decision))]
    return next(iter(alike or texts), option.text)


def _look_at_council(result: Result) -> Iterator[str]:
    council, ballot = result.council, result.ballot
    if council is None:
        if ballot is None or ballot.settled is None:
            yield "nothing is settled"
        if result.confidence is None or result.confidence < 0.7:
            yield "it is not sure enough"
        if result.circuit_breaker is not None:
            yield "a limit called somebody who did not look"
        return
    resolution = council.resolution
    if council.critic is None or council.advocate is None or resolution is None:
        yield "a member of the council is missing"
    elif len(resolution.next_steps) < 3 or not resolution.residual_risks or not resolution.reversal_criteria:
        yield "the resolution is not complete"
    if council.confidence is None or council.confidence < 0.6:
        yield "the council is not sure enough"


def _look_at_arguments(result: Result) -> Iterator[str]:
    left = [each.severity for each in result.critiques if not each.resolved]
    if "CRITICAL" in left or left.count("MAJOR") > 1:
        yield "grave critiques are open"
    if any(share > MOST_UNSUPPORTED for share in result.evidence.unsupported_share.values()):
        yield "claims stand on nothing"
    if result.profile == "legal" and {each.seat for each in result.positions if each.recommendation} != set(SIDES):
        yield "a side did not answer"


def _look_at_parties(result: Result) -> Iterator[str]:
    parties = {each.conflict_id: each.agents_involved for each in getattr(result.conflict_report, "conflicts", ())}
    heard = {each.seat for each in result.acceptances if each.stance}
    for ruled in result.consensus_results or ():
        for seat in parties.get(ruled.conflict_id, ()):
            if seat not in heard and seat != ruled.resolver_agent:
                yield f"{seat} was not heard on the ruling"


def _look_at_cause(result: Result, story: Story) -> Iterator[str]:
    best = result.rca.final_hypothesis if result.rca else None
    events = (story.settings.get("incident") or {}).get("events") or ()
    if best is None or (best.judge_score or 0) < FLOOR:
        yield "no cause was found worth the name"
        return
    seen = [set(words(each["message"])) for each in events]
    if not any(set(words(str(each).removeprefix("Log:"))) <= event for each in best.evidence for event in seen):
        yield "the evidence says something else"


def _look_at_question(result: Result) -> Iterator[str]:
    refined = result.refinement
    if refined is None or refined.status != "approved" or refined.open_gaps:
        yield "the question has gaps"
    if "office" not in str(result.decision):
        yield "the question is about something else"
