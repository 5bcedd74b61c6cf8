"""Short texts are told apart: every second sentence was held out while the shapes were chosen."""

import time
from pathlib import Path

import pytest

from moot.policies.language import LANGUAGES, find_language, guess_language

FOLDER = Path(__file__).resolve().parents[2] / "data" / "languages"


def read(language: str) -> list[str]:
    return (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "text", ["Z melhora W", "Observei X", "Vacinas causam autismo", "Café reduz sono"], ids=lambda text: text
)
def test_short_portuguese_ideas(text: str) -> None:
    assert find_language(text) == "pt"


def test_held_out_sentences() -> None:
    held = [(language, text) for language in LANGUAGES for text in read(language)[1::2]]
    right = sum(guess_language(text) == language for language, text in held)
    assert right / len(held) >= 0.95


def test_a_short_text_is_read_in_a_moment() -> None:
    texts = [text for language in LANGUAGES for text in read(language)]
    began = time.perf_counter()
    for text in texts:
        guess_language(text)
    assert (time.perf_counter() - began) / len(texts) < 0.005


def test_nothing_tells() -> None:
    assert find_language("X Y") is None
