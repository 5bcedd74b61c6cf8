"""Each condition of the warrant stops something by itself: without it, this debate would be decided (DESIGN 9)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import ImportString, TypeAdapter

from moot import Result
from moot.state.warrant import Condition
from tests.acceptance.earned import check
from tests.acceptance.stories import DEPARTMENTS, EXECUTIVES, OPTIONS, REASONERS, SOURCES, Story
from tests.acceptance.test_faults import perform
from tests.support.scripts import Entry, council, say

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


def agree(seat: str | list[str] | None = None, **fields: Any) -> Entry:
    return say(["position", "revise"], seat, reply={**AGREED, **fields})


def vote(seat: str | list[str] | None, choice: str) -> Entry:
    text = OPTIONS["ABC".index(choice)]
    return agree(seat, recommendation=text, stance=text, choice=choice)


def write_up(decision: str = "Open in March.", confidence: int = 90, **fields: Any) -> Entry:
    return say(
        ["synthesize", "repair"], schema="Synthesis", reply={"decision": decision, "confidence": confidence} | fields
    )


class Case(NamedTuple):
    """A debate in which nothing but one condition is unmet, and the settings that both runs share."""

    story: Story
    shared: Mapping[str, Any] = {}
    disabled: Mapping[str, Any] = {}
    """What turns the condition off; by default it is reported only."""
    enabled: Mapping[str, Any] = {}
    """What turns it on, where it is off by default."""


def conclave(*answers: Entry, **settings: Any) -> Story:
    return Story("conclave", SHOPS, answers, settings)


def claim(place: int, *evidence: str) -> dict[str, Any]:
    # Without a figure: one would have to stand in the source.
    text = f"Point {chr(96 + place)} holds."
    return {"id": f"C{place}", "statement": text, "kind": "fact", "evidence": list(evidence)}


ALONE = {"escalation.enabled": False, "council.enabled": False}
"""Nobody else looks: what is left is the warrant."""


def _quorum() -> Case:
    silent = say(["position", "revise", "repair"], ["coo", "cmo"], fail=403)
    return Case(conclave(silent, agree(), write_up(choice="A")), disabled={"warrant.quorum": 0.5})


def _settled() -> Case:
    split = [vote(["cro", "cfo"], "A"), vote(["coo", "cmo"], "B"), write_up(choice="A")]
    return Case(conclave(*split, options=list(OPTIONS)), {**ALONE, "on_limit": "decide"})


def _bound() -> Case:
    departs = write_up("Do not open.", choice="C", departs_because="Rents rose by half.")
    return Case(conclave(vote(None, "A"), departs, options=list(OPTIONS)))


def _heard() -> Case:
    gone = say(["revise", "repair"], "cmo", fail=403)
    return Case(conclave(gone, vote("cmo", "B"), vote(None, "A"), write_up(choice="A"), options=list(OPTIONS)))


def _critiques() -> Case:
    critical = {
        "target": "cro",
        "target_claim_id": "C1",
        "issue_type": "logic_gap",
        "description": "The permits are not counted in.",
        "severity": "CRITICAL",
        "suggested_fix": "Count them in.",
    }
    argued = [
        say("critique", "cmo", reply={"critiques": [critical]}),
        say("critique", "cro", reply={"critiques": [{**critical, "target": "cmo", "severity": "MINOR"}]}),
        say("position", "cmo", reply={**AGREED, "recommendation": OPTIONS[1], "stance": OPTIONS[1], "choice": "B"}),
        agree("cmo", choice="A", keeps_position="no", changes=[{"what": "all", "because": ["K1", "K2"]}]),
    ]
    story = conclave(*argued, vote(None, "A"), write_up(choice="A"), options=list(OPTIONS))
    return Case(story, enabled={"warrant.critiques": "required"})


def _evidence() -> Case:
    half = agree("cmo", claims=[claim(1, "E1"), claim(2)])
    story = conclave(half, agree(claims=[claim(1, "E1")]), write_up(choice="A"), context=SOURCES)
    return Case(story, disabled={"claims.max_unsupported": 1.0})


def _reviewed() -> Case:
    silent = say(["council_critic", "council_advocate"], fail=403)
    return Case(
        conclave(silent, agree(), write_up(choice="A"), *council(80, decision="Open in March."), irreversible=True)
    )


def _accepted() -> Case:
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
    ruling = say(["synthesize", "repair"], reply={"decision": texts["financial"], "confidence": 90})
    # Who opposes the ruling is listed; who does not answer has not been heard on it.
    silent = say(["accept", "repair"], "commercial", fail=403)
    return Case(Story("boardroom", "What about the marketing budget?", [silent, *rooms, ruling]))


def _data() -> Case:
    guess = {
        "hypothesis": "The disk filled up.",
        "confidence": 90,
        "category": "resource",
        "evidence": ["Log: disk full"],
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


def _limits() -> Case:
    own = [
        agree(seat, premises=[f"{seat} {seat}s"], risks=[f"{seat} {seat}ing"], timing=f"{seat}day")
        for seat in EXECUTIVES
    ]
    shared = {**ALONE, "convergence.weights.recommendation": 1, "convergence.weights.premises": 99}
    return Case(conclave(*own, write_up(choice="A")), shared)


def _filled() -> Case:
    gap = {"aspect": "metrics", "gap": "no measure", "suggestion": "count finished tasks"}
    answers = [
        say("classify", reply={"classification": "vague", "reasoning": "no measure"}),
        say("structure", reply={"structured_question": "Do quiet offices raise output?", "context": "offices"}),
        say("methodology", reply={"status": "needs_refinement", "justification": "so", "improvements": [gap]}),
        say(["force", "repair"], reply={"status": "approved", "justification": "it has to be"}),
    ]
    return Case(Story("research", "Quiet offices are better, are they not?", answers))


CASES = {
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
}


def condition(result: Result, identifier: str) -> Condition:
    assert result.warrant is not None
    return next(each for each in result.warrant.conditions if each.id == identifier)


@pytest.mark.parametrize("identifier", CASES)
def test_a_condition_that_is_disabled_lets_it_through(identifier: str, tmp_path: Path) -> None:
    case = CASES[identifier]()
    stopped = perform(tmp_path, case.story, **{**case.shared, **case.enabled})
    check(stopped, case.story)
    assert stopped.status != "decided"
    assert stopped.warrant is not None
    # Whoever is called because of it has not looked yet.
    assert {each.id for each in stopped.warrant.unmet} - {"reviewed"} == {identifier} - {"reviewed"}
    assert not condition(stopped, identifier).met

    through = perform(
        tmp_path, case.story, **{**case.shared, **(case.disabled or {f"warrant.{identifier}": "reported"})}
    )
    assert through.status == "decided"
    found = condition(through, identifier)
    # A share that was lowered is reached; what is reported only is not met and does not count.
    assert found.met if case.disabled else (found.needed, found.met) == (False, False)


@pytest.mark.parametrize("identifier", [*CASES, "filled"])
def test_the_facts_tell_that_a_condition_does_not_stop_anything(
    identifier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What random debates are held to fails once a condition always says that it is met."""
    name = "moot.policies.verdict.warrant.conditions._CONDITIONS"
    rules = dict(TypeAdapter(ImportString).validate_python(name))
    honest = rules[identifier]
    rules[identifier] = lambda known, facts: honest(known, facts)._replace(met=True)
    monkeypatch.setattr(name, rules)
    case = _filled() if identifier == "filled" else CASES[identifier]()
    # The gate looks at claims by itself, where the profile requires evidence.
    muted = {"warrant.evidence": "reported"} if identifier == "evidence" else {}
    result = perform(tmp_path, case.story, **{**case.shared, **case.enabled, **muted})
    with pytest.raises(AssertionError, match="although"):
        check(result, case.story)


@pytest.mark.parametrize("status", ["needs_refinement", "rejected"])
def test_a_question_that_was_not_approved_is_not_filled(status: str, tmp_path: Path) -> None:
    gap = {"aspect": "metrics", "gap": "no measure", "suggestion": "count finished tasks"}
    answers = [
        say("classify", reply={"classification": "vague", "reasoning": "no measure"}),
        say("structure", reply={"structured_question": "Do quiet offices raise output?", "context": "offices"}),
        say("methodology", reply={"status": "needs_refinement", "justification": "so", "improvements": [gap]}),
        say(["force", "repair"], reply={"status": status, "justification": "no measure was named"}),
    ]
    story = Story("research", "Quiet offices are better, are they not?", answers)
    result = perform(tmp_path, story)
    check(result, story)
    assert result.status in {"rejected", "inconclusive"}
    assert not condition(result, "filled").met
