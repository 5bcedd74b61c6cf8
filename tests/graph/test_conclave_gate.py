"""Who has to look at the result: nobody, the council, or a person; and what the council makes of it."""

from pathlib import Path
from typing import Any

import pytest

from moot import build_graph, open_store
from moot.state.evidence import Query
from moot.views.report import render_report
from moot.views.terminal import tell_story
from tests.support.scripts import EXECUTIVES, Levels, Watch, council, hold, listen, run, say, synthesis, views, write
from tests.support.words import english

AGREED: Levels = (1, 1, 1, 1)
SIXTY_FIVE: Levels = (1, 0.5, 0.5, 0.5)
"""One recommendation, and premises, risks and timings that merely do not contradict each other."""


@pytest.mark.parametrize(
    ("confidence", "value", "extra", "target"),
    [
        pytest.param(70, 0, {}, "none", id="W-D26 70, 0 -> emit (D-14 D-69)"),
        pytest.param(70, 100_000, {}, "none", id="W-D26 70, exactly the limit -> emit (D-63 strictly greater)"),
        pytest.param(70, 100_001, {}, "council", id="W-D26 70, 100001 -> council (D-63 X-10)"),
        pytest.param(69, 100_000, {}, "council", id="W-D26 69, 100000 -> council (X-09)"),
        pytest.param(69, 100_001, {}, "council", id="W-D26 69, 100001 -> council (D-70)"),
        pytest.param(50, 0, {}, "council", id="W-D26 50, 0 -> council (D-61 D-71)"),
        pytest.param(49, 0, {}, "human", id="W-D26 49, 0 -> human (D-65 D-72)"),
        pytest.param(49, 100_001, {}, "human", id="W-D26 49, 100001 -> human (X-08)"),
        pytest.param(85, 0, {"irreversible": True}, "council", id="W-D26 irreversible -> council (D-64)"),
        pytest.param(85, 0, {"levels": SIXTY_FIVE}, "council", id="W-D26 final convergence 65 -> council (D-60)"),
        pytest.param(85, 0, {"risk": "catastrophic"}, "human", id="W-D26 CATASTROFICO -> human (D-68)"),
        pytest.param(85, 0, {"uncertainty": "out_of_scope"}, "human", id="W-D26 fora_do_escopo -> human (D-67)"),
        pytest.param(85, 0, {"critical_divergence": True}, "council", id="D-62 critical divergence -> council"),
        pytest.param(85, 1_000_001, {}, "human", id="D-106 above a million -> human"),
        pytest.param(85, 0, {"risk": "severe"}, "council", id="D-106 severe -> council"),
        pytest.param(85, None, {}, "none", id="Q-02 an unknown value triggers nothing"),
    ],
)
async def test_the_gate(
    tmp_path: Path, confidence: int, value: float | None, extra: dict[str, Any], target: str
) -> None:
    levels = extra.pop("levels", AGREED)
    flags = {name: extra.pop(name) for name in ("uncertainty", "critical_divergence") if name in extra}
    watch = Watch()
    with listen() as heard:
        result = await run(
            tmp_path, views(levels), synthesis(confidence, **flags), council(80),
            value_at_risk=value, overrides={"rounds.max": 1}, watch=watch, **extra,
        )  # fmt: skip
    assert result.escalation.target == target
    assert result.escalation.reasons
    assert [each["target"] for each in watch.named("escalated")] == [target]
    assert result.status == ("needs_review" if target == "human" else "decided")
    assert bool(heard.of("council_synthesizer")) == (target == "council")
    assert result.decision == (
        "Expand into Europe, pilot first." if target == "council" else "Expand into Europe with a pilot."
    )
    # D-127 X-32: the council is as sure as it says and as the calculation allows, whichever is less.
    calculated = min(80, confidence + (-10 if levels == SIXTY_FIVE else 20))
    assert result.confidence == pytest.approx((calculated if target == "council" else confidence) / 100)
    assert result.warrant is not None
    assert result.warrant.complete == (target != "human")
    assert result.decider == {"none": "synthesizer", "council": "council", "human": ""}[target]


