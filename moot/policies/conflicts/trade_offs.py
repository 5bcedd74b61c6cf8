"""What a decision gives up and what it weighed, each as one sentence (C-34, X-45)."""

from collections.abc import Collection, Sequence

from moot.policies.conflicts.extraction import find_hazards
from moot.policies.language import Language, jaccard, rough_words
from moot.state.conflicts import AgentPosition, Conflict, DebateRound
from moot.state.lexicon import Lexicon

_WEIGHED_PAIRS = 2


def list_trade_offs(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    decision: str,
    decider: str,
    opposing: Collection[str],
    lexicon: Lexicon,
    *,
    support: float,
) -> tuple[str, ...]:
    """List rejected positions, then what was balanced, then the risks the arguments named; there is no cap.

    A party that decides rejects what the others first asked for, even if they came round; a mediator rejects only
    what its opponents hold.
    """
    phrases = lexicon.phrases
    given_up = [
        (agent, position.position)
        for agent, position in conflict.positions.items()
        if agent != decider
        and (agent in opposing or (decider in conflict.positions and not _alike(position, decision, lexicon, support)))
    ]
    entries = [phrases.rejected.format(agent=agent, position=position) for agent, position in given_up]
    entries += [phrases.balanced.format(pair=pair) for pair in conflict.key_differences[:_WEIGHED_PAIRS]]
    entries += [phrases.hazard.format(agent=agent, point=point) for agent, point in _hazards(rounds, lexicon)]
    return tuple(dict.fromkeys(entries))


def _alike(position: AgentPosition, decision: str, lexicon: Lexicon, support: float) -> bool:
    language: Language = lexicon.language
    return jaccard(rough_words(position.position, language), rough_words(decision, language)) >= support


def _hazards(rounds: Sequence[DebateRound], lexicon: Lexicon) -> Sequence[tuple[str, str]]:
    said = ((agent, argument) for closed in rounds for agent, argument in closed.arguments.items())
    return [(agent, point) for agent, argument in said for point in find_hazards(argument, lexicon)]
