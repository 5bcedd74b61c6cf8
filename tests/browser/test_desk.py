"""The desk in a real browser: start a debate, watch it, review it with each answer, see what came of it.

Screenshots of every page are kept in build/browser/desk, to be looked at.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
import uvicorn
import yaml
from playwright.async_api import Browser, Page, expect

from moot import debate, open_store
from moot.desk import DeskSettings, StoreBackend, make_app
from moot.stores import Entry, Store
from tests.browser.test_report import find_overflow
from tests.desk.langgraph_server import run_langgraph
from tests.support.scripts import say, write

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build/browser/desk"
PHONE, WIDE = 390, 1280
Scheme = Literal["light", "dark"]
STORY: dict[str, Any] = yaml.safe_load((ROOT / "tests/data/stories/expansion.yaml").read_text(encoding="utf-8"))
EVIDENCE = "\n\n".join(f"[{each['id']}] {each['text']}" for each in STORY["options"]["context"])


def doubtful() -> list[dict[str, Any]]:
    """The story's answers, slowed down, with a synthesis that is not sure enough to decide.

    What follows a reviewer's guidance takes longest: a page on a busy machine must come while it goes on.
    """
    written = next(each["reply"] for each in STORY["answers"] if each["when"].get("phase") == "synthesize")
    doubt = say("synthesize", reply={**written, "confidence": 44, "critical_divergence": True})
    late = {**doubt, "when": {**doubt["when"], "round": 3}, "delay": 8.0}
    return [late, *({**each, "delay": 0.25} for each in (doubt, *STORY["answers"]))]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def store(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Store]:
    async with open_store(f"sqlite:///{tmp_path_factory.mktemp('desk')}/desk.db") as opened:
        yield opened


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[str]:
    """Serve an application on a free port of this machine."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on", timeout_graceful_shutdown=1))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        async with asyncio.timeout(10):
            while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
                await asyncio.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server_desk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The same desk, mounted in a LangGraph server of its own."""
    folder = tmp_path_factory.mktemp("server")
    async with run_langgraph(folder, MOOT_MODEL=write(folder, doubtful())) as address:
        yield f"{address}/desk"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(store: Store, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A desk with a model that takes its time."""
    model = write(tmp_path_factory.mktemp("script"), doubtful())
    async with served(make_app(StoreBackend(store, model=model), DeskSettings(reviewer="Ana Souza"))) as address:
        yield address


_ALREADY_TYPING = "info: Autofocus processing was blocked because a document already has a focused element."
"""What Chromium notes where somebody presses a key before a slow page is done; nothing is wrong then."""


@asynccontextmanager
async def opened(
    browser: Browser, width: int = WIDE, scheme: Scheme = "light", language: str = "en"
) -> AsyncIterator[Page]:
    """Open a window, and afterwards find that its console stayed quiet."""
    size = {"width": width, "height": 900}
    context = await browser.new_context(viewport=size, color_scheme=scheme, locale=language)  # type: ignore[arg-type]
    page, noise = await context.new_page(), list[str]()
    page.on("console", lambda message: noise.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: noise.append(f"error: {error}"))
    yield page
    await context.close()
    assert [said for said in noise if said != _ALREADY_TYPING] == []


async def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


async def find_barriers(page: Page, axe: str) -> list[str]:
    """What axe-core finds serious or critical. It is run outside the page's own policy."""
    await page.evaluate(axe)
    found = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


async def start(page: Page, desk: str, question: str) -> None:
    """Start a debate by its form."""
    await page.goto(f"{desk}/start")
    await page.get_by_label("Question", exact=True).fill(question)
    await page.get_by_label("Value at risk", exact=True).fill("1500000")
    await page.locator("summary", has_text="Evidence").click()
    await page.locator("#evidence").fill(EVIDENCE)
    await page.get_by_text("Settings and limits").click()
    await page.locator("[data-setting='rounds.max']").fill("2")


