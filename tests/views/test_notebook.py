"""Debates in notebooks: a card that unfolds the report, one line as text, and a view that follows a debate."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import moot
from moot import LiveView, Result, debate, open_store
from tests.support.scripts import QUESTION, synthesis, views, write


async def run(folder: Path, **options: Any) -> Result:
    model = write(folder, views((1, 1, 1, 1)), synthesis(90, "Expand into <b>Europe</b> with a pilot."))
    return await debate(QUESTION, **{"model": model, "store": "memory:", **options})


async def test_a_result_is_one_line_and_a_card(tmp_path: Path) -> None:
    result = await run(tmp_path, thread="t")
    for text in (repr(result), str(result)):
        assert "\n" not in text
        assert len(text) <= 200
        assert "<Result t: decided, 'Expand into" in text
    card = result._repr_html_()
    assert "Expand into &lt;b&gt;Europe&lt;/b&gt; with a pilot." in card
    assert "<b>Europe" not in card
    for part in ("Decided", "Why this status", "quorum", "Agreement: round 1: 100 %", "calls", "The whole report"):
        assert part in card, part
    # The report is inside, and may run nothing.
    assert 'sandbox="" srcdoc="&lt;!' in card
    assert "<script" not in card


async def test_a_card_draws_no_agreement_where_none_is_measured(tmp_path: Path) -> None:
    result = await run(tmp_path)
    judged = result.model_copy(update={"strategy": "judge"})
    assert "Agreement:" in result._repr_html_().partition("<iframe")[0]
    assert "Agreement:" not in judged._repr_html_().partition("<iframe")[0]


async def test_a_debate_is_loaded_by_its_thread(tmp_path: Path) -> None:
    store = open_store("memory:")
    result = await run(tmp_path, store=store, thread="t")
    assert await moot.load("t", store=store) == result


async def test_the_live_view_follows_in_plain_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = io.StringIO()
    monkeypatch.setattr("sys.stderr", heard)
    await run(tmp_path, watch=LiveView())
    assert "CFO" in heard.getvalue()
    assert "round 1 closed: settled (100 %)" in heard.getvalue()
    assert "Decided: Expand into" in heard.getvalue()


async def test_the_live_view_replaces_its_output_in_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr("moot.views.notebook.live_view._open_display", lambda: lambda page, _line: pages.append(page))
    await run(tmp_path, watch=LiveView())
    assert "position …" in pages[1]
    assert "position ✓" in pages[-1]
    assert "Decided: Expand into &lt;b&gt;" in pages[-1]


def test_a_turn_without_words_leaves_what_the_seat_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr("moot.views.notebook.live_view._open_display", lambda: lambda page, _line: pages.append(page))
    view = LiveView()
    turn = {"event": "seat_finished", "seat": "cfo", "status": "ok"}
    view("custom", {**turn, "phase": "revise", "said": "Rent the kiosk."})
    view("custom", {**turn, "phase": "settle"})
    assert "verdict on the answers ✓" in pages[-1]
    assert "Rent the kiosk." in pages[-1]


def test_it_speaks_the_language_of_the_debate(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr("moot.views.notebook.live_view._open_display", lambda: lambda page, _line: pages.append(page))
    view = LiveView()
    view("updates", {"intake": {"case": SimpleNamespace(language="pt")}})
    view("custom", {"event": "seat_started", "seat": "cfo", "phase": "critique"})
    assert "crítica …" in pages[-1]
    view("custom", {"event": "seat_finished", "seat": "cfo", "phase": "critique", "status": "timeout", "error": "30 s"})
    view("custom", {"event": "round_closed", "round": 2, "convergence": 2 / 3})
    assert "rodada 2 encerrada: nada definido (66,7 %)" in pages[-1]
    assert "(sem tempo)" in pages[-1]
    view("custom", {"event": "ended", "status": "needs_review", "decision": "Alugar o quiosque."})
    assert "needs_review" not in pages[-1]
    assert "Alugar o quiosque." in pages[-1]


def test_a_terminal_names_who_is_busy_in_the_language_of_the_debate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("moot.views.notebook.live_view._open_display", lambda: None)
    view = LiveView()
    view("updates", {"intake": {"case": SimpleNamespace(language="pt")}})
    for seat in ("synthesizer", "nla"):
        view("custom", {"event": "seat_started", "seat": seat, "phase": "position"})
    assert capsys.readouterr().err.splitlines()[-1].endswith("sintetizador, Agente de Direito Nacional")
