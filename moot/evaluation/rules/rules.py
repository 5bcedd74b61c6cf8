"""Defines rules that end a recorded debate and name its answer, without looking at what was right.

In every vote each agent has one voice, an answer that could not be read counts for nobody, and of tied answers the one
given by the first agent wins. Only the oracle looks at the gold answer: it is no rule, but the best that any rule which
chooses when to stop could reach.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from moot.evaluation.plurality import measure_agreement, take_plurality
from moot.evaluation.rules.recorded import RecordedAnswer, RecordedDebate
from moot.policies.agreement.voting import LATER_VOICE, Lead, weigh_voices
from moot.policies.thresholds import reaches

STOP_THRESHOLD = 0.70
"""The protocol's own (D-18)."""


class RulePlay(NamedTuple):
    """Holds how a rule ended a debate."""

    rounds: int
    answer: RecordedAnswer
    error_bound: float | None = None
    """What the rule itself says of the chance that more voices would prefer another answer."""
    voices: int | None = None
    """How many seats of the last round were asked; None for all of them."""


@dataclass(frozen=True)
class StopRule:
    """Says when to stop, and which answer to take."""

    name: str
    title: str
    bound: str
    """What the rule promises about its error."""
    play: Callable[[RecordedDebate], RulePlay]


def list_rules(debates: Sequence[RecordedDebate], threshold: float = STOP_THRESHOLD) -> tuple[StopRule, ...]:
    """List every rule that these debates can be judged by, the baselines first."""
    last = max(len(each.answers) for each in debates)
    fixed = (
        StopRule(
            f"fixed_{number}", f"{number} round{'s' if number > 1 else ''}, plurality", "none", _stop_after(number)
        )
        for number in range(1, last + 1)
    )
    percent = f"{threshold * 100:.0f} %"
    return (
        *fixed,
        StopRule("threshold", f"stop at {percent} agreement", "none: a share, whatever the team", _stop_at(threshold)),
        StopRule("majority", "stop at a strict majority", "none", _stop_at(0.5, strictly=True)),
        StopRule("unanimous", "stop when all agree", "none", _stop_at(1.0)),
        StopRule("stable", "stop when the leader stays", "none; needs two rounds to see it", _stop_when_stable),
        StopRule("pooled", "all rounds, all voices added", "none", _pool_voices),
        StopRule("kept", "all rounds, a majority of round 1 is kept", "none", _keep_first_majority),
        StopRule(
            "adaptive",
            f"adaptive: stop at {percent} support",
            f"at most {(1 - threshold) * 100:.0f} % that more voices would prefer another answer",
            make_adaptive_rule(threshold),
        ),
        *([_AS_DECIDED] if all(each.knows_decision for each in debates) else []),
        StopRule("oracle", "oracle: the first round that is right", "looks at the gold answer", _ask_oracle),
    )


def _stop_after(number: int) -> Callable[[RecordedDebate], RulePlay]:
    """Stop after so many rounds."""

    def play(debate: RecordedDebate) -> RulePlay:
        last = min(number, len(debate.answers))
        return RulePlay(last, take_plurality(debate.answers[last - 1]))

    return play


def _stop_at(share: float, *, strictly: bool = False) -> Callable[[RecordedDebate], RulePlay]:
    """Stop at the first round in which at least so many agree; take the plurality of that round."""

    def enough(row: Sequence[RecordedAnswer]) -> bool:
        agreed = measure_agreement(row)
        return agreed > share if strictly else reaches(agreed, share)

    def play(debate: RecordedDebate) -> RulePlay:
        numbered = enumerate(debate.answers, 1)
        last = next((number for number, row in numbered if enough(row)), len(debate.answers))
        return RulePlay(last, take_plurality(debate.answers[last - 1]))

    return play


def _stop_when_stable(debate: RecordedDebate) -> RulePlay:
    """Stop when a round has the same leader as the round before."""
    leaders = [take_plurality(row) for row in debate.answers]
    for number in range(2, len(leaders) + 1):
        if leaders[number - 1] == leaders[number - 2]:
            return RulePlay(number, leaders[number - 1])
    return RulePlay(len(leaders), leaders[-1])


def _pool_voices(debate: RecordedDebate) -> RulePlay:
    """Run every round and count all voices of all rounds."""
    return RulePlay(len(debate.answers), take_plurality([answer for row in debate.answers for answer in row]))


def _keep_first_majority(debate: RecordedDebate) -> RulePlay:
    """Run every round, but let later rounds overrule only a first round without a majority."""
    first, last = debate.answers[0], debate.answers[-1]
    return RulePlay(len(debate.answers), take_plurality(first if measure_agreement(first) > 0.5 else last))


def make_adaptive_rule(
    threshold: float = STOP_THRESHOLD, later: float = LATER_VOICE
) -> Callable[[RecordedDebate], RulePlay]:
    """Make the rule of `convergence.strategy: adaptive`; where votes tell nothing the plain threshold decides."""

    def play(debate: RecordedDebate) -> RulePlay:
        last = len(debate.answers)
        for number in range(1, last):
            lead = weigh_voices(debate.voices(number), threshold, later=later)
            if _is_settled(lead, debate.answers[number - 1], threshold):
                return RulePlay(number, lead.answer, lead.error_bound)
        lead = weigh_voices(debate.voices(last), threshold, later=later)
        return RulePlay(last, lead.answer, lead.error_bound if lead.settled else None)

    return play


def _is_settled(lead: Lead, answers: Sequence[RecordedAnswer], threshold: float) -> bool:
    return lead.settled if lead.signal == "votes" else reaches(measure_agreement(answers), threshold)


def _take_decision(debate: RecordedDebate) -> RulePlay:
    """Run every round and take what the debate itself decided; where it asked a person, it gave no answer."""
    return RulePlay(len(debate.answers), debate.decided)


_AS_DECIDED = StopRule("decided", "all rounds, what the debate decided", "none", _take_decision)


def _ask_oracle(debate: RecordedDebate) -> RulePlay:
    """Stop at the first round whose plurality is right; where none is, nothing was to be gained after round 1."""
    for number, row in enumerate(debate.answers, 1):
        if debate.is_right(leading := take_plurality(row)):
            return RulePlay(number, leading)
    return RulePlay(1, take_plurality(debate.answers[0]))
