from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement import judge_convergence
from moot.policies.root_cause import SearchFacts, conclude_root_cause
from moot.policies.root_cause.conclusion import select_best
from moot.state.hypotheses import HypothesisSheet, JudgeRound, RootCause
from moot.state.incident import Incident
from moot.state.inspection import LogOutline
from tests.policies.voices import closed, hypothesis, judged, reasoner
from tests.support.words import english

INCIDENT = Incident.model_validate(
    {
        "events": [
            {"id": "L1", "timestamp": "2024-03-01T10:00:00", "component": "DataNode", "severity": "WARN",
             "message": "disk at 95 %"},
            {"id": "L4", "timestamp": "2024-03-01T10:00:12", "component": "DataNode", "severity": "ERROR",
             "message": "DiskFullException: no space left"},
        ],
        "similar_incidents": [{"incident_id": "HDFS_001", "root_cause": "disk full"}],
        "patterns": [{"pattern": "DataNode → DataNode", "frequency": 2}],
    }
)  # fmt: skip

DISK: dict[str, Any] = {
    "hypothesis": "A DataNode ran out of disk space because of a high replication rate",
    "confidence": 0.95,
    "reasoning": "Space fell until replication failed.",
    "evidence": (
        "Log: disk at 95 % before the failure",
        "Log: DiskFullException",
        "Historical: incident HDFS_001",
        "Pattern: DataNode → DataNode",
    ),
    "category": "resource",
    "affected_components": ("DataNode",),
    "suggested_resolution": ("Free space now", "Add capacity", "Adjust replication", "Alert at 85 %"),
    "changes_made": "Added the replication rate.",
}


def conclude(
    sheets: list[HypothesisSheet], judgements: list[JudgeRound], stop: Any, incident: Incident = INCIDENT, **facts: Any
) -> RootCause:
    return conclude_root_cause(sheets, judgements, stop, SearchFacts(incident=incident, **facts))


def run(*scores: int, maximum: int = 3) -> RootCause:
    """A whole search: three reasoners, the judge's best score of each round, stopped by the policy."""
    sheets: list[HypothesisSheet] = []
    judgements: list[JudgeRound] = []
    stop = None
    for number, score in enumerate(scores, 1):
        sheets += [
            reasoner("log_focused", number, *(hypothesis(f"log_{at}") for at in (1, 2, 3))),
            reasoner("kg_focused", number, hypothesis("kg_1")),
            reasoner("hybrid", number, hypothesis("hybrid_1", **DISK), *(hypothesis(f"hybrid_{at}") for at in (2, 3))),
        ]
        judgements.append(judged(number, {"hybrid_1": score, "log_1": min(2, score), "kg_1": 1}))
        found = judge_convergence(
            closed(
                number,
                strategy="judge",
                rounds={"max": maximum},
                hypotheses=tuple(sheets),
                judgements=tuple(judgements),
            )
        )
        stop = found.stop_reason
        if stop:
            break
    return conclude(sheets, judgements, stop)


def test_the_worked_example() -> None:
    """W-R1, R-10, R-17..R-19, R-38, X-58, X-58a, X-58b, X-58c, X-58g, X-58h, X-63."""
    found = run(85, 90, 92)
    assert (found.stop_reason, found.convergence_achieved, found.total_rounds) == ("plateau", True, 3)
    assert found.improvement_trajectory == (85, 90, 92)
    final = found.final_hypothesis
    assert final is not None
    assert (final.judge_score, final.source, final.confidence) == (92, "hybrid", 0.95)
    assert (final.rounds_refined, final.refinements, final.final_round) == (3, 2, 3)
    assert len(final.evidence) == len(final.resolution) == 4
    assert (final.category, final.affected_components, final.hypothesis_id) == ("resource", ("DataNode",), "hybrid_1")
    assert final.changes_made == "Added the replication rate."
    assert set(found.rounds[0].hypotheses) == {"log_focused_hypotheses", "kg_focused_hypotheses", "hybrid_hypotheses"}
    assert [len(each) for each in found.rounds[0].hypotheses.values()] == [3, 1, 3]
    assert found.rounds[2].top_hypothesis is not None
    assert found.rounds[2].top_hypothesis.id == "hybrid_1"
    assert found.rounds[1].judge_evaluation is not None


