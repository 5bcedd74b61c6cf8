"""Finds which answer stands after some rounds of voices, and whether that is settled.

- Every voice of round 1 counts 1. A voice of a later round has heard the others, so it is no new evidence of its own
  and counts half; all rounds are added up, so that a seat which stays counts for more than one which wavers.
- The answer that leads after round 1 stands until another one leads it with at least the threshold of support: a
  majority is kept against a late flip that is not itself settled. In a tie the answer given first stands.
- It is settled when its support against the strongest other answer reaches the threshold and more than half of the
  seats answered in the last round.
- Confidence weighs a voice, by at most a quarter up or down, where everybody who answered in that round stated one
  and they differ by ten points or more. Otherwise it says nothing, and every voice is worth the same.
- Votes say nothing in a panel of fewer than three seats, and as long as no two seats of any round gave the same
  answer: then there is no signal, and whoever asks has to judge by something else.

The support of a lead: whoever asks a panel sees only some of the voices it might have heard. If every share of the two
answers was equally likely before anybody spoke, then after hearing `ahead` and `behind` voices the share p of the first
answer follows a Beta distribution, and the support is the chance that p is above one half. 1 minus the support is the
error bound: the chance that more such voices would favour the other answer. So the same share counts for more in a
larger panel: 2 of 3 give 0.69, 4 of 6 give 0.77, 8 of 12 give 0.87. The bound is about what the panel would say, not
about what is true (R-61), and it supposes voices that were raised independently.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from moot.policies.thresholds import mean, reaches, tidy
from moot.state.base import Confidence, Value
from moot.state.facts import Fact, state_fact

LATER_VOICE = 0.5
"""What a voice that has heard the others counts; chosen on the tuning half of recorded debates."""

_FEWEST_SEATS = 3
_SPREAD = 0.10
_LIGHTEST, _HEAVIEST = 0.75, 1.25

_STEPS = 1000
_SMALL = 1e-300
_CLOSE = 1e-13


class Voice(NamedTuple):
    """What one seat answered in one round."""

    answer: str | None
    """None: nothing that could be read."""
    confidence: float | None = None


class Lead(Value):
    """Which answer stands, and how sure that is."""

    answer: str | None
    rival: str | None = None
    """The strongest other answer."""
    support: Confidence
    """The chance that more voices of this kind would also prefer it."""
    error_bound: Confidence
    """The chance that they would not; of the panel's view, not of the truth."""
    settled: bool
    signal: Literal["votes", "none"] = "votes"
    """`none`: the votes say nothing here, judge by something else."""
    kept: bool = False
    """Another answer has more weight by now, too little to replace this one."""
    weighted: bool = False
    """Stated confidence moved the weights of the last round."""
    reason: Fact


_Rounds = Sequence[Sequence[Voice]]


def weigh_voices(rounds: _Rounds, threshold: float, *, later: float = LATER_VOICE) -> Lead:
    """Find the answer that stands after these rounds, and whether another round is needed."""
    weights: dict[str, float] = {}
    standing: str | None = None
    for number, voices in enumerate(rounds):
        _count(voices, later if number else 1.0, weights)
        standing = _choose(weights, standing, threshold)
    if standing is None:
        return Lead(
            answer=None,
            support=0.0,
            error_bound=1.0,
            settled=False,
            signal="none",
            reason=state_fact("agreement.nobody"),
        )
    rival = _strongest({answer: weight for answer, weight in weights.items() if answer != standing})
    against = weights[rival] if rival is not None else 0.0
    support = measure_support(weights[standing], against)
    mute = _find_silence(rounds)
    heard = _is_quorate(rounds[-1])
    return Lead(
        answer=standing,
        rival=rival,
        support=support,
        error_bound=tidy(1.0 - support),
        settled=mute is None and heard and reaches(support, threshold),
        signal="votes" if mute is None else "none",
        kept=against > weights[standing],
        weighted=_uses_confidence(rounds[-1]),
        reason=mute or _explain(support, threshold, heard=heard),
    )


def _count(voices: Sequence[Voice], worth: float, weights: dict[str, float]) -> None:
    for voice, share in zip(voices, _share_weight(voices), strict=True):
        if voice.answer is not None:
            weights[voice.answer] = tidy(weights.get(voice.answer, 0.0) + worth * share)


def _share_weight(voices: Sequence[Voice]) -> list[float]:
    if not _uses_confidence(voices):
        return [1.0] * len(voices)
    middle = mean(_stated(voices)) or 1.0
    return [min(_HEAVIEST, max(_LIGHTEST, (voice.confidence or 0.0) / middle)) for voice in voices]


def _uses_confidence(voices: Sequence[Voice]) -> bool:
    """Whether confidence can tell the voices of a round apart."""
    stated = _stated(voices)
    answered = sum(voice.answer is not None for voice in voices)
    return len(stated) == answered > 1 and reaches(max(stated) - min(stated), _SPREAD)


def _stated(voices: Sequence[Voice]) -> list[float]:
    return [voice.confidence for voice in voices if voice.answer is not None and voice.confidence is not None]


def _choose(weights: dict[str, float], standing: str | None, threshold: float) -> str | None:
    leader = _strongest(weights)
    if standing is None or leader is None or leader == standing:
        return leader
    ahead, behind = weights[leader], weights[standing]
    return leader if ahead > behind and reaches(measure_support(ahead, behind), threshold) else standing


def _strongest(weights: dict[str, float]) -> str | None:
    """The heaviest answer; of equal ones the one that was given first."""
    return max(weights, key=lambda answer: weights[answer], default=None)


def _is_quorate(voices: Sequence[Voice]) -> bool:
    return 2 * sum(voice.answer is not None for voice in voices) > len(voices)


def _find_silence(rounds: _Rounds) -> Fact | None:
    """Why the votes say nothing; None when they do."""
    seats = max(len(voices) for voices in rounds)
    if seats < _FEWEST_SEATS:
        return state_fact("agreement.too_few_votes", n=seats)
    for voices in rounds:
        answers = [voice.answer for voice in voices if voice.answer is not None]
        if len(set(answers)) < len(answers):
            return None
    return state_fact("agreement.scattered")


def _explain(support: float, threshold: float, *, heard: bool) -> Fact:
    if not heard:
        return state_fact("agreement.lead_unheard", share=support)
    code = "agreement.lead_enough" if reaches(support, threshold) else "agreement.lead_few"
    return state_fact(code, share=support, needed=threshold)


def measure_support(ahead: float, behind: float) -> float:
    """Measure the chance that the first answer also leads among more voices of the same kind, 0 to 1."""
    return tidy(min(1.0, max(0.0, _below_half(max(0.0, behind) + 1.0, max(0.0, ahead) + 1.0))))


def _below_half(a: float, b: float) -> float:
    """The regularised incomplete beta function at one half: the chance that Beta(a, b) is below it."""
    if a < b:
        # The fraction converges fast only on this side of the mean.
        return 1.0 - _below_half(b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - (a + b) * math.log(2.0))
    return front * _continued_fraction(a, b) / a


def _continued_fraction(a: float, b: float, x: float = 0.5) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1.0 / _apart(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / _apart(1.0 + term * d)
            c = _apart(1.0 + term / c)
            value *= d * c
        if abs(d * c - 1.0) < _CLOSE:
            break
    return value


def _apart(value: float) -> float:
    """Keep a divisor away from zero."""
    return value if abs(value) > _SMALL else _SMALL
