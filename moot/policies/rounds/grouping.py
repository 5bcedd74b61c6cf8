"""Finds whether a model has to say who means the same, or whether votes and words have settled the round already.

Nobody is asked when nothing would change:
- fewer than two seats spoke;
- the words are certain: they are the same, or plainly the opposite;
- everybody has voted for options that were given, and the votes settle nothing: what is shared besides cannot end the
  debate. Where the options were found, seats go on arguing about what they share and deny, so that is compared again
  (and where critiques decide, whether the answers exclude each other, L-26);
- everybody has voted by choice, and the strategy compares nothing but votes;
- seats answer alone in steps, and the options were given or the words of all are equal: only votes count there;
- words alone settle the votes, and whatever else the strategy compares has agreed by words as well.
"""

from collections.abc import Sequence

from moot.policies.agreement import STRATEGIES
from moot.policies.agreement.ballot import is_unanimous
from moot.policies.comparison import certain, compare_lexically
from moot.policies.language import Language
from moot.policies.thresholds import reaches
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.findings import Convergence
from moot.state.positions import Position
from moot.state.protocol import ConvergenceRules


def is_plain(speakers: Sequence[Position], language: Language) -> bool:
    """Say whether there is nothing to compare, or every comparison is beyond doubt."""
    return len(speakers) < 2 or certain(compare_lexically(speakers, language))


def needs_grouping(
    ballot: Ballot,
    found: Convergence,
    speakers: Sequence[Position],
    given: Texts,
    rules: ConvergenceRules,
    *,
    votes_only: bool = False,
) -> bool:
    """Say whether meanings have to be compared; `ballot` and `found` are how the round would close by words alone.

    With `votes_only` nothing but who votes for what matters: a step of the ladder is under way.
    """
    strategy = STRATEGIES.get(rules.strategy)
    if votes_only:
        return not (given or is_unanimous(ballot) or all(_chose(each, ballot) for each in speakers))
    compares = strategy.reads_pairs or not strategy.judges_rounds
    if strategy.subject == "critiques" and not given:
        return not is_unanimous(ballot)
    if given or all(_chose(each, ballot) for each in speakers):
        return compares and (ballot.settled is not None or not given) and not _agreed(found, rules)
    if ballot.settled is None:
        return not is_unanimous(ballot)
    return not _agreed(found, rules)


def _agreed(found: Convergence, rules: ConvergenceRules) -> bool:
    return found.value is not None and reaches(found.value, rules.threshold) and not found.capped


def _chose(speaker: Position, ballot: Ballot) -> bool:
    """Say whether a seat's vote is known: one of the options, or the same as before, when more than words told it."""
    if speaker.choice is not None:
        return ballot.option(speaker.choice) is not None
    if ballot.source == "words":
        return False
    before = [vote for vote in ballot.votes if vote.seat == speaker.seat and vote.round < ballot.round]
    vote = ballot.vote_of(speaker.seat)
    return vote is not None and bool(before) and max(before, key=lambda each: each.round).option == vote
