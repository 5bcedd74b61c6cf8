"""Extracts what every view says of a debate of each protocol, and finds it equal to the facts.

Terminal, show, report.txt, report.html, the desk and the records, about status, confidence, agreement, votes,
critiques, claims, rounds and cost.
"""

import asyncio
import json
import re
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from moot.catalogue import speak
from moot.configs import load_profile, profile_names
from moot.views.wording.figures import as_percentage, say_percent, whole_percent
from tests.acceptance.figures import check_end, check_figures, check_heading, check_log, check_summary
from tests.acceptance.languages import PROTOCOLS, tell
from tests.acceptance.table import Document, Table
from tests.acceptance.test_languages import hold, open_desk, strip_page

HEADS = {
    "decided": "DECIDED|QUESTION APPROVED",
    "needs_review": "WAITING FOR A PERSON",
    "inconclusive": "INCONCLUSIVE",
    "failed": "NO DECISION: no agent gave|NOT FINISHED",
}
COUNCIL_SAYS = ("modifications", "reversal_criteria", "residual_risks")
ADVOCATE_SAYS = ("weakest_premise", "undiscussed_risk", "ignored_alternative", "regret_scenario")


def flat(text: str) -> str:
    return " ".join(text.split())


def check_text(text: str, facts: Document) -> None:
    """Compare what a text says of the whole debate with its facts."""
    heads = {status for status, head in HEADS.items() if re.search(rf"(?<!\w)(?:{head})(?!\w)", text)}
    assert heads <= {facts["status"]}, heads
    for said in re.findall(r"Confidence (?:high|medium|low) \((\d+) %\)", text):
        assert int(said) == whole_percent(facts["confidence"])
    assert re.findall(r"ROUND (\d+):", text) in ([], [str(each["number"]) for each in facts["rounds"]])
    usage = facts["usage"]
    for said in re.findall(r"([\d,]+) calls, ([\d,]+) tokens", text):
        assert [int(each.replace(",", "")) for each in said] == [
            usage["calls"],
            usage["prompt_tokens"] + usage["completion_tokens"],
        ]
    for said in re.findall(r"[Aa]greement (\d+(?:\.\d)?) %", text):
        shares = [each["convergence"] for each in facts["rounds"]] + [facts["convergence"]]
        shares += [each["details"].get("before_cap") for each in facts["rounds"]]
        assert f"{said} %" in {say_percent(each) for each in shares if each is not None}


def check_story(text: str, facts: Document) -> None:
    """Compare what a story says of rounds, votes, critiques and claims with the facts."""
    assert re.findall(r"ROUND (\d+):", text) == [str(each["number"]) for each in facts["rounds"]]
    closed = {each["id"] for each in facts["critiques"] if each["resolved"]}
    left = {each["id"] for each in facts["critiques"]} - closed
    said = dict(re.findall(r"(K\d+) \S+ on [^:]*?, (resolved|open):", text))
    assert {each for each, end in said.items() if end == "resolved"} <= closed
    assert {each for each, end in said.items() if end == "open"} <= left
    ballot = facts["ballot"]
    if ballot is None or facts["rca"] is not None:
        return
    for option in ballot["options"]:
        found = re.search(
            rf"(?<!\w){option['id']} {re.escape(flat(option['restated'] or option['text']))} \((.*?)\)", text
        )
        if found is None:
            continue
        named = set(re.findall(r"[a-z_]+", found[1]))
        assert set(option["seats"]) <= named or not option["seats"], found[0]
        settled = option["id"] == ballot["settled"] and not set(option["seats"]) & set(ballot["unaccepted"])
        assert ("settled" in named) is settled, found[0]


def check_page(page: str, facts: Document) -> None:
    """Compare the counts of the report with the facts."""
    counted = re.search(
        r"(\d+) claims? as each seat last stated them: (\d+) supported, (\d+) unsupported, (\d+) unknown", page
    )
    if counted is not None:
        assert int(counted[1]) == sum(map(int, counted.groups()[1:]))
    open_ = sum(not each["resolved"] for each in facts["critiques"])
    for closed, total in re.findall(r"(\d+) of (\d+) critiques (?:are )?(?:settled|resolved|closed)", page):
        assert (int(closed), int(total)) == (len(facts["critiques"]) - open_, len(facts["critiques"]))
    for conflict in facts["norm_conflicts"]:
        assert f"Conflict of laws {conflict['id']}, {'resolved' if conflict['resolved'] else 'OPEN'}" in page


