"""Root-cause debates through the compiled graph: W-R1..W-R12 and what R-01..R-30 ask of a run."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest

from moot.state.debate import MultiAgentState
from moot.views.terminal import tell_story, write_answer, write_report
from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

QUESTION = "Why did the DataNode fail?"
REASONERS = ("log_focused", "kg_focused", "hybrid")
RUBRIC = {
    "evidence_quality": 30,
    "reasoning_strength": 25,
    "confidence_calibration": 20,
    "completeness": 15,
    "consistency": 10,
}
INCIDENT = {
    "events": [
        {"id": "e1", "component": "DataNode", "severity": "WARN", "message": "disk at 95 percent"},
        {"id": "e2", "component": "DataNode", "severity": "ERROR", "message": "replication failed for lack of space"},
    ],
    "error_messages": [{"error_type": "DiskFullException", "message": "no space left", "component": "DataNode"}],
    "similar_incidents": [{"incident_id": "HDFS_001", "root_cause": "disk full", "similarity_score": 6.5}],
    "patterns": [{"pattern": "DataNode -> DataNode", "frequency": 2}],
}
BEST = {
    "hypothesis": "The disk of a DataNode filled up because of a high replication rate.",
    "confidence": 95,
    "category": "resource",
    "affected_components": ["DataNode"],
    "evidence": [
        "Log: disk at 95 percent before the failure",
        "Log: DiskFullException",
        "Historical: HDFS_001",
        "Pattern: DataNode -> DataNode",
    ],
    "suggested_resolution": ["Free space now", "Add capacity", "Adjust the replication factor", "Alert at 85 percent"],
    "changes_made": "names the rate",
}


def propose(seat: str, number: int, *items: Mapping[str, Any]) -> Entry:
    """Let a reasoner propose hypotheses in a round."""
    return say("position" if number == 1 else "revise", seat, number, reply={"hypotheses": list(items)})


def guess(text: str, category: str = "unknown", confidence: int = 60, **fields: Any) -> dict[str, Any]:
    return {"hypothesis": text, "category": category, "confidence": confidence, **fields}


def differ(number: int) -> list[Entry]:
    """Three reasoners with 3, 1 and 3 hypotheses that have nothing in common (W-R1)."""
    return [
        propose(
            "log_focused",
            number,
            guess(f"Power supply tripped, take {number}", "hardware", 80),
            guess("A fan stopped", "hardware", 60),
            guess("A cable broke", "hardware", 50),
        ),
        propose("kg_focused", number, guess(f"Switch firmware dropped packets, take {number}", "network", 70)),
        propose(
            "hybrid",
            number,
            {**BEST, "changes_made": f"refined in round {number}"},
            guess("A scheduler bug", "software", 55),
            guess("A wrong threshold", "config", 40),
        ),
    ]


def marks(hypothesis: str, score: int) -> dict[str, Any]:
    """The judge's five parts that add up to a score."""
    parts, left = {}, score
    for name, most in RUBRIC.items():
        parts[name] = min(most, left)
        left -= parts[name]
    return {
        "hypothesis_id": hypothesis,
        **parts,
        "strengths": [f"{hypothesis} is specific"],
        "weaknesses": [f"{hypothesis} lacks a cause"],
        "feedback": f"say why of {hypothesis}",
    }


def judge(
    number: int, top: int, others: Sequence[str] = ("log_1", "log_2", "log_3", "kg_1", "hybrid_2", "hybrid_3")
) -> Entry:
    """Let the judge give hybrid_1 the round's best score."""
    rest = [marks(each, min(2, top)) for each in others]
    return say("judge", "judge", number, reply={"evaluations": [marks("hybrid_1", top), *rest]})


def search(*scores: int) -> list[Entry]:
    """Reasoners who differ in every round, and a judge whose best scores are these."""
    return [entry for number, score in enumerate(scores, 1) for entry in (*differ(number), judge(number, score))]


async def analyse(stage: Stage, *parts: Any, **options: Any) -> Ran:
    return await stage.run(QUESTION, *parts, **{"profile": "rca", "incident": INCIDENT, **options})


