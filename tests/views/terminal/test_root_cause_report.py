"""The report of a root-cause debate (R-32, R-33, W-R1)."""

from typing import Any

import pytest

from moot.policies.root_cause import SearchFacts, conclude_root_cause
from moot.state.debate import MultiAgentState
from moot.state.findings import StopReason
from moot.state.hypotheses import (
    ChainLink,
    Evaluation,
    EvidenceCheck,
    Hypothesis,
    HypothesisSheet,
    JudgeRound,
    RootCause,
    RuledOut,
)
from moot.state.incident import Incident
from moot.state.routing import Routing
from moot.views.terminal.root_cause_report import name_origin, report_root_cause

SEATS = ("log_focused", "kg_focused", "hybrid")
CAUSE = "DataNode disk space is exhausted by a high replication rate"
EVIDENCE = (
    "Log: disk usage at 95 % before the failure",
    "Log: DiskFullException",
    "Historical: incident HDFS_001 was alike",
    "Pattern: DataNode → DataNode",
)
STEPS = ("Free space now", "Add capacity or tune retention", "Adjust the replication factor", "Alert at 85 %")
INCIDENT = Incident.model_validate(
    {
        "events": [{"component": "DataNode", "severity": "WARN", "message": "disk usage at 95 % before the failure"}],
        "error_messages": [{"error_type": "DiskFullException", "message": "no space left on the disk"}],
        "similar_incidents": [{"incident_id": "HDFS_001", "root_cause": "disk full, alike"}],
        "patterns": [{"pattern": "DataNode → DataNode", "frequency": 2}],
    }
)
STATE: MultiAgentState = {"routing": Routing(route="debate", seats=SEATS, reason="always")}


def sheet(seat: str, number: int, count: int) -> HypothesisSheet:
    """A reasoner's hypotheses; the hybrid's first is the cause of the example."""
    prefix = seat.split("_", maxsplit=1)[0]
    made = tuple(
        Hypothesis(id=f"{prefix}_{at}", source=seat, hypothesis=f"{seat} {at}", confidence=0.5)
        for at in range(1, count + 1)
    )
    if seat == "hybrid" and made:
        known: dict[str, Any] = {
            "hypothesis": CAUSE,
            "confidence": 0.95,
            "evidence": EVIDENCE,
            "category": "resource",
            "suggested_resolution": STEPS,
        }
        made = (made[0].model_copy(update=known), *made[1:])
    return HypothesisSheet(seat=seat, round=number, hypotheses=made)


def judged(number: int, score: int) -> JudgeRound:
    evaluation = Evaluation(
        hypothesis_id="hybrid_1", source="hybrid", hypothesis=CAUSE, evidence_quality=30, reasoning_strength=25,
        confidence_calibration=20, completeness=10, consistency=0, judge_score=score,
    )  # fmt: skip
    return JudgeRound(round=number, evaluated_hypotheses=(evaluation,), top_hypothesis="hybrid_1", num_evaluated=1)


def report(*scores: int, stop: StopReason = "plateau") -> str:
    counts = dict(zip(SEATS, (3, 1, 3), strict=True))
    sheets = [sheet(seat, number, counts[seat]) for number in range(1, len(scores) + 1) for seat in SEATS]
    judgements = [judged(number, score) for number, score in enumerate(scores, start=1)]
    return report_root_cause(STATE, conclude(sheets, judgements, stop))


def conclude(sheets: list[HypothesisSheet], judgements: list[JudgeRound], stop: StopReason | None) -> RootCause:
    return conclude_root_cause(sheets, judgements, stop, SearchFacts(incident=INCIDENT))


W_R1 = """\
======================================================================
DEBATE PROTOCOL - 3 ROUNDS
======================================================================

ROUND 1: Initial Hypotheses
  - Log-Focused: 3 hypotheses
  - KG-Focused: 1 hypothesis
  - Hybrid: 3 hypotheses
  - Judge Evaluation: Top score = 85/100

ROUND 2: Refinement
  - Reasoners refined based on feedback
  - Judge Evaluation: Top score = 90/100
  - Improvement: +5 points

ROUND 3: Final Refinement
  - Final improvements made
  - Judge Evaluation: Top score = 92/100
  - Improvement: +2 points
  - Convergence: Score plateau detected

======================================================================
FINAL RESULT
======================================================================

Best Hypothesis (Score: 92/100):
  Source: hybrid
  Hypothesis: DataNode disk space is exhausted by a high replication
              rate
  Confidence: 0.95
  Rounds Refined: 3

  Who Says So:
    - Hybrid reasoner: this cause (95 %, resource)
    - Incident-graph reasoner: another cause, kg_focused 1 (50 %,
      unknown)
    - Log reasoner: another cause, log_focused 1 (50 %, unknown)

  Evidence:
    - Log: disk usage at 95 % before the failure
    - Log: DiskFullException
    - Historical: incident HDFS_001 was alike
    - Pattern: DataNode → DataNode

  Resolution:
    1. Free space now
    2. Add capacity or tune retention
    3. Adjust the replication factor
    4. Alert at 85 %

Improvement Trajectory: 85 → 90 → 92 (+7 points over 3 rounds)
Convergence: Achieved (score plateau)
"""


