"""Says who stood against whom, how it ended, and what the parties say of the decision."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.catalogue import say
from moot.policies.critique.evidence import latest_by_seat
from moot.state.conflicts import Acceptance, Dispute, DisputeSide, Reservation
from moot.views.result import Result
from moot.views.wording.names import say_seat


def list_last_acceptances(result: Result) -> tuple[Acceptance, ...]:
    """List what the parties said of the last decision; what they said of an earlier one is over."""
    last = max((each.number for each in result.rounds), default=0)
    return tuple(each for each in result.acceptances if each.round == last)


def list_open_reservations(result: Result) -> tuple[Reservation, ...]:
    """List the conditions on record of those who were not heard on the decision."""
    heard = {each.seat for each in list_last_acceptances(result) if each.stance is not None} | _find_satisfied(result)
    held = dict.fromkeys(each for dispute in result.disputes for each in dispute.reservations)
    return tuple(each for each in held if each.seat not in heard)


def list_held_reservations(result: Result) -> tuple[Reservation, ...]:
    """List what seats reserve in the end: who accepts the decision reserves nothing, or what it then says."""
    told = {each.seat: each for each in list_last_acceptances(result) if each.stance is not None}
    held = []
    for seat, position in latest_by_seat(result.positions).items():
        text = position.reservation
        if seat in _find_satisfied(result):
            text = ""
        elif seat in told:
            text = told[seat].because if told[seat].stance == "accepts_with_reservation" else ""
        if text.strip():
            held.append(Reservation(seat=seat, text=text))
    return tuple(held)


def _find_satisfied(result: Result) -> set[str]:
    """Find whoever wrote the decision and says that it meets what it reserved itself: nobody asks it once more."""
    written = result.synthesis
    treated = written.reservations if written else ()
    return {each.seat for each in treated if written and each.seat == written.author and each.outcome == "met"}


def say_treatments(result: Result) -> Iterator[str]:
    """Say what became of each reservation in the decision, as whoever decided says it."""
    for each in result.synthesis.reservations if result.synthesis else ():
        yield say(f"dispute.treated.{each.outcome}", seat=each.seat, why=each.why)


def say_acceptance(acceptance: Acceptance | Mapping[str, Any]) -> str:
    """Say what a party says of a decision, with its reason."""
    said = acceptance if isinstance(acceptance, Acceptance) else Acceptance.model_validate(acceptance)
    head = say(f"dispute.stance.{said.stance or 'unheard'}", seat=said.seat)
    return f"{head}: {said.because}" if said.because.strip() else head


def say_reservation(reservation: Reservation | Mapping[str, Any]) -> str:
    """Say on which condition a seat stands for its option."""
    held = reservation if isinstance(reservation, Reservation) else Reservation.model_validate(reservation)
    if held.left_out_of:
        return say("dispute.left_out", seat=held.seat, of=held.left_out_of, text=held.text)
    return say("dispute.reservation", seat=held.seat, text=held.text)


def list_opposition(result: Result, *, refusals: bool = True) -> Iterator[str]:
    """List what parties hold against a ruling, each point once: in their own words, where they gave any.

    Who refuses it comes first; without `refusals` they are left out, where the caveats say so already.
    """
    asked = list_last_acceptances(result)
    for stance in ("opposes", "accepts_with_reservation")[not refusals :]:
        yield from (say_acceptance(each) for each in asked if each.stance == stance and each.because.strip())
    yield from map(say_reservation, list_open_reservations(result))
    said = {each.seat for each in asked if each.because.strip() or (each.stance == "opposes" and not refusals)}
    settled = result.consensus_results or ()
    silent = tuple(dict.fromkeys(agent for each in settled for agent in each.opposing_agents if agent not in said))
    if silent:
        decisions = dict.fromkeys(each.final_decision for each in settled if {*silent} & {*each.opposing_agents})
        yield say("answer.against", seats=silent, text=" ".join(decisions))


def list_party_views(details: Mapping[str, Any]) -> Iterator[str]:
    """List what the parties say of a proposal, by the details of a request to a person."""
    yield from map(say_acceptance, details.get("acceptances") or ())
    yield from map(say_reservation, details.get("reservations") or ())


def say_sides(dispute: Dispute) -> str:
    """Say what stood against what at first, and who for which."""
    one, other = (_say_side(side, side.at_first, side.text) for side in dispute.sides)
    return say("dispute.against", one=one, other=other)


def say_dispute(dispute: Dispute) -> Iterator[str]:
    """Say of a dispute who stands where by now, what keeps the parties apart, and how it ended."""
    moved = any({*side.now} != {*side.at_first} for side in dispute.sides)
    if moved:
        sides = [_say_side(side, side.now, side.restated or side.text) for side in (*dispute.sides, *dispute.elsewhere)]
        yield say("dispute.now", sides=tuple(sides))
    # Who left both sides holds its reservation against another option, unless it is what was decided on.
    if not dispute.is_given_up or dispute.settled_by == "decision":
        yield from map(say_reservation, dispute.reservations)
    yield say_end(dispute)


def say_end(dispute: Dispute) -> str:
    """Say how a dispute ended: by the parties, by whoever decided, or not."""
    if not dispute.argued_in:
        return say("dispute.end.unargued")
    standing = [side for side in (*dispute.sides, *dispute.elsewhere) if side.now]
    ruled = dispute.settled_by == "decision" and len(standing) == 1 and standing[0].option
    if ruled and (dispute.is_given_up or not dispute.elsewhere):
        return say("dispute.end.ruled", who=dispute.resolver, option=standing[0].option)
    if dispute.is_given_up:
        return say("dispute.end.given_up")
    left = next((side.option for side in dispute.sides if side.option and not side.now), "")
    if left and dispute.settled_by != "agreement":
        return say("dispute.end.left", option=left)
    if dispute.settled_by is None:
        return say("dispute.end.agreed" if dispute.ended_by == "converged" else "dispute.end.open")
    return say(f"dispute.end.{dispute.settled_by}", who=dispute.resolver, round=dispute.argued_in[-1])


def _say_side(side: DisputeSide, seats: Sequence[str], text: str) -> str:
    text = f"{side.option} {text}" if side.option else text
    return say("dispute.side", text=text, seats=tuple(seats)) if seats else say("dispute.side_nobody", text=text)


def say_terms(side: Mapping[str, Any]) -> Iterator[str]:
    """Say on which condition a side votes, how it came to that and why, and what it leaves open."""
    name = say_seat(side["seats"][0]) if side.get("seats") else ""
    if side.get("reservation"):
        yield say("request.votes_on", seat=name, text=side["reservation"])
    if side.get("joined"):
        yield say("request.joined", seat=name, other=say_seat(side["joined"]), text=side.get("joined_because", ""))
    if side.get("moved"):
        steps = (say("request.moved_to", option=each["option"], round=each["round"]) for each in side["moved"])
        yield say("request.moved", seat=name, votes="; ".join(steps))
    if side.get("reasoning"):
        yield say("request.reasoning", seat=name, text=side["reasoning"])
    yield from (say("request.leaves_open", seat=name, text=text) for text in side.get("left_open") or ())