async def test_the_trajectory_85_90_92(stage: Stage) -> None:
    """W-R1, R-10, R-17..R-19, R-31, R-34, X-58..X-59, X-63: +5 goes on, +2 is a plateau even in the last round."""
    ran = await analyse(stage, search(85, 90, 92))
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.total_rounds, found.convergence_achieved) == ("plateau", 3, True)
    assert found.improvement_trajectory == (85, 90, 92)
    assert (found.best_round, found.refinements) == (3, 2)
    best = found.final_hypothesis
    assert best is not None
    assert (best.judge_score, best.source, best.confidence, best.rounds_refined) == (92, "hybrid", 0.95, 3)
    assert best.hypothesis == BEST["hypothesis"]
    assert [item.partition(":")[0] for item in best.evidence] == ["Log", "Log", "Historical", "Pattern"]
    assert len(best.resolution) == 4
    assert (best.category, best.affected_components) == ("resource", ("DataNode",))  # X-58h
    assert best.changes_made == "refined in round 3"  # X-58g
    first = found.rounds[0]
    assert {name: len(made) for name, made in first.hypotheses.items()} == {
        "log_focused_hypotheses": 3,
        "kg_focused_hypotheses": 1,
        "hybrid_hypotheses": 3,
    }
    assert first.judge_evaluation is not None
    assert [each.rank for each in first.judge_evaluation.evaluated_hypotheses] == [1, 2, 3, 4, 5, 6, 7]
    assert found.warnings == ()  # one well-founded hypothesis may be all
    result = ran.result
    assert (result.status, result.decision, result.decider) == ("decided", BEST["hypothesis"], "judge")
    assert (result.stop_reason, result.confidence) == ("plateau", 0.95)
    assert result.circuit_breaker is None
    assert ran.unused == []


@pytest.mark.parametrize(
    ("scores", "stop", "achieved", "best"),
    [
        pytest.param((85, 89), "plateau", True, (89, 2), id="W-R2 +4 is a plateau"),
        pytest.param((85, 85), "plateau", True, (85, 1), id="W-R3 no gain: the first one stays"),
        pytest.param((95, 92), "plateau", True, (95, 1), id="W-R4, X-63b a drop: the better one stays"),
        pytest.param((85, 91, 97), "max_rounds", False, (97, 3), id="W-R5 +6 is none"),
        pytest.param((3, 50, 60), "max_rounds", False, (60, 3), id="W-R6, X-60 no plateau in round 1"),
    ],
)
async def test_when_the_search_ends(
    stage: Stage, scores: tuple[int, ...], stop: str, achieved: bool, best: tuple[int, int]
) -> None:
    ran = await analyse(stage, search(*scores))
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.convergence_achieved, found.total_rounds) == (stop, achieved, len(scores))
    assert found.final_hypothesis is not None
    assert (found.final_hypothesis.judge_score, found.best_round) == best
    assert (ran.result.status, ran.result.stop_reason) == ("decided", stop)
    # the best so far is taken, nobody is called.
    assert ran.result.escalation.target == "none"
    assert len(ran.requests) == 4 * len(scores)


@pytest.mark.parametrize(
    "same",
    [
        pytest.param([guess("The disk of the DataNode is full")] * 3, id="W-R7, X-62 same words"),
        pytest.param(
            [guess("The disk of the DataNode is full"), guess("DataNode: disk full!"), guess("Full DataNode disk")],
            id="W-R7, X-62 nearly the same words",
        ),
    ],
)
async def test_all_name_the_same_cause(stage: Stage, same: list[dict[str, Any]]) -> None:
    said = [propose(seat, 1, item) for seat, item in zip(REASONERS, same, strict=True)]
    ran = await analyse(stage, said, judge(1, 60, ("log_1", "kg_1")))
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.convergence_achieved, found.total_rounds) == ("consensus", True, 1)


async def test_the_same_category_and_component_alone_are_no_agreement(stage: Stage) -> None:
    """X-62."""
    causes = ("Space ran out", "Blocks piled up on a volume", "Retention was too long")
    guesses = [guess(cause, "resource", 70, affected_components=["DataNode"]) for cause in causes]
    said = [propose(seat, 1, item) for seat, item in zip(REASONERS, guesses, strict=True)]
    ran = await analyse(stage, said, judge(1, 60, ("log_1", "kg_1")), overrides={"rounds.max": 1})
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.convergence_achieved) == ("max_rounds", False)


async def test_one_round_only(stage: Stage) -> None:
    """W-R8, R-26."""
    ran = await analyse(stage, search(85), overrides={"rounds.max": 1})
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.total_rounds, found.convergence_achieved) == ("max_rounds", 1, False)


@pytest.mark.parametrize(
    "silence",
    [
        pytest.param({"reply": {"hypotheses": []}}, id="W-R9 an empty list"),
        pytest.param({"fail": "refusal"}, id="W-R9 a refusal"),
    ],
)
async def test_a_reasoner_that_returns_nothing(stage: Stage, silence: dict[str, Any]) -> None:
    ran = await analyse(stage, say(["position", "revise", "repair"], "kg_focused", **silence), search(85, 87))
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.total_rounds) == ("plateau", 2)
    assert str(found.warnings[0]).startswith("rounds 1, 2: Incident-graph reasoner gave no hypothesis")
    assert ran.result.rounds[0].failed == ("kg_focused",)
    assert ran.result.status == "decided"


