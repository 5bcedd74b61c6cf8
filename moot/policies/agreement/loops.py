"""Finds whether the debate repeats itself.

Two rounds are the same when their fingerprints are equal, or when three of the four signals of D-83 hold (X-02).
A fingerprint is taken over what each seat holds: recommendation, premises, risks, timing, whether it keeps its
position, and its confidence rounded to 5 points; sorted by seat, without case, accents, spacing or the order of lists.

Rules where the sources are silent:
- Round 1 cannot keep a position, so a missing answer to "do you keep it?" counts as yes; otherwise two identical
  rounds 1 and 2 could never be equal (W-D9).
- Seats of whom nothing arrived are left out. A round in which nobody spoke equals no other round.
- What is empty on both sides is no signal: two rounds without any argument do not repeat an argument.
- Critiques of round n are written after round n is judged, so the rebuttals that led to round n are those of n - 1.
- The required number of equal rounds holds for the signals too, so the strict reading (3) stays strict (W-D10).
"""

import hashlib
import json
import math
from collections.abc import Callable, Sequence

from moot.policies.language import fold
from moot.state.critiques import Critique
from moot.state.findings import Loop, LoopSignal
from moot.state.positions import Position
from moot.state.protocol import BreakerRules

_SIGNALS_NEEDED = 3
"""So many of the four signals make two rounds the same (X-02)."""

_STEP = 5
_EDGES = " .,;:!?\"'"

_View = dict[str, object]
_Part = Callable[[Position], object]


def fingerprint_round(positions: Sequence[Position]) -> str:
    """Reduce what the seats of one round hold to one hash; nobody spoke is an empty text."""
    held = _view(positions, _whole)
    if not held:
        return ""
    return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()


def detect_loop(positions: Sequence[Position], critiques: Sequence[Critique], rules: BreakerRules) -> Loop:
    """Find whether the last rounds said the same again (D-81..D-83, X-01, X-02)."""
    rounds = sorted({position.round for position in positions})
    if not rounds:
        return Loop(detected=False, counter=0, fingerprint="", reason="Nothing was said yet.")
    last = rounds[-1]
    counter = 0
    while last - counter - 1 in rounds and _repeats(positions, critiques, last - counter):
        counter += 1
    detected = counter + 1 >= rules.identical_rounds
    return Loop(
        detected=detected,
        counter=counter,
        fingerprint=fingerprint_round(_of(positions, last)),
        signals=_find_signals(positions, critiques, last),
        reason=_explain(last, counter, detected=detected),
    )


def _find_signals(
    positions: Sequence[Position], critiques: Sequence[Critique], round_number: int
) -> tuple[LoopSignal, ...]:
    """List the signs that a round repeats the one before it (D-83)."""
    now, before = _of(positions, round_number), _of(positions, round_number - 1)
    pairs: dict[LoopSignal, tuple[object, object]] = {
        "same_positions": (_view(now, _content), _view(before, _content)),
        "same_arguments": (_view(now, _arguments), _view(before, _arguments)),
        "same_confidence": (_view(now, _confidence), _view(before, _confidence)),
        "same_rebuttals": (_rebuttals(critiques, round_number - 1), _rebuttals(critiques, round_number - 2)),
    }
    return tuple(name for name, (new, old) in pairs.items() if new and new == old)


def round_to_step(confidence: float) -> int:
    """Round a confidence to the nearest 5 points, halves upwards."""
    return math.floor(round(confidence * 100, 6) / _STEP + 0.5) * _STEP


def _repeats(positions: Sequence[Position], critiques: Sequence[Critique], number: int) -> bool:
    now, before = fingerprint_round(_of(positions, number)), fingerprint_round(_of(positions, number - 1))
    return bool(now and now == before) or len(_find_signals(positions, critiques, number)) >= _SIGNALS_NEEDED


def _of(positions: Sequence[Position], number: int) -> list[Position]:
    return [position for position in positions if position.round == number and position.spoke]


def _plain(text: str | None) -> str | None:
    return None if text is None else " ".join(fold(text).split()).strip(_EDGES)


def _plain_all(texts: Sequence[str] | None) -> list[str | None] | None:
    return None if texts is None else sorted((_plain(text) for text in texts), key=str)


def _content(position: Position) -> list[object]:
    return [
        _plain(position.recommendation),
        _plain_all(position.premises),
        _plain_all(position.risks),
        _plain(position.timing),
    ]


def _confidence(position: Position) -> int | None:
    return None if position.confidence is None else round_to_step(position.confidence)


def _whole(position: Position) -> list[object]:
    return [*_content(position), position.keeps_position or "yes", _confidence(position)]


def _arguments(position: Position) -> list[object] | None:
    statements = _plain_all([claim.statement for claim in position.claims])
    return [_plain(position.reasoning), statements] if position.reasoning or statements else None


def _view(positions: Sequence[Position], part: _Part) -> _View:
    seen = {position.seat: part(position) for position in positions if position.spoke}
    return {seat: value for seat, value in seen.items() if value is not None}


def _rebuttals(critiques: Sequence[Critique], number: int) -> list[tuple[str, str, str]]:
    return sorted(
        (critique.agent, critique.target, _plain(critique.description) or "")
        for critique in critiques
        if critique.round == number
    )


def _explain(last: int, counter: int, *, detected: bool) -> str:
    if counter == 0:
        return f"Round {last} brought something new."
    verdict = "the debate repeats itself" if detected else "not often enough yet to be a loop"
    return f"Rounds {last - counter} to {last} say the same: {verdict}."
