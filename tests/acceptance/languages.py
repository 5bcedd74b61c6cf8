"""The five protocols in three languages: a debate of each that converges, and one that breaks off and asks a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from tests.acceptance.table import SEATS, Document, entry
from tests.support.scenario import Entry

_FILE = Path(__file__).resolve().parents[1] / "data" / "languages" / "debates.yaml"
TEXTS: Mapping[str, Mapping[str, Any]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
"""What the models say, by language."""

LOG = """\
2026-03-01T10:00:00Z INFO DataNode: block pool ready
2026-03-01T10:05:00Z WARN DataNode: disk at 95 percent
2026-03-01T10:06:00Z ERROR DataNode: replication failed, no space left on device
2026-03-01T10:06:01Z ERROR DataNode: shutting down
"""
DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
PEER = {"nla": "ala", "ala": "nla"}


@dataclass(frozen=True)
class Telling:
    """A debate: what is asked, with which settings, and what the models answer."""

    question: str
    entries: Sequence[Entry]
    arguments: tuple[str, ...] = ()
    context: str = ""
    log: str = ""


def _claims(say: Mapping[str, Any]) -> list[Document]:
    claim = {"id": "C1", "statement": say["claim"], "kind": "fact", "evidence": ["E1"], "confidence": 80}
    return [{**claim, "assumptions": []}]


def _position(say: Mapping[str, Any], advice: str, stance: str, **fields: Any) -> Document:
    return {
        "recommendation": advice,
        "stance": stance,
        "premises": [say["premise"]],
        "risks": [say["risk"]],
        "timing": say["timing"],
        "reasoning": say["reasoning"],
        "claims": _claims(say),
        "confidence": 80,
        "limitations": [say["gap"]],
        "open_questions": [say["doubt"]],
        "keeps_position": "yes",
        "changes": [],
        "answers": [],
        **fields,
    }


def _critique(say: Mapping[str, Any], seat: str, target: str, *severities: str) -> Entry:
    items = [
        {
            "target": target,
            "target_claim_id": "C1",
            "issue_type": "logic_gap",
            "description": f"{say['critique']} ({place})",
            "severity": severity,
            "suggested_fix": say["fix"],
        }
        for place, severity in enumerate(severities, 1)
    ]
    agreements = [{"target": target, "point": say["agreed"]}]
    return entry("critique", seat, reply={"critiques": items, "agreements": agreements, "blind_spots": []})


def _compare(say: Mapping[str, Any]) -> Entry:
    return entry(
        "verify", reply={"verdicts": [{"claim_id": "C1", "verdict": "entailed", "span": say["source"].rstrip(".")}]}
    )


def _synthesis(say: Mapping[str, Any], decision: str, confidence: int, **fields: Any) -> Entry:
    reply = {
        "decision": decision,
        "consensus_points": [say["premise"]],
        "divergences": [],
        "tensions": [say["risk"]],
        "gaps": [say["gap"]],
        "confidence": confidence,
        "uncertainty": "none",
        "critical_divergence": False,
        "next_steps": [say["step"]],
        "departs_because": "",
        **fields,
    }
    return {"when": {"schema": "Synthesis"}, "reply": reply}


def _council(say: Mapping[str, Any], decision: str, confidence: int) -> list[Entry]:
    marks = dict.fromkeys(("premises", "evidence", "logic", "alternatives", "conflicts"), 12)
    dissent = {
        "weakest_premise": say["premise"],
        "undiscussed_risk": say["dissent"],
        "probability": "medium",
        "impact": "high",
        "regret_scenario": say["risk"],
        "ignored_alternative": say["advice"][1],
    }
    resolution = {
        "decision": decision,
        "confidence": confidence,
        "modifications": [say["fix"]],
        "residual_risks": [say["risk"]],
        "next_steps": [say["step"]] * 3,
        "reversal_criteria": [say["turning"]],
    }
    told = {"gaps": [say["gap"]], "strengths": [say["premise"]], "justification": say["reasoning"]}
    return [
        {"when": {"schema": "CouncilCritique"}, "reply": {**marks, **told}},
        {"when": {"schema": "CouncilDissent"}, "reply": dissent},
        {"when": {"schema": "CouncilResolution"}, "reply": resolution},
    ]


def _divergence(say: Mapping[str, Any], sides: Mapping[str, str]) -> list[Document]:
    views = [{"seat": seat, "view": view} for seat, view in sides.items()]
    return [{"theme": say["theme"], "nature": "timing", "sides": views, "impact": say["impact"]}]


def _conclave(say: Mapping[str, Any], *, converges: bool) -> Telling:
    source = say["source"]
    if converges:
        (advice, other), (stance, apart) = say["advice"], say["stances"]
        convinced = _position(
            say,
            advice,
            stance,
            keeps_position="no",
            choice="A",
            changes=[{"what": say["changed"], "because": ["K1"]}],
            answers=[{"critique_id": "K1", "outcome": "accepted", "reason": say["answered"]}],
        )
        entries = [
            _critique(say, "cro", "cmo", "MAJOR"),
            entry("critique", reply={"critiques": [], "agreements": [], "blind_spots": []}),
            entry("revise", "cmo", reply=convinced),
            entry("position", "cmo", reply=_position(say, other, apart)),
            entry(("position", "revise"), reply=_position(say, advice, stance)),
            entry(
                "settle",
                reply={"verdicts": [{"critique_id": "K1", "verdict": "answered", "reason": say["answered"]}]},
            ),
            _synthesis(say, f"{advice}.", 85, choice="A"),
        ]
        return Telling(say["question"], entries, context=source)
    plans = dict(zip(SEATS, say["plans"], strict=True))
    entries = [
        *(entry(("position", "revise"), seat, reply=_position(say, plan, plan)) for seat, plan in plans.items()),
        _critique(say, "cro", "cmo", "MAJOR"),
        entry("critique", reply={"critiques": [], "agreements": [], "blind_spots": []}),
        entry(
            "settle", reply={"verdicts": [{"critique_id": "K1", "verdict": "not_answered", "reason": say["critique"]}]}
        ),
        _synthesis(say, say["plans"][0], 55, divergences=_divergence(say, plans), critical_divergence=True),
        *_council(say, say["plans"][0], 40),
    ]
    return Telling(say["question"], entries, ("--value-at-risk", "900000"), source)


def _boardroom(say: Mapping[str, Any], *, converges: bool) -> Telling:
    more, less, neutral = say["departments"]
    held = dict.fromkeys(DEPARTMENTS, neutral) | {"commercial": more, "financial": less}
    stances = {"commercial": say["stances"][0], "financial": say["stances"][1]}

    def speak(seat: str, text: str, **fields: Any) -> Document:
        return _position(say, text, stances.get(seat, say["premise"]), **fields)

    argued = more if converges else less
    camps: dict[str, list[str]] = {}
    for seat in DEPARTMENTS:
        camps.setdefault(stances.get(seat, say["premise"]), []).append(seat)
    labels = [{"label": label, "seats": seats} for label, seats in camps.items()]
    entries = [
        *(entry("position", seat, reply=speak(seat, text)) for seat, text in held.items()),
        entry("revise", "commercial", reply=speak("commercial", more)),
        entry("revise", "financial", reply=speak("financial", argued)),
        entry("ballot", reply={"options": labels, "opposed": [], "points": []}),
        entry("compare", reply={"pairs": []}),
        _synthesis(say, more, 85 if converges else 20, divergences=_divergence(say, {"financial": less})),
        entry("accept", "commercial", reply={"stance": "accepts", "because": say["answered"]}),
        entry(
            "accept",
            "financial",
            reply={
                "stance": "accepts_with_reservation" if converges else "opposes",
                "because": say["doubt"],
            },
        ),
    ]
    return Telling(say["budget"], entries, ("--profile", "boardroom"), say["source"])


def _legal(say: Mapping[str, Any], *, converges: bool) -> Telling:
    entries: list[Entry] = []
    for place, (seat, peer) in enumerate(PEER.items()):
        severity = "MAJOR" if converges else "CRITICAL"
        mine = [f"K{number}" for number in (range(4, 7) if seat == "nla" else range(1, 4))]
        reply = _position(
            say,
            say["laws"][place],
            say["stances_of_law"][place],
            answers=[{"critique_id": each, "outcome": "partly", "reason": say["answered"]} for each in mine],
        )
        theirs = [f"K{number}" for number in (range(1, 4) if seat == "nla" else range(4, 7))]
        verdict = "answered" if converges else "not_answered"
        verdicts = [{"critique_id": each, "verdict": verdict, "reason": say["answered"]} for each in theirs]
        entries += [
            entry(("position", "revise"), seat, reply=reply),
            _critique(say, seat, peer, severity, "MINOR", "MINOR"),
            entry("settle", seat, reply={"verdicts": verdicts}),
        ]
    labels = [{"label": label, "seats": [seat]} for seat, label in zip(PEER, say["stances_of_law"], strict=True)]
    entries += [
        entry("ballot", reply={"options": labels, "opposed": [], "points": []}),
        _synthesis(say, " ".join(say["laws"]), 80, main_reason=say["reasoning"], norm_conflict=False),
    ]
    return Telling(say["law"], entries, ("--profile", "legal"), say["source"])


def _rca(say: Mapping[str, Any], *, converges: bool) -> Telling:
    def guess(text: str, *evidence: str, **fields: Any) -> Document:
        return {
            "hypothesis": text,
            "confidence": 80,
            "reasoning": f"{say['cause']} disk at 95 percent; no space left on device",
            "evidence": list(evidence),
            "category": "resource",
            "affected_components": ["DataNode"],
            "root_component": "DataNode",
            "onset": "10:05",
            "trigger": "L2 disk at 95 percent",
            "effects": ["L3 replication failed, no space left on device"],
            "ruled_out": [],
            "suggested_resolution": [say["step"]],
            "next_checks": ["df -h"],
            "changes_made": say["changed"],
            **fields,
        }

    proof = ("Log: L2 disk at 95 percent", "Log: L3 no space left on device") if converges else ("Log: L9 fan stopped",)
    first, second = say["other_causes"]
    said = {
        "log_focused": guess(say["cause"], *proof),
        "kg_focused": guess(first, "Log: L4 shutting down", category="network"),
        "hybrid": guess(second, "Log: L3 replication failed", category="config"),
    }
    rubric = ("evidence_quality", "reasoning_strength", "confidence_calibration", "completeness", "consistency")
    points = {"log_1": (28, 22, 16, 12, 9), "kg_1": (5, 5, 5, 3, 2), "hybrid_1": (6, 5, 5, 3, 2)}
    marks = [
        {
            "hypothesis_id": name,
            **dict(zip(rubric, given if converges else (3, 3, 3, 2, 1), strict=True)),
            "strengths": [say["praise"]],
            "weaknesses": [say["blame"]],
            "feedback": say["fix"],
        }
        for name, given in points.items()
    ]
    entries = [
        *(
            entry(("position", "revise"), seat, reply={"hypotheses": [each], "no_incident": False})
            for seat, each in said.items()
        ),
        entry("inspect", reply={"requests": []}),
        entry("judge", reply={"evaluations": marks}),
        entry("ballot", reply={"options": [], "opposed": [], "points": []}),
    ]
    # The profile reports what it finds; where somebody has to look, the limit of rounds asks for a person.
    escalating = ("--set", "escalation.enabled=true", "--set", "on_limit=escalate", "--set", "rounds.max=1")
    return Telling(say["incident"], entries, () if converges else escalating, log=LOG)


def _research(say: Mapping[str, Any], *, converges: bool) -> Telling:
    vague, sharp = say["versions"]
    filled = [{"gap": "G1", "verdict": "filled" if converges else "open", "span": say["span"] if converges else ""}]
    wants = {"status": "needs_refinement", "justification": say["blame"], "improvements": [say["missing"]], "gaps": []}
    approves = {"status": "approved", "justification": say["verdict"], "improvements": [], "gaps": filled}

    def structure(text: str) -> Document:
        return {
            "structured_question": text,
            "context": say["premise"],
            "problem": say["gap"],
            "contribution": say["praise"],
            "addressed_gaps": [say["missing"]["aspect"]],
            "assumptions": [say["premise"]],
        }

    rest = {"clarifications": [], "subject": "kept"}
    entries = [
        entry("classify", reply={"classification": "vague", "reasoning": say["missing"]["gap"]}),
        entry("structure", reply=structure(vague), times=1),
        entry("structure", reply=structure(sharp if converges else vague)),
        entry("methodology", reply={**wants, **rest}, times=1 if converges else 9),
        entry("methodology", reply={**approves, **rest}),
        entry("force", reply={**approves, **rest}),
    ]
    return Telling(say["idea"], entries, ("--profile", "research"))


_PROTOCOLS = {"conclave": _conclave, "boardroom": _boardroom, "legal": _legal, "rca": _rca, "research": _research}
PROTOCOLS = tuple(_PROTOCOLS)
"""The protocols that are told."""


def tell(protocol: str, language: str, *, converges: bool) -> Telling:
    """Write a debate of a protocol in a language."""
    telling = _PROTOCOLS[protocol](TEXTS[language], converges=converges)
    return replace(telling, entries=[*telling.entries, _compare(TEXTS[language])])