async def test_no_reasoner_returns_anything(stage: Stage) -> None:
    """W-R9, X-61: an error result, no crash, and the judge is not asked."""
    ran = await analyse(stage, say(["position", "repair"], reply={"hypotheses": []}))
    assert (ran.result.status, ran.result.decision) == ("failed", None)
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.final_hypothesis, found.total_rounds) == ("insufficient_positions", None, 1)
    assert ran.asked("judge") == []


async def test_a_round_in_which_nobody_answers_keeps_the_earlier_best(stage: Stage) -> None:
    """R-40, X-61: what was found stays, and the last round refines it."""
    ran = await analyse(stage, say(["revise", "repair"], None, 2, fail="refusal"), search(85), differ(3), judge(3, 95))
    found = ran.result.rca
    assert found is not None
    assert found.improvement_trajectory == (85, 95)
    assert "say why of log_1" in ran.prompt("revise", "log_focused", 3)


async def test_a_judge_nobody_can_read(stage: Stage) -> None:
    """W-R10, R-46: scores follow from the confidences, flagged; they decide nothing."""
    said = [
        propose("log_focused", 1, guess("Power supply tripped", "hardware", 80)),
        propose("kg_focused", 1, guess("Firmware dropped packets", "network", 60)),
        propose("hybrid", 1, guess("A scheduler bug", "software", 40)),
    ]
    ran = await analyse(stage, said, say(["judge", "repair"], reply="no idea"), overrides={"rounds.max": 1})
    (judged,) = ran.state["judgements"]
    # 80, 60 and 40, without the points for evidence, of which there is none.
    assert [(each.hypothesis_id, each.judge_score) for each in judged.evaluated_hypotheses] == [
        ("log_1", 56),
        ("kg_1", 42),
        ("hybrid_1", 28),
    ]
    assert all(each.fallback for each in judged.evaluated_hypotheses)
    assert "judge_unreadable" in ran.result.confidence_flags
    assert ran.result.rca is not None
    assert ran.result.rca.final_hypothesis is not None
    assert ran.result.rca.final_hypothesis.hypothesis == "Power supply tripped"
    assert (ran.result.status, ran.result.decision) == ("inconclusive", None)
    assert str(ran.result.escalation.reasons[0]).startswith("settled: ")


@pytest.mark.parametrize("incident", [pytest.param({}, id="W-R11, R-16"), pytest.param(None, id="W-R11 none at all")])
async def test_nothing_to_look_at_decides_nothing(stage: Stage, incident: Any) -> None:
    """DESIGN 9: nobody is asked, nothing is paid, and the result says what would help."""
    ran = await analyse(stage, search(85), incident=incident)
    result = ran.result
    assert (result.status, result.stop_reason, result.decision) == ("inconclusive", "no_data", None)
    assert not ran.requests
    assert result.escalation.reasons[0] == "data: there was nothing to look at"
    assert result.rca is not None
    assert (result.rca.missing, result.rca.final_hypothesis) == ("no_data", None)
    assert result.inconclusive is not None
    assert result.inconclusive.find_out == result.rca.what_would_help


async def test_errors_are_accepted_for_error_messages(stage: Stage) -> None:
    """X-58d."""
    ran = await analyse(stage, search(85), incident={"errors": INCIDENT["error_messages"]}, overrides={"rounds.max": 1})
    assert ran.result.status == "decided"
    assert "DiskFullException" in ran.prompt("judge", "judge").partition("<hypotheses")[0]


async def test_a_log_given_as_context_is_read_as_a_log(stage: Stage) -> None:
    log = "2024-03-01 10:00:00 WARN DataNode: disk at 95 percent\n2024-03-01 10:00:04 ERROR DataNode: no space left"
    ran = await analyse(
        stage, search(85), incident=None, context=[{"id": "log", "text": log}], overrides={"rounds.max": 1}
    )
    assert "L2 10:00:04 ERROR DataNode no space left" in ran.prompt("position", "log_focused")
    assert ran.result.rca is not None
    assert ran.result.rca.stop_reason != "no_data"


