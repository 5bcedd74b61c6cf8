"""Writes who holds what and who criticised it, as bounded text for a prompt.

Evidence, syntheses and refinements are in findings.py, root causes in root_cause.py. All of it is what agents wrote, so
a prompt fences it; each text is brought onto one line, so that none can pass for another agent's entry. Seats stand
in the order of `labels`; a seat's latest round in which it said something counts. Critiques that do not fit are left
out from the least severe up, the younger first, and told to the seat they concern instead.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Any, NamedTuple, TypeVar

from moot.prompts.clip import bullet, clip, fit, shares, squash
from moot.prompts.labels import relabel
from moot.state.ballot import NEW_OPTION, BallotOption
from moot.state.critiques import Critique, CritiqueSheet
from moot.state.findings import Convergence, Criterion
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules, Seat

_T = TypeVar("_T")


def by_identity(*, maxsize: int) -> Callable[[Callable[..., _T]], Callable[..., _T]]:
    """Remember the last results of a function of a tuple of objects, by which objects they are.

    Frozen values can be compared by what they say, and lru_cache does. To hash a position takes nearly as long as to
    write it down, though, and the seats of a wave are shown the very same objects.
    """

    def remember(function: Callable[..., _T]) -> Callable[..., _T]:
        kept: dict[tuple[Any, ...], tuple[tuple[object, ...], _T]] = {}

        @wraps(function)
        def remembered(objects: tuple[object, ...], *rest: Hashable) -> _T:
            key = (*map(id, objects), *rest)
            found = kept.get(key)
            if found is None:
                # The objects are kept as well: an id means another object once its own is gone.
                found = kept[key] = objects, function(objects, *rest)
                while len(kept) > maxsize:
                    kept.pop(next(iter(kept)), None)
            return found[1]

        return remembered

    return remember


_CRITERIA: tuple[Criterion, ...] = ("recommendation", "premises", "risks", "timing")
_SEVERITIES = ("CRITICAL", "MAJOR", "MINOR")
_CRITIQUE_SIZE = 120
"""What one critique needs at least to be understood."""
_OPTION_SIZE = 400
_OWN_SIZE = 1000
"""What a seat is reminded of itself: more would outweigh what the seats of a wave share."""


def percent(share: float | None) -> str:
    """Write a confidence the way models are asked for it: an integer 0..100."""
    return "?" if share is None else str(round(share * 100))


def digest_options(options: Iterable[BallotOption], labels: Mapping[str, str]) -> str:
    """List what seats can vote for, and who votes for it, under the names the seats know each other by."""
    return "\n".join(
        f"option {option.id}: {clip(option.text, _OPTION_SIZE)}"
        + (f" (votes: {', '.join(f'agent {labels.get(seat, seat)}' for seat in option.seats)})" if option.seats else "")
        for option in options
    )


def list_choices(offered: Sequence[str], *, revising: bool = False) -> str:
    """Say what a seat may choose: the ids on offer, something new where that is possible, nothing to keep its vote."""
    named = " | ".join(f"{each} (none of them)" if each == NEW_OPTION else each for each in offered)
    return f"{named} | null (as before)" if named and revising else named


def explain_votes(threshold: float) -> str:
    """Say when votes settle a question."""
    return f"Votes count: an option is settled when at least {threshold:.0%} of the pairs of agents choose it."


def describe_seat(seat: Seat) -> str:
    """Say who a seat is."""
    return squash(f"{seat.title or seat.id}. {seat.persona}")


def digest_seats(seats: Iterable[Seat]) -> str:
    """List the seats a router may choose from."""
    return "\n".join(f"{seat.id}: {clip(describe_seat(seat), 160)}" for seat in seats)


def evidence_rule(rules: ClaimRules) -> str:
    """Say which claims need evidence (L-02, D-141)."""
    return "every claim needs evidence" if rules.evidence_required == "all" else "a fact needs evidence"


def latest_positions(positions: Iterable[Position], labels: Mapping[str, str]) -> list[Position]:
    """Take each seat's last word, in the order of the labels."""
    last: dict[str, Position] = {}
    for position in sorted(positions, key=lambda each: (each.spoke, each.round)):
        last[position.seat] = position
    return [last[seat] for seat in labels if seat in last]


