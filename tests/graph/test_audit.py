"""audit.unanimity: one probe of a round that agreed at once, recorded, and reopening only on evidence."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from moot import build_graph, load_profile
from moot.errors import ProfileError
from moot.nodes import Context
from tests.support.scripts import Entry, council, criticise, say, synthesis, views
from tests.support.stage import Ran, Stage

QUESTION = "Should we expand into Europe?"
CONTEXT = [{"id": "E1", "text": "Demand in Europe fell by 12 percent."}]
OBJECTION = {"statement": "Demand fell.", "kind": "fact", "evidence": ["E1"], "confidence": 80}
CITED = [{"id": "C1", "statement": "Demand moves.", "kind": "fact", "evidence": ["E1"]}]
AGREED = views((1, 1, 1, 1), claims=CITED)
SEATS = ("cro", "cfo", "coo", "cmo")


def probe(*claims: dict[str, Any], **fields: Any) -> Entry:
    return say(
        "audit", "auditor", reply={"answer": "They misread demand.", "confidence": 80, "claims": [*claims]}, **fields
    )


async def audit(stage: Stage, *script: Any, overrides: dict[str, Any] | None = None, **options: Any) -> Ran:
    chosen = {"audit.unanimity": True, **(overrides or {})}
    return await stage.run(QUESTION, *script, synthesis(85), overrides=chosen, context=CONTEXT, **options)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


async def test_it_is_off_by_default(stage: Stage) -> None:
    ran = await stage.run(QUESTION, AGREED, synthesis(85), context=CONTEXT)
    assert ran.result.audit is None
    assert "audit" not in build_graph("conclave").nodes


async def test_without_evidence_the_agreement_stands_and_the_probe_is_recorded(stage: Stage) -> None:
    ran = await audit(stage, AGREED, probe())
    assert (ran.result.status, ran.result.stop_reason, len(ran.result.rounds)) == ("decided", "converged", 1)
    assert ran.result.audit is not None
    assert (ran.result.audit.outcome, ran.result.audit.confidence) == ("upheld", 0.8)
    assert ran.result.audit.answer == "They misread demand."
    assert ran.calls.count(("audit", "auditor", 1)) == 1
    assert "audit" in [event.kind for event in ran.state["events"]]
    assert ran.watch.named("audited")[0]["outcome"] == "upheld"
    assert ran.result.usage.by_seat["auditor"].calls == 1


async def test_evidence_reopens_the_debate_and_everybody_hears_why(stage: Stage) -> None:
    critics = [criticise(seat) for seat in SEATS]
    ran = await audit(stage, AGREED, views((1, 1, 1, 1), 2), probe(OBJECTION), critics)
    assert ran.result.audit is not None
    assert (ran.result.audit.outcome, ran.result.audit.evidence) == ("reopened", ("E1",))
    assert [record.number for record in ran.result.rounds] == [1, 2]
    assert ran.result.status == "decided"
    assert len(ran.asked("audit")) == 1
    assert "An audit objects" in ran.prompt("revise", "cfo", 2)
    assert "Demand fell. (E1)" in ran.prompt("revise", "cfo", 2)


async def test_without_critiques_a_reopened_debate_goes_on_to_the_next_round(stage: Stage) -> None:
    ran = await audit(stage, AGREED, views((1, 1, 1, 1), 2), probe(OBJECTION), overrides={"critique.enabled": False})
    assert [record.number for record in ran.result.rounds] == [1, 2]


async def test_a_round_that_did_not_agree_is_not_audited(stage: Stage) -> None:
    limits = {"rounds.max": 1, "rounds.planned": 1}
    ran = await audit(stage, views((0, 0, 0, 0)), council(75), overrides=limits)
    assert ran.result.audit is None
    assert ran.asked("audit") == []


@pytest.mark.parametrize(
    ("script", "overrides", "outcome", "words"),
    [
        pytest.param(
            probe(OBJECTION), {"rounds.max": 1, "rounds.planned": 1}, "upheld", "no round is left", id="last round"
        ),
        pytest.param(probe(OBJECTION), {"budget.calls": 7}, "upheld", "the budget does not allow", id="budget"),
    ],
)
async def test_a_debate_that_cannot_be_reopened_is_decided_by_somebody_else(
    stage: Stage, script: Entry, overrides: dict[str, Any], outcome: str, words: str
) -> None:
    """DESIGN 9: an objection that stands on evidence, and that nobody could answer, leaves the votes in doubt."""
    ran = await audit(stage, AGREED, script, council(75), overrides=overrides)
    assert ran.result.audit is not None
    assert ran.result.audit.outcome == outcome
    assert words in ran.result.audit.reason
    assert len(ran.result.rounds) == 1
    # A council that can still be paid for decides, otherwise a person.
    assert (ran.result.status, ran.result.decider) in {("decided", "council"), ("needs_review", "")}
    assert ran.result.warrant is not None
    settled = next(each for each in ran.result.warrant.conditions if each.id == "settled")
    assert settled.met is (ran.result.status == "decided")


async def test_an_agreement_that_nobody_could_audit_is_not_settled(stage: Stage) -> None:
    """DESIGN 9: an auditor who did not answer is a condition not met; the council has the authority to decide."""
    ran = await audit(stage, AGREED, say("audit", fail=400), council(75))
    assert ran.result.audit is not None
    assert ran.result.audit.outcome == "unanswered"
    assert ran.result.escalation.target == "council"
    assert str(ran.result.escalation.reasons[0]).startswith("settled: the votes are not confirmed: ")
    assert (ran.result.status, ran.result.decider) == ("decided", "council")


async def test_the_auditor_may_have_a_model_of_its_own(stage: Stage, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text('answers: [{reply: {answer: "Nothing to add.", confidence: 5}}]', encoding="utf-8")
    ran = await audit(stage, AGREED, seat_models={"auditor": f"scripted:{other}"})
    assert ran.result.audit is not None
    assert (ran.result.audit.answer, ran.result.audit.confidence) == ("Nothing to add.", 0.05)
    assert ran.asked("audit") == []


async def test_the_prompt_names_the_persona_of_the_role(stage: Stage) -> None:
    ran = await audit(stage, AGREED, probe())
    assert "You took no part in the debate" in ran.prompt("audit", "auditor")
    assert "Demand in Europe fell" in ran.prompt("audit", "auditor")


async def test_departments_without_a_conflict_are_audited_too(stage: Stage) -> None:
    said = say(
        "position", reply={"recommendation": "Keep prices stable this year.", "stance": "keep prices", "confidence": 80}
    )
    read = say("synthesize", "reviewer", reply={"decision": "Keep prices stable.", "confidence": 80})
    ran = await stage.run(
        QUESTION, said, probe(), read, profile="boardroom", overrides={"audit.unanimity": True}, context=CONTEXT
    )
    # Nothing is argued, so the first in priority reads all answers; that comes after the audit.
    assert [each.phase for each in ran.requests][-2:] == ["audit", "synthesize"]
    assert ran.result.audit is not None
    assert (ran.result.audit.outcome, ran.result.stop_reason) == ("upheld", "no_conflict")


async def test_a_graph_built_without_an_auditor_refuses_the_setting() -> None:
    graph = build_graph("conclave", checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "one"}}
    context = Context(overrides={"audit.unanimity": True})
    with pytest.raises(ProfileError, match="built without an auditor"):
        await graph.ainvoke({"question": QUESTION}, config, context=context)


def test_hypotheses_are_not_audited() -> None:
    with pytest.raises(ProfileError, match=r"audit\.unanimity probes positions"):
        load_profile("rca", {"audit.unanimity": True})
