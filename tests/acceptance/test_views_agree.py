"""What every view says of a debate is what its facts say: terminal, show, report.txt, report.html and the records."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
import yaml

from moot.views.wording.figures import as_percentage, say_percent, whole_percent
from tests.acceptance.table import SEATS, Document, Table, council, entry, hold, synthesis
from tests.support.scenario import Entry

AGREED = hold(None, "open in March", "Open the new shops in March")
APART: list[Entry] = [hold(seat, f"plan {seat}", f"Follow the {seat} plan") for seat in SEATS]
DECISION = "Open the new shops in March."
STORIES: dict[str, tuple[list[Entry], tuple[str, ...], tuple[str, ...]]] = {
    "decided": ([AGREED, synthesis(DECISION, choice="A")], (), ()),
    "paused": ([AGREED, synthesis(DECISION, 40, choice="A")], (), ()),
    "broken": ([*APART, synthesis(DECISION, 60), *council("Open one shop.", 40)], (), ()),
    "timed out": (
        [entry("revise", fault="hang"), *APART, synthesis(DECISION, 60), *council("Open one shop.")],
        ("--set", "timeout.per_agent=0.4", "--set", "timeout.total=0.5", "--set", "critique.enabled=false"),
        (),
    ),
    "guided": ([AGREED, synthesis(DECISION, 40, choice="A")], (), ("--respond", "Think of the town.")),
    "edited": ([AGREED, synthesis(DECISION, 40, choice="A")], (), ("--edit", "Close all shops.")),
}
"""What the seats say, the settings, and what a person answers."""


def flatten(text: str) -> str:
    """One line, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize("name", STORIES)
def test_every_view_says_what_the_facts_say(table: Table, tmp_path: Path, name: str) -> None:
    entries, settings, answer = STORIES[name]
    table.play(*entries)
    table.run(*settings)
    if answer:
        table.command("review", "case", *answer, "--quiet")
    table.command("export", "case", "--out", str(tmp_path))
    facts: Document = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    text, page = (flatten((tmp_path / file).read_text(encoding="utf-8")) for file in ("report.txt", "report.html"))
    shown = flatten(table.show())
    assert facts == table.command("show", "case", "--json").document
    usage = facts["usage"]
    cost = f"{usage['calls']:,} calls", f"{usage['prompt_tokens'] + usage['completion_tokens']:,} tokens"
    for view in (text, shown, page):
        assert (facts["decision"] or "") in view
        assert all(each in view for each in cost)
        assert f"{whole_percent(facts['confidence'])} %" in view
        assert say_percent(facts["convergence"]) in view
        assert "the council has to look" not in view or facts["escalation"]["target"] == "council"
    for view in (text, shown):
        assert re.findall(r"ROUND (\d+):", view) == [str(each["number"]) for each in facts["rounds"]]
        closed = sum(each["resolved"] for each in facts["critiques"])
        assert len(re.findall(r"K\d+ \w+ on \w+ \S*, \w+, resolved:", view)) == closed
        assert ("DECIDED" in view) == (facts["status"] == "decided")
        assert ("WAITING FOR A PERSON" in view) == (facts["status"] == "needs_review")
    log = yaml.safe_load((tmp_path / "debate_log.yaml").read_text(encoding="utf-8"))["debate_log"]
    summary = json.loads((tmp_path / "debate_summary.json").read_text(encoding="utf-8"))
    target = {"none": "NENHUM", "council": "COUNCIL", "human": "HUMANO"}[facts["escalation"]["target"]]
    assert log["resultado"]["escalado_para"] == target
    assert log["resultado"]["convergencia_final"] == as_percentage(facts["convergence"])
    assert log["resultado"]["circuit_breaker"] == (facts["circuit_breaker"] is not None)
    assert log["metricas"]["rodadas_executadas"] == summary["rounds_run"] == len(facts["rounds"])
    assert summary["llm_call_count"] == usage["calls"]
    assert (summary["status"], summary["warrant"]) == (facts["status"], facts["warrant"])
    assert summary["max_rounds"] >= summary["rounds_run"]