@pytest.mark.parametrize(
    ("confidence", "status", "caveat"),
    [
        pytest.param(70, "decided", False, id="X-11 70 is emitted plainly"),
        pytest.param(60, "decided", True, id="W-D21 D-73 60 is emitted with a caveat"),
        pytest.param(59, "needs_review", False, id="W-D21 D-73 59 goes to a person"),
    ],
)
async def test_the_council_gate(tmp_path: Path, confidence: int, status: str, caveat: bool) -> None:
    store = open_store("memory:")
    graph = build_graph("conclave", checkpointer=store)
    config: Any = {"configurable": {"thread_id": "council"}}
    context: Any = {"model": write(tmp_path, views(AGREED), synthesis(60), council(confidence))}
    state = await graph.ainvoke({"question": "Should we expand?"}, config, context=context)
    assert ("__interrupt__" in state) == (status == "needs_review")
    assert state["council"].confidence == pytest.approx(confidence / 100)
    if status == "decided":
        assert state["outcome"].status == status
        assert bool(state["outcome"].caveats) == caveat


async def test_the_council_has_three_members(tmp_path: Path) -> None:
    """D-116 D-118 D-124 D-126: critic and advocate at once, then the synthesizer, who hears both."""
    with listen() as heard:
        result = await run(tmp_path, views(AGREED), synthesis(60), council(75))
    phases = [each.phase for each in heard.requests if each.phase.startswith("council")]
    assert sorted(phases[:2]) == ["council_advocate", "council_critic"]
    assert phases[2:] == ["council_synthesizer"]
    last = heard.requests[-1].prompt
    assert "Demand is assumed." in last
    assert "who pays" in last
    found = result.council
    assert found is not None
    assert found.critic is not None
    assert (found.critic.total, found.verdict) == (80, "approve")
    assert found.advocate is not None
    assert found.resolution is not None
    assert len(found.resolution.next_steps) == 3
    # D-127 X-32: the calculation starts from the debate's confidence.
    assert str(found.resolution.calculation[0]).endswith("60")
    assert not found.timed_out


async def test_a_resolution_that_lacks_something_decides_nothing(tmp_path: Path) -> None:
    """D-126 DESIGN 9: asked for once more; then a person is told what it lacks, and its marks and the story say so."""
    half = council(75, next_steps=["hire", " "], reversal_criteria=[])
    with listen() as heard:
        result = await run(tmp_path, views(AGREED), synthesis(60), half)
    lacking = ("resolution_lacks:next_steps", "resolution_lacks:reversal_criteria")
    assert result.council is not None
    assert result.council.flags == lacking
    assert (result.status, result.confidence_flags) == ("needs_review", lacking)
    told = "reviewed: the council's resolution lacks: next steps, reversal criteria"
    assert result.review is not None
    assert told in str(result.review.request)
    first, second = heard.of("council_synthesizer")
    assert "next_steps: at least 3" in second.prompt
    assert "next_steps: at least 3" not in first.prompt
    assert "the council's resolution is incomplete: it names fewer than three next steps" in tell_story(result)


async def test_a_resolution_that_is_completed_decides(tmp_path: Path) -> None:
    """DESIGN 9: one repair."""
    half = say("council_synthesizer", reply={"decision": "Pilot.", "confidence": 75}, times=1)
    result = await run(tmp_path, views(AGREED), synthesis(60), [half, *council(75)])
    assert (result.status, result.decider, result.decision) == (
        "decided",
        "council",
        "Expand into Europe, pilot first.",
    )


async def test_a_council_that_overrides_the_majority_says_so(tmp_path: Path) -> None:
    """DESIGN 9: the dissent is then the majority's; what all agreed on is a person's to depart from."""
    lone = hold("cmo", 1, recommendation="sell the company", stance="sell the company", confidence=80)
    seats = [lone, *views(AGREED)]
    overrides = {"convergence.threshold": 0.5, "rounds.max": 1}
    chosen = council(75, decision="Sell the company.", choice="B")
    result = await run(tmp_path, seats, synthesis(60), chosen, overrides=overrides)
    assert (result.status, result.decider, result.decision) == ("decided", "council", "Sell the company.")
    assert "council_overrides_majority" in result.confidence_flags
    assert result.council is not None
    assert {each.partition(":")[0] for each in result.council.dissent} == {"cro", "cfo", "coo"}
    alone = await run(tmp_path, views(AGREED), synthesis(60), council(75, decision="Sell it all.", choice="none"))
    assert alone.status == "needs_review"
    assert alone.review is not None
    assert "bound: it departs from what all said" in str(alone.review.request)


async def test_a_later_resolution_takes_back_the_marks_of_an_earlier_one(tmp_path: Path) -> None:
    """D-126 X-23: the synthesizer speaks again after the re-opened debate."""
    marks = (10, 10, 10, 10, 10)
    first = say("council_synthesizer", round=1, reply={"decision": "Unsure.", "confidence": 75})
    result = await run(tmp_path, views(AGREED), views(AGREED, 2), synthesis(60), [first, *council(75, marks)])
    assert result.council is not None
    assert (result.decision, result.council.flags) == ("Expand into Europe, pilot first.", ())


