"""Random debates of the five protocols, and random faults at any of their calls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from tests.support.scripts import Entry, say

Draw = Callable[[st.SearchStrategy[Any]], Any]

EXECUTIVES = ("cro", "cfo", "coo", "cmo")
DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
SIDES = ("nla", "ala")
REASONERS = ("log_focused", "kg_focused", "hybrid")
COUNCIL = ("council_critic", "council_advocate", "council_synthesizer")
SOURCES = [{"id": "E1", "text": "The lease ends in March."}, {"id": "E2", "text": "Rents rose by 4 percent."}]
OPTIONS = ("Open in March", "Open in autumn", "Do not open")

STANCES = ("open in March", "open in autumn", "do not open", "open in March with a pilot")
CONFIDENCES = (0, 45, 50, 59, 60, 69, 70, 71, 95)

FAULTS: Mapping[str, Mapping[str, Any]] = {
    "forbidden": {"fail": 403},
    "error": {"fail": 500},
    "dropped": {"fail": "drop"},
    "hang": {"fail": "hang"},
    "refusal": {"fail": "refusal"},
    "empty": {"fail": "empty"},
    "truncated": {"fail": "malformed"},
    "cut off": {"reply": {}, "cut": {"after": 30, "then": "hang"}},
    "nonsense": {"reply": "I would rather tell you about it in my own words."},
    "other form": {"reply": '{"recommendation": 7, "decision": null, "confidence": "very"}'},
    "minimal": {"reply": {}},
}


@dataclass(frozen=True)
class Story:
    """One debate: its settings, and what its models answer."""

    profile: str
    question: str
    answers: Sequence[Entry]
    settings: Mapping[str, Any] = field(default_factory=dict)
    faults: Sequence[Entry] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict)


_PLACES: Mapping[str, Sequence[tuple[str, Sequence[str]]]] = {
    "conclave": (
        *((phase, EXECUTIVES) for phase in ("position", "critique", "revise", "settle")),
        ("ballot", ("comparer",)),
        ("compare", ("comparer",)),
        ("verify", ("verifier",)),
        ("answer", EXECUTIVES),
        ("synthesize", ("synthesizer",)),
        *((member, (member,)) for member in COUNCIL),
    ),
    "boardroom": (
        *((phase, DEPARTMENTS) for phase in ("position", "revise")),
        ("synthesize", ("reviewer", "synthesizer", "financial")),
        ("accept", ("commercial", "financial")),
        ("ballot", ("comparer",)),
        ("compare", ("comparer",)),
    ),
    "legal": (
        *((phase, SIDES) for phase in ("position", "critique", "revise", "settle")),
        ("synthesize", ("supervisor",)),
        ("ballot", ("comparer",)),
        ("compare", ("comparer",)),
        ("verify", ("verifier",)),
    ),
    "rca": (*((phase, REASONERS) for phase in ("position", "revise")), ("judge", ("judge",))),
    "research": (
        ("classify", ("orchestrator",)),
        ("structure", ("structurer",)),
        ("methodology", ("methodologist",)),
        ("force", ("methodologist",)),
    ),
}


def spoil(draw: Draw, story: Story) -> Story:
    """Choose which calls go wrong, and how: once, or whenever they are made, with the attempt to mend them."""
    entries = []
    for _ in range(draw(st.integers(0, 2))):
        phase, seats = draw(st.sampled_from(_PLACES[story.profile]))
        seat = draw(st.sampled_from([*seats, *([] if len(seats) == 1 else [None])]))
        fault = FAULTS[draw(st.sampled_from(sorted(FAULTS)))]
        limit = draw(st.sampled_from([{}, {}, {"times": 1}]))
        entries.append(say(phase if limit else [phase, "repair"], seat, **{**fault, **limit}))
    return replace(story, faults=entries)


def pick(draw: Draw, *values: Any) -> Any:
    """Draw one of several values."""
    return draw(st.sampled_from(values))


def _mostly(draw: Draw, usual: Any, *others: Any) -> Any:
    """Draw what is usual four times in five: where everything is odd, nothing is ever decided."""
    return usual if draw(st.integers(0, 4)) else pick(draw, *others)


def _claims(draw: Draw) -> list[dict[str, Any]]:
    return [
        {"id": f"C{place}", "statement": f"Point {chr(96 + place)} holds.", "kind": "fact", "evidence": evidence}
        for place in range(1, draw(st.integers(0, 2)) + 1)
        for evidence in [_mostly(draw, ["E1"], ["E2"], [], ["E9"])]
    ]


def _critiques(draw: Draw, seats: Sequence[str], least: int = 0) -> list[Entry]:
    entries = []
    for seat in seats:
        items = [
            {
                "target": pick(draw, *(each for each in seats if each != seat)),
                "target_claim_id": "C1",
                "issue_type": "logic_gap",
                "description": f"{seat} misses a step, {place}.",
                "severity": _mostly(draw, "MINOR", "MAJOR", "CRITICAL"),
                "suggested_fix": "Name it.",
            }
            for place in range(draw(st.integers(least, least + 1)))
        ]
        entries.append(say("critique", seat, reply={"critiques": items}))
    return entries


def _settlements(draw: Draw) -> list[Entry]:
    """Let critics judge the answers, mostly kindly; sometimes nobody is asked."""
    if not draw(st.integers(0, 3)):
        return []
    verdicts = [
        {"critique_id": f"K{place}", "verdict": _mostly(draw, "answered", "not_answered", "withdrawn")}
        for place in range(1, 13)
    ]
    return [say("settle", reply={"verdicts": verdicts})]


def _synthesis(draw: Draw, usual: str) -> Entry:
    reply = {
        "decision": _mostly(draw, usual, *STANCES, "Close all shops at once"),
        "confidence": _mostly(draw, 85, *CONFIDENCES),
        "critical_divergence": _mostly(draw, False, True),
        "uncertainty": _mostly(draw, "none", "insufficient_data", "out_of_scope"),
    }
    reply |= _mostly(draw, {"choice": "A"}, {}, {"choice": "B"}, {"choice": "none"})
    reply |= _mostly(draw, {}, {"departs_because": "Rents rose."})
    return say(["synthesize", "repair"], schema="Synthesis", reply=reply)


def _council(draw: Draw, usual: str) -> list[Entry]:
    mark = _mostly(draw, 16, 8, 12, 20)
    lists = {
        "next_steps": _mostly(draw, ["a", "b", "c"], ["a"], []),
        "residual_risks": _mostly(draw, ["permits"], []),
        "reversal_criteria": _mostly(draw, ["If rents rise then stop"], []),
    }
    decision = {"decision": _mostly(draw, usual, *STANCES), "confidence": _mostly(draw, 75, *CONFIDENCES)}
    criteria = ("premises", "evidence", "logic", "alternatives", "conflicts")
    return [
        say("council_critic", reply=dict.fromkeys(criteria, mark)),
        say("council_advocate", reply={"weakest_premise": "Demand", "undiscussed_risk": "A rival"}),
        say(["council_synthesizer", "repair"], schema="CouncilResolution", reply={**decision, **lists}),
    ]


def _grouping(draw: Draw, seats: Sequence[str]) -> list[Entry]:
    if not draw(st.booleans()):
        return []
    groups: dict[str, list[str]] = {}
    for seat in seats:
        groups.setdefault(_mostly(draw, "Open", "Stay"), []).append(seat)
    opposed = [["Open", "Stay"]] if draw(st.booleans()) else []
    reply = {"options": [{"label": label, "seats": names} for label, names in groups.items()], "opposed": opposed}
    return [say("ballot", reply=reply)]


def _conclave(draw: Draw) -> Story:
    common = STANCES[0]
    closed, sourced = draw(st.booleans()), draw(st.booleans())
    positions = []
    for seat in EXECUTIVES:
        for phase in ("position", "revise"):
            stance = _mostly(draw, common, *STANCES)
            reply = {
                "recommendation": stance,
                "stance": stance,
                "premises": [_mostly(draw, "Demand holds", f"{seat} counted")],
                "risks": ["Late permits"],
                "timing": "spring",
                "confidence": pick(draw, 60, 80),
                "claims": _claims(draw) if sourced else [],
                "keeps_position": _mostly(draw, "yes", "no"),
                "changes": [],
            }
            choice = _mostly(draw, "A", "B", "new") if closed or phase == "revise" else None
            positions.append(say(phase, seat, reply=reply | ({"choice": choice} if choice else {})))
    matter = _mostly(draw, {}, {"irreversible": True}, {"value_at_risk": 900_000}, {"risk": "catastrophic"})
    settings = {
        **matter,
        **({"options": list(OPTIONS)} if closed else {}),
        **({"context": SOURCES} if sourced else {}),
        **_mostly(draw, {}, {"route": "simple"}, {"route": "council"}),
    }
    answers = [
        *positions,
        *_critiques(draw, EXECUTIVES),
        *_settlements(draw),
        *_grouping(draw, EXECUTIVES),
        _synthesis(draw, common),
        *_council(draw, common),
        say("answer", reply={"answer": common, "confidence": pick(draw, *CONFIDENCES)}),
    ]
    return Story("conclave", "Should we open the new shops in March?", answers, settings)


def _boardroom(draw: Draw) -> Story:
    texts = (
        "We should increase the marketing budget now to win customers.",
        "We should cut the marketing budget now because cash is short.",
        "The weekly reports bring the figures that were asked for.",
    )
    answers = [
        say(
            phase,
            seat,
            reply={
                "recommendation": text,
                "stance": text[:30],
                "reasoning": f"{text} {seat} says so.",
                "confidence": _mostly(draw, 80, 30, 60),
                "keeps_position": "yes",
            },
        )
        for phase in ("position", "revise")
        for seat in DEPARTMENTS
        for text in [
            _mostly(draw, texts[2] if seat not in ("commercial", "financial") else texts[seat == "financial"], *texts)
        ]
    ]
    ruling = {"decision": pick(draw, *texts), "confidence": _mostly(draw, 85, *CONFIDENCES)}
    return Story(
        "boardroom", "What about the marketing budget?", [*answers, say(["synthesize", "repair"], reply=ruling)]
    )


def _legal(draw: Draw) -> Story:
    texts = (
        "The land is divided among all children under the civil code.",
        "The land stays with the clan and is not divided.",
        "The land is not divided among the children.",
    )
    answers = []
    for seat in SIDES:
        held = pick(draw, *texts)
        for phase in ("position", "revise"):
            reply = {
                "recommendation": _mostly(draw, held, *texts),
                "stance": f"by {seat}",
                "claims": _claims(draw),
                "confidence": 70,
                "answers": [
                    {
                        "critique_id": f"K{place}",
                        "outcome": _mostly(draw, "accepted", "rejected"),
                        "reason": "So it is.",
                    }
                    for place in range(1, 7)
                ],
            }
            answers.append(say(phase, seat, reply=reply))
    supervisor = say(
        ["synthesize", "repair"],
        "supervisor",
        reply={"decision": f"[{pick(draw, 'B1', 'C4', 'Z9')}] {pick(draw, *texts)}", "confidence": 80},
    )
    settings = _mostly(draw, {"context": SOURCES}, {})
    critics = [*_critiques(draw, SIDES, 3), *_settlements(draw)]
    return Story("legal", "Who inherits the ancestral land?", [*answers, *critics, supervisor], settings)


def _rca(draw: Draw) -> Story:
    causes = ("The disk filled up.", "The switch dropped packets.", "A timer was wrong.")
    answers = [
        say(
            phase,
            seat,
            reply={
                "hypotheses": [
                    {
                        "hypothesis": cause,
                        "confidence": pick(draw, 30, 90),
                        "category": "resource",
                        "evidence": [_mostly(draw, "Log: disk at 95 percent", "Log: nothing of the kind")],
                    }
                    for cause in draw(st.lists(st.sampled_from(causes), min_size=1, max_size=2, unique=True))
                ]
            },
        )
        for phase in ("position", "revise")
        for seat in REASONERS
    ]
    marks = [
        {
            "hypothesis_id": f"{prefix}_{place}",
            "evidence_quality": _mostly(draw, 30, 0, 15),
            "reasoning_strength": _mostly(draw, 20, 0),
            "confidence_calibration": 10,
            "completeness": 10,
            "consistency": 5,
        }
        for prefix in ("log", "kg", "hybrid")
        for place in (1, 2)
    ]
    seen = {
        "events": [{"id": "e1", "component": "DataNode", "severity": "ERROR", "message": "disk at 95 percent"}],
        "error_messages": [],
        "similar_incidents": [],
    }
    settings = _mostly(draw, {"incident": seen}, {})
    return Story("rca", "Why did the DataNode fail?", [*answers, say("judge", reply={"evaluations": marks})], settings)


_WORDINGS = ("Do quiet offices raise finished tasks?", "Are quiet offices better?", "Do cats sleep?")


def _research(draw: Draw) -> Story:
    gap = {"aspect": "metrics", "gap": "no measure", "suggestion": "count finished tasks"}
    said = [
        {
            "gap": "G1",
            "verdict": pick(draw, "filled", "open"),
            "span": pick(draw, "finished tasks", "offices", "bugs"),
        }
    ]
    verdicts = [
        say(
            "methodology",
            times=1,
            reply={
                "status": status,
                "justification": f"it is {status}",
                "improvements": [gap] if status == "needs_refinement" else [],
            },
        )
        for status in draw(
            st.lists(st.sampled_from(["needs_refinement", "approved", "rejected"]), min_size=1, max_size=3)
        )
    ]
    answers = [
        say("classify", reply={"classification": pick(draw, "vague", "semi_formed", "complete"), "reasoning": "so"}),
        *(
            say(
                "structure",
                times=times,
                reply={
                    "structured_question": pick(draw, *_WORDINGS),
                    "context": "offices",
                    "problem": "noise",
                    "addressed_gaps": pick(draw, ["metrics"], []),
                },
            )
            for times in (1, None)
        ),
        *verdicts,
        say(
            "methodology",
            reply={
                "status": pick(draw, "approved", "needs_refinement"),
                "improvements": pick(draw, [gap], []),
                "subject": pick(draw, "kept", "left"),
                "gaps": pick(draw, said, []),
            },
        ),
        say(
            "force",
            reply={"status": pick(draw, "approved", "rejected", "needs_refinement"), "gaps": pick(draw, said, [])},
        ),
    ]
    return Story("research", "Quiet offices are better, are they not?", answers)


_WRITERS: Mapping[str, Callable[[Draw], Story]] = {
    "conclave": _conclave,
    "boardroom": _boardroom,
    "legal": _legal,
    "rca": _rca,
    "research": _research,
}
PROFILES = tuple(_WRITERS)


def write_story(draw: Draw, profile: str) -> Story:
    """Draw a debate of a protocol in which anything may be said."""
    return _WRITERS[profile](draw)
