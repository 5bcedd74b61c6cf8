"""The refinement loop through the compiled graph: W-F1..W-F15 and what F-01..F-47 ask of a run.

The unit and integration tests the source names (F-41, F-42, X-74) are these and those of the policies.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from moot import review
from moot.graph.build import build_graph
from moot.graph.routers import route_after_methodologist
from moot.runs import CONNECTIONS
from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

IDEA = "the incremental method is faster"
V1 = "How does the incremental method affect speed?"
V2 = "Does the incremental method cut time by 30 % in small teams?"
V3 = "Does the incremental method cut time by 30 % in small teams, by bugs per sprint?"


def classified(word: str = "vague") -> Entry:
    return say("classify", "orchestrator", reply={"classification": word, "reasoning": "it names no population"})


def asks(question: str, *gaps: str, **fields: Any) -> Entry:
    return say("structure", times=1, reply={"structured_question": question, "addressed_gaps": list(gaps), **fields})


def wants(*aspects: str) -> Entry:
    gaps = [{"aspect": each, "gap": f"no {each}", "suggestion": f"name {each}"} for each in aspects]
    reply = {"status": "needs_refinement", "justification": "promising", "improvements": gaps}
    return say("methodology", times=1, reply=reply)


def rules(status: str, phase: str = "methodology", *gaps: tuple[str, str]) -> Entry:
    """The last verdict; gap by gap, the words that fill it."""
    said = [{"gap": gap, "verdict": "filled" if span else "open", "span": span} for gap, span in gaps]
    return say(phase, reply={"status": status, "justification": f"it is {status}", "gaps": said})


def approves(*spans: str) -> Entry:
    """An approval that names the words which fill G1, G2 and so on."""
    return rules("approved", "methodology", *((f"G{place}", span) for place, span in enumerate(spans, start=1)))


async def refine(stage: Stage, *parts: Entry, question: str = IDEA, overrides: Mapping[str, Any] | None = None) -> Ran:
    return await stage.run(question, *parts, profile="research", overrides=overrides)


def follow(ran: Ran) -> list[tuple[str, int, int]]:
    """After each node of the loop: its name, the refinements made, and the versions evaluated."""
    steps, iteration, versions = [], 0, 0
    for mode, data in ran.watch.seen:
        for node, update in data.items() if mode == "updates" else ():
            if node in ("structurer", "methodologist", "force_decision"):
                iteration = update.get("refinement_iteration", iteration)
                versions = max([versions, *(each.version for each in update.get("hypothesis_versions", ()))])
                steps.append((node, iteration, versions))
    return steps


def feedback(ran: Ran) -> list[tuple[int, str, str, int]]:
    """Each version: its number, question, status and how many improvements it was asked."""
    return [
        (each.version, each.question, each.feedback.status, len(each.feedback.improvements))
        for each in ran.state["hypothesis_versions"]
    ]


async def test_one_refinement(stage: Stage) -> None:
    """W-F1, F-06, F-19, F-25, X-65: V1 wants two things, V2 has them."""
    ran = await refine(
        stage,
        classified(),
        asks(V1),
        asks(V2, "população", "métricas", assumptions=["30 %", "2-5 developers"]),
        wants("população", "métricas"),
        approves("small teams", "time by 30 %"),
    )
    assert follow(ran) == [
        ("structurer", 0, 0),
        ("methodologist", 0, 1),
        ("structurer", 1, 1),
        ("methodologist", 1, 2),
    ]
    assert feedback(ran) == [(1, V1, "needs_refinement", 2), (2, V2, "approved", 0)]
    result = ran.result
    assert (result.status, result.decision, result.decider) == ("decided", V2, "methodologist")
    assert (result.stop_reason, result.route, ran.state["current_stage"]) == ("converged", "refine", "done")
    # what nobody stated is an assumption to be confirmed.
    assert result.refinement is not None
    assert result.refinement.assumptions == ("30 %", "2-5 developers")
    # F-08, W-F12: what the last version fills is part of the result.
    assert result.refinement.addressed_gaps == ("população", "métricas")
    assert result.refinement.elements == ran.state["structurer_output"].elements
    assert ran.state["conversation_history"] == [IDEA]
    assert ran.unused == []


async def test_two_refinements(stage: Stage) -> None:
    """W-F2, X-66: the third version is evaluated normally, so nothing is forced."""
    ran = await refine(
        stage,
        classified(),
        *(asks(V1), asks(V2), asks(V3)),
        *(wants("contexto", "problema"), wants("métricas")),
        approves("in small teams", "time by 30 %", "bugs per sprint"),
        question="I observed the incremental method today",
    )
    assert follow(ran)[-1] == ("methodologist", 2, 3)
    assert [status for _, _, status, _ in feedback(ran)] == ["needs_refinement", "needs_refinement", "approved"]
    assert [each.feedback.improvements[0].aspect for each in ran.state["hypothesis_versions"][:2]] == [
        "contexto",
        "métricas",
    ]
    assert ran.asked("force") == []
    assert ran.result.refinement is not None
    assert not ran.result.refinement.forced_decision


@pytest.mark.parametrize(("verdict", "status"), [("approved", "needs_review"), ("rejected", "rejected")])
async def test_the_limit_forces_a_decision(stage: Stage, verdict: str, status: str) -> None:
    """W-F3, F-32, F-37, X-72: entry 3 carries the forced decision and its open gap, and there is no fourth."""
    ran = await refine(
        stage,
        classified(),
        *(asks(V1), asks(V2), asks(V3)),
        *(wants("outro"), wants("métricas"), wants("variáveis")),
        rules(verdict, "force"),
        question="the incremental method improves W",
    )
    assert follow(ran)[-2:] == [("methodologist", 2, 3), ("force_decision", 2, 3)]
    last = ran.state["hypothesis_versions"][2]
    assert feedback(ran)[2] == (3, V3, verdict, 1)
    assert ran.state["methodologist_output"].improvements == ()  # F-38
    assert [each.aspect for each in last.open_gaps] == ["variáveis"]
    assert (last.overruled.status, last.overruled.improvements[0].aspect) == ("needs_refinement", "variáveis")
    assert [each.forced_decision for each in ran.state["hypothesis_versions"]] == [False, False, True]
    assert ran.result.status == status
    assert ran.result.decision == (V3 if verdict == "approved" else None)
    assert V1 in ran.prompt("force", "methodologist")


@pytest.mark.parametrize(
    ("first", "calls"),
    [
        pytest.param("approved", 1, id="W-F4 approved at V1"),
        pytest.param("rejected", 1, id="W-F4, W-F9 an appeal to popular belief is rejected at V1"),
    ],
)
async def test_a_verdict_ends_the_loop(stage: Stage, first: str, calls: int) -> None:
    tea = asks("Does tea heal colds in adults?")
    ran = await refine(stage, classified(), tea, rules(first), question="everyone knows that tea heals")
    assert ran.result.refinement is not None
    assert (ran.result.refinement.status, ran.result.refinement.refinement_iteration) == (first, 0)
    assert ran.result.status == ("decided" if first == "approved" else "rejected")
    assert len(ran.asked("methodology")) == calls
    # F-17: the first evaluation sees the user's own words.
    assert "everyone knows" in ran.prompt("methodology", "methodologist")


@pytest.mark.parametrize("word", ["semi_formed", "complete"])
async def test_an_idea_that_needs_no_structuring_is_version_1(stage: Stage, word: str) -> None:
    """W-F10, X-73, F-35, X-70a, X-70b: classified first, judged as it is, then refined."""
    ran = await refine(stage, classified(word), asks(V2), wants("população"), approves("small teams"))
    assert feedback(ran) == [(1, IDEA, "needs_refinement", 1), (2, V2, "approved", 0)]
    assert [each.form for each in ran.state["hypothesis_versions"]] == ["statement", "question"]
    assert [each.phase for each in ran.requests] == ["classify", "methodology", "structure", "methodology"]
    assert ran.state["orchestrator_classification"] == word


async def test_the_structurer_is_told_what_to_fill(stage: Stage) -> None:
    """F-21, F-22, W-F12, F-17: original idea, previous question and every gap, for who fills them and who judges."""
    filled = approves("small teams", "30 %")
    ran = await refine(stage, classified(), asks(V1), asks(V2), wants("população", "métricas"), filled)
    first, second = (each.prompt for each in ran.asked("structure"))
    assert "no população" not in first
    for shown in (IDEA, V1, "no população", "name população", "no métricas", "name métricas"):
        assert shown in second
    evaluations = [each.prompt for each in ran.asked("methodology")]
    assert [IDEA in each for each in evaluations] == [True, True]
    listed = "G1 população (population): no população (found in version 1, open)"
    assert [listed in each for each in evaluations] == [False, True]
    assert V1 in evaluations[1]
    # F-15, W-F11: what a needs_refinement answer looks like is part of the prompt.
    assert all("needs_refinement" in each for each in evaluations)


async def test_no_refinement_is_allowed(stage: Stage) -> None:
    """W-F14: with max 0 the first wish for more leads to the forced decision."""
    ran = await refine(
        stage, classified(), asks(V1), wants("métricas"), rules("rejected", "force"), overrides={"refinement.max": 0}
    )
    assert [node for node, _, _ in follow(ran)] == ["structurer", "methodologist", "force_decision"]
    assert ran.state["max_refinements"] == 0
    assert ran.result.status == "rejected"


@pytest.mark.parametrize(
    ("answers", "status", "flag"),
    [
        pytest.param([say(["methodology", "repair"], reply="no idea")], "error", "unreadable", id="W-F6 not readable"),
        pytest.param(
            [say(["methodology", "repair"], reply={"status": "perhaps", "justification": "hm"})],
            "error",
            "unreadable",
            id="W-F6, X-71 unknown status",
        ),
        pytest.param(
            [say(["methodology", "repair"], reply={"status": "needs_refinement", "justification": "hm"})],
            "rejected",
            "invalid",
            id="W-F7, X-69 no improvement named, twice",
        ),
        pytest.param(
            [
                say("methodology", reply={"status": "needs_refinement", "justification": "hm"}),
                say("repair", reply={"status": "approved", "justification": "fine"}),
            ],
            "approved",
            None,
            id="W-F7, Q-08 repaired",
        ),
    ],
)
async def test_an_unusable_verdict_is_never_approval(
    stage: Stage, answers: list[Entry], status: str, flag: str | None
) -> None:
    ran = await refine(stage, classified(), asks(V1), *answers)
    verdict = ran.state["methodologist_output"]
    assert verdict.status == status
    assert flag is None or flag in verdict.flags
    assert ran.result.status == {"error": "inconclusive", "rejected": "rejected", "approved": "decided"}[status]
    assert (ran.result.decision is not None) == (status == "approved")


@pytest.mark.parametrize(
    "last",
    [
        pytest.param(
            {
                "status": "needs_refinement",
                "justification": "more",
                "improvements": [{"aspect": "outro", "gap": "x", "suggestion": "y"}],
            },
            id="W-F8, F-38 wants more after the end",
        ),
        pytest.param("garbage", id="W-F8 garbage"),
    ],
)
async def test_a_forced_decision_that_is_none_rejects(stage: Stage, last: Any) -> None:
    parts = (wants("outro"), say(["force", "repair"], reply=last))
    ran = await refine(stage, classified(), asks(V1), *parts, overrides={"refinement.max": 0})
    assert ran.state["methodologist_output"].status == "rejected"
    assert ran.state["hypothesis_versions"][-1].forced_decision
    assert ran.result.status == "rejected"


@pytest.mark.parametrize(
    ("before", "overrides", "delay", "told"),
    [
        pytest.param([], {"budget.tokens": 100}, 0, "The request may need", id="it cannot be paid"),
        pytest.param([], {"timeout.per_agent": 0.2}, 9, "within 0.2 s", id="it is too slow"),
        pytest.param(
            [wants("outro")], {"timeout.per_agent": 0.2}, 9, "within 0.2 s", id="too slow for a last decision"
        ),
    ],
)
async def test_a_methodologist_who_is_not_heard_rejects_nothing(
    stage: Stage, before: list[Entry], overrides: dict[str, Any], delay: float, told: str
) -> None:
    """F-18, F-38 are about what it says; what it did not say is no verdict."""
    late = say(["methodology", "force"], delay=delay, reply={"status": "rejected", "justification": "x"})
    ran = await refine(stage, classified("complete"), *before, late, overrides={"refinement.max": 0, **overrides})
    assert (ran.result.status, ran.result.decision) == ("inconclusive", None)
    assert ran.result.refinement is not None
    assert ran.result.refinement.justification.startswith("The methodologist did not answer: ")
    assert told in ran.result.refinement.justification


async def test_a_classification_nobody_can_read_is_vague(stage: Stage) -> None:
    """F-36: a clear idea that is structured again loses less than a vague one that is judged as it is."""
    ran = await refine(stage, say(["classify", "repair"], reply="well"), asks(V1), rules("approved"))
    assert ran.state["orchestrator_classification"] == "vague"
    assert feedback(ran) == [(1, V1, "approved", 0)]


async def test_an_unchanged_refinement_is_tagged(stage: Stage) -> None:
    """F-26: no two versions look the same."""
    ran = await refine(stage, classified(), asks(V1), asks(V1), wants("métricas"), approves("affect speed"))
    assert [question for _, question, _, _ in feedback(ran)] == [V1, f"{V1} (version 2)"]


@pytest.mark.parametrize(
    ("step", "target"),
    [
        ("structurer", "structurer"),  # W-F5, F-31
        ("force_decision", "force_decision"),  # W-F5, F-32
        ("ask_user", "request_guidance"),  # F-47
        ("end", "refined"),  # F-29, F-30, F-33
        (None, "refined"),  # F-35: no verdict
    ],
)
def test_the_router_reads_the_finding(step: str | None, target: str) -> None:
    assert route_after_methodologist({"refinement_step": step}) == target


def test_the_loop_is_part_of_the_super_graph() -> None:
    """F-02, F-34, X-67: no inner graph; the structurer always leads to the methodologist."""
    drawn = build_graph("research").get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert {target for source, target in edges if source == "structurer"} == {"methodologist"}
    assert {target for source, target in edges if source == "methodologist"} == {
        "structurer",
        "force_decision",
        "request_guidance",
        "refined",
    }


ON_DEMAND = {"refinement.mode": "on_demand"}
AT_LIMIT: dict[str, Any] = {"refinement.max": 0, "on_limit": "ask_user"}


async def paused(stage: Stage) -> Ran:
    ran = await refine(
        stage, classified(), asks(V1), asks(V2), wants("métricas"), approves("30 %"), overrides=ON_DEMAND
    )
    assert ran.result.status == "needs_review"
    return ran


async def test_on_demand_the_user_sees_the_feedback(stage: Stage) -> None:
    """W-F15, F-47, X-79: the loop pauses with the gaps and three ways to go on."""
    ran = await paused(stage)
    assert ran.result.review is not None
    request: dict[str, Any] = ran.result.review.request
    (action,) = request["action_requests"]
    assert action["args"] == action["arguments"]
    assert list(action["args"]) == ["decision"]
    assert request["details"]["choices"] == ["refine", "research", "other"]
    assert [each["aspect"] for each in request["details"]["improvements"]] == ["métricas"]
    assert len(ran.asked("structure")) == 1


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        pytest.param("approve", "", None, id="W-F15 refine: approve"),
        pytest.param("respond", "refine", None, id="W-F15 refine: by name"),
        pytest.param("respond", "measure it in sprints", "measure it in sprints", id="F-47 refine with guidance"),
    ],
)
async def test_on_demand_refine(stage: Stage, kind: str, text: str, told: str | None) -> None:
    ran = await stage.review(await paused(stage), kind, text)
    assert (ran.result.status, ran.result.decision) == ("decided", V2)
    assert ran.state["refinement_iteration"] == 1
    assert told is None or told in ran.asked("structure")[1].prompt


async def test_on_demand_research_keeps_the_pause(stage: Stage) -> None:
    """W-F15 research: nothing is asked of a model; the user comes back and refines."""
    first = await paused(stage)
    still = await stage.review(first, "respond", "research")
    assert still.result.status == "needs_review"
    assert still.result.review is not None
    assert still.result.review.request["problem"]
    assert still.calls == first.calls
    ended = await stage.review(still, "approve")
    assert (ended.result.status, ended.result.decision) == ("decided", V2)


@pytest.mark.parametrize(("kind", "text"), [("reject", ""), ("respond", "other")])
async def test_on_demand_another_direction_ends_without_a_verdict(stage: Stage, kind: str, text: str) -> None:
    """W-F15 other."""
    first = await paused(stage)
    ran = await stage.review(first, kind, text)
    assert (ran.result.status, ran.result.decision) == ("aborted", None)
    assert ran.calls == first.calls


async def test_at_the_limit_a_profile_may_ask_the_user(stage: Stage) -> None:
    """X-79: `on_limit: ask_user` pauses where the others force a decision; the user may go beyond the limit."""
    ran = await refine(
        stage,
        classified(),
        *(asks(V1), asks(V2), wants("métricas"), approves("30 %")),
        overrides=AT_LIMIT,
    )
    assert ran.result.status == "needs_review"
    ended = await stage.review(ran, "approve")
    assert (ended.result.status, ended.result.decision) == ("decided", V2)


HELD = {"recommendation": "Measure ten teams.", "stance": "measure ten teams", "premises": ["p"], "risks": ["r"]}
ARGUED = (
    say("position", reply={**HELD, "timing": "now"}),
    say("synthesize", reply={"decision": "Measure ten teams for a year.", "confidence": 80}),
)


async def test_an_approved_question_is_argued_next(stage: Stage) -> None:
    """F-01, `refinement.then: debate`: the seats of the named profile argue the last version, in the same run."""
    ran = await refine(
        stage,
        classified(),
        *(asks(V1), asks(V2), wants("métricas"), approves("30 %")),
        *ARGUED,
        overrides={"refinement.then": "debate"},
    )
    result = ran.result
    assert (result.status, result.route, result.decision) == ("decided", "debate", "Measure ten teams for a year.")
    assert (result.question, result.stop_reason, result.profile) == (V2, "converged", "research")
    assert sorted(each.seat for each in ran.asked("position")) == ["cfo", "cmo", "coo", "cro"]
    assert V2 in ran.prompt("position", "cfo")
    # Whoever refines is introduced as in a run that only refines.
    assert "\nStructurer. You turn an idea" in ran.asked("structure")[0].prompt
    assert "\nMethodologist. You are a partner" in ran.asked("methodology")[0].prompt
    assert result.refinement is not None
    assert (result.refinement.refined_by, result.refinement.argued_by) == ("research", "conclave")
    assert (result.refinement.status, result.refinement.assumptions) == ("approved", ("30 %",))


async def test_a_question_that_a_person_approved_is_argued_next(stage: Stage) -> None:
    """X-72, `refinement.then: debate`: their word counts for the question, not for what is argued about it."""
    overrides = {"refinement.then": "debate", "refinement.max": 0}
    ran = await refine(
        stage, classified(), asks(V1), wants("métricas"), rules("approved", "force"), *ARGUED, overrides=overrides
    )
    assert (ran.result.status, ran.asked("position")) == ("needs_review", [])
    ended = await stage.review(ran, "edit", V2)
    assert (ended.result.status, ended.result.question) == ("decided", V2)
    assert ended.result.warrant is not None
    conditions = {each.id: str(each.detail) for each in ended.result.warrant.conditions}
    assert conditions["filled"].startswith("approved by a forced decision")
    assert conditions["filled"].endswith("a person approved it all the same")
    assert "a person" not in conditions["settled"]


@pytest.mark.parametrize(
    ("kind", "text", "status", "decision"),
    [
        pytest.param("approve", "", "decided", V1, id="X-72 approve"),
        pytest.param("edit", V2, "decided", V2, id="X-72 edit"),
        pytest.param("reject", "", "rejected", None, id="X-72 reject"),
    ],
)
async def test_a_person_decides_on_a_forced_approval(
    stage: Stage, kind: str, text: str, status: str, decision: str | None
) -> None:
    """X-72, DESIGN 9: with an open gap the run pauses; whoever approves answers for it."""
    parts = (asks(V1), wants("métricas"), rules("approved", "force"))
    ran = await refine(stage, classified(), *parts, overrides={"refinement.max": 0})
    assert (ran.result.status, ran.result.decision) == ("needs_review", V1)
    assert ran.result.review is not None
    page = str(ran.result.review.request["description"])
    assert f"**Proposed question**\n\n> {V1}\n" in page
    assert "**Gaps**\n\n- G1 metrics: no métricas → " in page
    assert "- **approve** lets the question stand as it is." in page
    ended = await stage.review(ran, kind, text)
    assert (ended.result.status, ended.result.decision) == (status, decision)
    assert ended.result.decider == "human"
    assert ended.calls == ran.calls


async def test_whoever_ends_a_refinement_needs_no_model(stage: Stage) -> None:
    """INTERFACES 4: a question is approved or rejected on a machine that has no model."""
    parts = (asks(V1), wants("métricas"), rules("approved", "force"))
    ran = await refine(stage, classified(), *parts, overrides={"refinement.max": 0})
    for script in stage.folder.glob("*.yaml"):
        script.unlink()
    CONNECTIONS.clear()
    ended = await review(ran.result.thread_id, {"decisions": [{"type": "approve"}]}, store=stage.store)
    assert (ended.status, ended.decision) == ("decided", V1)


async def test_a_person_has_a_forced_approval_refined_once_more(stage: Stage) -> None:
    """X-79: guidance goes beyond the limit, and is the user's word from then on."""
    parts = (asks(V1), asks(V2), wants("métricas"), rules("approved", "force"), approves("30 %"))
    ran = await refine(stage, classified(), *parts, overrides={"refinement.max": 0})
    ended = await stage.review(ran, "respond", "count by 30 %")
    assert (ended.result.status, ended.result.decision) == ("decided", V2)
    assert "count by 30 %" in ended.asked("structure")[1].prompt
    assert "no métricas" in ended.asked("structure")[1].prompt
    assert ended.result.refinement is not None
    assert ended.result.refinement.assumptions == ()


