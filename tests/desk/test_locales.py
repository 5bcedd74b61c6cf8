"""Three languages: complete, with the same blanks, chosen by the browser or by the person."""

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from moot.desk import StoreBackend, make_app, read_settings
from moot.desk.locales import DeskTranslator, choose_language
from tests.desk.conftest import Browser


def test_every_word_a_template_uses_exists() -> None:
    folder = files("moot.desk") / "templates"
    for template in folder.iterdir():
        for key in re.findall(r'\bt\(["\']([a-z_]+(?:\.[a-z_]+)+)["\']', template.read_text(encoding="utf-8")):
            known = DeskTranslator("en").knows
            assert known(f"desk.{key}") or known(key), f"{template.name}: {key}"


@pytest.mark.parametrize(
    ("wanted", "accepted", "chosen"),
    [
        pytest.param("", "", "en", id="nothing said"),
        pytest.param("", "pt-BR,pt;q=0.9,en;q=0.8", "pt", id="Brazilian Portuguese"),
        pytest.param("", "de-DE,id;q=0.5,en;q=0.4", "id", id="the first that is spoken here"),
        pytest.param("", "in-ID", "id", id="Indonesian by its old name"),
        pytest.param("", "en;q=0.1,pt;q=0.9", "pt", id="weights count"),
        pytest.param("", "pt;q=0,en", "en", id="never"),
        pytest.param("", "pt;q=x", "en", id="a weight that is no number"),
        pytest.param("id", "pt", "id", id="the person's own choice wins"),
        pytest.param("../../etc", "pt", "pt", id="no such language"),
    ],
)
def test_the_language_is_chosen(wanted: str, accepted: str, chosen: str) -> None:
    assert choose_language(wanted, accepted) == chosen


def test_numbers_follow_the_language() -> None:
    assert DeskTranslator("en").amount(1_500_000) == "1,500,000"
    assert DeskTranslator("pt").amount(1_500_000.5) == "1.500.000,50"


async def test_the_inbox_speaks_the_browsers_language(browser: Browser) -> None:
    page = await browser.open("/", headers={"accept-language": "pt-BR"})
    assert '<html lang="pt">' in page.text


async def test_the_desk_speaks_what_was_chosen_for_it_until_a_person_switches(
    backend: StoreBackend, pause: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """MOOT_LANGUAGE: neither the browser nor the debate speaks Indonesian, and nobody has chosen for themselves."""
    monkeypatch.setenv("MOOT_LANGUAGE", "id")
    browser = Browser(make_app(backend, read_settings()), **{"accept-language": "pt-BR"})
    assert '<html lang="id">' in (await browser.open("/")).text
    await pause()
    assert "Mengapa Anda ditanya" in (await browser.open("/debates/t/review")).text
    await browser.send("/language", {"language": "pt", "next": "/"})
    assert "Por que você foi consultado" in (await browser.open("/debates/t/review")).text
    await browser.http.aclose()


async def test_pages_of_a_debate_speak_its_language_and_the_switch_wins(
    browser: Browser, pause: Callable[..., Any]
) -> None:
    """Issue 16: the question is English, so its pages are, whatever the browser asks for; a person may choose."""
    await pause()
    page = await browser.open("/debates/t/review", headers={"accept-language": "pt-BR"})
    assert '<html lang="en">' in page.text
    assert "Why you are asked" in page.text
    reply = await browser.send("/language", {"language": "id", "next": "/debates/t/review"})
    assert reply.headers["location"] == "/debates/t/review"
    page = await browser.open("/debates/t/review", headers={"accept-language": "pt-BR"})
    assert "Mengapa Anda ditanya" in page.text
