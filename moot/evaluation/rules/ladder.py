"""Plays the ladder on recorded debates: voices alone until they are settled, and talk only where that pays.

What one voice cost is its share of the tokens of round 1: a recording says what a round cost, not what a seat did.

Which splits are talked over is chosen on the tuning half. There are two kinds: two seats agree but no majority does,
and no two agree. What talking gains on each kind is drawn towards what it gains on all splits, as if that had been
seen `_SHRINKAGE` times. Kinds that gain are taken, the best gain for a token first, while all of it together stays
below `_SHARE` of the tokens of all rounds; of equal gains the kind in which two agree is first. Where the tuning half
has no split, every split is talked over.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from moot.evaluation.plurality import take_plurality
from moot.evaluation.rules.recorded import RecordedAnswer, RecordedDebate
from moot.evaluation.rules.rules import STOP_THRESHOLD, RulePlay, StopRule
from moot.policies.agreement.ladder import count_needed, judge_climb, judge_split, size_step
from moot.state.ladder import LadderRules

_SHRINKAGE = 20
_SHARE = 0.45
_KINDS = ("split", "scattered")


def play_voices(debate: RecordedDebate) -> RulePlay:
    """Ask seats of round 1 alone until the rest cannot change the answer."""
    return _ask_voices(debate.answers[0])


@lru_cache(maxsize=8192)  # every half asks the same rows again
def _ask_voices(row: tuple[RecordedAnswer, ...]) -> RulePlay:
    asked = 0
    while more := count_needed(row[:asked], len(row)):
        asked += more
    return RulePlay(1, take_plurality(row[:asked]), voices=asked)


def play_steps(debate: RecordedDebate) -> RulePlay:
    """Climb as `--ladder` does without a calibration: one seat, two more, the rest, and no talk."""
    row, rules = debate.answers[0], LadderRules(enabled=True)
    asked, taken = size_step((), len(row), rules), 1
    while (found := judge_climb(row[:asked], len(row), rules, STOP_THRESHOLD, taken=taken)).outcome == "asking":
        asked, taken = asked + found.ask, taken + 1
    return RulePlay(1, take_plurality(row[:asked]), voices=asked)


def make_ladder_rule(debated: frozenset[str]) -> Callable[[RecordedDebate], RulePlay]:
    """Make the rule that asks voices alone, and runs all rounds over the kinds of splits that are debated."""

    def play(debate: RecordedDebate) -> RulePlay:
        if judge_split(debate.answers[0]) not in debated:
            return play_voices(debate)
        return RulePlay(len(debate.answers), take_plurality(debate.answers[-1]))

    return play


def list_ladder_rules(tuning: Sequence[RecordedDebate]) -> tuple[StopRule, StopRule, StopRule]:
    """List the ladder of the profile quick, the one of `--ladder`, and the one with talk, tuned on these debates."""
    debated = choose_debated(tuning)
    told = " and ".join(kind for kind in _KINDS if kind in debated) or "no"
    return (
        StopRule("ladder", "ladder: voices until settled", "the answer of the vote on round 1, always", play_voices),
        StopRule("ladder_steps", "ladder: one voice, two more, the rest", "that of adaptive", play_steps),
        StopRule("ladder_debate", f"ladder, talk over {told} votes", "none where it talks", make_ladder_rule(debated)),
    )


def add_tokens(debate: RecordedDebate, play: RulePlay) -> float:
    """Count what a play used of the tokens that were recorded."""
    if play.voices is not None and play.rounds == 1:
        return debate.tokens[0] * play.voices / len(debate.answers[0])
    return float(sum(debate.tokens[: play.rounds]))


class _Gain(NamedTuple):
    """What talking gained on one kind of split."""

    kind: str
    gain: float
    tokens: float


def choose_debated(tuning: Sequence[RecordedDebate]) -> frozenset[str]:
    """Choose the kinds of splits that are worth talking over."""
    by_kind = {kind: [each for each in tuning if judge_split(each.answers[0]) == kind] for kind in _KINDS}
    splits = [each for kind in _KINDS for each in by_kind[kind]]
    if not splits:
        return frozenset(_KINDS)
    overall = fmean(map(_measure_gain, splits))
    gains = [_estimate_gain(kind, debates, overall) for kind, debates in by_kind.items()]
    used = sum(add_tokens(each, play_voices(each)) for each in tuning)
    limit = _SHARE * sum(sum(each.tokens) for each in tuning)
    chosen = set()
    for found in sorted(gains, key=lambda each: -each.gain / max(each.tokens, 1.0)):
        if found.gain > 0 and used + found.tokens * len(by_kind[found.kind]) <= limit:
            chosen.add(found.kind)
            used += found.tokens * len(by_kind[found.kind])
    return frozenset(chosen)


def _estimate_gain(kind: str, debates: Sequence[RecordedDebate], overall: float) -> _Gain:
    gained = sum(map(_measure_gain, debates)) + _SHRINKAGE * overall
    extra = fmean([add_tokens(each, _ALL(each)) - add_tokens(each, play_voices(each)) for each in debates] or [0.0])
    return _Gain(kind, gained / (len(debates) + _SHRINKAGE), extra)


_ALL = make_ladder_rule(frozenset({"majority", *_KINDS}))


def _measure_gain(debate: RecordedDebate) -> float:
    before, after = take_plurality(debate.answers[0]), take_plurality(debate.answers[-1])
    return float(debate.is_right(after)) - float(debate.is_right(before))