@pytest.mark.parametrize(
    ("scores", "stop", "achieved", "rounds", "best", "best_round"),
    [
        pytest.param((85, 89), "plateau", True, 2, 89, 2, id="W-R2"),
        pytest.param((85, 85), "plateau", True, 2, 85, 1, id="W-R3 X-63a the earliest wins a tie"),
        pytest.param((95, 92), "plateau", True, 2, 95, 1, id="W-R4 R-40 the better round is kept"),
        pytest.param((85, 91, 97), "max_rounds", False, 3, 97, 3, id="W-R5"),
        pytest.param((3, 50, 60), "max_rounds", False, 3, 60, 3, id="W-R6 X-60"),
        pytest.param((85, 90, 60), "plateau", True, 3, 90, 2, id="X-63b a drop in the last round"),
    ],
)
def test_trajectories(
    scores: tuple[int, ...], stop: str, achieved: bool, rounds: int, best: int, best_round: int
) -> None:
    found = run(*scores)
    assert (found.stop_reason, found.convergence_achieved, found.total_rounds) == (stop, achieved, rounds)
    assert found.final_hypothesis is not None
    assert (found.final_hypothesis.judge_score, found.best_round) == (best, best_round)
    assert found.refinements == rounds - 1


def test_one_round() -> None:
    """W-R8."""
    found = run(85, maximum=1)
    assert (found.stop_reason, found.total_rounds, found.convergence_achieved) == ("max_rounds", 1, False)


def test_all_reasoners_return_nothing() -> None:
    """W-R9."""
    sheets = [reasoner(seat, 1) for seat in ("log_focused", "kg_focused", "hybrid")]
    found = conclude(sheets, [judged(1, {})], "insufficient_positions")
    assert (found.stop_reason, found.final_hypothesis, found.best_round) == ("insufficient_positions", None, None)
    assert (found.convergence_achieved, found.improvement_trajectory) == (False, ())
    assert len(found.warnings) == 3


def test_an_incident_without_events_or_errors() -> None:
    """W-R11, R-16: the judge gets empty lists, not an error."""
    empty = Incident.model_validate({})
    assert (empty.events, empty.error_messages) == ((), ())


def test_nothing_happened() -> None:
    found = conclude([], [], None)
    assert (found.total_rounds, found.refinements, found.stop_reason) == (0, 0, "insufficient_positions")
    assert found.missing == "no_hypothesis"


def test_nothing_to_look_at() -> None:
    """DESIGN 9: without data nobody is asked, and what would help is said."""
    found = conclude([], [], "no_data", Incident())
    assert (found.stop_reason, found.missing, found.final_hypothesis) == ("no_data", "no_data", None)
    assert any("moot rca LOGFILE" in text for text in english(found.what_would_help))


def doubted(score: int, **changes: Any) -> tuple[list[HypothesisSheet], list[JudgeRound]]:
    made = judged(1, {"hybrid_1": score})
    evaluation = made.evaluated_hypotheses[0].model_copy(update=changes)
    return [reasoner("hybrid", 1, hypothesis("hybrid_1", **DISK))], [
        made.model_copy(update={"evaluated_hypotheses": (evaluation,)})
    ]


@pytest.mark.parametrize(
    ("score", "changes", "outline", "missing", "helps"),
    [
        pytest.param(50, {}, None, "", "", id="the floor is reached"),
        pytest.param(49, {"weaknesses": ("no times",)}, None, "below_floor", "Settle: no times", id="below the floor"),
        pytest.param(6, {}, None, "below_floor", "has to reach 50 of 100", id="6 of 100"),
        pytest.param(96, {"supported": False, "unsupported": ("Log: L9: there is no L9",)}, None, "unsupported",
                     "Evidence for: Log: L9", id="evidence that does not hold"),
        pytest.param(96, {"fallback": True}, None, "unjudged", "A judge that answers", id="R-46 nobody judged it"),
        pytest.param(96, {}, LogOutline(lines=900, departs=False, note="calm"), "no_incident", "calm", id="a calm log"),
        pytest.param(96, {}, LogOutline(lines=20, departs=False), "", "", id="calm over time, but full of errors"),
        pytest.param(96, {}, LogOutline(lines=900, departs=True), "", "", id="no burst, but it departs over time"),
        pytest.param(96, {}, LogOutline(departs=None), "", "", id="a log that cannot tell"),
    ],
)  # fmt: skip
def test_why_there_is_no_root_cause(
    score: int, changes: dict[str, Any], outline: LogOutline | None, missing: str, helps: str
) -> None:
    sheets, judgements = doubted(score, **changes)
    incident = INCIDENT.model_copy(update={"outline": outline, "lines": outline.lines if outline else 0})
    found = conclude(sheets, judgements, "max_rounds", incident, floor=50)
    assert found.missing == missing
    assert bool(found.what_would_help) is bool(missing)
    assert helps in " ".join(english(found.what_would_help))


