"""Chromium for the tests of pages; where there is none they are skipped, and say why."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from moot.views.report import render_report
from tests.browser.extremes import EXTREMES
from tests.browser.stories import tell

ROOT = Path(__file__).resolve().parents[2]
# A page is as slow as the machine is busy; what never comes fails all the same.
expect.set_options(timeout=20_000)
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The installed browser."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("Chromium is not installed: run scripts/setup_browser.sh as root, or install it yourself")
    return found


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker."""
    script = ROOT / "build/browser/axe.min.js"
    if not script.is_file():
        pytest.skip("axe-core is not there: scripts/setup_browser.sh fetches it with npm")
    return script.read_text(encoding="utf-8")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """A browser that all tests of a module share."""
    async with async_playwright() as playwright:
        # In a container there is no user whom the sandbox could protect.
        launched = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield launched
        await launched.close()


@pytest.fixture
def write_page(tmp_path: Path) -> Callable[[str], str]:
    """Write the report of a story or of an extreme, and name its address."""

    def write(name: str) -> str:
        result, state = EXTREMES[name]() if name in EXTREMES else tell(name)
        path = tmp_path / "report.html"
        path.write_text(render_report(result, state), encoding="utf-8")
        return path.as_uri()

    return write


@pytest.fixture
def address(request: pytest.FixtureRequest, write_page: Callable[[str], str]) -> str:
    """The address of the page a test names as its parameter."""
    return write_page(request.param)
