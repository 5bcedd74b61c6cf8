"""Whole debates for the OpenAI-compatible server: who says what, by phase, seat and round.

A scene depends on nothing but the headers of a request, so a debate that was killed and resumed hears exactly
what the uninterrupted one heard.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.openai_server import Call, Say

Reply = Mapping[str, Any]

_OWN = ("amber", "birch", "cedar", "dune", "ember")
"""A word of its own for each seat: no two of them are alike to the comparator."""

_PHASES = {
    "Position": "position",
    "Revision": "revise",
    "Critiques": "critique",
    "Hypotheses": "position",
    "Judgement": "judge",
    "Ballot": "ballot",
    "Synthesis": "synthesize",
    "CouncilCritique": "council_critic",
    "CouncilDissent": "council_advocate",
    "CouncilResolution": "council_synthesizer",
    "Classification": "classify",
    "StructuredQuestion": "structure",
    "Methodology": "methodology",
}

EXECUTIVES = ("cro", "cfo", "coo", "cmo")
DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
REASONERS = ("log_focused", "kg_focused", "hybrid")


@dataclass(frozen=True)
class Scene:
    """One debate: the question, the settings, and what the agents answer."""

    profile: str
    answer: Callable[[str, str, int], Reply]
    """Phase, seat and round."""
    question: str = "Should we expand into Europe next year?"
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of `debate`."""

    def rule(self, delay: float = 0.0) -> Callable[[Call], Say]:
        """The scene as a rule of the server."""

        def respond(call: Call) -> Say:
            seat, number = call.headers["x-moot-seat"], int(call.headers["x-moot-round"])
            return Say(self.answer(find_phase(call), seat, number), delay=delay)

        return respond


def find_phase(call: Call) -> str:
    """What is asked; when it is asked to be repaired, the form of the answer tells what it was."""
    phase = call.headers["x-moot-phase"]
    if phase != "repair":
        return phase
    return _PHASES.get(call.body.get("response_format", {}).get("json_schema", {}).get("name"), phase)


def position(seat: str, number: int, seats: tuple[str, ...]) -> dict[str, Any]:
    """A view of its own in every round: the debate never converges by itself and never repeats itself."""
    own = _OWN[seats.index(seat)]
    return {
        "recommendation": f"{own} {own}ing first",
        "stance": f"{own} {own}ing first",
        "premises": [f"{own} premise{own}", f"{own} second{own}"],
        "risks": [f"{own} risk{own}"],
        "timing": f"{own} {own}fall",
        "reasoning": f"{own} argues in round {number}: " + f"the {own} figures of last year carry this. " * 6,
        "claims": [
            {"id": "C1", "statement": f"{own} holds in round {number}", "kind": "recommendation", "confidence": 70},
            {"id": "C2", "statement": f"{own} is proven", "kind": "fact", "evidence": ["E1"], "confidence": 60},
        ],
        "confidence": 80 - 5 * number,
    }


def revision(seat: str, number: int, seats: tuple[str, ...]) -> dict[str, Any]:
    """The same view, and an answer to the first critique."""
    answer = {"critique_id": "K1", "outcome": "rejected", "reason": "The figures say otherwise."}
    return {**position(seat, number, seats), "keeps_position": "yes", "answers": [answer]}


def critiques(seat: str, number: int, seats: tuple[str, ...], count: int = 1) -> dict[str, Any]:
    """Some critiques of the next seat at the table."""
    target = seats[(seats.index(seat) + 1) % len(seats)]
    return {
        "critiques": [
            {
                "target": target,
                "target_claim_id": "C1",
                "issue_type": "logic_gap",
                "description": f"Step {place} of {target} does not follow in round {number}.",
                "severity": "MAJOR",
                "suggested_fix": f"Name step {place}.",
            }
            for place in range(count)
        ]
    }


def _executive(confidence: int) -> Callable[[str, str, int], Reply]:
    def answer(phase: str, seat: str, number: int) -> Reply:
        match phase:
            case "position":
                return position(seat, number, EXECUTIVES)
            case "critique":
                return critiques(seat, number, EXECUTIVES)
            case "revise":
                return revision(seat, number, EXECUTIVES)
            case "synthesize":
                return {"decision": "Expand with a pilot.", "confidence": confidence, "gaps": ["who pays"]}
            case "council_critic":
                return dict.fromkeys(("premises", "evidence", "logic", "alternatives", "conflicts"), 16)
            case "council_advocate":
                return {"weakest_premise": "Demand is assumed.", "probability": "medium", "impact": "high"}
            case _:
                return {"decision": "Pilot first.", "confidence": 75, "next_steps": ["hire", "open", "measure"]}

    return answer