@pytest.mark.parametrize(
    "fields",
    [
        {"names": "effects"},
        {"hypothesis": "Replication failed; the root cause is not known"},
        {"category": "unknown", "affected_components": ()},
    ],
)
def test_a_hypothesis_that_names_no_cause_is_none_however_well_it_is_argued(fields: dict[str, Any]) -> None:
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1", **(DISK | fields), unknowns=("why space fell",)))]
    found = conclude(sheets, [judged(1, {"hybrid_1": 96})], "consensus", floor=50)
    assert found.missing == "no_cause"
    assert "Settle: why space fell" in english(found.what_would_help)


def test_a_component_that_nobody_named_is_not_made_up() -> None:
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1", **DISK))]
    final = conclude(sheets, [judged(1, {"hybrid_1": 96})], "consensus").final_hypothesis
    assert final is not None
    assert (final.root_component, final.affected_components) == ("", ("DataNode",))


def test_evidence_that_does_not_hold_lowers_the_confidence() -> None:
    """One of two pieces holds: at most half as sure; none: one tenth."""
    for evidence, sure in ((("Log: L4 no space left", "Log: L99 the fan stopped"), 0.5), (("Log: L99",), 0.1)):
        sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1", **DISK | {"evidence": evidence}))]
        final = conclude(sheets, [judged(1, {"hybrid_1": 90})], "max_rounds").final_hypothesis
        assert final is not None
        assert (final.confidence, final.stated_confidence) == (sure, 0.95)
        assert [check.holds for check in final.checks][-1] is False


def test_a_supported_hypothesis_is_preferred_to_a_better_scored_one() -> None:
    first, second = judged(1, {"hybrid_1": 96}), judged(2, {"hybrid_1": 60})
    invented = first.evaluated_hypotheses[0].model_copy(update={"supported": False})
    best = select_best([first.model_copy(update={"evaluated_hypotheses": (invented,)}), second])
    assert best is not None
    assert best[0] == 2


def test_the_result_as_fields() -> None:
    """Root component, onset, trigger, effects with lines and times, what was ruled out, what to check next."""
    more = {
        "root_component": "DataNode",
        "onset": "10:00:12",
        "trigger": "L1 the disk reached 95 %",
        "effects": ("L4 no space left", "L77 something nobody saw"),
        "ruled_out": ("Network: no packet was lost",),
        "next_checks": ("df -h",),
    }
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1", **DISK, **more), hypothesis("hybrid_2"))]
    final = conclude(sheets, [judged(1, {"hybrid_1": 90, "hybrid_2": 20})], "max_rounds").final_hypothesis
    assert final is not None
    assert (final.root_component, final.onset, final.next_checks) == ("DataNode", "10:00:12", ("df -h",))
    assert final.trigger is not None
    assert (final.trigger.lines, final.trigger.time) == (("L1",), "2024-03-01T10:00:00")
    assert [link.lines for link in final.effects] == [("L4",), ()]
    assert [(each.hypothesis, each.by) for each in final.ruled_out] == [
        ("Network", "hybrid"),
        ("Cause hybrid_2", "judge"),
    ]


def test_what_two_rounds_say_is_warned_of_once() -> None:
    sheets = [reasoner("kg_focused", number) for number in (1, 2)]
    found = conclude(sheets, [], "max_rounds", sat_out=("log_focused",))
    assert english(found.warnings) == (
        "rounds 1, 2: Incident-graph reasoner gave no hypothesis",
        "Log reasoner, who looks at logs only, was not asked: no log was given",
    )


def test_one_reasoner_returns_nothing() -> None:
    """W-R9: the debate goes on, with a warning."""
    sheets = [reasoner("kg_focused", 1), reasoner("hybrid", 1, hypothesis("hybrid_1"))]
    found = conclude(sheets, [judged(1, {"hybrid_1": 70})], "max_rounds")
    assert found.final_hypothesis is not None
    assert english(found.warnings) == ("round 1: Incident-graph reasoner gave no hypothesis",)


