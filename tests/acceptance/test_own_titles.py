"""A profile of somebody's own: everything people read calls its seats as its author does, never by their ids."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("mcp.server.mcpserver")

from tests.acceptance.languages import tell
from tests.acceptance.table import Table
from tests.acceptance.test_languages import hold, read_views, strip_page

TITLES = {"cro": "Chefe de vendas", "cfo": "Tesoureira", "coo": "Conselheiros", "cmo": "Publicidade"}
PROFILE = """
extends: conclave
name: feira
title: Mesa da feira
seats:
"""
_ID = re.compile(rf"\b(?:{'|'.join(TITLES)})\b", re.IGNORECASE)


@pytest.mark.parametrize("converges", [pytest.param(True, id="converges"), pytest.param(False, id="breaks")])
def test_seats_are_called_by_the_titles_of_their_own_profile(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, converges: bool
) -> None:
    monkeypatch.delenv("MOOT_LANGUAGE", raising=False)
    seats = "".join(f"  - {{id: {seat}, title: {title}, persona: Fale}}\n" for seat, title in TITLES.items())
    profile = tmp_path / "feira.yaml"
    profile.write_text(PROFILE + seats, encoding="utf-8")
    telling = tell("conclave", "pt", converges=converges)
    code, told = hold(table, replace(telling, arguments=(*telling.arguments, "--profile", str(profile))), tmp_path)
    assert code == (0 if converges else 3), told
    views = {"terminal": told, **read_views(table, tmp_path / "records", waits=not converges)}
    shown = {name: strip_page(text) if text.lstrip().startswith("<!doctype") else text for name, text in views.items()}
    assert {name for name, text in shown.items() if "Tesoureira" in text} > {"terminal", "show", "report.txt"}
    found = {
        name: [text[max(0, each.start() - 30) : each.end() + 30] for each in _ID.finditer(text)]
        for name, text in shown.items()
    }
    assert not {name: places for name, places in found.items() if places}