async def test_a_profile_may_only_report_open_gaps(stage: Stage) -> None:
    """DESIGN 9, `warrant.filled: reported`: it decides, and says what is open."""
    overrides = {"refinement.max": 0, "warrant.filled": "reported"}
    parts = (asks(V1), wants("métricas"), rules("approved", "force"))
    ran = await refine(stage, classified(), *parts, overrides=overrides)
    assert (ran.result.status, ran.result.stop_reason) == ("decided", "max_refinements")
    assert ran.result.caveats == (
        "The approval was forced at the limit of refinements.",
        "Approved although gaps are open: G1 metrics: no métricas.",
    )


async def test_a_version_that_leaves_the_subject_is_sent_back_once(stage: Stage) -> None:
    """F-17: whatever the verdict says of it; the second time a person looks."""
    paris = "What is the capital of France?"
    ran = await refine(stage, classified(), asks(paris), asks(V2), rules("approved"))
    assert [each.subject_kept for each in ran.state["hypothesis_versions"]] == [False, True]
    assert (ran.result.status, ran.result.decision) == ("decided", V2)
    assert "Ask again about what the user wrote" in ran.asked("structure")[1].prompt
    again = await refine(stage, classified(), asks(paris), asks(f"{paris} Lyon?"), rules("approved"))
    assert (again.result.status, len(again.asked("structure"))) == ("needs_review", 2)
    assert again.result.refinement is not None
    assert again.result.refinement.status == "needs_refinement"