@pytest.fixture(params=["desk", "server_desk"], ids=["local store", "LangGraph server"])
def place(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Where the debates live: the name and the address of the desk."""
    return request.param, request.getfixturevalue(request.param)


@pytest.mark.parametrize(
    ("kind", "key", "words", "seen"),
    [
        pytest.param("approve", "a", "", "approved the proposal", id="approve"),
        pytest.param("edit", "e", "Open in Lisbon with four people.", "Open in Lisbon with four people.", id="edit"),
        pytest.param("reject", "r", "The runway is too short.", "rejected the proposal", id="reject"),
        pytest.param("respond", "s", "Assume that the loan is refused.", "", id="send back"),
    ],
)
async def test_a_debate_is_started_watched_reviewed_and_seen_through(
    browser: Browser, place: tuple[str, str], kind: str, key: str, words: str, seen: str
) -> None:
    """Issue 7: start, watch live, it pauses, review with each of the four answers, see the result; on both backends."""
    backend, desk = place
    async with opened(browser) as page:
        await start(page, desk, f"Should we expand into Europe next year ({kind})?")
        if kind == "approve":
            await picture(page, f"start-{backend}")
        await page.get_by_role("button", name="Start", exact=True).click()
        # It runs: seats appear with what they said, and agreement moves.
        await expect(page.locator("#live")).to_be_visible()
        await expect(page.locator("#live-seats li.spoke")).to_have_count(4)
        if kind == "approve":
            await picture(page, f"live-{backend}")
        await expect(page.locator("#live-share")).not_to_have_text("–")
        # It pauses, and the page says so by itself.
        # The contents have a link of the same name, and may have it first.
        await page.locator("a[href$='/review']").first.click(timeout=20_000)
        await expect(page.get_by_text("Why you are asked")).to_be_visible()
        # The text shows before the script that listens to keys has come.
        await page.wait_for_load_state("load")
        await page.keyboard.press(key)
        if words:
            await page.locator(f"#text_{kind}").fill(words)
        await picture(page, f"review-{kind}-{backend}")
        await page.locator("#reviewer").fill("Ana Souza")
        await page.keyboard.press("Control+Enter")
        await expect(page.locator("#confirm")).to_be_visible()
        if kind == "edit":
            await picture(page, "confirm")
        await page.get_by_role("button", name="Confirm").click()
        await page.wait_for_url(f"**?answered={kind}")
        if kind == "respond":
            # What happens next is shown live, until it waits again.
            await expect(page.locator("#live-log")).to_contain_text("The debate goes on")
            await picture(page, f"live-again-{backend}")
            await expect(page.get_by_role("link", name="Review", exact=True).first).to_be_visible(timeout=20_000)
        else:
            await expect(page.get_by_text(seen).first).to_be_visible()
            await expect(page.get_by_text("Ana Souza").first).to_be_visible()
        await picture(page, f"after-{kind}-{backend}")


async def fill(store: Store) -> None:
    """An inbox with a past."""
    lines = (
        ("Should a family bakery open a second shop?", "needs_review", 250_000.0, "confidence of 44 % is below 50 %"),
        ("Can the land of a Minangkabau family be sold without the consent of the mamak?", "needs_review", None,
         "One severe critique is open.; Claims without evidence: ala 0.40 is above 0.30."),
        ("Warum fällt der Dienst jede Nacht um drei Uhr aus?", "decided", 12_500.5, ""),
        ("Is it " + "really " * 40 + "so?", "inconclusive", None, ""),
    )  # fmt: skip
    for at, (question, status, value, reason) in enumerate(lines):
        await store.note(Entry(f"past-{at}", 1.0, 1_790_000_000.0 - at, "conclave", status, question, reason, value))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def known(store: Store, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A debate that waits, and a branch of it."""
    from moot import fork

    model = write(tmp_path_factory.mktemp("quick"), [{**each, "delay": 0} for each in doubtful()])
    options = {**STORY["options"], "value_at_risk": 1_500_000, "store": store, "model": model}
    await fill(store)
    await debate(STORY["question"], thread="known", **options)
    await fork("known", round=1, new_thread="branch", store=store, without=["cmo"], overrides={"rounds.max": 2})
    return "known"


PAGES = {
    "inbox": "/?show=all",
    "empty": "/?q=nothing-like-it",
    "debate": "/debates/known",
    "review": "/debates/known/review",
    "start": "/start",
    "fork": "/debates/known/fork",
    "compare": "/compare?a=known&b=branch",
    "missing": "/debates/none",
}


@pytest.mark.parametrize("language", ["pt", "id"])
async def test_longer_words_fit_a_telephone(browser: Browser, desk: str, known: str, language: str) -> None:
    """What is long in Portuguese and Indonesian makes no page wider than the screen."""
    context = await browser.new_context(viewport={"width": PHONE, "height": 900})
    page = await context.new_page()
    await page.goto(f"{desk}/")
    await page.locator(f'[name="language"][value="{language}"]').click()
    for name, path in PAGES.items():
        await page.goto(f"{desk}{path}")
        assert await page.evaluate("document.documentElement.lang") == language, name
        assert await find_overflow(page) == [], name
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, WIDE])
@pytest.mark.parametrize("name", PAGES)
async def test_every_page_fits_every_screen_and_is_open_to_everybody(
    browser: Browser, desk: str, known: str, axe: str, name: str, width: int, scheme: Scheme
) -> None:
    """Issue 7: accessible, light and dark, phone width; axe-core finds nothing serious."""
    context = await browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = await context.new_page()
    await page.goto(f"{desk}{PAGES[name]}")
    await picture(page, f"{name}-{width}-{scheme}")
    assert await find_overflow(page) == []
    await page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert await find_overflow(page) == []
    assert await find_barriers(page, axe) == []
    await context.close()


@pytest.mark.parametrize("language", ["pt", "id"])
async def test_the_desk_speaks_the_browsers_language(browser: Browser, desk: str, known: str, language: str) -> None:
    async with opened(browser, language=language) as page:
        await page.goto(f"{desk}/")
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await picture(page, f"review-{language}")
        await page.get_by_role("button", name="English").click()
        await expect(page.locator("html")).to_have_attribute("lang", "en")


async def test_the_keyboard_is_enough(browser: Browser, desk: str, known: str) -> None:
    async with opened(browser) as page:
        await page.goto(f"{desk}/?show=all")
        await page.keyboard.press("?")
        await expect(page.locator("#keys")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.keyboard.press("/")
        await page.keyboard.type("bakery")
        await page.keyboard.press("Enter")
        await page.wait_for_url("**q=bakery**", wait_until="load")
        await page.locator("body").click(position={"x": 5, "y": 300})
        await page.keyboard.press("j")
        assert await page.evaluate("document.activeElement.textContent") == "Should a family bakery open a second shop?"


async def test_a_page_without_scripts_still_decides(browser: Browser, desk: str, known: str, store: Store) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{desk}/debates/branch")
    if await page.get_by_role("link", name="Review", exact=True).count():
        await page.get_by_role("link", name="Review", exact=True).first.click()
        await page.get_by_label("Reject").check()
        await page.get_by_role("button", name="Continue").click()
        await expect(page.get_by_text("Reject the proposal?")).to_be_visible()
        await page.get_by_role("button", name="Confirm").click()
        await expect(page.get_by_text("rejected the proposal")).to_be_visible()
    await context.close()
