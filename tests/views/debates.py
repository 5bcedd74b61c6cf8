"""Small scripted debates whose records are looked at."""

import json
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from moot.runs import debate, inspect, read_result
from moot.state.debate import MultiAgentState
from moot.stores import open_store
from moot.views.result import Result

Entries = list[dict[str, Any]]


class Story(NamedTuple):
    """A debate as it stands."""

    state: MultiAgentState
    result: Result


async def argue(folder: Path, entries: Entries, question: str, *, thread: str | None = None, **options: Any) -> Story:
    """Run a scripted debate to its end or pause."""
    script = folder / "script.yaml"
    script.write_text(json.dumps({"answers": entries}), encoding="utf-8")
    store, named = open_store("memory:"), thread or str(uuid4())
    await debate(question, model=f"scripted:{script}", store=store, thread=named, **options)
    snapshot = await inspect(named, store=store)
    return Story(snapshot.values, read_result(snapshot, named))  # type: ignore[arg-type]  # the values of a state


def say(
    phase: str | list[str], seat: str | None = None, round_number: int | None = None, **reply: Any
) -> dict[str, Any]:
    """One entry of a script."""
    when = {"phase": phase, "seat": seat, "round": round_number}
    return {"when": {key: value for key, value in when.items() if value is not None}, "reply": reply}


def claim(name: str, statement: str, *evidence: str, kind: str = "fact") -> dict[str, Any]:
    """A claim of a script."""
    return {"id": name, "statement": statement, "kind": kind, "evidence": list(evidence), "confidence": 80}


def critique(target: str, claim_id: str, severity: str = "MINOR", issue: str = "logic_gap") -> dict[str, Any]:
    """A critique of a script."""
    return {
        "target": target,
        "target_claim_id": claim_id,
        "issue_type": issue,
        "description": f"{claim_id}: {issue.replace('_', ' ')}",
        "severity": severity,
        "suggested_fix": "name the missing step",
    }


INHERITANCE = "Who inherits the land when the civil code and adat conflict?"

LEGAL: Entries = [
    say(
        "position",
        "nla",
        recommendation="All children inherit equal shares",
        stance="equal shares",
        reasoning="The code treats children alike.",
        claims=[
            claim("C1", "The civil code gives all children equal shares", "law1"),
            claim("C2", "A will may dispose of the rest"),
        ],
        limitations=["regional rulings were not read"],
        open_questions=["Is there a will?"],
    ),
    say(
        "position",
        "ala",
        recommendation="The land stays with the mother's line",
        stance="mother's line",
        reasoning="High heirloom is not divided.",
        claims=[claim("C1", "High heirloom land is kept undivided", "adat1")],
    ),
    say(
        "critique",
        "nla",
        critiques=[
            critique("ala", "C1", "MAJOR", "overclaim"),
            critique("ala", "C1"),
            critique("ala", "C1", "MINOR", "conflict"),
        ],
    ),
    say(
        "critique",
        "ala",
        critiques=[
            critique("nla", "C1"),
            critique("nla", "C1", "MINOR", "overclaim"),
            critique("nla", "C2", "MINOR", "evidence_gap"),
        ],
        agreements=[{"target": "nla", "point": "C2 holds for acquired land"}],
    ),
    say(
        "revise",
        "nla",
        recommendation="Children share equally, heirloom land aside",
        stance="equal shares",
        reasoning="The code treats children alike, where it applies.",
        keeps_position="partly",
        claims=[claim("C1", "The civil code gives children equal shares of acquired land", "law1")],
        withdrawn=["C2"],
        changes=[{"what": "C1 is limited", "because": ["K1"]}],
        answers=[{"critique_id": f"K{number}", "outcome": "accepted", "reason": "right"} for number in range(1, 7)],
    ),
    say(
        "revise",
        "ala",
        recommendation="Heirloom land stays with the mother's line",
        stance="mother's line",
        reasoning="High heirloom is not divided, acquired land may be.",
        keeps_position="yes",
        claims=[claim("C1", "High heirloom land is kept undivided by custom", "adat1", "adat2")],
        answers=[{"critique_id": f"K{number}", "outcome": "accepted", "reason": "right"} for number in range(1, 7)],
    ),
    say("settle", "nla", verdicts=[{"critique_id": "K1", "verdict": "answered", "reason": "it is limited now"}]),
    say(
        "synthesize",
        decision="Divide the acquired land, keep the heirloom land",
        confidence=72,
        consensus_points=["Acquired land is divided"],
        divergences=[
            {
                "theme": "heirloom",
                "nature": "priorities",
                "sides": [{"seat": "nla", "view": "divide"}],
                "impact": "high",
            }
        ],
    ),
]
"""A legal debate that finishes after the revision of round 2."""

CONTEXT = [
    {"id": "law1", "text": "Equal shares for all children."},
    {"id": "adat1", "text": "Heirloom is kept whole."},
    {"id": "adat2", "text": "Custom forbids dividing it."},
]


async def argue_law(folder: Path, entries: Entries = LEGAL, **options: Any) -> Story:
    """Run a legal debate in which both sides hold positions."""
    return await argue(
        folder, entries, INHERITANCE, profile="legal", domain_hint="conflict", context=CONTEXT, **options
    )