async def test_the_critical_route_is_a_debate_with_a_council(tmp_path: Path) -> None:
    """W-D1 D-13 X-14: it joins the one synthesis, and the council is mandatory there, however sure the debate is."""
    with listen() as heard:
        result = await run(tmp_path, views(AGREED), synthesis(99), council(75), route="council")
    assert result.route == "council"
    assert len(result.rounds) == 1
    assert sorted(heard.seats("position")) == sorted(EXECUTIVES)
    assert (result.escalation.target, result.decider) == ("council", "council")


async def test_a_small_matter_may_skip_the_council(tmp_path: Path) -> None:
    """X-09: an operator may allow it; the decision carries a caveat, and the skipping is a reason in the log."""
    overrides = {"council.allow_skip_low_value": True}
    result = await run(tmp_path, views(AGREED), synthesis(60), value_at_risk=500, overrides=overrides)
    assert (result.status, result.council) == ("decided", None)
    assert "skipped" in result.escalation.caveats[0]
    # An amount nobody stated is not known to be small.
    unknown = await run(tmp_path, views(AGREED), synthesis(60), council(75), overrides=overrides)
    assert unknown.council is not None


async def test_the_council_may_look_before_a_person(tmp_path: Path) -> None:
    """X-08: an option for large amounts; the person decides in any case."""
    overrides = {"council.before_human_when_high_value": True}
    result = await run(tmp_path, views(AGREED), synthesis(40), council(95), value_at_risk=200_000, overrides=overrides)
    assert result.council is not None
    assert result.status == "needs_review"
    # What the person is asked to approve is the council's path.
    assert result.decision == "Expand into Europe, pilot first."
    # D-127: 40 and 20 for the consensus, however sure the council is.
    assert result.confidence == pytest.approx(0.60)


async def test_without_a_council_a_person_decides(tmp_path: Path) -> None:
    """D-14: where the council is switched off, its triggers call a person."""
    result = await run(tmp_path, views(AGREED), synthesis(60), overrides={"council.enabled": False})
    assert result.status == "needs_review"
    assert result.council is None


@pytest.mark.parametrize(
    ("marks", "verdict", "status"),
    [
        pytest.param((18, 12, 16, 10, 14), "approve", "decided", id="W-D27 18 + 12 + 16 + 10 + 14 = 70 approves"),
        pytest.param((9, 10, 10, 10, 10), "reject", "needs_review", id="D-118 X-33 49 rejects: a person"),
    ],
)
async def test_the_critics_rubric(tmp_path: Path, marks: tuple[int, ...], verdict: str, status: str) -> None:
    result = await run(tmp_path, views(AGREED), synthesis(60), council(95, marks))
    assert result.council is not None
    assert (result.council.verdict, result.status) == (verdict, status)


async def test_a_critic_who_asks_for_a_revision_reopens_the_debate_once(tmp_path: Path) -> None:
    """X-22 X-23: one more round with the gaps as guidance, then all three look at the debate as it stands."""
    watch = Watch()
    with listen() as heard:
        result = await run(
            tmp_path, views(AGREED), views(AGREED, 2), synthesis(60), council(75, (10, 10, 10, 10, 10)), watch=watch
        )
    assert [each["refinement"] for each in watch.named("reopened")] == [1]
    assert len(result.rounds) == 2
    assert all("who pays" in each.prompt for each in heard.of("revise", 2))
    # D-126: what the council made of the proposal is what the seats answer, not the synthesis before it.
    assert result.council is not None
    assert result.council.resolution is not None
    resolved = f"proposed decision: {result.council.resolution.decision}"
    assert [resolved in each.prompt for each in heard.of("revise", 2)] == [True] * len(EXECUTIVES)
    # the round that the council asked for is explained wherever the debate is told.
    (told,) = map(str, result.reopenings)
    assert told.startswith("After round 1, minute ")
    assert "the critic gave 50 of 100" in told
    assert "who pays" in told
    for text in (tell_story(result), render_report(result, {})):
        assert "the council opened the debate again" in " ".join(text.split())
    phases = [each.phase for each in heard.requests if each.phase.startswith("council")]
    assert [phases.count(f"council_{each}") for each in ("critic", "advocate", "synthesizer")] == [2, 2, 2]
    assert (result.status, result.decider) == ("decided", "council")


