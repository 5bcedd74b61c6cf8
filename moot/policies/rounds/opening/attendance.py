"""Names who speaks in a wave, and who answered in a round, was late, or failed.

- Positions are stated by the seats of the route; all of them revise.
- Where conflicts are argued, only the parties of the open ones speak, in the profile's order (C-24).
- Everybody with a seat criticises; in a legal question of one domain only the other side does (X-56l).
- A wave in which nobody would speak has no seats: whoever opens it goes on.
- A seat marked `timeout` is late whether or not part of its answer arrived; what arrived is used (D-74). A seat of
  whom nothing arrived is left out of every comparison (D-79). A seat without any position in a closed round failed.
"""

from collections.abc import Sequence

from moot.policies.conflicts.boardroom import list_parties
from moot.policies.limits.leases import sort_seats
from moot.state.base import Texts, Value
from moot.state.conflicts import ConflictDebate
from moot.state.findings import Silence
from moot.state.hypotheses import HypothesisSheet
from moot.state.positions import Position
from moot.state.protocol import Profile
from moot.state.routing import Routing

_TIMEOUT_LINE = "TIMEOUT: {role} em {phase}"


def choose_speakers(
    phase: str, routing: Routing, debates: Sequence[ConflictDebate], profile: Profile
) -> tuple[str, ...]:
    """Name the seats of a wave, in the profile's order."""
    if phase == "critique":
        return sort_seats(routing.critics or routing.seats, profile.seat_ids)
    if phase == "revise" and debates:
        return sort_seats(list_parties(debates), profile.seat_ids)
    return sort_seats(routing.seats, profile.seat_ids)


class _Attendance(Value):
    """The seats of one round by what became of them, each list in the profile's order."""

    responded: Texts
    """Something of their answer arrived, in time or not: these are compared."""
    timed_out: Texts
    failed: Texts


def take_attendance(positions: Sequence[Position], seats: Sequence[str], round_number: int) -> _Attendance:
    """Find who answered in a round, who ran out of time and who failed (D-74, D-75, D-79)."""
    said = {position.seat: position for position in positions if position.round == round_number}
    responded = tuple(seat for seat in seats if seat in said and said[seat].spoke)
    timed_out = tuple(seat for seat in seats if seat in said and said[seat].status == "timeout")
    failed = tuple(seat for seat in seats if seat not in responded and seat not in timed_out)
    return _Attendance(responded=responded, timed_out=timed_out, failed=failed)


def find_silence(positions: Sequence[Position], sheets: Sequence[HypothesisSheet] = ()) -> Silence:
    """Say whether nobody has said anything that can be used, in any round, and why: a round more would not help (X-16).

    A model that cannot be reached is a failure to be put right; one that talks nonsense is a person's matter.
    """
    if any(each.spoke for each in positions) or any(sheet.spoke for sheet in sheets):
        return "none"
    asked: list[Position | HypothesisSheet] = [*positions, *sheets]
    if {each.status for each in asked} != {"failed"}:
        return "timeout"
    return "unusable" if any({"raw", "refusal"} & set(each.flags) for each in asked) else "failed"


def format_timeout(seat: str, phase: str) -> str:
    """Write the log line of an agent that ran out of time (D-79)."""
    return _TIMEOUT_LINE.format(role=seat.upper(), phase=phase)