def test_the_worked_example() -> None:
    """W-R1, R-32: title, three rounds, final result, trajectory, convergence."""
    assert report(85, 90, 92) == W_R1


@pytest.mark.parametrize(
    ("scores", "stop", "lines"),
    [
        pytest.param((85,), "max_rounds", ["1 ROUND\n", "Not achieved (maximum rounds reached)"], id="W-R8 one round"),
        pytest.param((95, 92), "plateau", ["Improvement: -3 points", "Score: 95/100", "95 → 92 (-3"], id="W-R4 fall"),
        pytest.param((85, 91, 97), "max_rounds", ["+6 points", "Convergence: Not achieved"], id="W-R5 no plateau"),
        pytest.param((80,), "consensus", ["Achieved (consensus on the root cause)"], id="W-R7 consensus"),
    ],
)
def test_other_endings(scores: tuple[int, ...], stop: StopReason, lines: list[str]) -> None:
    text = report(*scores, stop=stop)
    assert [line for line in lines if line not in text] == []


def test_nothing_found_is_a_report_too() -> None:
    """W-R9: all reasoners are silent."""
    silent = [sheet(seat, 1, 0) for seat in SEATS]
    text = report_root_cause(STATE, conclude(silent, [], None))
    assert "No hypothesis was found." in text
    assert "Convergence: Not achieved (no hypothesis to go on with)" in text
    assert "round 1: Hybrid reasoner gave no hypothesis" in text


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        pytest.param("Log: disk full", "kg_focused", "Log: disk full", id="R-33 named by the agent"),
        pytest.param("disk full", "log_focused", "Log: disk full", id="R-33 a log reader cites the log"),
        pytest.param("HDFS_001", "kg_focused", "Historical: HDFS_001", id="R-33 a graph reader cites history"),
        pytest.param("disk full", "hybrid", "disk full", id="R-33 who sees both has to say it"),
    ],
)
def test_evidence_carries_its_origin(text: str, source: str, expected: str) -> None:
    assert name_origin(text, source) == expected


def test_every_field_is_told_whole() -> None:
    """Component, onset, trigger, chain with times and lines, marks, ruled out, next checks: all of them, uncut."""
    found = conclude([sheet(seat, 1, 1) for seat in SEATS], [judged(1, 90)], "max_rounds")
    final = found.final_hypothesis
    assert final is not None
    fields = {
        "root_component": "DataNode",
        "category": "resource",
        "onset": "10:00:12",
        "trigger": ChainLink(text="L1 disk at 95 %", lines=("L1",), time="2024-03-01T10:00:00.000"),
        "effects": tuple(ChainLink(text=f"L{at} effect", time=f"2024-03-01T10:00:{at}") for at in range(10, 20)),
        "checks": (EvidenceCheck(text=EVIDENCE[0], holds=False, reason="there is no such line"),),
        "ruled_out": tuple(RuledOut(hypothesis=f"cause {at}", why="came later " * 20) for at in range(9)),
        "next_checks": ("df -h /data",),
        "stated_confidence": 0.99,
    }
    full = found.model_copy(update={"final_hypothesis": final.model_copy(update=fields)})
    text = report_root_cause(STATE, full).partition("FINAL RESULT")[2]
    for line in (
        "  Root Component: DataNode (resource)",
        "  Onset: 10:00:12",
        "  Trigger: 10:00:00 L1 disk at 95 %",
        "    10:00:10 L10 effect",
        "    $ df -h /data",
        "  Confidence: 0.95 (stated 0.99; not all evidence holds)",
        "    - DOES NOT HOLD (there is no such line): Log: disk usage at 95 %",
    ):
        assert line in text.splitlines(), line
    told = " ".join(text.split())
    assert all(f"cause {at}: {'came later ' * 20}".strip() in told for at in range(9))
    assert "…" not in text


def test_no_root_cause_is_said_first() -> None:
    found = conclude_root_cause([], [], "no_data")
    lines = report_root_cause(STATE, found).partition("FINAL RESULT")[2].split("\n\n")[1].splitlines()
    assert lines[0] == "NO ROOT CAUSE: there was nothing to look at"
    assert lines[1] == "  What Would Help:"
