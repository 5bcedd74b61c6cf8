"""Whoever decides is not believed by name where nobody can compare meanings: its text has to state the option."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.table import Document, Table, council, entry, hold, position, released, synthesis
from tests.acceptance.test_legal import COMPARED, MINOR, PEER, answer, argue, supervises
from tests.support.scenario import Entry

MARCH = "Open the new shops in March"
SHARED = "Tanah yang dibeli sendiri diwarisi menurut undang-undang."
WORDS_ALONE = ("--set", "convergence.comparator=lexical")
DEPARTMENTS = [entry(("position", "revise"), reply=position("open in March", MARCH))]

Ask = Callable[[Table, Path, str, tuple[str, ...]], Document]


def same(extent: str) -> Entry:
    """Let the comparer say how far a ruling states the option."""
    others = dict.fromkeys(("premises", "risks", "timing"), "partial")
    pair = {"a": "decision", "b": "option", "recommendation": extent, **others}
    return entry("compare", reply={"pairs": [pair]})


def ask_council(table: Table, folder: Path, text: str, arguments: tuple[str, ...]) -> Document:
    """All seats say the same, and much is at stake."""
    table.play(hold(None, "open in March", MARCH), synthesis(MARCH), *council(text, choice="A"), same("full"))
    return table.run("--irreversible", "--value-at-risk", "900000", *arguments)[1]


def ask_supervisor(table: Table, folder: Path, text: str, arguments: tuple[str, ...]) -> Document:
    """Both laws say the same."""
    alike = [answer(phase, seat, SHARED, stance="sama") for phase in ("position", "revise") for seat in PEER]
    verified = entry("verify", reply={"verdicts": COMPARED})
    entries = [*alike, *MINOR, verified, supervises(decision=text, choice="A"), same("full")]
    return argue(table, folder, *entries, arguments=arguments)[1]


def ask_reviewer(table: Table, folder: Path, text: str, arguments: tuple[str, ...]) -> Document:
    """All departments say the same."""
    sure: dict[str, Any] = {
        "critical_divergence": False,
        "uncertainty": "none",
        "divergences": [],
        "departs_because": "",
    }
    ruling = entry("synthesize", "reviewer", reply={"decision": text, "confidence": 90, "choice": "A", **sure})
    table.play(*DEPARTMENTS, ruling, same("full"))
    return table.run("--profile", "boardroom", *arguments)[1]


WHO = [
    pytest.param(ask_council, MARCH, id="council"),
    pytest.param(ask_supervisor, SHARED, id="supervisor"),
    pytest.param(ask_reviewer, MARCH, id="reviewer"),
]
OTHERWISE = {
    MARCH: {
        "denies it": "Do not open the new shops in March.",
        "has nothing in common with it": "Sell the company.",
        "shares a word with it": "Close all shops at once.",
        "says it in other words": "Welcome the first customers before Easter.",
    },
    SHARED: {
        "denies it": "Tanah yang dibeli sendiri tidak diwarisi menurut undang-undang.",
        "has nothing in common with it": "Jual perusahaan itu.",
        "shares a word with it": "Semua tanah disita negara.",
        "says it in other words": "Anak-anak menerima bagian mereka.",
    },
}


@pytest.mark.parametrize("how", list(OTHERWISE[MARCH]))
@pytest.mark.parametrize(("ask", "option"), WHO)
def test_a_text_that_only_names_the_option_needs_a_person(
    table: Table, tmp_path: Path, ask: Ask, option: str, how: str
) -> None:
    document = ask(table, tmp_path, OTHERWISE[option][how], WORDS_ALONE)
    assert not table.scenario.asked("compare")
    assert (document["status"], released(document)) == ("needs_review", False)
    reasons = [str(each) for each in document["escalation"]["reasons"]]
    assert any(re.search(r"\b(option|opsi) A\b", each) for each in reasons), reasons


@pytest.mark.parametrize(("ask", "option"), WHO)
def test_a_text_in_the_words_of_the_option_decides(table: Table, tmp_path: Path, ask: Ask, option: str) -> None:
    document = ask(table, tmp_path, option, WORDS_ALONE)
    assert released(document), document["warrant"]


@pytest.mark.parametrize(("ask", "option"), WHO)
def test_other_words_decide_where_a_model_can_compare_them(table: Table, tmp_path: Path, ask: Ask, option: str) -> None:
    document = ask(table, tmp_path, OTHERWISE[option]["says it in other words"], ())
    assert table.scenario.asked("compare")
    assert released(document), document["warrant"]
