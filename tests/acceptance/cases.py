"""Debates in which one condition is unmet, each in a protocol that has it, and random debates of all kinds.

A case is written with choices: the first of each makes the debate that is built, and random ones are drawn.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.acceptance.stories import (
    DEPARTMENTS,
    EXECUTIVES,
    OPTIONS,
    REASONERS,
    SOURCES,
    Draw,
    Story,
    pick,
    spoil,
    write_story,
)
from tests.support.scripts import Entry, council, say

Pick = Callable[..., Any]

SHOPS = "Should we open the new shops in March?"
AGREED = {
    "recommendation": "open in March",
    "stance": "open in March",
    "premises": ["Demand holds"],
    "risks": ["Late permits"],
    "timing": "spring",
    "confidence": 80,
    "keeps_position": "yes",
}
ALONE = {"escalation.enabled": False, "council.enabled": False}
"""Nobody else looks: what is left is the warrant."""
GAP = {"aspect": "metrics", "gap": "no measure", "suggestion": "count finished tasks"}
SILENT = ({"fail": 403}, {"fail": "refusal"}, {"fail": "drop"}, {"fail": "hang"}, {"fail": "empty"})


class Case(NamedTuple):
    """A debate in which nothing but one condition is unmet."""

    story: Story
    disabled: Mapping[str, Any] = {}
    """What turns the condition off; by default it is reported only."""


def first(*values: Any) -> Any:
    """Choose what comes first."""
    return values[0]


def agree(seat: str | list[str] | None = None, **fields: Any) -> Entry:
    """Let seats agree, in every round."""
    return say(["position", "revise"], seat, reply={**AGREED, **fields})


def vote(seat: str | list[str] | None, choice: str) -> Entry:
    """Let seats vote for a given option, in its words."""
    text = OPTIONS["ABC".index(choice)]
    return agree(seat, recommendation=text, stance=text, choice=choice)


def write_up(decision: str = "Open in March.", **fields: Any) -> Entry:
    """Let the synthesizer write a decision down, also when it is asked again."""
    return say(["synthesize", "repair"], schema="Synthesis", reply={"decision": decision, "confidence": 90} | fields)


def _conclave(*answers: Entry, overrides: Mapping[str, Any] | None = None, **settings: Any) -> Story:
    return Story("conclave", SHOPS, answers, settings, overrides=overrides or {})


def _claim(place: int, *evidence: str) -> dict[str, Any]:
    # Without a figure: one would have to stand in the source.
    text = f"Point {chr(96 + place)} holds."
    return {"id": f"C{place}", "statement": text, "kind": "fact", "evidence": list(evidence)}


def _quorum(choose: Pick) -> Case:
    seats = choose(["coo", "cmo"], ["cro", "cfo"], ["cfo", "cmo"])
    silent = say(["position", "revise", "repair"], seats, **choose(*SILENT))
    return Case(_conclave(silent, agree(), write_up()), {"warrant.quorum": 0.5})


def _settled(choose: Pick) -> Case:
    one, other = choose("AB", "AC", "BC")
    split = [vote(choose(["cro", "cfo"], ["cro", "cmo"]), one), vote(None, other)]
    written = write_up(OPTIONS["ABC".index(one)], choice=one)
    return Case(_conclave(*split, written, overrides={**ALONE, "on_limit": "decide"}, options=list(OPTIONS)))


def _bound(choose: Pick) -> Case:
    why = choose("Rents rose by half.", "Nobody asked the landlord.")
    departs = write_up(
        choose("Do not open.", "Close all shops at once"), choice=choose("C", "none"), departs_because=why
    )
    return Case(_conclave(vote(None, "A"), departs, options=list(OPTIONS)))


def _heard(choose: Pick) -> Case:
    alone, option = choose(*reversed(EXECUTIVES)), choose("B", "C")
    gone = say(["revise", "repair"], alone, **choose(*SILENT))
    votes = [vote(alone, option), vote(None, "A")]
    return Case(_conclave(gone, *votes, write_up(choice="A"), options=list(OPTIONS)))


def _critiques(choose: Pick) -> Case:
    critical = {
        "target": "cro",
        "target_claim_id": "C1",
        "issue_type": choose("logic_gap", "overclaim"),
        "description": choose("The permits are not counted in.", "Rents are left out."),
        "severity": "CRITICAL",
        "suggested_fix": "Count them in.",
    }
    option = choose(1, 2)
    argued = [
        say("critique", "cmo", reply={"critiques": [critical]}),
        say("critique", "cro", reply={"critiques": [{**critical, "target": "cmo", "severity": "MINOR"}]}),
        say(
            "position",
            "cmo",
            reply={**AGREED, "recommendation": OPTIONS[option], "stance": OPTIONS[option], "choice": "ABC"[option]},
        ),
        agree("cmo", choice="A", keeps_position="no", changes=[{"what": "all", "because": ["K1", "K2"]}]),
    ]
    return Case(_conclave(*argued, vote(None, "A"), write_up(choice="A"), options=list(OPTIONS)))


def _evidence(choose: Pick) -> Case:
    bare = choose((), ("E9",))
    half = agree(choose(*EXECUTIVES), claims=[_claim(1, "E1"), _claim(2, *bare)])
    story = _conclave(half, agree(claims=[_claim(1, "E1")]), write_up(), context=SOURCES)
    return Case(story, {"claims.max_unsupported": 1.0})


def _reviewed(choose: Pick) -> Case:
    members = choose(["council_critic", "council_advocate"], ["council_critic"], ["council_advocate"])
    matter = choose({"irreversible": True}, {"value_at_risk": 900_000}, {"risk": "severe"})
    members = say(members, **choose(*SILENT))
    return Case(_conclave(members, agree(), write_up(), *council(80, decision="Open in March."), **matter))


def _accepted(choose: Pick) -> Case:
    texts = {
        "commercial": "We should increase the marketing budget now to win customers.",
        "financial": "We should cut the marketing budget now because cash is short.",
    }
    rooms = [
        say(
            ["position", "revise"],
            seat,
            reply={
                "recommendation": texts.get(seat, "The weekly reports bring the figures."),
                "stance": texts.get(seat, "figures")[:30],
                "reasoning": "It follows from the figures.",
                "confidence": 80,
                "keeps_position": "yes",
            },
        )
        for seat in DEPARTMENTS
    ]
    ruling = say(["synthesize", "repair"], reply={"decision": choose(*reversed(texts.values())), "confidence": 90})
    # Who opposes the ruling is listed; who does not answer has not been heard on it.
    silent = say(["accept", "repair"], choose("commercial", ["commercial", "financial"]), **choose(*SILENT))
    return Case(Story("boardroom", "What about the marketing budget?", [silent, *rooms, ruling]))


def _data(choose: Pick) -> Case:
    guess = {
        "hypothesis": choose("The disk filled up.", "A timer was wrong."),
        "confidence": 90,
        "category": choose("resource", "software"),
        "evidence": [choose("Log: disk full", "Log: the timer ran backwards")],
    }
    marks = {
        "evidence_quality": 30,
        "reasoning_strength": 25,
        "confidence_calibration": 20,
        "completeness": 15,
        "consistency": 10,
    }
    answers = [
        say(["position", "revise"], list(REASONERS), reply={"hypotheses": [guess]}),
        say(
            "judge",
            reply={"evaluations": [{"hypothesis_id": f"{each}_1", **marks} for each in ("log", "kg", "hybrid")]},
        ),
    ]
    seen = {"events": [{"id": "e1", "component": "Switch", "severity": "ERROR", "message": "port 7 went down"}]}
    return Case(Story("rca", "Why did the DataNode fail?", answers, {"incident": seen}))


def _limits(choose: Pick) -> Case:
    said = choose("open in March", "open in autumn")
    own = [
        agree(
            seat,
            recommendation=said,
            stance=said,
            premises=[f"{seat} {seat}s"],
            risks=[f"{seat} {seat}ing"],
            timing=f"{seat}day",
        )
        for seat in EXECUTIVES
    ]
    shared = {**ALONE, "convergence.weights.recommendation": 1, "convergence.weights.premises": 99}
    return Case(_conclave(*own, write_up(f"{said.capitalize()}."), overrides=shared))


def _filled(choose: Pick) -> Case:
    answers = [
        say("classify", reply={"classification": choose("vague", "semi_formed"), "reasoning": "no measure"}),
        say("structure", reply={"structured_question": "Do quiet offices raise output?", "context": "offices"}),
        say("methodology", reply={"status": "needs_refinement", "justification": "so", "improvements": [GAP]}),
        say(["force", "repair"], reply={"status": "approved", "justification": choose("it has to be", "time is up")}),
    ]
    return Case(Story("research", "Quiet offices are better, are they not?", answers))


CASES: Mapping[str, Callable[[Pick], Case]] = {
    "quorum": _quorum,
    "settled": _settled,
    "bound": _bound,
    "heard": _heard,
    "critiques": _critiques,
    "evidence": _evidence,
    "reviewed": _reviewed,
    "accepted": _accepted,
    "data": _data,
    "limits": _limits,
    "filled": _filled,
}
PROTOCOLS = {"accepted": "boardroom", "data": "rca", "filled": "research"}
"""The protocol of a condition's case, where it is not the conclave."""


@st.composite
def debates(draw: Draw, profile: str) -> Story:
    """Draw a debate of a protocol, mostly one that aims at a condition, and what else goes wrong in it."""
    aims = [each for each in CASES if PROTOCOLS.get(each, "conclave") == profile]
    if aims and draw(st.integers(0, 2)):
        story = CASES[draw(st.sampled_from(aims))](partial(pick, draw)).story
        return story if draw(st.integers(0, 3)) else spoil(draw, story)
    return spoil(draw, write_story(draw, profile))
