"""Composing a debate in the browser: seats, options, the expected price, a profile file, and an old debate again."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from moot import load_profile, show
from moot.desk.access import DeskSettings
from moot.stores import Store
from tests.desk.conftest import Browser, settle
from tests.support.scripts import QUESTION

ROWS = [
    {"id": "cro", "title": "Risk", "persona": "You ask what could go wrong."},
    {"id": "cfo", "title": "Money", "persona": "You ask what it costs."},
    {"id": "poet", "title": "Poet", "persona": "You ask whether it is beautiful."},
]


@pytest.fixture
def settings() -> DeskSettings:
    return DeskSettings(reviewer="ana", models=("openai:one", "openai:gpt-4o-mini"))


def form(rows: list[dict[str, str]] | None = None, /, **changes: Any) -> dict[str, Any]:
    """A form as the page sends it."""
    chosen = ROWS if rows is None else rows
    seats = {f"seat.{at}.{name}": value for at, row in enumerate(chosen) for name, value in row.items()}
    return {"question": QUESTION, "profile": "conclave", "seats_of": "conclave", **seats, **changes}


async def test_other_seats_and_given_options_are_debated(browser: Browser, store: Store) -> None:
    await browser.open("/start")
    begun = await browser.send("/start", form(options="expand now\nwait a year\n"))
    assert begun.status_code == 303
    result = await settle(store, begun.headers["location"].rpartition("/")[2])
    assert {each.seat for each in result.positions} == {"cro", "cfo", "poet"}
    assert result.ballot is not None
    assert [each.text for each in result.ballot.options][:2] == ["expand now", "wait a year"]


async def test_the_seats_of_a_profile_are_no_change(browser: Browser, store: Store) -> None:
    page = await browser.open("/start")
    assert 'name="seat.3.id"' in page.text
    begun = await browser.send("/start", form([], seats_of="boardroom"))
    result = await settle(store, begun.headers["location"].rpartition("/")[2])
    assert {each.seat for each in result.positions} == {"cro", "cfo", "coo", "cmo"}


@pytest.mark.parametrize(
    ("rows", "changes", "said"),
    [
        pytest.param(
            [{**ROWS[0], "model": "scripted:/etc/passwd"}, *ROWS[1:]], {}, "models the desk offers", id="a file"
        ),
        pytest.param([ROWS[0], ROWS[0]], {}, "cro", id="a name twice"),
        pytest.param([{**ROWS[0], "id": "../x"}, *ROWS[1:]], {}, "../x", id="a name that is a path"),
        pytest.param([ROWS[0]], {}, "seats", id="nobody to argue with"),
        pytest.param([{**ROWS[0], "persona": "x" * 2_001}, *ROWS[1:]], {}, "at most 2,000 signs", id="endless"),
        pytest.param(None, {"options": "only one"}, "options", id="one option"),
        pytest.param(None, {"profile": "rca", "options": "a\nb"}, "options", id="where nobody votes"),
    ],
)
async def test_what_cannot_be_composed_is_said_above_the_form(
    browser: Browser, store: Store, rows: list[dict[str, str]] | None, changes: dict[str, str], said: str
) -> None:
    await browser.open("/start")
    reply = await browser.send("/start", form(rows, **changes))
    assert reply.status_code == 400
    found = re.search(r'<p class="wrong" role="alert">(.*?)</p>', reply.text, re.DOTALL)
    assert found is not None
    assert said in found[1].replace("&#39;", "'")
    assert list(await store.entries()) == []


async def test_the_expected_price_is_shown_before_anything_starts(browser: Browser, store: Store) -> None:
    await browser.open("/start")

    async def foresee(**changes: str) -> str:
        page = await browser.send("/start/forecast", form(**changes))
        assert page.status_code == 200
        return page.text.partition('id="forecast"')[2].partition("</div>")[0]

    few = await foresee(question="")
    assert re.search(r"Expected: \d+ calls, [\d,]+ tokens", few)
    assert "price unknown" in few
    assert "US$" in await foresee(model="openai:gpt-4o-mini")
    longer = await foresee(evidence="x" * 40_000)
    assert _tokens(longer) > _tokens(few)
    assert "ends it before" in await foresee(**{"set.budget.calls": "3"})
    assert list(await store.entries()) == []


def _tokens(text: str) -> int:
    found = re.search(r"calls, ([\d,]+) tokens", text)
    assert found is not None
    return int(found[1].replace(",", ""))


async def test_what_was_composed_is_a_profile_file(browser: Browser, tmp_path: Path) -> None:
    await browser.open("/start")
    sent = await browser.send("/start/profile", form(**{"set.rounds.max": "2"}))
    assert sent.headers["content-disposition"] == 'attachment; filename="conclave-composed.yaml"'
    (tmp_path / "mine.yaml").write_text(sent.text, encoding="utf-8")
    profile = load_profile(tmp_path / "mine.yaml")
    assert (profile.name, profile.seat_ids, profile.rounds.max) == ("conclave-composed", ("cro", "cfo", "poet"), 2)
    assert profile.seat("poet").persona == "You ask whether it is beautiful."


async def test_a_debate_is_asked_again_without_a_seat(
    browser: Browser, pause: Callable[..., Any], store: Store
) -> None:
    evidence = [{"id": "E1", "text": "Rents fell.\n\nBy a fifth."}]
    await pause(context=evidence, options=["expand", "wait"], value_at_risk=2500.0, overrides={"rounds.max": 4})
    page = await browser.open("/debates/t")
    found = re.search(r'href="([^"]+without=cfo)"', page.text)
    assert found is not None
    link = found[1].replace("&amp;", "&")
    assert parse_qs(urlsplit(link).query) == {"from": ["t"], "without": ["cfo"]}
    again = await browser.open(link)
    filled = dict(re.findall(r'name="([\w.]+)"[^>]*? value="([^"]*)"', again.text))
    filled |= dict(re.findall(r'<textarea id="[^"]*" name="([\w.]+)"[^>]*>([^<]*)</textarea>', again.text))
    assert [filled[f"seat.{at}.id"] for at in range(3)] == ["cro", "coo", "cmo"]
    assert (filled["question"], filled["options"]) == (QUESTION, "expand\nwait")
    assert (filled["evidence"], filled["value_at_risk"]) == ("[E1] Rents fell.\nBy a fifth.", "2500")
    assert filled["set.rounds.max"] == "4"
    del filled["csrf"], filled["irreversible"], filled["language"], filled["next"]
    begun = await browser.send("/start", {**filled, "profile": "conclave"})
    assert begun.status_code == 303, begun.text
    result = await settle(store, begun.headers["location"].rpartition("/")[2])
    assert {each.seat for each in result.positions} == {"cro", "coo", "cmo"}
    assert (await show("t", store=store)).status == "needs_review", "the debate it comes from is untouched"


async def test_nothing_is_asked_again_that_is_not_there(browser: Browser) -> None:
    assert (await browser.open("/start?from=nowhere")).status_code == 404
    assert (await browser.open("/start?from=../../etc")).status_code == 404


@pytest.mark.parametrize("path", ["/start", "/start/forecast", "/start/profile"])
async def test_nobody_composes_without_the_proof_of_the_page(browser: Browser, store: Store, path: str) -> None:
    await browser.open("/start")
    forged = await browser.send(path, {**form(), "csrf": "forged"})
    foreign = await browser.send(path, form(), headers={"origin": "http://evil.example"})
    assert (forged.status_code, foreign.status_code) == (403, 403)
    assert list(await store.entries()) == []