async def test_who_has_no_material_sits_out_and_is_named(stage: Stage) -> None:
    """R-50, R-59: without history the other two go on."""
    seen = {key: INCIDENT[key] for key in ("events", "error_messages")}
    ran = await analyse(stage, search(85), incident=seen, overrides={"rounds.max": 1})
    assert {each.seat for each in ran.asked("position")} == {"log_focused", "hybrid"}
    assert ran.result.rca is not None
    assert ran.result.rca.sat_out == ("kg_focused",)
    (told,) = (str(each) for each in ran.result.rca.warnings if "Incident-graph" in str(each))
    assert "no past incident is known" in told
    assert ran.result.warrant is not None
    assert next(each for each in ran.result.warrant.conditions if each.id == "quorum").met


async def test_a_judge_who_gives_six_of_a_hundred_decides_nothing(stage: Stage) -> None:
    ran = await analyse(stage, search(6), overrides={"rounds.max": 1})
    assert (ran.result.status, ran.result.decision) == ("inconclusive", None)
    assert ran.result.rca is not None
    assert ran.result.rca.missing == "below_floor"


async def test_all_find_no_incident(stage: Stage) -> None:
    """One story everywhere: no incident, what was looked at, why, and what would help."""
    because = "Errors are single and unrelated."
    ran = await analyse(
        stage, say("position", reply={"hypotheses": [], "no_incident": True, "no_incident_because": because})
    )
    result = ran.result
    assert (result.status, result.stop_reason, result.confidence) == ("inconclusive", "consensus", None)
    assert result.rca is not None
    assert (result.rca.missing, result.rca.total_rounds) == ("no_incident", 1)
    assert {(each.seat, each.because) for each in result.rca.no_incident} == {(seat, because) for seat in REASONERS}
    assert result.rca.warnings == ()
    assert ran.asked("judge") == []
    assert result.inconclusive is not None
    assert result.inconclusive.kind == "no_incident"
    assert result.synthesis is not None
    assert result.synthesis.decision.startswith("No incident was found")
    assert result.synthesis.uncertainty == "none"
    assert result.warrant is not None
    assert [each.id for each in result.warrant.unmet] == ["data"]
    shown = f"{write_answer(result)}\n{tell_story(result)}\n{write_report(cast('MultiAgentState', ran.state), result)}"
    assert because in " ".join(shown.split())
    for wrong in (
        "the votes settle no option",
        "usable answer",
        "named the same cause",
        "No hypothesis",
        "says nothing",
    ):
        assert wrong not in shown


async def test_who_holds_another_cause_is_no_consensus(stage: Stage) -> None:
    """X-62: hybrid names the winner too, but holds another cause more likely."""
    cut, slow = "The cache lifetime was cut by a revision", "Pricing became slow for a reason of its own"
    said = [
        propose("log_focused", 1, guess(cut, "config", 88)),
        propose("kg_focused", 1, guess(cut, "config", 80)),
        propose("hybrid", 1, guess(slow, "software", 55), guess(cut, "config", 45)),
    ]
    marked = [marks("log_1", 91), marks("kg_1", 80), marks("hybrid_1", 43), marks("hybrid_2", 55)]
    ran = await analyse(stage, said, say("judge", "judge", reply={"evaluations": marked}), overrides={"rounds.max": 1})
    found = ran.result.rca
    assert found is not None
    assert found.stop_reason == "max_rounds"
    assert ran.result.synthesis is not None
    (differ,) = [each for each in ran.result.synthesis.divergences if any(side.view == slow for side in each.sides)]
    assert {side.seat: side.view for side in differ.sides}["hybrid"] == slow
    assert "Hybrid reasoner: another cause, Pricing became slow for a reason of its own (55 %" in " ".join(
        write_report(cast("MultiAgentState", ran.state), ran.result).split()
    )


async def test_a_calm_log_shows_no_incident_whatever_is_argued(stage: Stage) -> None:
    outline = {"lines": 5000, "errors": 5, "departs": False, "note": "5 errors, spread evenly"}
    calm = {**INCIDENT, "outline": outline, "lines": 5000}
    ran = await analyse(stage, search(92), incident=calm, overrides={"rounds.max": 1})
    assert ran.result.status == "inconclusive"
    assert ran.result.rca is not None
    assert ran.result.rca.missing == "no_incident"
    assert "nothing departs from the log's own baseline" in ran.prompt("position", "log_focused")


async def test_the_same_cause_by_ballot(stage: Stage) -> None:
    """X-62: one question groups the best hypotheses; other words for the same cause are a consensus."""
    causes = ("The volume ran out of space", "No room was left on the disk", "Storage was exhausted")
    said = [propose(seat, 1, guess(text)) for seat, text in zip(REASONERS, causes, strict=True)]
    grouped = say("ballot", reply={"options": [{"label": "disk full", "seats": list(REASONERS)}]})
    ran = await analyse(stage, said, judge(1, 60, ("log_1", "kg_1")), grouped)
    found = ran.result.rca
    assert found is not None
    assert (found.stop_reason, found.total_rounds) == ("consensus", 1)
    assert all(cause in ran.prompt("ballot", "comparer") for cause in causes)


