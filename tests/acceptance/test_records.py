"""Records that tell the truth, over HTTP: what was looked up, who has to look, what was measured, what it cost."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from tests.acceptance.table import SEATS, Document, Table, council, entry, hold, position, synthesis
from tests.support.openai_server import Action, Call, Say
from tests.support.scenario import Entry

STORY = hold(None, "open in March", "Open the new shops in March")
SUM_UP = synthesis("Open the new shops in March.", choice="A")
APART: list[Entry] = [hold(seat, f"plan {seat}", f"Follow the {seat} plan") for seat in SEATS]


def read_log(folder: Path) -> Document:
    document: Document = yaml.safe_load((folder / "debate_log.yaml").read_text(encoding="utf-8"))["debate_log"]
    return document


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_a_council_below_its_limit_sends_everything_to_a_person(table: Table, tmp_path: Path) -> None:
    """D-52 D-73 D-88 X-11: target, block, log and the request say so, the council's reason first."""
    table.play(*APART, synthesis("Open the new shops in March.", 60), *council("Open one shop.", 40))
    code, document = table.run("--out", str(tmp_path / "out"))
    assert (code, document["status"], document["escalation"]["target"]) == (3, "needs_review", "human")
    first = document["escalation"]["reasons"][0]
    assert first == document["review"]["request"]["details"]["reasons"][0]
    assert "council" in first
    assert "60 %" in first
    assert document["circuit_breaker"]["target"] == "human"
    assert read_log(tmp_path / "out")["resultado"]["escalado_para"] == "HUMANO"
    assert "ACTION: Escalating to" in (tmp_path / "out" / "report.txt").read_text(encoding="utf-8")
    shown = table.show()
    assert _flat(shown).partition("Your call ")[2].startswith(_flat(first)[:60])
    assert "the council has to look" not in shown


def test_what_a_total_timeout_leaves_is_what_was_measured_last(table: Table) -> None:
    """D-50 D-53: the round that ran out of time was not measured, the one before was."""
    slow = entry("revise", fault="hang")
    table.play(slow, *APART, synthesis("Open the new shops in March.", 60), *council("Open one shop."))
    _, document = table.run(
        "--set", "timeout.per_agent=0.4", "--set", "timeout.total=0.5", "--set", "critique.enabled=false"
    )
    breaker, rounds = document["circuit_breaker"], document["rounds"]
    assert breaker["reason"] == document["stop_reason"] == "timeout_total"
    assert [each["convergence"] is None for each in rounds] == [False, True]
    assert breaker["convergence"] == document["convergence"] == rounds[0]["convergence"]
    assert breaker["divergences"]
    assert breaker["agents_in_conflict"] == list(SEATS)


def test_rounds_after_guidance_raise_the_maximum(table: Table, tmp_path: Path) -> None:
    """D-52: a person opens a fourth round: it is round 4 of 4."""
    table.play(*APART, synthesis("Open the new shops in March.", 40), *council("Open one shop."))
    code, document = table.run("--set", "critique.enabled=false")
    assert code == 3
    rounds = len(document["rounds"])
    done = table.command(
        "review", "case", "--respond", "Think of the town.", "--json", "--quiet", "--out", str(tmp_path / "out")
    )
    breaker = done.document["circuit_breaker"]
    assert len(done.document["rounds"]) == rounds + 1
    assert (breaker["rounds"], breaker["max_rounds"]) == (rounds + 1, max(3, rounds + 1))
    assert f"{rounds + 1} of {max(3, rounds + 1)}" in breaker["explanation"] or breaker["reason"] == "loop"
    revised = table.scenario.prompts("revise")[-1]
    assert f"This is round {rounds + 1}, the last one" in revised


def test_who_ran_out_of_time_stands_in_the_log(table: Table, tmp_path: Path) -> None:
    """D-79: by role and phase, in the log of the debate and in that of the command."""
    table.play(entry("position", "cfo", fault="hang"), STORY, SUM_UP)
    where = ("--set", "timeout.per_agent=0.4", "--out", str(tmp_path / "out"))
    done = table.command("run", "Should we open the shops?", *table.where, "--thread", "late", *where)
    log = (tmp_path / "out" / "debate_log.yaml").read_text(encoding="utf-8")
    assert "\n# TIMEOUT: CFO em position\n" in log
    assert "TIMEOUT: CFO em position" in done.err


