"""Writes who holds what, within a budget of tokens, for a prompt.

Votes, critiques, evidence with syntheses, and hypotheses have rooms of their own beside this one. All of
it is what agents wrote, so a prompt fences it; each text is brought onto one line, so that none can pass for another
agent's entry. Seats stand in the order of `labels`; a seat's latest round in which it said something counts.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from moot.prompts.fitting import Line, arrange, choose_lines, list_lines, rate, shorten, squash
from moot.state.critiques import Critique
from moot.state.identity import IdentityMemo
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules, CritiqueRules, Seat

_POINTS = ("premises", "risks", "timing")
_MORE = ("reasoning", "limitations", "open_questions")
_POSITIONS = 6_000
"""Tokens for the positions of all seats together: those of twelve seats fit whole, as models usually write them."""
_REBUTTALS = 1_200
_POINT_LIST = 600
_PERSONA = 60


def tell_today(started: str) -> str:
    """Tell on which day a debate was started: whoever names deadlines has to know; a replay tells the same day."""
    return f"Today is {started[:10]}." if started else ""


def tell_stage(number: int, last: int) -> str:
    """Say which round it is, and what it means that it is the last one."""
    if number < last:
        return f"This is round {number} of at most {last}."
    return (
        f"This is round {number}, the last one: unless it is sent back, nobody revises after it. What is not agreed "
        "then goes as it stands to whoever sums up, and from there to whoever decides; who disagrees is put on record "
        "with its reasons."
    )


def explain_settling(rules: CritiqueRules, *, peers: bool, system: bool) -> str:
    """Say who closes a grave critique, where its author does (X-56a); `peers`, the `system` or both wrote some."""
    told = [
        "Whoever made a critique judges your answer; a MAJOR or CRITICAL one stays open until then. Meet it.",
        "One of the system closes when what you cite stands.",
    ]
    named = [text for text, made in zip(told, (peers, system), strict=True) if made]
    return " ".join(named) if rules.settle == "author" else ""


def describe_seat(seat: Seat) -> str:
    """Say who a seat is."""
    return squash(f"{seat.title or seat.id}. {seat.persona}")


def digest_seats(seats: Iterable[Seat]) -> str:
    """List the seats a router may choose from."""
    return "\n".join(f"{seat.id}: {shorten(describe_seat(seat), _PERSONA)}" for seat in seats)


def name_law(roles: Container[str]) -> str:
    """Name what a supervisor finds to prevail, where a debate has one (L-47); nothing elsewhere."""
    return "law" if "supervisor" in roles else ""


def evidence_rule(rules: ClaimRules) -> str:
    """Say which claims need evidence (L-02, D-141)."""
    who = "every claim" if rules.evidence_required == "all" else "a fact"
    return (
        f"{who} needs evidence: listed ids, or question for what it states or a sum of its figures gives (shown: "
        "40 * 0.25 = 10)"
    )


def name_remedy(rules: ClaimRules) -> str:
    """Name what a claim that its source does not bear can become; where all need evidence a hypothesis does too."""
    return "say only what its source says," if rules.evidence_required == "all" else "call it a hypothesis,"


def latest_positions(positions: Iterable[Position], labels: Mapping[str, str]) -> list[Position]:
    """Take each seat's last word, in the order of the labels."""
    last: dict[str, Position] = {}
    for position in sorted(positions, key=lambda each: (each.spoke, each.round)):
        last[position.seat] = position
    return [last[seat] for seat in labels if seat in last]


def _claim(claim: Claim) -> str:
    cited = f" [{', '.join(claim.evidence)}]" if claim.evidence else ""
    assumed = f" (assumes {'; '.join(claim.assumptions)})" if claim.assumptions else ""
    return squash(f"{claim.id} {claim.kind}, {rate(claim.confidence)}{cited}: {claim.statement}{assumed}")


def _texts(position: Position, field: str) -> list[str]:
    value: str | Sequence[str] | None = getattr(position, field)
    texts = [] if value is None else [value] if isinstance(value, str) else list(value)
    return [squash(text) for text in texts if text.strip()]


