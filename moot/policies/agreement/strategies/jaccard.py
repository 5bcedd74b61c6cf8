"""Judges by shared words: the Jaccard similarity of the arguments (C-28).

Words are content words with their sign, so a denied word is not the same word (X-41). More than two arguments are
compared pair by pair and averaged. An empty argument shares nothing (C-33); a round in which fewer than two seats
spoke is not computable (X-16). An argument is the seat's recommendation, else its reasoning. At least the threshold
is agreement (W-C13).
"""

from collections.abc import Mapping
from itertools import combinations

from moot.policies.agreement.closed_round import ClosedRound, argue, not_computable
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.comparison.wording import read_text
from moot.policies.language import Language, jaccard
from moot.policies.thresholds import mean, reaches, tidy
from moot.state.facts import state_fact
from moot.state.findings import Convergence


@STRATEGIES.register("jaccard")
def judge_by_jaccard(closed: ClosedRound) -> Convergence:
    """Find whether the seats argue in the same words (C-26, C-28)."""
    arguments = {position.seat: argue(position) for position in closed.speakers}
    if len(arguments) < 2:
        return not_computable(state_fact("agreement.too_few_argued", n=len(arguments)))
    pairs = _measure_pairs(arguments, closed.language)
    value = closed.similarity if closed.similarity is not None else mean(pairs.values()) or 0.0
    converged = reaches(value, closed.rules.threshold)
    code = "agreement.same_words_enough" if converged else "agreement.same_words_few"
    return Convergence(
        converged=converged,
        value=value,
        reason=state_fact(code, share=value, needed=closed.rules.threshold),
        stop_reason="converged" if converged else None,
        details={f"{a}/{b}": level for (a, b), level in pairs.items()},
        agreed=tuple(
            state_fact("agreement.alike", seats=pair) for pair, level in pairs.items() if _enough(closed, level)
        ),
        open=tuple(
            state_fact("agreement.unlike", seats=pair) for pair, level in pairs.items() if not _enough(closed, level)
        ),
    )


def _measure_pairs(arguments: Mapping[str, str], language: Language) -> dict[tuple[str, str], float]:
    """Measure how alike every two arguments are; each is read once."""
    stems = {agent: read_text(text, language).stems for agent, text in arguments.items()}
    return {
        (a, b): tidy(jaccard(stems[a], stems[b])) if stems[a] and stems[b] else 0.0
        for a, b in combinations(sorted(stems), 2)
    }


def _enough(closed: ClosedRound, level: float) -> bool:
    return reaches(level, closed.rules.threshold)