async def test_any_profile_may_refine_first(stage: Stage) -> None:
    """DESIGN 3: the loop stands before the conclave's debate; its actors are roles there, not seats."""
    held = {"recommendation": "Pilot it.", "stance": "pilot it", "premises": ["p"], "risks": ["r"], "timing": "now"}
    ran = await stage.run(
        IDEA,
        *(classified(), asks(V1), rules("approved")),
        *(say("position", reply=held), say("synthesize", reply={"decision": "Pilot it.", "confidence": 80})),
        overrides={"refinement.enabled": True, "refinement.then": "debate"},
    )
    assert ran.result.refinement is not None
    assert (ran.result.refinement.refined_by, ran.result.refinement.argued_by) == ("research", "conclave")
    assert (ran.result.profile, ran.result.status, ran.result.question) == ("conclave", "decided", V1)
    assert sorted(each.seat for each in ran.asked("position")) == ["cfo", "cmo", "coo", "cro"]


async def test_the_list_of_versions(stage: Stage) -> None:
    """W-F13: one gap in V1, none in V2."""
    first, second = "Does tea help adults?", "Does tea help adults of 18-40 years?"
    answers = (asks(first), asks(second, "população"), wants("população"), approves("adults of 18-40 years"))
    ran = await refine(stage, classified(), *answers, question="tea is healthy")
    assert feedback(ran) == [(1, first, "needs_refinement", 1), (2, second, "approved", 0)]
    assert ran.state["hypothesis_versions"][0].feedback.improvements[0].suggestion == "name população"
    assert ran.state["hypothesis_versions"][0].feedback.justification == "promising"  # X-69a


async def test_a_rejected_question_is_not_argued(stage: Stage) -> None:
    ran = await refine(stage, classified(), asks(V1), rules("rejected"), overrides={"refinement.then": "debate"})
    assert (ran.result.status, ran.asked("position")) == ("rejected", [])


@pytest.mark.parametrize("phase", ["methodology", "force"])
async def test_a_methodologist_out_of_reach_is_a_failure(stage: Stage, phase: str) -> None:
    """INTERFACES 2: a model that does not answer has judged nothing, so the run fails and can be resumed."""
    answers = [wants("métricas")] if phase == "force" else []
    away = {**say(phase), "fail": 401}
    ran = await refine(stage, classified(), asks(V1), *answers, away, overrides={"refinement.max": 0})
    assert (ran.result.status, ran.result.decider) == ("failed", "nobody")
