"""Decides how many seats to ask next, when their votes are settled, and what such votes were worth before.

- Voices are settled when those still to be asked cannot change which answer leads. In a tie the answer given first
  leads, as in every vote, so two of four that agree are settled. So the ladder always answers as the vote of all seats
  would have, and pays for fewer of them.
- The next step asks the fewest seats that could settle it, if all of them agreed with the answer that leads.
- Who gave no answer counts for nobody, but was asked.
- Without a majority a round is split where two seats agree, and scattered where no two do.

What votes were worth: of all known debates with the same pattern the share that was right, drawn towards a curve as if
that had been seen `SHRINKAGE` times. The curve is a logistic one over how far the lead is ahead, how many were asked,
and whether they had heard each other. A pattern that was seen fewer than `FEW` times is told as unlike the known ones.
"""

import math
from collections import Counter
from collections.abc import Sequence

from moot.policies.thresholds import tidy
from moot.state.ballot import Ballot
from moot.state.calibration import LadderStep, Probability, SplitKind, VoteCalibration, VotePattern
from moot.state.facts import state_fact

SHRINKAGE = 20
FEW = 10

_Vote = str | None


def find_certain(voices: Sequence[_Vote], team: int) -> _Vote:
    """Find the answer that the seats still to be asked cannot overtake; None while they can."""
    counted = Counter(voice for voice in voices if voice is not None)
    left = max(0, team - len(voices))
    if not counted:
        return None
    leader = max(counted, key=lambda answer: counted[answer])
    order = list(counted)
    for rival in order:
        reach = counted[rival] + left
        ahead = order.index(leader) < order.index(rival)
        if rival != leader and (counted[leader] < reach or (counted[leader] == reach and not ahead)):
            return None
    return leader if counted[leader] >= left else None


def count_needed(voices: Sequence[_Vote], team: int) -> int:
    """Count the fewest further seats whose votes could settle it; 0 when it is settled or nobody is left."""
    left = max(0, team - len(voices))
    if left == 0 or find_certain(voices, team) is not None:
        return 0
    counted = Counter(voice for voice in voices if voice is not None)
    leader = max(counted, key=lambda answer: counted[answer], default="")
    tried = (count for count in range(1, left) if find_certain([*voices, *[leader] * count], team) is not None)
    return next(tried, left)


def judge_split(voices: Sequence[_Vote]) -> SplitKind:
    """Say how the voices of a whole round fall apart."""
    most = max(Counter(voice for voice in voices if voice is not None).values(), default=0)
    if 2 * most > len(voices):
        return "majority"
    return "split" if most > 1 else "scattered"


def read_pattern(voices: Sequence[_Vote], team: int, step: LadderStep = "voices") -> VotePattern:
    """Read how voices fell, whatever they said."""
    counts = sorted(Counter(voice for voice in voices if voice is not None).values(), reverse=True)
    lead, second = (*counts, 0, 0)[:2]
    asked = max(1, len(voices))
    return VotePattern(lead=lead, second=second, asked=asked, team=max(team, asked), step=step)


def read_ballot_pattern(ballot: Ballot, asked: Sequence[str], team: int) -> VotePattern:
    """Read how the votes of the last counted round fell; who was asked and gave no answer was asked all the same."""
    voices = [ballot.vote_of(seat) for seat in asked]
    return read_pattern(voices, team, "debate" if ballot.round > 1 else "voices")


def list_features(pattern: VotePattern) -> tuple[float, ...]:
    """List what the curve looks at."""
    against = pattern.asked - pattern.lead
    ahead = math.log((pattern.lead + 0.5) / (against + 0.5))
    return (1.0, ahead, math.log(pattern.asked), 1.0 if pattern.step == "debate" else 0.0)


def estimate_probability(pattern: VotePattern, known: VoteCalibration) -> Probability:
    """Estimate how likely the leading answer of a pattern is right, and say on what that rests."""
    score = sum(weight * feature for weight, feature in zip(known.weights, list_features(pattern), strict=True))
    curve = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))
    same = next((each for each in known.patterns if each.pattern == pattern), None)
    right, alike = (same.right, same.count) if same else (0, 0)
    value = tidy((right + SHRINKAGE * curve) / (alike + SHRINKAGE))
    unlike = alike < FEW
    code = "probability.curve" if unlike else "probability.table"
    return Probability(
        value=value,
        alike=alike,
        questions=known.questions,
        basis=state_fact(code, alike=alike, debates=known.debates, questions=known.questions),
        unlike=unlike,
        unlike_because=("votes",) if unlike else (),
    )
