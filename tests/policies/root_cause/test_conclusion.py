from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement import judge_convergence
from moot.policies.root_cause.conclusion import conclude_root_cause, select_best
from moot.state.hypotheses import HypothesisSheet, JudgeRound, RootCause
from moot.state.incident import Incident
from tests.policies.voices import closed, hypothesis, judged, reasoner

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
    return conclude_root_cause(sheets, judgements, stop)


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
    found = conclude_root_cause(sheets, [judged(1, {})], "insufficient_positions")
    assert (found.stop_reason, found.final_hypothesis, found.best_round) == ("insufficient_positions", None, None)
    assert (found.convergence_achieved, found.improvement_trajectory) == (False, ())
    assert len(found.warnings) == 3


def test_an_incident_without_events_or_errors() -> None:
    """W-R11, R-16: the judge gets empty lists, not an error."""
    empty = Incident.model_validate({})
    assert (empty.events, empty.error_messages) == ((), ())


def test_nothing_happened() -> None:
    found = conclude_root_cause([], [], None)
    assert (found.total_rounds, found.refinements, found.stop_reason) == (0, 0, "insufficient_positions")


def test_one_reasoner_returns_nothing() -> None:
    """W-R9: the debate goes on, with a warning."""
    sheets = [reasoner("kg_focused", 1), reasoner("hybrid", 1, hypothesis("hybrid_1"))]
    found = conclude_root_cause(sheets, [judged(1, {"hybrid_1": 70})], "max_rounds")
    assert found.final_hypothesis is not None
    assert found.warnings == ("round 1: kg_focused gave no hypothesis",)


def test_a_round_that_failed_does_not_lose_the_best_so_far() -> None:
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1")), reasoner("hybrid", 2)]
    found = conclude_root_cause(sheets, [judged(1, {"hybrid_1": 70}), judged(2, {})], "insufficient_positions")
    assert (found.best_round, found.total_rounds, found.stop_reason) == (1, 2, "insufficient_positions")
    assert found.improvement_trajectory == (70,)


@pytest.mark.parametrize("stop", ["budget", "timeout_total", "loop", "max_iterations"])
def test_a_breaker_is_named_and_is_no_convergence(stop: Any) -> None:
    """X-79."""
    found = conclude_root_cause([reasoner("hybrid", 1, hypothesis("hybrid_1"))], [judged(1, {"hybrid_1": 70})], stop)
    assert (found.stop_reason, found.convergence_achieved) == (stop, False)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6), st.randoms())
def test_the_best_over_all_rounds_is_never_beaten(scores: list[int], chance: Any) -> None:
    judgements = [judged(number, {"hybrid_1": score}) for number, score in enumerate(scores, 1)]
    chance.shuffle(judgements)
    best = select_best(judgements)
    assert best is not None
    assert best[1].judge_score == max(scores)
    assert best[0] == scores.index(max(scores)) + 1