def open_criteria(convergence: Convergence | None, round_number: int) -> tuple[Criterion, ...]:
    """Find what is still argued: everything up to round 2, then only what is not fully agreed (D-45)."""
    if convergence is None or round_number < 3:
        return _CRITERIA
    still = tuple(name for name in _CRITERIA if convergence.details.get(name, 0.0) < 1.0)
    return still or _CRITERIA


def _claim(claim: Claim) -> str:
    cited = f" [{', '.join(claim.evidence)}]" if claim.evidence else ""
    assumed = f" (assumes {'; '.join(claim.assumptions)})" if claim.assumptions else ""
    return squash(f"{claim.id} {claim.kind} {percent(claim.confidence)}{cited}: {claim.statement}{assumed}")


def _texts(position: Position, criterion: str) -> list[str]:
    value: str | Sequence[str] | None = getattr(position, criterion)
    return [] if value is None else [value] if isinstance(value, str) else list(value)


def _entry(position: Position, label: str, criteria: tuple[str, ...], limit: int, *, claims: bool) -> str:
    """Write one position; when it must be cut, every field keeps its share."""
    if not position.spoke:
        return f"{label}: no answer"
    head = f"{label} ({percent(position.confidence)}): {clip(position.stance or '', 80)}".rstrip()
    rows = [(name, _texts(position, name)) for name in criteria]
    rows = [(name, texts) for name, texts in rows if texts]
    said = [_claim(claim) for claim in position.claims] if claims else []
    sizes = [sum(len(squash(text)) for text in texts) for _, texts in rows] + [sum(map(len, said))]
    names = sum(len(name) + 3 * len(texts) for name, texts in rows) + len(said)
    given = shares(sizes, max(0, limit - len(head) - names))
    fields = [f"{name}: {' | '.join(fit(texts, room))}" for (name, texts), room in zip(rows, given, strict=False)]
    return "\n".join([head, *fields, *fit(said, given[-1])])


class _Shown(NamedTuple):
    """Positions as all seats of a wave are shown them, and whether any had to be cut."""

    text: str
    whole: bool


@by_identity(maxsize=64)  # every seat of a wave is shown the same positions
def _show(positions: tuple[Position, ...], names: tuple[str, ...], *how: Any) -> _Shown:
    criteria, claims, limit = how
    entries = [
        _entry(each, name, criteria, sys.maxsize, claims=claims) for each, name in zip(positions, names, strict=True)
    ]
    sizes = [len(entry) for entry in entries]
    whole = sum(sizes) <= limit
    if not whole:
        rooms = zip(positions, names, shares(sizes, limit), strict=True)
        entries = [_entry(each, name, criteria, room, claims=claims) for each, name, room in rooms]
    return _Shown("\n".join(entries), whole)


def digest_positions(
    positions: Iterable[Position],
    labels: Mapping[str, str],
    *,
    criteria: tuple[Criterion, ...] = _CRITERIA,
    claims: bool = False,
    reasoning: bool = False,
    limit: int = 8000,
) -> str:
    """Show what each seat holds: whole where there is room, otherwise each in the same measure."""
    last = latest_positions(positions, labels)
    shown = (*criteria, "reasoning") if reasoning else criteria
    return _show(tuple(last), tuple(labels[each.seat] for each in last), shown, claims, limit).text


def digest_own_position(
    seat: str,
    positions: Iterable[Position],
    labels: Mapping[str, str],
    *,
    criteria: tuple[Criterion, ...] = _CRITERIA,
    limit: int = 8000,
) -> str:
    """Show a seat what the shared digest with these settings does not tell it of its own position."""
    last = latest_positions(positions, labels)
    own = next((each for each in last if each.seat == seat and each.spoke), None)
    if own is None:
        return ""
    whole = _show(tuple(last), tuple(labels[each.seat] for each in last), criteria, False, limit).whole
    missing = tuple(name for name in _CRITERIA if not whole or name not in criteria)
    # The head is in the shared part already.
    return _entry(own, labels[seat], missing, _OWN_SIZE, claims=True).partition("\n")[2]


