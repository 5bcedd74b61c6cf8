"""Taking part in a debate in a real browser: compose, start, watch, say, stop, resume, review, again without a seat.

Once with a wide window, once with the keyboard alone on a telephone's screen. Screenshots are in build/browser/desk.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from moot import open_store
from moot.desk import DeskSettings, StoreBackend, make_app
from tests.browser.test_desk import EVIDENCE, PHONE, WIDE, doubtful, find_barriers, opened, picture, served
from tests.browser.test_report import find_overflow
from tests.support.scripts import write

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

QUESTION = "Should we expand into Europe next year?"
WORDS = "The lease ends in March."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A desk whose model takes long enough for somebody to speak."""
    folder = tmp_path_factory.mktemp("live")
    model = write(folder, [{**each, "delay": max(1.0, each.get("delay", 0.0))} for each in doubtful()])
    async with open_store(f"sqlite:///{folder}/desk.db") as store:
        backend = StoreBackend(store, model=model)
        async with served(make_app(backend, DeskSettings(reviewer="Ana", models=("openai:gpt-4o-mini",)))) as address:
            yield address


class Hands:
    """Uses a page with the mouse, or with the keyboard alone."""

    def __init__(self, page: Page, *, keyboard: bool) -> None:
        self.page, self.keyboard = page, keyboard

    async def reach(self, selector: str) -> None:
        """Go to an element: with the keyboard, by Tab from where one is."""
        if not self.keyboard:
            await self.page.locator(selector).first.focus()
            return
        await self.page.locator(selector).first.wait_for()
        for _ in range(200):
            if await self.page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    async def press(self, selector: str) -> None:
        """Press a button or follow a link."""
        if not self.keyboard:
            await self.page.locator(selector).first.click()
            return
        await self.reach(selector)
        await self.page.keyboard.press("Enter")

    async def write(self, selector: str, text: str) -> None:
        """Replace what stands in a field."""
        await self.reach(selector)
        await self.page.keyboard.press("Control+A")
        await self.page.keyboard.type(text)


async def check(page: Page, axe: str, name: str) -> None:
    """Look at a page: nothing shuts anybody out, nothing is wider than the screen."""
    await picture(page, name)
    assert await find_barriers(page, axe) == []
    assert await find_overflow(page) == []


@pytest.mark.parametrize(
    ("width", "keyboard"),
    [pytest.param(WIDE, False, id="wide"), pytest.param(PHONE, True, id="telephone, keyboard alone")],
)
async def test_somebody_takes_part_from_the_first_word_to_the_next_debate(
    browser: Browser, desk: str, axe: str, width: int, keyboard: bool
) -> None:
    async with opened(browser, width) as page:
        hands, kind = Hands(page, keyboard=keyboard), "phone" if keyboard else "wide"
        # Compose: three seats of four, evidence by paste and by file, and what it will cost.
        await page.goto(f"{desk}/start")
        await hands.write("#question", QUESTION)
        await hands.write("[name='seat.0.persona']", "You ask what could go wrong with the rent.")
        await hands.press("[data-row='3'] .remove")
        await expect(page.locator("#seat-rows > li")).to_have_count(3)
        await hands.press("#evidence-fold summary")
        await hands.reach("#evidence")
        await page.keyboard.insert_text(EVIDENCE)
        note = {"name": "rents 2026.txt", "mimeType": "text/plain", "buffer": b"Rents fell.\n\nBy a fifth."}
        await page.locator("#evidence-file").set_input_files(note)  # type: ignore[arg-type]  # a file's description
        await expect(page.locator("#evidence")).to_have_value(
            f"{EVIDENCE}\n\n[rents_2026.txt] Rents fell.\nBy a fifth."
        )
        await expect(page.locator("#forecast")).to_contain_text("Expected: ")
        await check(page, axe, f"compose-{kind}")
        # Start and watch; say something without pausing it.
        await hands.press("#start .deeds button:not(.quietly)")
        await expect(page.locator("#live-seats li")).to_have_count(3)
        await hands.write("#say-text", WORDS)
        await page.keyboard.press("Enter")
        await expect(page.locator("#say-told")).to_contain_text("from the next wave on")
        await expect(page.locator("#live-log li.critique .words").first).to_be_visible(timeout=40_000)
        await expect(page.locator("#live-log li.remark")).to_contain_text(WORDS)
        await expect(page.locator("#live-cost")).to_contain_text("tokens")
        await expect(page.locator("#live-ballot li").first).to_be_visible()
        await check(page, axe, f"listen-{kind}")
        # Stop: whoever speaks finishes, then it can be resumed.
        await hands.press("#speak form:last-child button")
        await expect(page.locator("form[action$='/resume'] button")).to_be_visible(timeout=40_000)
        await expect(page.locator("#speak")).to_have_count(0)
        await check(page, axe, f"stopped-{kind}")
        await hands.press("form[action$='/resume'] button")
        await expect(page.locator("#live")).to_be_visible()
        # What was said before the stop is still there.
        await expect(page.locator("#live-log li.remark")).to_contain_text(WORDS)
        # Review.
        await hands.press("a[href$='/review']")
        await page.wait_for_url("**/review")
        await page.wait_for_load_state("load")
        await page.keyboard.press("a")
        await page.keyboard.press("Control+Enter")
        await expect(page.locator("#confirm")).to_be_visible()
        await page.get_by_role("button", name="Confirm").press("Enter")
        await page.wait_for_url("**?answered=approve")
        # Again, without the CFO.
        await hands.press("a[href$='without=cfo']")
        await page.wait_for_url("**without=cfo")
        await page.wait_for_load_state("load")
        await expect(page.locator("#seat-rows > li")).to_have_count(2)
        await expect(page.locator("#question")).to_have_value(QUESTION)
        await check(page, axe, f"again-{kind}")
        await hands.press("#start .deeds button:not(.quietly)")
        await expect(page.locator("#live-seats li")).to_have_count(2)
        assert await page.locator("#live-seats li[data-seat='cfo']").count() == 0