@pytest.mark.parametrize(
    ("fault", "answered"),
    [
        pytest.param("hang", False, id="accepted and never answered"),
        pytest.param("drop", False, id="the connection was cut"),
        pytest.param("fail", True, id="an error is an answer, and costs nothing"),
    ],
)
def test_usage_counts_only_what_a_server_answered_for(table: Table, fault: str, answered: bool) -> None:
    table.play(STORY, SUM_UP)
    _, sound = table.run(thread="sound")
    table.play(entry("position", "cfo", fault=fault, times=1), STORY, SUM_UP)
    _, document = table.run("--set", "timeout.per_agent=2", thread="faulty")
    reserved = document["usage"]["reserved"]
    tokens = document["usage"]["prompt_tokens"]
    if answered:
        assert (reserved["calls"], reserved["prompt_tokens"]) == (0, 0)
        assert document["usage"]["calls"] == sound["usage"]["calls"] + 1
    else:
        assert reserved["calls"] == 1
        assert reserved["prompt_tokens"] > 0
        assert (
            document["usage"]["calls"]
            == len([call for call in table.server.calls if call.headers["x-moot-thread"] == "faulty"]) - 1
        )
    assert tokens <= sound["usage"]["prompt_tokens"] * 1.2


def test_chunks_are_cited_or_only_retrieved(table: Table, tmp_path: Path) -> None:
    """D-57 D-87: what a claim or a position cites, and the rest."""
    store = tmp_path / "notes" / "knowledge"
    store.mkdir(parents=True)
    for number, text in enumerate(("The leases of the shops end in March.", "The shops in March had few visitors.")):
        (store / f"note{number}.md").write_text(f"# Shops\n\n{text}\n", encoding="utf-8")
    query = entry("retrieve", reply={"queries": ["shops in March"]})
    table.play(query, STORY, SUM_UP)
    knowledge = ("--knowledge", str(tmp_path / "notes"))
    _, document = table.run(*knowledge, thread="uncited")
    found = document["rag"]["chunks_retrieved"]
    assert (document["rag"]["chunks_cited"], len(found)) == ([], 2)
    cite: Document = {
        "claims": [{"id": "C1", "statement": "The leases end", "kind": "fact", "evidence": [f"RAG:{found[0]}"]}]
    }
    in_text = entry("position", "cfo", reply=position("open in March", f"Open in March [RAG:{found[1]}]"))
    table.play(query, entry("position", "cro", reply=position("open in March", **cite)), STORY, SUM_UP)
    _, document = table.run(*knowledge, thread="one")
    assert (document["rag"]["chunks_cited"], document["rag"]["chunks_retrieved"]) == ([found[0]], [found[1]])
    table.play(query, in_text, entry("position", "cro", reply=position("open in March", **cite)), STORY, SUM_UP)
    _, document = table.run(*knowledge, thread="both")
    assert (document["rag"]["chunks_cited"], document["rag"]["chunks_retrieved"]) == (found, [])


def test_an_edited_decision_does_not_wear_the_proposals_confidence(table: Table, tmp_path: Path) -> None:
    """The figure, the reasons and the steps are the proposal's, and say so."""
    table.play(STORY, synthesis("Open the new shops in March.", 40, choice="A", consensus_points=["Rents are low"]))
    table.run()
    done = table.command("review", "case", "--edit", "Close all shops.", "--json", "--quiet", "--out", str(tmp_path))
    document = done.document
    assert (document["status"], document["decision"]) == ("decided", "Close all shops.")
    assert "of_proposal" in document["confidence_flags"]
    shown = table.show()
    assert "this is of the proposal" in shown
    assert "those of the proposal: Open the new shops in March." in _flat(shown)
    assert document["probability"] is None
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "This is of the proposal" in page
    assert "those of the proposal: Open the new shops in March." in page


def test_an_edit_that_changes_nothing_is_the_proposal(table: Table) -> None:
    table.play(STORY, synthesis("Open the new shops in March.", 40, choice="A"))
    table.run()
    done = table.command("review", "case", "--edit", "Open the new shops  in March.", "--json", "--quiet")
    assert "of_proposal" not in done.document["confidence_flags"]


def test_seats_that_cannot_finish_in_turn_speak_at_once(table: Table) -> None:
    """X-03: what is left of a round is shared, it is not cut into slices in which nobody can finish."""

    def slow(call: Call) -> Action:
        answer = table.scenario(call)
        speaks = call.headers["x-moot-phase"] in ("position", "revise")
        return replace(answer, delay=0.5) if speaks and isinstance(answer, Say) else answer

    table.play(*APART, synthesis("Open the new shops in March.", 60), *council("Open one shop."))
    table.server.rule = slow
    limits = ("--set", "timeout.per_round=1.5", "--set", "rounds.max=2", "--set", "critique.enabled=false")
    _, document = table.run(*limits, "--set", "rounds.execution.revise=sequential")
    assert document["rounds"][1]["responded"] == list(SEATS)
    assert document["rounds"][1]["duration_ms"] < 1500
