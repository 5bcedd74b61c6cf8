"""Root causes in prompts: each reasoner's own view, and what the judge sees."""

import pytest

from moot.prompts import root_cause
from moot.prompts.hypotheses import hypotheses
from moot.state.incident import CausalPath, Incident, LogEvent, SimilarIncident
from tests.prompts import samples
from tests.prompts.cases import refine_prompt


@pytest.mark.parametrize(
    ("seat", "sees_log", "sees_history"),
    [
        pytest.param("log_focused", True, False, id="R-50 log only"),
        pytest.param("kg_focused", False, True, id="R-50 graph only"),
        pytest.param("hybrid", True, True, id="R-50 both"),
    ],
)
def test_each_reasoner_has_its_own_view(seat: str, sees_log: bool, sees_history: bool) -> None:
    log, history = root_cause.view_incident(samples.INCIDENT, seat)
    assert ("e4 10:00:12 ERROR DataNode DiskFullException" in log) is sees_log
    assert ("HDFS_001 (similarity: 0.65 of 1)" in history) is sees_history
    assert bool(log) is sees_log
    assert bool(history) is sees_history


def test_severe_events_are_kept_and_shown_in_the_order_of_time() -> None:
    """R-51: as many events as fit, and how many do not is said."""
    noise = [LogEvent(id=f"i{number}", message="fine") for number in range(100)]
    loud = LogEvent(id="e", severity="ERROR", message="broken")
    incident = Incident(events=(*noise[:90], loud, *noise[90:]))
    _, *lines, hidden = root_cause.view_log(incident, tokens=167).splitlines()
    shown = [line.split()[1] for line in lines]
    assert shown == [*(f"i{number}" for number in range(len(shown) - 1)), "e"]
    assert hidden == f"({101 - len(shown)} more kinds of lines are not shown)"


def test_ranked_events_are_shown_before_severe_ones() -> None:
    """What tells most is shown, whatever its severity; what may have started it stands apart."""
    loud = LogEvent(id="L9", severity="ERROR", message="unrelated", rank=2)
    flag = LogEvent(id="L3", message="flag on", rank=1, reasons=("change", "rare value: 1 of 40 lines of this form"))
    told = root_cause.view_log(Incident(events=(flag, loud)), tokens=77).splitlines()
    assert told[:2] == [
        "what happened before and may have started it:",
        "- L3 INFO flag on (rare value: 1 of 40 lines of this form)",
    ]


def test_a_view_never_outgrows_its_budget() -> None:
    """Fit to a token budget: three bytes to a token, twice as many for what is not ASCII."""
    events = tuple(LogEvent(id=f"L{n}", message="conexão recusada " * 30, rank=n, count=n) for n in range(1, 200))
    text = root_cause.view_log(Incident(events=events, lines=5000, logs=("a.log",)))
    weight = 2 * len(text.encode()) - len(text.encode("ascii", "ignore"))
    assert weight <= 3 * root_cause.LOG_TOKENS
    assert text.count("\n- L") > 20


def test_the_timeline_is_preferred_to_the_events() -> None:
    incident = Incident(events=(LogEvent(message="b"),), timeline=(LogEvent(message="a"),))
    assert root_cause.view_log(incident) == "events:\n- INFO a"


def test_the_history_shows_five_incidents_and_three_paths() -> None:
    """R-50: the top five and the top three."""
    incident = Incident(
        similar_incidents=tuple(SimilarIncident(incident_id=f"I{number}") for number in range(9)),
        causal_paths=tuple(CausalPath(events=(f"p{number}",)) for number in range(9)),
    )
    text = root_cause.view_history(incident)
    assert [f"I{number}" in text for number in range(9)] == [True] * 5 + [False] * 4
    assert [f"p{number}" in text for number in range(9)] == [True] * 3 + [False] * 6


