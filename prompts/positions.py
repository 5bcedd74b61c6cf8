"""Writes who holds what, within a budget of tokens, for a prompt.

Critiques are in critiques.py, evidence and syntheses in findings.py, root causes in root_cause.py. All of
it is what agents wrote, so a prompt fences it; each text is brought onto one line, so that none can pass for another
agent's entry. Seats stand in the order of `labels`; a seat's latest round in which it said something counts.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from moot.prompts.fitting import Line, arrange, choose_lines, list_lines, shorten, squash
from moot.prompts.labels import relabel
from moot.state.ballot import NEW_OPTION, BallotOption
from moot.state.critiques import Critique
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules, ConvergenceRules, CritiqueRules, Seat

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


_POINTS = ("premises", "risks", "timing")
_MORE = ("reasoning", "limitations", "open_questions")
_POSITIONS = 6_000
"""Tokens for the positions of all seats together: those of twelve seats fit whole, as models usually write them."""
_OPTIONS = 1_200
_REBUTTALS = 800
_POINT_LIST = 600
_PERSONA = 60


def percent(share: float | None) -> str:
    """Write a confidence the way models are asked for it: an integer 0..100."""
    return "?" if share is None else str(round(share * 100))


def digest_options(options: Iterable[BallotOption], labels: Mapping[str, str]) -> str:
    """List what seats can vote for, and who votes for it, under the names the seats know each other by."""
    lines = []
    for option in options:
        votes = ", ".join(labels.get(seat, seat) for seat in option.seats)
        text = f"option {option.id}: {squash(option.text)}" + (f" (votes: {votes})" if votes else "")
        lines.append(Line(text, 0 if votes or option.origin == "given" else 1, "options without a vote"))
    return arrange(lines, _OPTIONS)


def list_choices(offered: Sequence[str], *, revising: bool = False) -> str:
    """Say what a seat may choose: the ids on offer, something new where that is possible, nothing to keep its vote."""
    named = " | ".join(f"{each} (none of them)" if each == NEW_OPTION else each for each in offered)
    return f"{named} | null (as before)" if named and revising else named


def explain_reservation(offered: Sequence[str]) -> str | None:
    """Say what a reservation is, where there is an option to hold one against."""
    if not offered:
        return None
    return (
        "what you hold against the option you choose, or your own condition for it, one sentence that is put on record "
        'beside your vote; "" if nothing, or null'
    )


def explain_votes(threshold: float, seats: int) -> str:
    """Say when votes settle a question; two agents are one pair."""
    if seats <= 2:  # a pair
        return "Votes count: an option is settled when both agents choose it."
    return f"Votes count: an option is settled when at least {threshold:.0%} of the pairs of agents choose it."


def explain_agreement(rules: ConvergenceRules) -> str:
    """Say how agreement is counted where positions are compared with each other (D-33, D-94)."""
    weights = rules.weights
    shares = f"recommendation {weights.recommendation:g}, premises {weights.premises:g}, risks {weights.risks:g}, "
    return (
        f"Agreement is counted by pairs of agents, weighted: {shares}timing {weights.timing:g}. Who votes for the "
        "same option agrees on the recommendation; premises, risks and timing agree when a point is shared in "
        f"substance, half when none is contradicted. {rules.threshold:.0%} is needed in all, and as "
        "many of the pairs have to vote alike: three of four agents are half of the pairs."
    )


def tell_stage(number: int, last: int) -> str:
    """Say which round it is, and what it means that it is the last one."""
    if number < last:
        return f"This is round {number} of at most {last}."
    return (
        f"This is round {number}, the last one: what is not agreed after it is decided as it stands then, and whoever "
        "disagrees is put on record with its reasons."
    )


def explain_settling(rules: CritiqueRules) -> str:
    """Say who closes a grave critique, where its author does (X-56a)."""
    if rules.settle != "author":
        return ""
    return "Whoever made a MAJOR or CRITICAL critique judges your answer; until then it stays open. Meet its substance."


def describe_seat(seat: Seat) -> str:
    """Say who a seat is."""
    return squash(f"{seat.title or seat.id}. {seat.persona}")


def digest_seats(seats: Iterable[Seat]) -> str:
    """List the seats a router may choose from."""
    return "\n".join(f"{seat.id}: {shorten(describe_seat(seat), _PERSONA)}" for seat in seats)


def evidence_rule(rules: ClaimRules) -> str:
    """Say which claims need evidence (L-02, D-141)."""
    return "every claim needs evidence" if rules.evidence_required == "all" else "a fact needs evidence"


def latest_positions(positions: Iterable[Position], labels: Mapping[str, str]) -> list[Position]:
    """Take each seat's last word, in the order of the labels."""
    last: dict[str, Position] = {}
    for position in sorted(positions, key=lambda each: (each.spoke, each.round)):
        last[position.seat] = position
    return [last[seat] for seat in labels if seat in last]


def _claim(claim: Claim) -> str:
    cited = f" [{', '.join(claim.evidence)}]" if claim.evidence else ""
    assumed = f" (assumes {'; '.join(claim.assumptions)})" if claim.assumptions else ""
    return squash(f"{claim.id} {claim.kind} {percent(claim.confidence)}{cited}: {claim.statement}{assumed}")


