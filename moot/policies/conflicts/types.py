"""Names the type of a conflict and grades it (C-18, C-19)."""

from collections.abc import Collection

from moot.state.conflicts import SEVERITY_RANK, ConflictType
from moot.state.lexicon import Family
from moot.state.protocol import ConflictSeverity

BOARDROOM = ("analyst", "commercial", "financial", "market", "reviewer")
"""The agents whose roles the protocol knows, in the order they are examined (C-20)."""

_SEVERITY: dict[ConflictType, ConflictSeverity] = {
    "financial": "high",
    "strategic": "high",
    "risk": "medium",
    "tactical": "low",
    "priority": "low",
    "unknown": "low",
}


def order_agents(agents: Collection[str]) -> tuple[str, ...]:
    """Put agents into the one order in which they are examined: the boardroom first, others by name."""
    return (*(agent for agent in BOARDROOM if agent in agents), *sorted(set(agents) - set(BOARDROOM)))


def classify_conflict(agents: Collection[str], families: Collection[Family]) -> ConflictType:
    """Name the type of a conflict by who disagrees on what; the first rule that fits wins (C-18).

    The roles of agents outside the boardroom are not known: between them the subject alone decides.
    """
    known = set(agents) <= set(BOARDROOM)
    if "shortfall" in families:
        return "financial"  # C-04: a cost against a smaller return, whoever says so
    if "money" in families and (not known or set(agents) == {"financial", "commercial"}):
        return "financial"
    if "risk" in families and (not known or set(agents) == {"analyst", "market"}):
        return "risk"
    return "strategic" if "direction" in families else "tactical"


def assess_severity(conflict_type: ConflictType, mutually_exclusive: bool) -> ConflictSeverity:
    """Grade a conflict by its type; a tactical one is raised when the parties exclude each other (X-34)."""
    return "medium" if conflict_type == "tactical" and mutually_exclusive else _SEVERITY[conflict_type]


def needs_debate(conflict_type: ConflictType, severity: ConflictSeverity, minimum: ConflictSeverity) -> bool:
    """Whether a conflict is argued out (C-53); mere sequencing never is (X-35)."""
    return conflict_type != "priority" and SEVERITY_RANK[severity] >= SEVERITY_RANK[minimum]
