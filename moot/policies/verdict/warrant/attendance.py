"""Finds who was asked and who answered, which the quorum of a warrant is counted from."""

from moot.policies.language import is_placeholder
from moot.policies.verdict.warrant.facts import QuorumFacts
from moot.state.debate import MultiAgentState
from moot.state.findings import RoundRecord
from moot.state.positions import Position


def gather_quorum(state: MultiAgentState) -> QuorumFacts:
    """Find who was asked and who answered in the last full round of each seat."""
    answered: dict[str, bool] = {}
    mute = {(each.round, each.seat) for each in state.get("positions") or [] if _recommends_nothing(each)}
    for record in _list_full_rounds(state):
        for seat in (*record.responded, *record.timed_out, *record.failed):
            answered[seat] = seat in record.responded and (record.number, seat) not in mute
    routing = state.get("routing")
    asked = tuple(answered) or (routing.seats if routing else ())
    order = state["protocol"].profile.seat_ids
    ordered = sorted(asked, key=lambda seat: (order.index(seat) if seat in order else len(order), seat))
    ladder = state.get("ladder")
    settled = ladder is not None and ladder.last.outcome == "settled"
    return QuorumFacts(
        asked=tuple(ordered),
        answered=tuple(seat for seat in ordered if answered.get(seat)),
        spared=tuple(seat for seat in order if seat not in asked) if settled and routing is not None else (),
    )


def _recommends_nothing(position: Position) -> bool:
    """Say whether no advice arrived, or only what stands in its place: such a seat votes for nothing."""
    return all(is_placeholder(text or "") for text in (position.recommendation, position.stance))


def _list_full_rounds(state: MultiAgentState) -> list[RoundRecord]:
    """List the rounds in order, without a later one that the end of time or money cut off: a limit answers for that."""
    rounds, breaker = sorted(state.get("rounds") or [], key=lambda each: each.number), state.get("breaker")
    cut = breaker is not None and breaker.reason in ("timeout_total", "budget")
    return rounds[:-1] if cut and len(rounds) > 1 else rounds