def _lines(position: Position, label: str, disputed: frozenset[tuple[str, str]], *, claims: bool) -> list[Line]:
    """Write one position line by line: what it recommends always, then what is disputed, then the rest."""
    if not position.spoke:
        return [Line(f"{label}: no answer", 0)]
    head = Line(f"{label} ({rate(position.confidence)}): {squash(position.stance or '')}".rstrip(), 0)
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
    if position.joined:
        kept.append(Line(squash(f"joined it when answers were judged: {position.changes[-1].what}"), 0))
    return [head, *advice, *kept, *points, *said, *more]


class _Shown(NamedTuple):
    """Positions as all seats of a wave are shown them, and whose lines had to be left out."""

    text: str
    missing: dict[str, list[str]]


_shown = IdentityMemo[_Shown](maxsize=64)
"""Every seat of a wave is shown the same positions."""


def _show(
    positions: Sequence[Position],
    names: Sequence[str],
    disputed: frozenset[tuple[str, str]],
    *,
    claims: bool,
    tokens: int,
) -> _Shown:
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
    names = tuple(labels[each.seat] for each in last)
    how = names, marked, claims, tokens
    return _shown.find(last, how, lambda: _show(last, names, marked, claims=claims, tokens=tokens))


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


def digest_rebuttals(
    positions: Iterable[Position],
    labels: Mapping[str, str],
    earlier: Iterable[Position] = (),
    *,
    tokens: int = _REBUTTALS,
) -> str:
    """Tell a seat that speaks in turn what those before it changed in this round, and why (X-03).

    `earlier` are the positions that it is shown beside: of their claims only what is new is told here.
    """
    said, before = [], {each.seat: each for each in latest_positions(earlier, labels)}
    for each in latest_positions(positions, labels):
        changes = "; ".join(f"{change.what} ({', '.join(change.because)})" for change in each.changes)
        kept = f", keeps: {each.keeps_position}" if each.keeps_position else ""
        kept += f", chooses {each.choice}" if each.choice else ""
        # Whoever moved or restated it no longer recommends what the positions above say.
        restated = each.keeps_position != "yes" or "recommendation" in each.stated
        moved = each.recommendation if restated else None
        view = ". ".join(text.rstrip(". ") for text in dict.fromkeys((each.stance, moved)) if text)
        terms = f" Reservation: {each.reservation}" if each.reservation else ""
        told = f"{view or each.recommendation or 'no answer'}. Changed: {changes or 'nothing'}.{terms}"
        text = f"{labels[each.seat]} ({rate(each.confidence)}{kept}): {told}"
        said.append(Line(squash(text), 0, kind="rebuttals"))
        said += _list_new(each, labels[each.seat], before.get(each.seat))
    return arrange(said, tokens)


def _list_new(position: Position, label: str, before: Position | None) -> list[Line]:
    """Write what a revision says anew beside its advice: claims, answers to critiques, reasons."""
    known = set(before.claims) if before else set[Claim]()
    lines = [
        Line(_claim(each), 2, f"claims of {label}", turn)
        for turn, each in enumerate(each for each in position.claims if each not in known)
    ]
    lines += [
        Line(squash(f"on {each.critique_id}: {each.outcome}, {each.reason}"), 3, f"answers of {label}", turn)
        for turn, each in enumerate(position.answers)
    ]
    # What the positions shown beside still list, and nobody stands by any more.
    gone = [each.id for each in before.claims if each.id not in {kept.id for kept in position.claims}] if before else []
    lines += [Line(f"withdrew {', '.join(gone)}", 2, f"claims of {label}")] if gone else []
    reasons = _texts(position, "reasoning") if "reasoning" in position.stated else []
    return [*lines, *(Line(f"reasoning: {text}", 1, f"fields of {label}") for text in reasons)]


def digest_left_open(positions: Iterable[Position], labels: Mapping[str, str], *, tokens: int = _POINT_LIST) -> str:
    """List what seats say by now that nobody can settle here."""
    said = [f"{labels[each.seat]}: {text}" for each in latest_positions(positions, labels) for text in each.left_open]
    return list_lines(dict.fromkeys(said), tokens, "points")


def digest_reservations(positions: Iterable[Position], labels: Mapping[str, str], *, tokens: int = _POINT_LIST) -> str:
    """List what seats hold against the very option they vote for: it is dissent that is put on record."""
    said = [f"{labels[each.seat]}: {each.reservation}" for each in latest_positions(positions, labels)]
    return list_lines([each for each in said if not each.endswith(": ")], tokens, "reservations")