def check_request(page: str, facts: Document) -> None:
    """Whoever decides reads everything that was said for and against what is proposed."""
    council = facts["council"] or {}
    resolution, advocate = council.get("resolution") or {}, council.get("advocate") or {}
    wanted = [text for name in COUNCIL_SAYS for text in resolution.get(name) or ()]
    wanted += [advocate[name] for name in ADVOCATE_SAYS if advocate.get(name)]
    grave = [each for each in facts["critiques"] if each["severity"] != "MINOR"]
    wanted += [each["verdict_reason"] if each["resolved"] else each["description"] for each in grave]
    wanted += (facts["ballot"] or {}).get("reserved", {}).values()
    wanted += map(flat, facts["confidence_steps"])
    for text in wanted:
        assert flat(text) in page, text
    for conflict in facts["norm_conflicts"]:
        assert f"Conflict of laws {conflict['id']}, {'resolved' if conflict['resolved'] else 'OPEN'}" in page


class Views(NamedTuple):
    """What people read of one debate, each as one line of text."""

    printed: str
    shown: str
    text: str
    page: str
    desk: list[str]


def call_by_id(text: str) -> str:
    """Call seats by their ids again: people read their titles."""
    seats = [seat for name in profile_names() for seat in load_profile(name).seats]
    titles = {speak("en").seat(seat.id): seat.id for seat in seats}
    return reduce(lambda told, title: told.replace(title, titles[title]), titles, text)


def check_views(views: Views, facts: Document, protocol: str, log: Document, summary: Document) -> None:
    """Compare everything that the views and the records say with the facts."""
    printed, shown, text, page = (call_by_id(each) for each in (views.printed, views.shown, views.text, views.page))
    views = Views(printed, shown, text, page, [call_by_id(each) for each in views.desk])
    facts = json.loads(call_by_id(json.dumps(facts)))
    waits = facts["status"] == "needs_review"
    for view in (views.printed, views.shown, views.text):
        check_text(view, facts)
    for view in (views.shown, views.text):
        if protocol != "rca":  # its report begins with the lines of the source
            assert re.search(HEADS[facts["status"]], view)
        check_story(view, facts)
    for view in (views.page, *views.desk):
        check_page(view, facts)
        check_heading(view, facts)
    check_end(views.printed, facts)
    for view in (views.printed, views.shown, views.text, views.page, *views.desk):
        check_figures(view, facts)
    if any(each["responded"] for each in facts["rounds"]):
        assert "No agent said anything" not in " ".join((*views.desk, *views[:4]))
    confidence = f"{whole_percent(facts['confidence'])} %" if facts["confidence"] is not None else ""
    for view in (views.shown, views.text, views.page, *views.desk):
        assert (facts["decision"] or "") in view
        assert confidence in view
    if waits:
        check_request(views.desk[-1], facts)
        check_request(page_of(facts), facts)
    check_records(log, json.loads(call_by_id(json.dumps(summary))), facts)


def check_records(log: Document, summary: Document, facts: Document) -> None:
    """Compare the figures of the records with the facts."""
    check_log(log, facts)
    check_summary(summary, facts)
    assert log["resultado"]["convergencia_final"] == as_percentage(facts["convergence"])
    assert log["resultado"]["circuit_breaker"] == (facts["circuit_breaker"] is not None)
    assert log["metricas"]["rodadas_executadas"] == summary["rounds_run"] == len(facts["rounds"])
    assert summary["llm_call_count"] == facts["usage"]["calls"]
    assert (summary["status"], summary["warrant"]) == (facts["status"], facts["warrant"])


def read_views(table: Table, printed: str, out: Path, facts: Document) -> Views:
    """Read what people see of a debate: in the terminal, in its reports and on the desk."""
    waits = facts["status"] == "needs_review"
    desk = asyncio.run(open_desk(table.program.store, "t-1", waits=waits))
    return Views(
        flat(printed),
        flat(table.show("t-1")),
        flat((out / "report.txt").read_text(encoding="utf-8")),
        flat(strip_page((out / "report.html").read_text(encoding="utf-8"))),
        [flat(strip_page(each)) for each in desk],
    )


@pytest.mark.parametrize("converges", [True, False], ids=["converges", "breaks off"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_view_says_what_the_facts_say(
    table: Table, tmp_path: Path, protocol: str, converges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100000")
    _, printed = hold(table, tell(protocol, "en", converges=converges), tmp_path)
    out = tmp_path / "out"
    table.command("export", "t-1", "--out", str(out))
    facts: Document = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert facts == table.command("show", "t-1", "--json").document
    log = yaml.safe_load((out / "debate_log.yaml").read_text(encoding="utf-8"))["debate_log"]
    summary = json.loads((out / "debate_summary.json").read_text(encoding="utf-8"))
    check_views(read_views(table, printed, out, facts), facts, protocol, log, summary)


def page_of(facts: Document) -> str:
    """The page that a person gets with the request, as other programs show it."""
    return flat(facts["review"]["request"]["description"].replace("\\", ""))