async def test_no_revision_when_there_is_no_room_for_one(tmp_path: Path) -> None:
    """X-23 X-81: refinements used up, so the threshold decides."""
    result = await run(
        tmp_path, views(AGREED), synthesis(60), council(75, (10, 10, 10, 10, 10)),
        overrides={"circuit_breaker.max_refinements": 0},
    )  # fmt: skip
    assert (len(result.rounds), result.status) == (1, "decided")


async def test_a_reopened_debate_that_is_sure_now_needs_no_second_look(tmp_path: Path) -> None:
    """X-23: after the refinement the gate decides anew."""
    script = [
        say("synthesize", None, 1, reply={"decision": "Unsure", "confidence": 60}),
        say("synthesize", None, 2, reply={"decision": "Expand into Europe now", "confidence": 90}),
    ]
    result = await run(tmp_path, views(AGREED), views(AGREED, 2), script, council(75, (10, 10, 10, 10, 10)))
    assert (result.decision, result.decider) == ("Expand into Europe now", "synthesizer")
    assert result.escalation.target == "none"


async def test_the_council_runs_out_of_time(tmp_path: Path) -> None:
    """W-D20 D-78 X-13: critic and advocate hang; the synthesizer is forced, and a person told who is missing."""
    script = [say(["council_critic", "council_advocate"], fail="hang"), *council(75)]
    result = await run(tmp_path, views(AGREED), synthesis(60), script, overrides={"timeout.council": 0.9})
    assert result.council is not None
    assert result.council.timed_out
    assert result.council.critic is None
    assert result.council.advocate is None
    assert result.council.resolution is not None
    assert result.council.resolution.author == "council_synthesizer"
    assert result.status == "needs_review"
    assert {"critic_missing", "advocate_missing"} <= set(result.confidence_flags)
    assert result.review is not None
    told = "reviewed: of the council did not answer: the critic, the devil's advocate"
    assert told in str(result.review.request)


async def test_a_council_nobody_of_whom_answers(tmp_path: Path) -> None:
    """D-78: the synthesis of the council is composed from the debate's, never surer than it, and says so."""
    script = say(["council_critic", "council_advocate", "council_synthesizer"], fail="hang")
    result = await run(tmp_path, views(AGREED), synthesis(65), script, overrides={"timeout.council": 0.3})
    assert result.council is not None
    assert result.council.resolution is not None
    assert result.council.resolution.author == "council_fallback"
    assert result.council.confidence is not None
    assert result.council.confidence <= 0.65
    assert "council_fallback" in result.confidence_flags
    assert (result.status, result.decision) == ("needs_review", "Expand into Europe with a pilot.")


async def test_what_went_wrong_lowers_the_confidence(tmp_path: Path) -> None:
    """W-D27 D-102: 80 - 10 (an agent out of time) - 15 (the breaker) - 5 (a failed query) = 50: the council."""
    store = open_store("memory:")
    graph = build_graph("conclave", checkpointer=store)
    config: Any = {"configurable": {"thread_id": "lowered"}}
    points = {"timeout": -10, "breaker": -15, "loop": -20, "retrieval": -5}
    overrides = {f"escalation.adjustments.{name}": value for name, value in points.items()}
    model = write(tmp_path, say("position", "cmo", fail="hang"), views((1, 0, 0, 0)), synthesis(80), council(75))
    context: Any = {"model": model, "overrides": {**overrides, "timeout.per_agent": 0.4, "rounds.max": 1}}
    await graph.ainvoke({"question": "Should we expand?"}, config, context=context, interrupt_before=["checkpoint"])
    failed = Query(seat="cfo", round=1, number=1, text="churn", outcome="failed")
    await graph.aupdate_state(config, {"queries": [failed]}, as_node="position_cmo")
    state = await graph.ainvoke(None, config, context=context)
    assert state["council"] is not None  # it looked, and left it to a person
    assert state["escalation"].target == "human"
    assert any("50 % is below 70 %" in reason for reason in english(state["escalation"].reasons))


async def test_by_default_trouble_costs_nothing(tmp_path: Path) -> None:
    """D-102: the adjustments are 0 unless an operator sets them."""
    result = await run(
        tmp_path,
        say("position", "cmo", fail="hang"),
        views(AGREED),
        synthesis(70),
        overrides={"timeout.per_agent": 0.4},
    )
    assert (result.status, result.confidence) == ("decided", 0.70)
