"""One figure altered in one view is noticed: the comparison of views with facts can fail."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.acceptance.languages import PROTOCOLS, tell
from tests.acceptance.table import Document, Table, council
from tests.acceptance.test_languages import hold
from tests.acceptance.test_views_of_protocols import Views, check_records, check_views, read_views

FIGURES = {
    "confidence": r"[Cc]onfidence (?:\w+[,:]? )?\(?(\d+) %",
    "agreement": r"[Aa]greement (\d+) %",
    "calls": r"(\d+) calls?,? [\d,]+ tokens",
    "tokens": r"\d+ calls?,? [\d,]*(\d) tokens",
    "critiques": r"(\d+) of \d+ critiques? settled",
    "all critiques": r"\d+ of (\d+) critiques? settled",
    "rounds": r"(\d+) rounds? \d+ seats",
    "round": r"ROUND (\d+):",
    "claims": r"(\d+) claims? as each",
    "supported": r"(\d+) supported",
    "leading": r"leading option has (\d+) %",
    "limit": r"ROUNDS RUN: (\d)",
    "final": r"FINAL CONVERGENCE: (\d+)",
    "vote": r"votes in round \d: [a-z]+ ([A-E])",
    "row": r"(?:CRO|Analyst) ([A-E]) [A-E–] ",
    "critique": r"K\d+ \S+ on [^:]*?, (resolved|open):",
    "severity": r"K\d+ \S+ on [^:]*?, (CRITICAL|MAJOR|MINOR),",
    "status": r"(WAITING FOR A PERSON|DECIDED|Waiting for a person|(?<![\w.] )Decided)",
}
"""Statements of a view, each with the part of it that is altered."""
OTHER = {
    "resolved": "open", "open": "resolved", "MAJOR": "MINOR", "MINOR": "MAJOR", "CRITICAL": "MAJOR",
    "DECIDED": "INCONCLUSIVE", "WAITING FOR A PERSON": "DECIDED", "Decided": "Inconclusive",
    "Waiting for a person": "Decided",
}  # fmt: skip

COUNCIL_DECIDES = ("--set", "escalation.human=0.1", "--set", "escalation.emit=0.2", "--set", "council.threshold=0.2")
ENDINGS = {
    "converges": ("decided", "needs_review"),
    "breaks off": ("needs_review", "inconclusive"),
    "person": ("decided", "inconclusive"),
    "council": ("decided",),
    "fails": ("failed",),
}
"""How a debate may stand after each ending: a person may be asked for the sake of a caveat."""

_Paths = tuple[tuple[str | int, ...], ...]
LOG_FIGURES: _Paths = (
    ("metricas", "tokens_consumidos"), ("rodadas", 0, "convergencia"), ("resultado", "circuit_breaker"),
)  # fmt: skip
SUMMARY_FIGURES: _Paths = (
    ("token_usage", "total_tokens"), ("critique_counts", "major"), ("ballot", "share"), ("rounds_run",),
)  # fmt: skip


def alter(view: str) -> Iterator[tuple[str, str]]:
    """Give a view once for each figure in it, with that figure altered."""
    for name, pattern in FIGURES.items():
        for found in re.finditer(pattern, view):
            said = found[1]
            other = OTHER.get(said) or (str((int(said) + 1) % 10 ** len(said)) if said.isdigit() else "F")
            start, end = found.span(1)
            yield f"{name}: {view[max(0, start - 40) : end + 20]}", view[:start] + other + view[end:]


def alter_views(views: Views) -> Iterator[tuple[str, Views]]:
    """Give the views once for each figure in each of them."""
    for name in ("printed", "shown", "text", "page"):
        for what, altered in alter(getattr(views, name)):
            changed: Document = {name: altered}
            yield f"{name}: {what}", views._replace(**changed)
    for place, page in enumerate(views.desk):
        for what, altered in alter(page):
            yield f"desk: {what}", views._replace(desk=[*views.desk[:place], altered, *views.desk[place + 1 :]])


def alter_record(record: Document, path: tuple[str | int, ...]) -> Iterator[Document]:
    """Give a record with one number or truth altered, if it has that one."""
    altered = deepcopy(record)
    holder: Any = altered
    try:
        for each in path[:-1]:
            holder = holder[each]
        said = holder[path[-1]]
    except (LookupError, TypeError):
        return
    if said is not None:
        holder[path[-1]] = not said if isinstance(said, bool) else said + 1
        yield altered


def play(table: Table, protocol: str, ending: str, folder: Path) -> str:
    """Run a debate to its ending, and return what was printed last."""
    telling = tell(protocol, "en", converges=ending == "converges")
    if ending == "fails":
        telling = replace(telling, entries=[{"when": {}, "fault": "fail"}])
    elif ending == "council":
        telling = replace(
            telling, entries=[*council(telling.question, 90), *telling.entries], arguments=COUNCIL_DECIDES
        )
    _, printed = hold(table, telling, folder)
    return table.command("review", "t-1", "--approve").out if ending == "person" else printed


@pytest.mark.parametrize(
    ("protocol", "ending"),
    [
        *((protocol, ending) for protocol in PROTOCOLS for ending in ("converges", "breaks off", "person", "fails")),
        ("conclave", "council"),
    ],
)
def test_no_altered_figure_passes_unnoticed(
    table: Table, tmp_path: Path, protocol: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100000")
    printed = play(table, protocol, ending, tmp_path)
    out = tmp_path / "out"
    table.command("export", "t-1", "--out", str(out))
    facts: Document = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert facts["status"] in ENDINGS[ending]
    log = yaml.safe_load((out / "debate_log.yaml").read_text(encoding="utf-8"))["debate_log"]
    summary = json.loads((out / "debate_summary.json").read_text(encoding="utf-8"))
    views = read_views(table, printed, out, facts)
    check_views(views, facts, protocol, log, summary)
    altered = list(alter_views(views))
    assert len(altered) > (0 if ending == "fails" else 20)
    unnoticed = [what for what, wrong in altered if _passes(wrong, facts, protocol, log, summary)]
    assert unnoticed == []
    for path in LOG_FIGURES:
        for other in alter_record(log, path):
            with pytest.raises(AssertionError):
                check_records(other, summary, facts)
    for path in SUMMARY_FIGURES:
        for other in alter_record(summary, path):
            with pytest.raises(AssertionError):
                check_records(log, other, facts)


def _passes(views: Views, facts: Document, protocol: str, log: Document, summary: Document) -> bool:
    try:
        check_views(views, facts, protocol, log, summary)
    except (AssertionError, KeyError):  # a round that there was not is a key that is missing
        return False
    return True