def _texts(position: Position, field: str) -> list[str]:
    value: str | Sequence[str] | None = getattr(position, field)
    texts = [] if value is None else [value] if isinstance(value, str) else list(value)
    return [squash(text) for text in texts if text.strip()]


def _lines(position: Position, label: str, disputed: frozenset[tuple[str, str]], *, claims: bool) -> list[Line]:
    """Write one position line by line: what it recommends always, then what is disputed, then the rest."""
    if not position.spoke:
        return [Line(f"{label}: no answer", 0)]
    head = Line(f"{label} ({percent(position.confidence)}): {squash(position.stance or '')}".rstrip(), 0)
    advice = [Line(f"recommendation: {text}", 0) for text in _texts(position, "recommendation")]
    said = [
        Line(_claim(each), 1 if (position.seat, each.id) in disputed else 2, f"claims of {label}", turn)
        for turn, each in enumerate(position.claims if claims else ())
    ]
    points, more = (
        [
            Line(f"{name}: {' | '.join(texts)}", rank, f"fields of {label}", turn)
            for turn, name in enumerate(names)
            if (texts := _texts(position, name))
        ]
        for rank, names in ((2, _POINTS), (3, _MORE if claims else ()))
    )
    kept = [Line(f"reservation: {text}", 0) for text in _texts(position, "reservation")]
    return [head, *advice, *kept, *points, *said, *more]


class _Shown(NamedTuple):
    """Positions as all seats of a wave are shown them, and whose lines had to be left out."""

    text: str
    missing: dict[str, list[str]]


@by_identity(maxsize=64)  # every seat of a wave is shown the same positions
def _show(positions: tuple[Position, ...], names: tuple[str, ...], *how: Any) -> _Shown:
    disputed, claims, tokens = how
    by_seat = [
        (each.seat, line)
        for each, name in zip(positions, names, strict=True)
        for line in _lines(each, name, disputed, claims=claims)
    ]
    lines = [line for _, line in by_seat]
    shown = choose_lines(lines, tokens)
    missing: dict[str, list[str]] = {}
    for place, (seat, line) in enumerate(by_seat):
        if place not in shown:
            missing.setdefault(seat, []).append(line.text)
    return _Shown(arrange(lines, tokens), missing)


def digest_positions(
    positions: Iterable[Position],
    labels: Mapping[str, str],
    *,
    claims: bool = False,
    disputed: Iterable[Critique] = (),
    tokens: int = _POSITIONS,
) -> str:
    """Show what each seat holds; where not everything fits, what was criticised comes before the rest."""
    return _show_positions(positions, labels, disputed, claims, tokens).text


def _show_positions(
    positions: Iterable[Position], labels: Mapping[str, str], disputed: Iterable[Critique], claims: bool, tokens: int
) -> _Shown:
    last = latest_positions(positions, labels)
    marked = frozenset((each.target, each.target_claim_id) for each in disputed)
    return _show(tuple(last), tuple(labels[each.seat] for each in last), marked, claims, tokens)


def digest_own_position(
    seat: str,
    positions: Iterable[Position],
    labels: Mapping[str, str],
    *,
    disputed: Iterable[Critique] = (),
    tokens: int = _POSITIONS,
) -> str:
    """Show a seat what the shared digest of all positions, with their claims, had to leave out of its own."""
    return "\n".join(_show_positions(positions, labels, disputed, True, tokens).missing.get(seat, ()))


def digest_rebuttals(positions: Iterable[Position], labels: Mapping[str, str], *, tokens: int = _REBUTTALS) -> str:
    """Tell a seat that speaks in turn what those before it changed in this round (X-03)."""
    said = []
    for each in latest_positions(positions, labels):
        changes = "; ".join(f"{change.what} ({', '.join(change.because)})" for change in each.changes)
        kept = f", keeps: {each.keeps_position}" if each.keeps_position else ""
        kept += f", chooses {each.choice}" if each.choice else ""
        view = each.stance or each.recommendation or "no answer"
        text = f"{labels[each.seat]} ({percent(each.confidence)}{kept}): {view}. Changed: {changes or 'nothing'}"
        said.append(Line(squash(text), kind="rebuttals"))
    return arrange(said, tokens)


def digest_left_open(positions: Iterable[Position], labels: Mapping[str, str], *, tokens: int = _POINT_LIST) -> str:
    """List what seats say by now that nobody can settle here."""
    said = [f"{labels[each.seat]}: {text}" for each in latest_positions(positions, labels) for text in each.left_open]
    return list_lines(dict.fromkeys(said), tokens, "points")


def digest_reservations(positions: Iterable[Position], labels: Mapping[str, str], *, tokens: int = _POINT_LIST) -> str:
    """List what seats hold against the very option they vote for: it is dissent that is put on record."""
    said = [f"{labels[each.seat]}: {each.reservation}" for each in latest_positions(positions, labels)]
    return list_lines([each for each in said if not each.endswith(": ")], tokens, "reservations")


def digest_points(points: Iterable[str], labels: Mapping[str, str] | None = None, *, tokens: int = _POINT_LIST) -> str:
    """List points, closed or open, under the names the seats know each other by."""
    return list_lines((relabel(point, labels or {}) for point in points), tokens, "points")
