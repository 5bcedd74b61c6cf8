"""What people see at the desk, page by page."""

from collections.abc import Callable
from typing import Any

import pytest

from moot import show
from moot.stores import Entry, Store
from tests.desk.conftest import Browser, mark_of, settle
from tests.support.scripts import QUESTION


async def test_the_inbox_says_what_waits_since_when_why_and_what_is_at_stake(
    browser: Browser, pause: Callable[..., Any]
) -> None:
    await pause(value_at_risk=1_500_000)
    page = (await browser.open("/")).text
    assert QUESTION in page
    assert "Waiting for a person" in page
    assert "ago" in page or "now" in page
    assert "below 50 %" in page
    assert "1,500,000" in page
    assert "/debates/t/review" in page


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("/", {"w"}, id="what waits comes first"),
        pytest.param("/?show=all", {"w", "d", "f", "i"}, id="all"),
        pytest.param("/?show=decided", {"d"}, id="decided"),
        pytest.param("/?show=undecided", {"f"}, id="no decision"),
        pytest.param("/?show=running", {"i"}, id="a killed run shows as interrupted"),
        pytest.param("/?show=nonsense", {"w"}, id="an unknown filter is the first"),
        pytest.param("/?show=all&q=lisbon", {"d"}, id="search, whatever the case"),
        pytest.param("/?show=all&page=2", set(), id="a page beyond the last is empty"),
        pytest.param("/?show=all&page=-1", {"w", "d", "f", "i"}, id="a page that is no number"),
    ],
)
async def test_filters_and_search(browser: Browser, store: Store, path: str, expected: set[str]) -> None:
    lines = (
        ("w", "needs_review", "Buy?"),
        ("d", "decided", "Open in Lisbon?"),
        ("f", "failed", "Sell?"),
        ("i", "running", "Hire?"),
    )
    for thread, status, question in lines:
        await store.note(Entry(thread, 1.0, 1.0, "conclave", status, question))
    page = (await browser.open(path)).text
    assert {thread for thread in "wdfi" if f"/debates/{thread}" in page} == expected
    if "running" in path:
        assert "Interrupted" in page


async def test_a_debate_shows_the_views_of_the_report(browser: Browser, pause: Callable[..., Any]) -> None:
    await pause()
    page = await browser.open("/debates/t")
    for part in ('id="agreement"', 'id="timeline"', 'id="positions"', "Review", "Expand into Europe with a pilot."):
        assert part in page.text
    assert (await browser.open("/debates/t/result.json")).json() == (await show_json(browser, "t"))


async def show_json(browser: Browser, thread: str) -> Any:
    store = browser.http._transport.app.state.desk.backend._store  # type: ignore[attr-defined]
    return (await show(thread, store=store)).model_dump(mode="json")


async def test_a_review_shows_both_sides_with_their_evidence(browser: Browser, pause: Callable[..., Any]) -> None:
    await pause(context=[{"id": "E1", "text": "A survey of forty shops."}], value_at_risk=5000)
    page = (await browser.open("/debates/t/review")).text
    for part in (
        QUESTION,
        "Expand into Europe with a pilot.",
        "Why you are asked",
        "the price of entry",
        "40 %",
        "5,000",
        "Why this status",
        "Who votes for what",
    ):
        assert part in page
    assert page.count('type="radio" name="kind"') == 4


@pytest.mark.parametrize(
    ("kind", "text", "status", "decision"),
    [
        pytest.param("approve", "", "decided", "Expand into Europe with a pilot.", id="INTERFACES 4 approve"),
        pytest.param("edit", "Wait a year.", "decided", "Wait a year.", id="INTERFACES 4 edit"),
        pytest.param("reject", "Too risky.", "rejected", None, id="INTERFACES 4 reject"),
        pytest.param("reject", "", "rejected", None, id="INTERFACES 4 reject without a word"),
        pytest.param("respond", "Assume the loan is refused.", "needs_review",
                     "Expand into Europe with a pilot.", id="INTERFACES 4 respond"),
    ],
)  # fmt: skip
async def test_each_answer_has_its_effect_and_its_author(
    browser: Browser, store: Store, pause: Callable[..., Any], kind: str, text: str, status: str, decision: str | None
) -> None:
    await pause()
    page = await browser.open("/debates/t/review")
    form = {"mark": mark_of(page.text), "kind": kind, f"text_{kind}": text, "reviewer": "Ana Souza", "confirmed": "1"}
    answer = await browser.send("/debates/t/review", form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/debates/t?answered={kind}")
    result = await settle(store, "t")
    assert (result.status, result.decision) == (status, decision)
    snapshot = (await browser.open("/debates/t")).text
    assert kind == "respond" or "Ana Souza" in snapshot


async def test_an_answer_is_confirmed_before_it_counts(
    browser: Browser, store: Store, pause: Callable[..., Any]
) -> None:
    await pause()
    page = await browser.open("/debates/t/review")
    form = {"mark": mark_of(page.text), "kind": "edit", "text_edit": "Wait.", "reviewer": "ana"}
    asked = await browser.send("/debates/t/review", form)
    assert "Decide this instead?" in asked.text
    assert "Wait." in asked.text
    assert (await show("t", store=store)).status == "needs_review"


@pytest.mark.parametrize(
    ("form", "told"),
    [
        pytest.param({"kind": "edit", "text_edit": " "}, "Write the decision", id="an edit without a text"),
        pytest.param({"kind": "respond"}, "Write what the agents", id="guidance without a text"),
        pytest.param({"kind": "marry"}, "Choose one", id="no such answer"),
        pytest.param({"kind": "approve", "reviewer": ""}, "Say who decides", id="nobody decides"),
        pytest.param({"kind": "edit", "text_edit": "x" * 8_001}, "at most 8,000", id="a text without end"),
    ],
)
async def test_what_is_missing_is_said_and_nothing_is_lost(
    browser: Browser, store: Store, pause: Callable[..., Any], form: dict[str, str], told: str
) -> None:
    await pause()
    page = await browser.open("/debates/t/review")
    answer = await browser.send(
        "/debates/t/review", {"mark": mark_of(page.text), "reviewer": "ana", "confirmed": "1", **form}
    )
    assert answer.status_code == 400
    assert told in answer.text
    assert (await show("t", store=store)).status == "needs_review"


async def test_a_debate_that_waits_for_nobody_has_no_review(browser: Browser, pause: Callable[..., Any]) -> None:
    await pause(overrides={"escalation.human": 0.1, "escalation.emit": 0.2})
    answer = await browser.open("/debates/t/review", follow_redirects=False)
    assert answer.headers["location"] == "/debates/t"
