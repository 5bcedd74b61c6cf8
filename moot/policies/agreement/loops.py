"""Finds whether the debate repeats itself, by votes and arguments and never by wording (D-81..D-83, X-01, X-02).

Two rounds are the same when every seat votes as before, nobody brought anything new, and confidences moved by at most
five points. New is a claim whose id the seat has not used before, a piece of evidence nobody has cited before, a
critique that a seat accepts for the first time, a changed vote, or a seat that says it gives its position up. A
paraphrase is a repetition. Rounds are the same, too, when confidences moved but the same critics made the same kind of
critique of the same claims again: then three of the four signals hold.

An oscillation is a loop as well: the votes of two rounds are those of the two rounds before, in turn.

Rules where the sources are silent:
- Seats of whom nothing arrived are left out. A round in which nobody voted equals no other round.
- Who did not state a confidence in both rounds tells nothing by it; two rounds without any give no signal.
- Critiques of round n are written after round n is judged, so the rebuttals that led to round n are those of n - 1.
- The required number of equal rounds holds for the signals too, so the strict reading (3) stays strict (W-D10).
"""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence

from moot.policies.agreement.ballot import count_rounds
from moot.policies.language import Language, fold
from moot.policies.thresholds import tidy
from moot.state.ballot import Ballot
from moot.state.critiques import Critique
from moot.state.facts import Fact, state_fact
from moot.state.findings import Loop, LoopSignal
from moot.state.positions import Position
from moot.state.protocol import BreakerRules, ConvergenceRules

_STEP = 5
_CYCLE = 2
"""Votes that come back after so many rounds go to and fro."""

_Votes = dict[str, str]


def detect_loop(
    positions: Sequence[Position],
    critiques: Sequence[Critique],
    rules: BreakerRules,
    ballot: Ballot | None = None,
    language: Language = "en",
) -> Loop:
    """Find whether the last rounds said the same again; votes that nobody counted are counted by the words."""
    rounds = sorted({position.round for position in positions})
    if not rounds:
        return Loop(detected=False, counter=0, fingerprint="", reason=state_fact("agreement.nothing_said"))
    last = rounds[-1]
    counted = ballot or count_rounds(last, positions, language, ConvergenceRules().threshold)
    story = _Story(positions, critiques, counted)
    counter = 0
    while last - counter - 1 in rounds and story.repeats(last - counter):
        counter += 1
    swings = story.swings(last)
    detected = swings or counter + 1 >= rules.identical_rounds
    return Loop(
        detected=detected,
        counter=counter,
        fingerprint=story.fingerprint(last),
        signals=story.find_signals(last),
        reason=_tell_swing(last) if swings else _explain(last, counter, detected=detected),
    )


def round_to_step(confidence: float) -> int:
    """Round a confidence to the nearest 5 points, halves upwards."""
    return math.floor(round(confidence * 100, 6) / _STEP + 0.5) * _STEP


class _Story:
    """What was voted, said and criticised, round by round."""

    def __init__(self, positions: Sequence[Position], critiques: Sequence[Critique], ballot: Ballot | None) -> None:
        self._positions = [each for each in positions if each.spoke]
        self._critiques = critiques
        self._votes: dict[int, _Votes] = {}
        for vote in ballot.votes if ballot else ():
            self._votes.setdefault(vote.round, {})[vote.seat] = vote.option

    def repeats(self, number: int) -> bool:
        """Whether a round says the same as the one before it."""
        found = set(self.find_signals(number))
        if not {"same_positions", "same_arguments"} <= found:
            return False
        return "same_rebuttals" in found or not self._moves_confidence(number)

    def swings(self, number: int) -> bool:
        """Whether the votes go to and fro: as two rounds ago, and so were those before."""
        now, before, third, fourth = (self._votes.get(number - back) for back in range(2 * _CYCLE))
        return bool(now and before) and now == third and before == fourth and now != before

    def find_signals(self, number: int) -> tuple[LoopSignal, ...]:
        """List the signs that a round repeats the one before it (D-83)."""
        now, before = self._votes.get(number), self._votes.get(number - 1)
        same = bool(now) and now == before
        stated = self._confidences(number).keys() & self._confidences(number - 1).keys()
        rebuttals = self._rebuttals(number - 1)
        signs: dict[LoopSignal, bool] = {
            "same_positions": same,
            "same_arguments": same and not self._brings_new(number),
            "same_confidence": bool(stated) and not self._moves_confidence(number),
            "same_rebuttals": bool(rebuttals) and rebuttals == self._rebuttals(number - 2),
        }
        return tuple(name for name, holds in signs.items() if holds)

    def fingerprint(self, number: int) -> str:
        """Reduce who votes for what, and how sure, to one hash; nobody voted is an empty text."""
        votes, stated = self._votes.get(number), self._confidences(number)
        if not votes:
            return ""
        held = {
            seat: [option, round_to_step(stated[seat]) if seat in stated else None] for seat, option in votes.items()
        }
        return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()

    def _of(self, number: int) -> list[Position]:
        return [each for each in self._positions if each.round == number]

    def _before(self, number: int) -> list[Position]:
        return [each for each in self._positions if each.round < number]

    def _brings_new(self, number: int) -> bool:
        now, before = self._of(number), self._before(number)
        return (
            any(each.keeps_position == "no" for each in now)
            or bool(_claims(now) - _claims(before))
            or bool(_evidence(now) - _evidence(before))
            or bool(_accepted(now) - _accepted(before))
        )

    def _confidences(self, number: int) -> dict[str, float]:
        return {each.seat: each.confidence for each in self._of(number) if each.confidence is not None}

    def _moves_confidence(self, number: int) -> bool:
        now, before = self._confidences(number), self._confidences(number - 1)
        return any(tidy(abs(now[seat] - before[seat]) * 100) > _STEP for seat in now.keys() & before.keys())

    def _rebuttals(self, number: int) -> list[tuple[str, str, str, str]]:
        return sorted(
            (each.agent, each.target, each.target_claim_id, each.issue_type)
            for each in self._critiques
            if each.round == number
        )


def _claims(positions: Iterable[Position]) -> set[tuple[str, str]]:
    return {(each.seat, fold(claim.id)) for each in positions for claim in each.claims}


def _evidence(positions: Iterable[Position]) -> set[str]:
    return {fold(name).strip() for each in positions for claim in each.claims for name in claim.evidence}


def _accepted(positions: Iterable[Position]) -> set[tuple[str, str]]:
    return {
        (each.seat, fold(answer.critique_id))
        for each in positions
        for answer in each.answers
        if answer.outcome == "accepted"
    }


def _explain(last: int, counter: int, *, detected: bool) -> Fact:
    if counter == 0:
        return state_fact("agreement.new", round=last)
    code = "agreement.repeats" if detected else "agreement.repeats_yet"
    return state_fact(code, first=last - counter, last=last)


def _tell_swing(last: int) -> Fact:
    return state_fact("agreement.swings", now=(last - 1, last), before=(last - 3, last - 2))
