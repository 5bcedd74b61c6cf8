"""One scale for all severity words: 1 is the mildest, 4 the gravest (X-83).

Each protocol keeps its own words; the scale is only for comparing and reporting. A vocabulary with three words
leaves a step out: a MAJOR critique stands beside a high conflict, not beside a medium one.
"""

from typing import Literal

from moot.state.critiques import CritiqueSeverity
from moot.state.outcome import Risk
from moot.state.protocol import ConflictSeverity

RiskLiteral = Literal["BAIXO", "MODERADO", "SEVERO", "CATASTROFICO"]
"""The risk words of the debate protocol's own language."""

SeverityWord = ConflictSeverity | CritiqueSeverity | Risk | RiskLiteral
"""Every word any protocol uses for how grave something is."""

Ordinal = Literal[1, 2, 3, 4]

_ORDINALS: dict[str, Ordinal] = {
    "low": 1,
    "medium": 2,
    "high": 3,
    "critical": 4,
    "MINOR": 1,
    "MAJOR": 3,
    "CRITICAL": 4,
    "moderate": 2,
    "severe": 3,
    "catastrophic": 4,
    "BAIXO": 1,
    "MODERADO": 2,
    "SEVERO": 3,
    "CATASTROFICO": 4,
}


def rank_severity(word: SeverityWord) -> Ordinal:
    """Place a severity word of any protocol on the common scale from 1 to 4."""
    return _ORDINALS[word]


def gravest_risk(*risks: Risk | None) -> Risk:
    """Pick the gravest of several risks; unknown ones do not count, and nothing known is low."""
    known: list[Risk] = [risk for risk in risks if risk is not None]
    return max(known, key=rank_severity, default="low")
