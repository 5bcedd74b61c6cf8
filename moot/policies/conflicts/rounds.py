"""The rounds of a debate about one conflict: who argues, how alike the arguments are, when it ends (C-24..C-28).

Convergence ends a debate before anything else, then the last round, then arguments that repeat those of the round
before (X-43). Where the arguments come from is the provider's business: agents in a debate, finished texts here.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from moot.policies.conflicts.extraction import extract_argument
from moot.policies.language import guess_language, jaccard, rough_words, words
from moot.state.conflicts import Conflict, DebateEnd, DebateRound

MAX_ROUNDS = 3
"""Never more rounds than this about one conflict (C-25, C-52)."""
CONVERGED = 0.7
"""Arguments at least this alike end the debate (C-26)."""

_NEGATIONS = frozenset(
    {"nao", "nem", "nunca", "sem", "not", "no", "never", "nor", "don't", "cannot", "without"}
    | {"tidak", "bukan", "jangan", "belum", "tanpa"}
)
"""Small words without which "expand" and "do not expand" would look the same."""

ArgumentProvider = Callable[[str, Conflict, int, tuple[DebateRound, ...]], str]
"""Gives an agent's argument: agent, conflict, round number, rounds so far (X-43)."""

Measure = Callable[[Sequence[str]], float]
"""Says how alike the parties' arguments are, between 0 and 1 (X-41)."""


def measure_content(arguments: Sequence[str]) -> float:
    """Compare arguments by their content words and their negations; of several the mean over all pairs."""
    language = guess_language(" ".join(arguments))
    return _mean(arguments, lambda argument: rough_words(argument, language) | _NEGATIONS.intersection(words(argument)))


def measure_words(arguments: Sequence[str]) -> float:
    """Compare arguments by all their words (C-33)."""
    return _mean(arguments, lambda argument: frozenset(words(argument)))


def _mean(arguments: Sequence[str], read: Callable[[str], frozenset[str]]) -> float:
    if len(arguments) < 2:
        return 1.0  # nobody is left to disagree
    if not all(argument.strip() for argument in arguments):
        return 0.0
    sets = [read(argument) for argument in arguments]
    values = [jaccard(a, b) for a, b in combinations(sets, 2)]
    return sum(values) / len(values)


def quote_outputs(texts: Mapping[str, str]) -> ArgumentProvider:
    """Make a provider that argues with what the agents wrote: the same in every round."""

    def quote(agent: str, conflict: Conflict, number: int, history: tuple[DebateRound, ...]) -> str:  # noqa: ARG001
        return extract_argument(texts.get(agent, ""), conflict.topic)

    return quote


def close_round(
    conflict: Conflict,
    history: Sequence[DebateRound],
    arguments: Mapping[str, str],
    *,
    measure: Measure = measure_content,
    threshold: float = CONVERGED,
    max_rounds: int = MAX_ROUNDS,
    timestamp: str | None = None,
) -> tuple[DebateRound, DebateEnd | None]:
    """Measure a finished round and say why the debate ends with it, or None when it goes on."""
    number = len(history) + 1
    parties = [arguments[agent] for agent in conflict.agents_involved if agent in arguments]
    convergence = min(1.0, max(0.0, measure(parties)))
    closed = DebateRound(
        round_number=number,
        topic=conflict.topic,
        arguments=dict(arguments),
        timestamp=timestamp,
        convergence=convergence,
    )
    if convergence >= threshold:
        return closed, "converged"
    if number >= max_rounds:
        return closed, "max_rounds"
    if history and history[-1].arguments == closed.arguments:
        return closed, "repeated"
    return closed, None


def argue_conflict(
    conflict: Conflict,
    agents: Sequence[str],
    provider: ArgumentProvider,
    *,
    measure: Measure = measure_content,
    threshold: float = CONVERGED,
    max_rounds: int = MAX_ROUNDS,
    timestamp: str | None = None,
) -> tuple[tuple[DebateRound, ...], DebateEnd]:
    """Hold the rounds about one conflict until they end."""
    history: tuple[DebateRound, ...] = ()
    while True:
        arguments = {agent: provider(agent, conflict, len(history) + 1, history) for agent in agents}
        closed, end = close_round(
            conflict,
            history,
            arguments,
            measure=measure,
            threshold=threshold,
            max_rounds=max_rounds,
            timestamp=timestamp,
        )
        history = (*history, closed)
        if end is not None:
            return history, end