async def test_two_causes_by_ballot_are_no_consensus(stage: Stage) -> None:
    """X-62: a cause and its effect are parted, although the words are nearly the same."""
    said = [propose(seat, 1, guess(text)) for seat, text in zip(REASONERS, ("A b c", "D e f", "G h i"), strict=True)]
    parted = [{"label": "one", "seats": ["log_focused", "hybrid"]}, {"label": "other", "seats": ["kg_focused"]}]
    ran = await analyse(
        stage, said, judge(1, 60, ("log_1", "kg_1")), say("ballot", reply={"options": parted}),
        overrides={"rounds.max": 1},
    )  # fmt: skip
    assert ran.result.rca is not None
    assert ran.result.rca.stop_reason == "max_rounds"
    assert ran.result.convergence is not None
    assert ran.result.convergence < 0.5


async def test_what_a_reasoner_sees_in_round_2(stage: Stage) -> None:
    """W-R12, R-04, R-11, R-22, R-28, R-39: own scored hypotheses, the others' tops, the judge's weaknesses."""
    ran = await analyse(stage, search(85, 86))
    shown = ran.prompt("revise", "log_focused", 2)
    previous, others = (_section(shown, name) for name in ("previous_hypotheses", "other_hypotheses"))
    assert "log_1 (score 0/100, confidence 80" in previous
    assert "Power supply tripped" in previous
    assert "hybrid_1 (score 85/100" in others
    assert "log_" not in others
    feedback = _section(shown, "judge_feedback")
    assert "log_1 weaknesses: it cites no evidence | log_1 lacks a cause" in feedback
    assert "log_1 feedback: say why of log_1" in feedback
    # X-58f: a list, one item per hypothesis
    assert "log_2 weaknesses: it cites no evidence | log_2 lacks a cause" in feedback
    assert "hybrid_1" not in feedback


async def test_who_sees_what_in_round_1(stage: Stage) -> None:
    """R-12, R-21, R-47, R-50, Q-09: log, history or both; nobody sees another reasoner's hypotheses."""
    ran = await analyse(stage, search(85), overrides={"rounds.max": 1})
    sees = {
        seat: ("disk at 95" in ran.prompt("position", seat, 1), "HDFS_001" in ran.prompt("position", seat, 1))
        for seat in REASONERS
    }
    assert sees == {"log_focused": (True, False), "kg_focused": (False, True), "hybrid": (True, True)}
    assert all("Power supply" not in each.prompt for each in ran.asked("position"))
    judged = ran.prompt("judge", "judge", 1)
    assert all(text in judged for text in ("disk at 95", "DiskFullException", "log_3", "kg_1", "hybrid_3"))


async def test_reasoners_work_at_once_and_the_judge_after_them(stage: Stage) -> None:
    """R-03, R-11: in every round."""
    ran = await analyse(stage, search(85, 86))
    told = [
        (each["event"], each["seat"], each["round"]) for each in ran.watch.events if each["event"].startswith("seat")
    ]
    for number in (1, 2):
        of_round = [(event, seat) for event, seat, when in told if when == number]
        assert {seat for event, seat in of_round[:3]} == set(REASONERS)
        assert [event for event, _ in of_round[:3]] == ["seat_started"] * 3
        assert of_round[-2:] == [("seat_started", "judge"), ("seat_finished", "judge")]


async def test_more_hypotheses_than_wanted_are_cut(stage: Stage) -> None:
    """R-02, R-48, X-61: the five surest are kept, most confident first."""
    many = [guess(f"cause {number}", confidence=number) for number in range(10, 17)]
    ran = await analyse(stage, propose("log_focused", 1, *many), search(85), overrides={"rounds.max": 1})
    (sheet,) = [each for each in ran.state["hypotheses"] if each.seat == "log_focused"]
    assert [each.confidence for each in sheet.hypotheses] == [0.16, 0.15, 0.14, 0.13, 0.12]
    assert [each.id for each in sheet.hypotheses] == ["log_1", "log_2", "log_3", "log_4", "log_5"]


def _section(prompt: str, name: str) -> str:
    """What stands in one fence of a prompt."""
    return prompt.partition(f"<{name} ")[2].partition(f"</{name} ")[0]