def test_a_round_that_failed_does_not_lose_the_best_so_far() -> None:
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1")), reasoner("hybrid", 2)]
    found = conclude(sheets, [judged(1, {"hybrid_1": 70}), judged(2, {})], "insufficient_positions")
    assert (found.best_round, found.total_rounds, found.stop_reason) == (1, 2, "insufficient_positions")
    assert found.improvement_trajectory == (70,)


@pytest.mark.parametrize("stop", ["budget", "timeout_total", "loop", "max_iterations"])
def test_a_breaker_is_named_and_is_no_convergence(stop: Any) -> None:
    """X-79."""
    found = conclude([reasoner("hybrid", 1, hypothesis("hybrid_1"))], [judged(1, {"hybrid_1": 70})], stop)
    assert (found.stop_reason, found.convergence_achieved) == (stop, False)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6), st.randoms())
def test_the_best_over_all_rounds_is_never_beaten(scores: list[int], chance: Any) -> None:
    judgements = [judged(number, {"hybrid_1": score}) for number, score in enumerate(scores, 1)]
    chance.shuffle(judgements)
    best = select_best(judgements)
    assert best is not None
    assert best[1].judge_score == max(scores)
    assert best[0] == scores.index(max(scores)) + 1


def test_what_a_reasoner_holds_itself_is_told_as_dissent() -> None:
    """X-62: the winner is the second guess of the reasoner who proposed it, and another one's first."""
    cut, slow = "The TTL was cut", "Pricing was slow by itself"
    sheets = [
        reasoner("log_focused", 1, hypothesis("log_1", hypothesis=cut, confidence=0.88)),
        reasoner(
            "hybrid",
            1,
            hypothesis("hybrid_1", hypothesis=slow, confidence=0.55),
            hypothesis("hybrid_2", hypothesis=cut, confidence=0.45),
        ),
    ]
    for scores, source in (({"log_1": 91, "hybrid_1": 43, "hybrid_2": 55}, "log_focused"),
                           ({"log_1": 50, "hybrid_1": 43, "hybrid_2": 95}, "hybrid")):  # fmt: skip
        found = conclude(sheets, [judged(1, scores)], "max_rounds").final_hypothesis
        assert found is not None
        assert found.source == source
        stands = {each.seat: (each.hypothesis, each.confidence, each.same) for each in found.stands}
        assert stands == {"log_focused": (cut, 0.88, True), "hybrid": (slow, 0.55, False)}


@pytest.mark.parametrize(
    ("scores", "stop"),
    [
        pytest.param({"log_1": 91, "hybrid_1": 80, "hybrid_2": 40}, "consensus", id="the winner is what both hold"),
        pytest.param({"log_1": 60, "hybrid_1": 60, "hybrid_2": 95}, None, id="the judge prefers what nobody holds"),
    ],
)
def test_consensus_is_of_what_the_reasoners_hold(scores: dict[str, int], stop: str | None) -> None:
    same, other = "The disk of the node filled up", "A cable was cut by a digger"
    sheets = (
        reasoner("log_focused", 1, hypothesis("log_1", hypothesis=same)),
        reasoner(
            "hybrid",
            1,
            hypothesis("hybrid_1", hypothesis=same, confidence=0.6),
            hypothesis("hybrid_2", hypothesis=other, confidence=0.4),
        ),
    )
    found = judge_convergence(closed(1, strategy="judge", hypotheses=sheets, judgements=(judged(1, scores),)))
    assert found.stop_reason == stop


def test_open_points_are_those_of_the_winner_and_each_is_told_once() -> None:
    own = ("Pricing's own logs are not here: its capacity is inferred", "Who changed the key")
    sheets = [
        reasoner("log_focused", 1, hypothesis("log_1", hypothesis="The TTL was cut", unknowns=own)),
        reasoner("hybrid", 1, hypothesis("hybrid_1", hypothesis="The TTL was cut", unknowns=("Which came first",))),
    ]
    judgement = judged(1, {"log_1": 91, "hybrid_1": 60})
    best = judgement.evaluated_hypotheses[0].model_copy(
        update={"weaknesses": ("Pricing's capacity is inferred; its own logs are not shown", "No graph of the load")}
    )
    judgement = judgement.model_copy(update={"evaluated_hypotheses": (best, *judgement.evaluated_hypotheses[1:])})
    found = conclude(sheets, [judgement], "consensus").final_hypothesis
    assert found is not None
    assert [(each.text, each.by) for each in found.doubts] == [
        (own[0], "log_focused"),
        (own[1], "log_focused"),
        ("No graph of the load", "judge"),
    ]
