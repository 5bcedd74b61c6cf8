"""The debates of a corpus of stores: how each is started, and what happens to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import moot

STORES = "tests/data/stores"
RELEASE = ".".join(moot.__version__.split(".")[:2])
Kind = Literal["finished", "paused", "killed"]
Command = tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """One debate of the corpus."""

    thread: str
    profile: str
    kind: Kind
    command: Command
    """How it is started."""
    then: tuple[Command, ...] = ()
    """What follows."""
    slow: Mapping[str, Any] = field(default_factory=dict)
    """Which request is never answered, in the words of a script's `when`; the process is killed while it waits."""


HOME = f"{STORES}/{RELEASE}"
"""Where scripts and inputs are, as seen from the repository: a debate remembers the path of its script."""

_CONCLAVE: Command = (
    *("run", "Should we expand into Europe next year?", "--model", f"scripted:{HOME}/scripts/conclave.yaml"),
    *("--context", f"{HOME}/inputs/conclave.json", "--set", "convergence.comparator=model"),
)
_UNANIMOUS: Command = (
    *("run", "Should we expand into Europe next year?", "--model", f"scripted:{HOME}/scripts/unanimous.yaml"),
    *("--context", f"{HOME}/inputs/conclave.json", "--set", "audit.unanimity=true"),
)
_BOARDROOM: Command = (
    *("run", "What should happen to the marketing budget?", "--profile", "boardroom"),
    *("--model", f"scripted:{HOME}/scripts/boardroom.yaml"),
)
_LEGAL: Command = (
    *("run", "Who inherits the land of a Minangkabau family, the children or the clan?", "--profile", "legal"),
    *("--domain-hint", "conflict", "--context", f"{HOME}/inputs/legal.json"),
    *("--model", f"scripted:{HOME}/scripts/legal.yaml"),
)
_LEGAL_OPEN: Command = (
    *("run", "Siapa yang mewarisi tanah pusaka tinggi menurut hukum waris Minangkabau dan KUHPerdata?"),
    *("--profile", "legal", "--context", f"{HOME}/inputs/legal_open.json"),
    *("--model", f"scripted:{HOME}/scripts/legal_open.yaml"),
)
_RCA: Command = (
    *("rca", f"{HOME}/inputs/datanode.log", "--incidents", f"{HOME}/inputs/incidents.json", "--history", "memory:"),
    *("--model", f"scripted:{HOME}/scripts/rca.yaml"),
)
_DOUBT: Command = (
    *("--set", "escalation.enabled=true", "--set", "escalation.emit=1", "--set", "escalation.human=0.99"),
)
_RESEARCH: Command = (
    *("refine", "Quiet offices are better, are they not?"),
    *("--model", f"scripted:{HOME}/scripts/research.yaml"),
)

CASES: tuple[Case, ...] = (
    Case("conclave-finished", "conclave", "finished", _CONCLAVE),
    Case("conclave-paused", "conclave", "paused", (*_CONCLAVE, "--value-at-risk", "1500000")),
    Case(
        "conclave-killed",
        "conclave",
        "killed",
        (*_CONCLAVE, "--set", "rounds.execution.revise=parallel"),
        slow={"phase": "revise", "seat": "cmo", "round": 2},
    ),
    Case(
        "conclave-reviewed",
        "conclave",
        "finished",
        (*_CONCLAVE, "--value-at-risk", "1500000"),
        (
            ("review", "conclave-reviewed", "--respond", "Assume that the loan is refused.", "--reviewer", "Ana"),
            ("review", "conclave-reviewed", "--edit", "Open Lisbon only.", "--reviewer", "Ana"),
        ),
    ),
    Case(
        "conclave-forked",
        "conclave",
        "finished",
        ("fork", "conclave-finished", "--round", "1", "--without", "cmo"),
    ),
    Case("conclave-simple", "conclave", "finished", (*_CONCLAVE, "--route", "simple")),
    Case("conclave-audited", "conclave", "finished", _UNANIMOUS),
    Case("boardroom-finished", "boardroom", "finished", _BOARDROOM),
    Case("boardroom-paused", "boardroom", "paused", (*_BOARDROOM, "--set", "conflicts.min_confidence=0.9")),
    Case(
        "boardroom-killed",
        "boardroom",
        "killed",
        _BOARDROOM,
        slow={"phase": "revise", "seat": "financial", "round": 2},
    ),
    Case("legal-finished", "legal", "finished", _LEGAL),
    Case("legal-paused", "legal", "paused", _LEGAL_OPEN),
    Case("legal-killed", "legal", "killed", _LEGAL, slow={"phase": "critique", "seat": "ala", "round": 1}),
    Case("rca-finished", "rca", "finished", _RCA),
    Case("rca-paused", "rca", "paused", (*_RCA, *_DOUBT)),
    Case("rca-killed", "rca", "killed", _RCA, slow={"phase": "revise", "seat": "hybrid", "round": 2}),
    Case("research-finished", "research", "finished", _RESEARCH),
    Case("research-paused", "research", "paused", (*_RESEARCH, "--set", "refinement.mode=on_demand")),
    # The seats of this protocol speak one after the other: the structurer has answered, the methodologist has not.
    Case(
        "research-killed",
        "research",
        "killed",
        _RESEARCH,
        slow={"phase": "methodology", "seat": "methodologist", "prompt": "45 dB"},
    ),
)