def digest_rebuttals(positions: Iterable[Position], labels: Mapping[str, str], *, limit: int = 400) -> str:
    """Tell a seat that speaks in turn what those before it changed in this round (X-03)."""
    said = []
    for each in latest_positions(positions, labels):
        changes = "; ".join(f"{change.what} ({', '.join(change.because)})" for change in each.changes)
        kept = f", keeps: {each.keeps_position}" if each.keeps_position else ""
        kept += f", chooses {each.choice}" if each.choice else ""
        view = each.stance or each.recommendation or "no answer"
        said.append(f"{labels[each.seat]} ({percent(each.confidence)}{kept}): {view}. Changed: {changes or 'nothing'}")
    return "\n".join(fit(said, limit))


def _number(critique: Critique) -> int:
    return int(critique.id[1:]) if critique.id[1:].isdigit() else 0


def _shown(critiques: Iterable[Critique], limit: int) -> list[Critique]:
    ranked = sorted(critiques, key=lambda each: (_SEVERITIES.index(each.severity), _number(each)))
    return sorted(ranked[: max(1, limit // _CRITIQUE_SIZE)], key=_number)


@lru_cache(maxsize=512)
def _critique_line(critique: Critique, author: str, target: str, limit: int) -> str:
    claim = squash(critique.target_claim_id)
    head = f"{critique.id} {author} on {target} {claim}, {critique.severity} {critique.issue_type}:"
    texts = [squash(critique.description), squash(critique.suggested_fix)]
    given = shares([len(text) for text in texts], max(0, limit - len(head) - len("  Fix: ")))
    description, fix = (clip(text, room) for text, room in zip(texts, given, strict=True))
    return f"{head} {description} Fix: {fix}"


def digest_critiques(critiques: Iterable[Critique], labels: Mapping[str, str], *, limit: int = 2000) -> str:
    """Show everyone what was criticised and how it could be repaired, the most severe for certain."""
    shown = [
        (each, *(labels.get(seat, seat) for seat in (each.agent, each.target))) for each in _shown(critiques, limit)
    ]
    given = shares([len(_critique_line(*each, sys.maxsize)) for each in shown], limit)
    return "\n".join(_critique_line(*each, room) for each, room in zip(shown, given, strict=True))


def critiques_to_answer(
    seat: str, critiques: Iterable[Critique], labels: Mapping[str, str], *, limit: int = 2000
) -> tuple[str, str]:
    """List the ids a seat has to answer, and in words those that the digest with this limit leaves out.

    Nobody has to answer what it is not told: if not even these fit, the least severe are not asked for.
    """
    everything = list(critiques)
    shown = [each.id for each in _shown(everything, limit)]
    unseen = [each for each in everything if each.target == seat and each.id not in shown]
    told = {*shown, *(each.id for each in _shown(unseen, limit))}
    mine = sorted((each for each in everything if each.target == seat and each.id in told), key=_number)
    return ", ".join(each.id for each in mine), digest_critiques(unseen, labels, limit=limit)


def digest_blind_spots(sheets: Iterable[CritiqueSheet], labels: Mapping[str, str], *, limit: int = 600) -> str:
    """List what seats found overlooked by others (D-40)."""
    points = [
        f"{labels.get(sheet.agent, sheet.agent)} on {labels.get(spot.target, spot.target)}: {spot.point}"
        for sheet in sheets
        for spot in sheet.blind_spots
    ]
    return bullet(points, limit)


def digest_points(points: Iterable[str], labels: Mapping[str, str] | None = None, *, limit: int = 1200) -> str:
    """List points, closed or open, under the names the seats know each other by."""
    return bullet((relabel(point, labels or {}) for point in points), limit)