def test_an_empty_graph_gives_an_empty_view() -> None:
    """R-16, R-59: nothing known is no error, and whoever sees the history is told that it is empty."""
    assert root_cause.view_incident(Incident(), "hybrid") == ("", "empty: no past incident is known")
    unlike = Incident(past_incidents=3)
    assert root_cause.view_incident(unlike, "hybrid")[1].startswith("empty: none of the 3 past incidents")
    assert root_cause.view_incident(Incident(), "log_focused") == ("", "")
    assert root_cause.view_for_judge(Incident()) == ""


def test_the_judge_sees_ten_events_and_all_errors() -> None:
    """R-47."""
    events = tuple(LogEvent(id=f"i{number}", message="m") for number in range(30))
    incident = samples.INCIDENT.model_copy(update={"events": events})
    text = root_cause.view_for_judge(incident)
    assert text.count("- i") == 10
    assert "DiskFullException DataNode: no space left" in text
    assert "HDFS_001" not in text


def test_the_judge_sees_the_whole_reasoning_and_the_marks_first() -> None:
    """R-47, amended: nothing of the reasoning is cut, and what does not hold comes before what does."""
    wordy = samples.HYPOTHESES[0].model_copy(update={"reasoning": "r " * 500})
    lines = hypotheses.digest_hypotheses([wordy], samples.CHECKS).splitlines()
    assert lines[0].startswith("log_1 [1 of 2 pieces of evidence hold] (confidence 80, resource): The DataNode's disk")
    assert lines[1].count("r") >= 500
    assert lines[2] == "  DOES NOT HOLD (HDFS_001 is there, but it does not say 40): Historical: HDFS_001"
    assert lines[3] == "  Log: e4 DiskFullException"


def test_who_sees_the_history_only_knows_the_signature_of_the_incident() -> None:
    """R-50: its errors and components, and no line of the log."""
    text = hypotheses.view_signature(samples.INCIDENT)
    assert "DiskFullException in DataNode" in text
    assert "disk at 95" not in text
    assert hypotheses.view_signature(Incident()) == ""


def test_what_was_asked_of_the_log_is_shown_with_its_ids() -> None:
    text = hypotheses.digest_inspections([samples.INSPECTED])
    assert text.splitlines() == [
        "log_q1 count replication from 09:50 to 10:10: 37 lines",
        "  09:50: 2; 10:00: 35",
        "  L8 x2 09:58:02 INFO NameNode replication factor changed from 2 to 3",
    ]


def test_a_refinement_shows_own_scores_feedback_and_the_others_best() -> None:
    """W-R12, R-22, R-28, R-39: none of its own among the others."""
    facts = (samples.HYPOTHESES, samples.EVALUATIONS, "log_focused")
    previous = hypotheses.digest_previous(*facts).splitlines()
    assert [line.split()[0] for line in previous] == ["log_1", "log_2"]
    assert previous[0].startswith("log_1 (score 78/100, confidence 80, resource): The DataNode's disk filled up.")
    assert "log_1 weaknesses: does not say why the disk filled" in hypotheses.digest_feedback(*facts)
    others = hypotheses.digest_others(*facts).splitlines()
    assert [line.split()[0] for line in others] == ["hybrid_1", "kg_1"]


def test_at_most_three_own_and_three_other_hypotheses_are_shown() -> None:
    """R-41."""
    own = [samples.HYPOTHESES[0].model_copy(update={"id": f"log_{number}"}) for number in range(1, 6)]
    other = [samples.HYPOTHESES[2].model_copy(update={"id": f"kg_{number}"}) for number in range(1, 6)]
    assert len(hypotheses.digest_previous([*own, *other], (), "log_focused").splitlines()) == 3
    assert len(hypotheses.digest_others([*own, *other], (), "log_focused").splitlines()) == 3
    assert "not scored" in hypotheses.digest_others(other, (), "log_focused")


def test_the_refinement_prompt_has_its_four_sections_in_order() -> None:
    """R-28: own hypotheses, feedback, the others', instructions."""
    prompt = refine_prompt("log_focused")
    places = [prompt.own.index(f"<{name} ") for name in ("previous_hypotheses", "judge_feedback", "other_hypotheses")]
    assert places == sorted(places)
    assert "1. repair the weaknesses the judge found" in prompt.shared
    assert "<history" not in prompt.text
