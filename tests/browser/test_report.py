"""The report in a real browser: quiet, self-contained, never wider than the screen, and readable for everybody."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from playwright.async_api import Browser, Page

from tests.browser.extremes import EXTREMES
from tests.browser.stories import STORIES

pytestmark = pytest.mark.asyncio(loop_scope="module")

PHONE, DESK = 390, 1280
Scheme = Literal["light", "dark"]


def pages(*names: str) -> pytest.MarkDecorator:
    """One row per page."""
    return pytest.mark.parametrize("address", names, indirect=True)


@asynccontextmanager
async def open_page(browser: Browser, address: str, width: int, scheme: Scheme = "light") -> AsyncIterator[Page]:
    """Open a page, and afterwards find that it was quiet and asked for nothing."""
    context = await browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page, noise = await context.new_page(), list[str]()
    page.on("console", lambda message: noise.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: noise.append(f"error: {error}"))
    page.on("request", lambda request: noise.append(f"request: {request.url}") if request.url != address else None)
    await page.goto(address)
    yield page
    await context.close()
    assert [line for line in noise if not line.startswith("request: data:")] == []


async def unfold(page: Page) -> None:
    await page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


async def find_overflow(page: Page) -> list[str]:
    """Name the outermost elements that make the page wider than the screen."""
    found: list[str] = await page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll('body *')]
                .filter(each => each.getBoundingClientRect().right > width + 1 && !each.closest('.scroll'))
                .map(each => each.tagName + '.' + each.getAttribute('class')).slice(0, 5);
        }"""
    )
    wide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return [*found, "the page scrolls sideways"] if wide else found


@pytest.mark.parametrize("width", [PHONE, DESK])
@pages(*STORIES, *EXTREMES)
async def test_a_page_is_quiet_and_never_scrolls_sideways(browser: Browser, address: str, width: int) -> None:
    """Issue 6: no console errors, nothing fetched, at 390 and 1280 pixels no horizontal scrolling."""
    async with open_page(browser, address, width) as page:
        assert await find_overflow(page) == []
        await unfold(page)
        assert await find_overflow(page) == []


@pytest.mark.parametrize("width", [PHONE, DESK])
@pages("council")
async def test_the_plots_are_drawn(browser: Browser, address: str, width: int) -> None:
    async with open_page(browser, address, width) as page:
        assert await page.locator("svg.plot").count() == 2
        for plot in await page.locator("svg.plot").all():
            box = await plot.bounding_box()
            assert box is not None
            assert box["width"] > 250
            assert box["height"] > 120
        # A plot grows with its place, so its words are as large as its place allows: legible on a phone.
        word = page.locator("svg.plot text").first
        height = await word.evaluate("each => each.getBoundingClientRect().height")
        assert height > 9
        strokes = await page.evaluate(
            "[...document.querySelectorAll('#confidence-title ~ g .line')].map(each => getComputedStyle(each).stroke)"
        )
        assert len(strokes) == len(set(strokes)) == 4
        assert await page.locator("svg.plot .threshold").count() == 1


async def find_barriers(page: Page, axe: str) -> list[tuple[str, str, str]]:
    """What axe-core calls serious, and every contrast below AA."""
    await page.evaluate(axe)
    found = await page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        (each["id"], each["nodes"][0]["html"][:200], each["nodes"][0]["failureSummary"])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical") or each["id"] == "color-contrast"
    ]


@pages(*STORIES, "foreign", "blank")
async def test_a_page_is_accessible(browser: Browser, axe: str, address: str) -> None:
    """Issue 6: contrast at least AA, and nothing else that axe-core calls serious."""
    async with open_page(browser, address, PHONE) as page:
        await unfold(page)
        assert await find_barriers(page, axe) == []


@pages("council", "rca", "boardroom", "paused")
async def test_a_page_is_accessible_in_the_dark(browser: Browser, axe: str, address: str) -> None:
    async with open_page(browser, address, DESK, "dark") as page:
        await unfold(page)
        assert await find_barriers(page, axe) == []


@pages("council")
async def test_the_check_notices_what_nobody_could_read(browser: Browser, axe: str, address: str) -> None:
    async with open_page(browser, address, PHONE) as page:
        await page.evaluate("document.querySelector('h1').style.color = '#ddd'")
        assert [rule for rule, *_ in await find_barriers(page, axe)] == ["color-contrast"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pages("council")
async def test_light_and_dark_follow_the_reader(browser: Browser, address: str, scheme: Scheme) -> None:
    async with open_page(browser, address, DESK, scheme) as page:
        colour = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness = sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))
        assert (brightness > 600) == (scheme == "light")


@pages("council")
async def test_paper_shows_what_a_screen_folds(browser: Browser, address: str) -> None:
    async with open_page(browser, address, DESK) as page:
        source = page.locator("blockquote").first
        assert not await source.is_visible()
        await page.emulate_media(media="print")
        assert await source.is_visible()
        assert not await page.locator("nav").is_visible()


@pages("council")
async def test_a_claim_unfolds_to_its_source_by_keyboard(browser: Browser, address: str) -> None:
    async with open_page(browser, address, PHONE) as page:
        claim = page.locator("details.claim").first
        await claim.locator("summary").focus()
        await page.keyboard.press("Enter")
        assert await claim.locator("blockquote").is_visible()
        assert "Pipeline review" in await claim.inner_text()


@pages("foreign")
async def test_right_to_left_texts_start_at_the_right(browser: Browser, address: str) -> None:
    async with open_page(browser, address, PHONE) as page:
        direction = await page.evaluate("getComputedStyle(document.querySelector('h1')).direction")
        assert direction == "rtl"
        assert await page.evaluate("getComputedStyle(document.body).direction") == "ltr"
