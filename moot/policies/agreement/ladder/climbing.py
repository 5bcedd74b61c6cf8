"""Decides after each step of the ladder whether to stop, whom to ask next, or that the seats should talk (DESIGN 11).

Votes are settled, by the first of these that holds:
- `certain`: at least two voices agree, and those still to be asked cannot change which answer leads;
- `majority`: all were asked, and more than half of them agree;
- `probable`, where a calibration is known: votes like these were right at least as often as `ladder.enough`, and were
  seen often enough to say so;
- `supported`, without a calibration: the rule of the adaptive strategy, at least three voices whose lead more voices
  would hardly change.

Settled votes end nothing while the protocol wants more rounds, evidence or a rebuttal first (`blocked`): the next step
is asked, and after the last one the seats debate.

When all were asked and nothing is settled the seats debate. Where no two of them agree and a calibration says that
debates which began so were right less often than `ladder.hope`, or no more often than before the talk, it is hopeless:
nobody talks, and somebody else has to decide.
"""

from collections.abc import Sequence

from moot.policies.agreement.ladder.steps import (
    SHRINKAGE,
    count_needed,
    estimate_probability,
    find_certain,
    judge_split,
    read_pattern,
)
from moot.policies.agreement.voting import Voice, weigh_voices
from moot.policies.thresholds import reaches
from moot.state.base import Value
from moot.state.calibration import Probability, SplitKind, VoteCalibration
from moot.state.ladder import LadderBlock, LadderGround, LadderOutcome, LadderRules

_AGREEING = 2
"""So many voices agree at least where those still to be asked do not matter."""


class Climb(Value):
    """What follows from the voices so far."""

    outcome: LadderOutcome
    answer: str | None = None
    """The answer that leads."""
    ground: LadderGround | None = None
    blocked: LadderBlock | None = None
    ask: int = 0
    """So many seats are asked next."""
    probability: Probability | None = None


def judge_climb(  # so many things decide a step
    voices: Sequence[str | None],
    team: int,
    rules: LadderRules,
    threshold: float,
    *,
    taken: int = 1,
    known: VoteCalibration | None = None,
    blocked: LadderBlock | None = None,
) -> Climb:
    """Find what follows after so many voices of a team; `taken` is how many steps were taken."""
    team = max(team, len(voices))
    answer = _find_leader(voices)
    chance = estimate_probability(read_pattern(voices, team), known) if known and answer is not None else None
    ground = _find_ground(voices, team, rules, threshold, chance)
    found = Climb(outcome="settled", answer=answer, ground=ground, probability=chance)
    if ground is not None and blocked is None:
        return found
    found = found.model_copy(update={"blocked": blocked if ground is not None else None})
    left = team - len(voices)
    if left:
        return found.model_copy(
            update={"outcome": "asking", "ground": None, "ask": size_step(voices, team, rules, taken)}
        )
    hopeless = ground is None and known is not None and is_hopeless(judge_split(voices), known, rules.hope)
    return found.model_copy(update={"outcome": "hopeless" if hopeless else "debate", "ground": None})


def size_step(voices: Sequence[str | None], team: int, rules: LadderRules, taken: int = 0) -> int:
    """Say how many seats the next step asks: as the profile lists them, then the rest, or the fewest that could do."""
    left = max(0, team - len(voices))
    if not rules.steps:
        return count_needed(voices, team) or left
    return min(left, rules.steps[taken]) if taken < len(rules.steps) else left


def is_hopeless(kind: SplitKind, known: VoteCalibration, hope: float) -> bool:
    """Say whether a known kind of split is not worth talking over: only one in which no two agree is ever given up."""
    seen = next((each for each in known.talk if each.kind == kind), None)
    if kind != "scattered" or seen is None:
        return False
    every = sum(each.count for each in known.talk)
    usual = sum(each.after for each in known.talk) / every
    # Few known debates say little: they are drawn towards what talking came to in all of them.
    after = (seen.after + SHRINKAGE * usual) / (seen.count + SHRINKAGE)
    return seen.after <= seen.before or not reaches(after, hope)


def _find_leader(voices: Sequence[str | None]) -> str | None:
    counted = [voice for voice in voices if voice is not None]
    return max(dict.fromkeys(counted), key=counted.count, default=None)


def _find_ground(
    voices: Sequence[str | None], team: int, rules: LadderRules, threshold: float, chance: Probability | None
) -> LadderGround | None:
    leader = _find_leader(voices)
    agreeing = voices.count(leader) if leader is not None else 0
    if len(voices) >= team:
        if judge_split(voices) == "majority":
            return "majority"
    elif agreeing >= _AGREEING and find_certain(voices, team) is not None:
        return "certain"
    if chance is not None:
        return "probable" if not chance.unlike and reaches(chance.value, rules.enough) else None
    lead = weigh_voices([[Voice(voice) for voice in voices]], threshold) if leader is not None else None
    return "supported" if lead is not None and lead.settled else None
