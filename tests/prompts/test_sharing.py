"""What the prompts cost: seats of a wave share most of theirs, and more seats do not mean ever longer ones.

Tokens are counted as characters divided by four, as the budget does where no server counts them.
"""

import itertools
from collections.abc import Sequence

import pytest

from moot.configs import load_profile
from moot.prompts.library import Prompt, render_prompt, system_message
from tests.prompts import cases, samples
from tests.prompts.cases import Variables
from tests.prompts.variables import variables_of

_SEATS = load_profile("conclave").seats
_FOUR = tuple(seat.id for seat in _SEATS)
_WAVES = {
    "round 1, positions": [cases.position_prompt(seat, seats=_SEATS) for seat in _FOUR],
    "round 1, critiques": [cases.critique_prompt(seat, 4, seats=_SEATS) for seat in _FOUR],
    "round 2, revisions in turn": [cases.revise_prompt(seat, 4, seats=_SEATS) for seat in _FOUR],
    "round 2, no evidence": [cases.revise_prompt(seat, 4, evidence="", seats=_SEATS) for seat in _FOUR],
    "round 2, wordy agents": [cases.revise_prompt(seat, 4, wordy=2, seats=_SEATS) for seat in _FOUR],
    "round 2, very wordy agents": [cases.revise_prompt(seat, 4, wordy=9, seats=_SEATS) for seat in _FOUR],
    "round 3, what is open": [cases.revise_prompt(seat, 4, 3, seats=_SEATS) for seat in _FOUR],
}


def _common(texts: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(texts), max(texts)
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(letter for letter, _ in same)


def _whole(prompt: Prompt) -> str:
    return prompt.system + prompt.text


def _tokens(prompts: Sequence[Prompt]) -> float:
    return sum(len(_whole(prompt)) for prompt in prompts) / 4 / len(prompts)


@pytest.mark.parametrize("wave", _WAVES)
def test_the_seats_of_a_wave_share_at_least_four_fifths_of_their_prompt(wave: str) -> None:
    whole = [_whole(prompt) for prompt in _WAVES[wave]]
    common = len(_common(whole))
    assert [round(common / len(text), 2) for text in whole if common / len(text) < 0.80] == []


@pytest.mark.parametrize("wave", _WAVES)
def test_the_shared_part_is_the_same_for_every_seat(wave: str) -> None:
    prompts = _WAVES[wave]
    assert len({(prompt.system, prompt.shared) for prompt in prompts}) == 1
    assert len({prompt.own for prompt in prompts}) == len(prompts)


def test_question_and_evidence_are_the_common_beginning_of_all_waves() -> None:
    first = [prompts[0].shared for name, prompts in _WAVES.items() if name != "round 2, no evidence"]
    assert "</evidence" in _common(first)


@pytest.mark.parametrize("round_number", [2, 3])
def test_twelve_seats_cost_less_than_three_times_as_much_per_seat_as_three(round_number: int) -> None:
    few, many = (
        _tokens([cases.revise_prompt(seat, count, round_number) for seat in samples.seat_names(count)])
        for count in (3, 12)
    )
    assert many < 3 * few


def test_critiques_of_twelve_seats_stay_within_three_times_those_of_three() -> None:
    few, many = (_tokens([cases.critique_prompt(samples.seat_names(n)[0], n)]) for n in (3, 12))
    assert many < 3 * few


def _bare(phase: str) -> Prompt:
    """The prompt's own words, with its numbers and without any data."""
    given: Variables = dict.fromkeys(variables_of(phase))
    given |= {
        "language": "en",
        "max_claims": 8,
        "evidence_rule": "a fact needs evidence",
        "label": "A",
        "max_critiques": 8,
        "reasons": cases.REASONS,
        "answering": cases.ANSWERING,
    }
    return render_prompt(phase, **{name: given[name] for name in variables_of(phase)})


@pytest.mark.parametrize(
    ("phase", "limit"), [("position", 350), ("revise", 440), ("critique", 350), ("synthesize", 350)]
)
def test_the_fixed_text_is_short(phase: str, limit: int) -> None:
    assert _tokens([_bare(phase)]) <= limit


def test_the_system_message_is_one_for_all() -> None:
    assert {prompt.system for prompt in cases.all_cases().values()} == {system_message()}