def _guided(phase: str, seat: str, number: int) -> Reply:
    """All agree at once, but nobody is sure before somebody has given guidance."""
    if phase == "synthesize":
        return {"decision": "Expand with a pilot.", "confidence": 42 if number == 1 else 85}
    agreed = {"recommendation": "expand", "stance": "expand", "timing": "in spring", "confidence": 60 + 10 * number}
    return {
        **agreed,
        "premises": [f"demand grew {number} times"],
        "risks": [f"{number} rivals"],
        "keeps_position": "yes",
    }


def _legal(phase: str, seat: str, number: int) -> Reply:
    sides = ("nla", "ala")
    match phase:
        case "position":
            return position(seat, number, sides)
        case "critique":
            return critiques(seat, number, sides, count=3 if number == 1 else 1)
        case "revise":
            return revision(seat, number, sides)
        case _:
            return {"decision": "Both laws apply in part.", "confidence": 66, "divergences": []}


def _boardroom(phase: str, seat: str, number: int) -> Reply:
    said = {
        "commercial": "We should increase the marketing budget now.",
        "financial": "We should cut the marketing budget now.",
    }
    own = _OWN[DEPARTMENTS.index(seat)] if seat in DEPARTMENTS else ""
    text = said.get(seat, f"The {own} situation is as it was; nothing has to change.")
    match phase:
        case "position" | "revise":
            argued = "" if number == 1 else f" In round {number} the {own} argument is {own} {own}ing."
            return {
                **position(seat, number, DEPARTMENTS),
                "recommendation": text + argued,
                "stance": text,
                "reasoning": f"{text} {own} " * 3,
                "keeps_position": "yes",
            }
        case _:
            return {"decision": "The budget stays.", "confidence": 71}


_INCIDENT = {
    "events": [{"id": "L1", "component": "amber", "severity": "ERROR", "message": "the disk broke"}],
    "similar_incidents": [{"incident_id": "I1", "root_cause": "a disk broke"}],
}


def _root_cause(phase: str, seat: str, number: int) -> Reply:
    if phase == "judge":
        return {
            "evaluations": [
                {
                    "hypothesis_id": f"{prefix}_{place}",
                    "evidence_quality": 10 + 6 * number - place,
                    "reasoning_strength": 20,
                    "confidence_calibration": 15,
                    "completeness": 12,
                    "consistency": 8,
                    "feedback": f"Look at the disk, round {number}.",
                }
                for prefix in ("log", "kg", "hybrid")
                for place in (1, 2, 3)
            ]
        }
    if phase == "ballot":
        return {"options": [{"label": f"the {_OWN[at]} disk", "seats": [who]} for at, who in enumerate(REASONERS)]}
    own = _OWN[REASONERS.index(seat)]
    hypothesis = {
        "confidence": 60,
        "reasoning": f"{own} reasons in round {number}. " * 5,
        "category": "hardware",
        "evidence": ["Historical: I1 a disk broke" if seat == "kg_focused" else "Log: L1 the disk broke"],
    }
    return {
        "hypotheses": [
            {"hypothesis": f"{own} {thing} broke the {own} {thing}er", **hypothesis}
            for thing in ("disk", "fan", "link")
        ]
    }


def _research(phase: str, seat: str, number: int) -> Reply:
    match phase:
        case "classify":
            return {"classification": "vague", "reasoning": "It names no measure."}
        case "structure":
            return {
                "structured_question": "Does a quiet office raise output?",
                "context": "offices",
                "problem": "noise",
            }
        case "methodology":
            gap = {"aspect": "metrics", "gap": "no measure", "suggestion": "count finished tasks"}
            return {"status": "needs_refinement", "justification": "It cannot be measured.", "improvements": [gap]}
        case _:
            return {"status": "approved", "justification": "Good enough to try."}


COUNCIL = Scene("conclave", _executive(62))
PAUSE = Scene(
    "conclave", _executive(42), settings={"overrides": {"rounds.max": 2, "rounds.execution.revise": "parallel"}}
)
SCENES: Mapping[str, Scene] = {
    "council": COUNCIL,
    "pause": PAUSE,
    "guided": Scene("conclave", _guided),
    "legal": Scene("legal", _legal, "Who inherits the ancestral land?"),
    "rca": Scene("rca", _root_cause, "Why did the cluster stop?", {"incident": _INCIDENT}),
    "boardroom": Scene("boardroom", _boardroom, "What about the marketing budget?"),
    "research": Scene(
        "research",
        _research,
        "Quiet offices are better, are they not?",
        # It ends by a forced decision with a gap open; the tests want it to end, not to wait.
        settings={"overrides": {"warrant.filled": "reported"}},
    ),
}
