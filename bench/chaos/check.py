"""Checks what must hold of every debate, whatever happened to it, by what was asked and what came out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.chaos.plan import Job
from bench.chaos.server import ReceivedRequest, TurnKey, count_requests
from tests.support.runner import settled

_MOMENT_SECONDS = 2.0
"""Seconds: what was answered so shortly before a kill may not have been read or stored yet on a busy machine. What was
stored is known exactly, and has to be there afterwards however short that was before."""

_ENDED_STATUSES = frozenset({"decided", "needs_review", "rejected", "inconclusive"})

Document = dict[str, Any]


@dataclass(frozen=True)
class Kill:
    """Says when a process ended or lost its debates, and whose answers were stored then, by debate."""

    at: float
    stored: Mapping[str, Counter[TurnKey]] = field(default_factory=dict)
    until: float = 0.0
    """When it was over, where it took a while: two processes on the same debates, a store that restarts."""


_WRITTEN_AGAIN = ("synthesize", "council_synthesizer", "compare")
"""What is asked for once more where it lacks something; a decision that is written again is compared again."""


@dataclass(frozen=True)
class Undisturbed:
    """Holds how a debate goes when nothing happens to it."""

    document: Any
    asked: Counter[TurnKey]

    @classmethod
    def of(cls, document: Document, heard: list[ReceivedRequest]) -> "Undisturbed":
        """What it amounted to, and who was asked."""
        return cls(_settle(document), count_requests(heard))


def _settle(document: Document) -> Any:
    """Leave out what differs from debate to debate: times, ids that are drawn, and the name of what it branches off."""
    named = [name.rpartition("-")[2] if name.endswith("-base") else name for name in document.get("ancestry") or ()]
    return settled({**document, "ancestry": named})


def check_debate(
    job: Job, document: Document, heard: list[ReceivedRequest], kills: Sequence[Kill], usual: Undisturbed
) -> list[str]:
    """Everything that is wrong with one debate; usually nothing."""
    if "error" in document:
        return [f"{job.thread}: {document['error']}"]
    found = []
    # Where a server means ill to somebody without whom nothing goes on, no model was reached: that is said, too.
    if document["status"] not in _ENDED_STATUSES and not (job.mode and document["status"] == "failed"):
        found.append(f"{job.thread}: neither ended nor paused: {document['status']}")
    if job.answered and document["status"] == "needs_review":
        found.append(f"{job.thread}: still waits although somebody answered")
    again = find_asked_again(heard, kills, usual.asked) | find_asked_although_stored(job, heard, kills, usual.asked)
    if again:
        found.append(f"{job.thread}: asked again: {sorted(again)}")
    lost = find_lost_answers(job, document, heard, kills)
    if lost:
        found.append(f"{job.thread}: answers were lost: {sorted(lost)}")
    if not job.faulty and (other := list_differences(_settle(document), usual.document)):
        found.append(f"{job.thread}: ended otherwise than undisturbed: {'; '.join(other)}")
    return found


def list_differences(one: Document, other: Document) -> list[str]:
    """Which parts of two documents differ, and how."""
    return [
        f"{place} is {str(this)[:300]} and not {str(that)[:300]}"
        for name in sorted({*one, *other})
        for place, this, that in _find_differences(one.get(name), other.get(name), name)
    ]


def _find_differences(one: Any, other: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from _find_differences(one.get(name), other.get(name), f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _find_differences(*pair, f"{place}[{number}]")
    else:
        yield place, one, other


def was_in_flight(heard: ReceivedRequest, kills: Sequence[Kill]) -> bool:
    """Whether an answer was on its way when the process that had asked was killed."""
    ended = heard.call.ended or float("inf")
    return any(heard.call.at <= max(kill.at, kill.until) and kill.at < ended + _MOMENT_SECONDS for kill in kills)


def find_kept(heard: list[ReceivedRequest], kills: Sequence[Kill]) -> list[ReceivedRequest]:
    """The sound answers that arrived in time to be kept."""
    return [
        each
        for each in heard
        if not each.trouble and each.call.ended and not each.call.disconnected and not was_in_flight(each, kills)
    ]


def was_hedged(second: ReceivedRequest, kept: Sequence[ReceivedRequest]) -> bool:
    """Whether a request was sent beside another one of its turn that was slow, and answered too."""
    return any(each.key == second.key and each.attempt == second.attempt - 1 for each in kept)


def find_asked_again(heard: list[ReceivedRequest], kills: Sequence[Kill], usual: Counter[TurnKey]) -> set[TurnKey]:
    """Who gave more sound answers that must have been kept than a debate asks for.

    In trouble a debate may go on for longer than usual; then it asks for things it usually does not, and for each once;
    twice for what may be incomplete or not say what was voted for.
    """
    kept = find_kept(heard, kills)
    given = count_requests([each for each in kept if not each.repair and not was_hedged(each, kept)])
    return set(given - (usual | Counter({key: 2 if key[0] in _WRITTEN_AGAIN else 1 for key in given})))


def find_asked_although_stored(
    job: Job, heard: list[ReceivedRequest], kills: Sequence[Kill], usual: Counter[TurnKey]
) -> set[TurnKey]:
    """Who was asked after a kill although everything a debate asks of them was stored by then.

    In trouble a debate may ask for a thing that it asks for several times once more than usual.
    """
    return {
        each.key
        for kill in kills
        for each in heard
        if each.call.at > kill.at
        and not each.repair
        and kill.stored.get(job.thread, Counter())[each.key] >= max(1, usual[each.key])
        and not (job.faulty and usual[each.key] > 1)
    }


def find_lost_answers(
    job: Job, document: Document, heard: list[ReceivedRequest], kills: Sequence[Kill]
) -> set[TurnKey]:
    """Positions that arrived in time or were stored and are not in the result; who is on record as late lost none."""
    there = {(position["seat"], position["round"]) for position in document["positions"]}
    given = {each.key for each in find_kept(heard, kills)}.union(*(kill.stored.get(job.thread, ()) for kill in kills))
    return {key for key in given if key[0] in {"position", "revise"} and key[1:] not in there} if there else set()


def is_flat(megabytes: Sequence[float], allowed: float = 0.10) -> bool:
    """Whether a process holds no more at the end than after it had warmed up.

    The first third is its warming up; the middle of the last third may exceed that of the second by a tenth.
    """
    third = len(megabytes) // 3
    if third == 0:
        return True
    middle, last = sorted(megabytes[third : 2 * third]), sorted(megabytes[2 * third :])
    return last[len(last) // 2] <= middle[len(middle) // 2] * (1 + allowed)
