"""Gathers what the parties of a boardroom argued, and said about the ruling on their conflicts (DESIGN 9)."""

from moot.policies.conflicts import list_askable
from moot.policies.verdict.warrant.facts import AcceptanceFacts, HearingFacts
from moot.state.base import Texts
from moot.state.debate import MultiAgentState


def gather_acceptance(state: MultiAgentState) -> AcceptanceFacts | None:
    """Every party but who decided has to answer on the ruling, also one whose conflict only the mediator saw."""
    report, synthesis = state.get("conflict_report"), state.get("synthesis")
    missed = [each for each in report.conflicts if each.found_by == "mediator"] if report else []
    decider = synthesis.author if synthesis else None
    parties = (
        *list_askable(state.get("consensus_results") or [], state.get("conflict_debates") or []),
        *(seat for each in missed for seat in each.agents_involved if seat != decider),
    )
    if not parties:
        return None
    heard = {each.seat: each for each in state.get("acceptances") or [] if each.round == state.get("round", 0)}
    said = {seat: heard[seat].stance if seat in heard else None for seat in dict.fromkeys(parties)}
    return AcceptanceFacts(
        unasked=tuple(seat for seat, stance in said.items() if stance is None),
        accepting=tuple(seat for seat, stance in said.items() if stance == "accepts"),
        reserved=tuple(seat for seat, stance in said.items() if stance == "accepts_with_reservation"),
        opposing=tuple(seat for seat, stance in said.items() if stance == "opposes"),
        reasons={seat: heard[seat].because for seat in said if seat in heard},
    )


def gather_argument(state: MultiAgentState, accepted: AcceptanceFacts | None, rebutted: Texts) -> HearingFacts:
    """Every party of a conflict argues it; what only the ruling saw, a party may accept without an argument."""
    report, synthesis = state.get("conflict_report"), state.get("synthesis")
    parties = [seat for each in state.get("conflict_debates") or [] for seat in each.parties]
    argued, author = tuple(dict.fromkeys(parties)), synthesis.author if synthesis else None
    missed = [each for each in report.conflicts if each.found_by == "mediator"] if report else []
    seen = (seat for each in missed for seat in each.agents_involved if seat not in (*argued, author))
    later = tuple(dict.fromkeys(seen))
    content = {*accepted.accepting, *accepted.reserved} if accepted else set()
    return HearingFacts(
        opposed=(*argued, *later),
        rebutted=rebutted,
        accepting=tuple(seat for seat in later if seat in content),
    )
