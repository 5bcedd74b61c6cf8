"""What a model says is clean before anybody else reads it."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.models.cleaning.cleaning import DEEPEST, clean_data, clean_text
from moot.models.cleaning.redaction import one_line, redact
from moot.models.extract import extract


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        pytest.param("plain\ttext\n", "plain\ttext\n", id="ordinary"),
        pytest.param("a\x00b", "ab", id="NUL"),
        pytest.param("\x1b[2Jgone\x9b1m", "[2Jgone1m", id="what a terminal would obey"),
        pytest.param("\u202egnp.\u2066exe\u2069", "gnp.exe", id="another order than it has"),
        pytest.param(
            "می\u200cخواهم 👩\u200d🚀 שלום\u200f", "می\u200cخواهم 👩\u200d🚀 שלום\u200f", id="joiners and marks"
        ),
        pytest.param("a\ud800b", "a\ufffdb", id="half a character"),
        pytest.param("\ud83d\ude00", "😀", id="two halves that arrived apart"),
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line ends"),
        pytest.param("a\u2028b\u2029c\x85d", "a\nb\nc\nd", id="line ends that tear JSON lines"),
        pytest.param("ü€😀 ção 中文", "ü€😀 ção 中文", id="other scripts"),
    ],
)
def test_text(text: str, clean: str) -> None:
    assert clean_text(text) == clean


@given(st.text(st.characters()))
def test_every_text_can_be_stored_and_is_clean_at_once(text: str) -> None:
    cleaned = clean_text(text)
    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    assert clean_text(cleaned) == cleaned


def test_data() -> None:
    assert clean_data({"a\x00": ["b\ud800", 2**70, 7, None, True]}) == {"a": ["b\ufffd", str(2**70), 7, None, True]}
    nested: Any = "deep"
    for _ in range(DEEPEST + 5):
        nested = [nested]
    assert "deep" not in repr(clean_data(nested))


@pytest.mark.parametrize(
    "text", ["[" * 50_000, '{"a":' * 20_000, "{'a': 1,, [}" * 30_000, "[1]" * 100_000, "{" + "a:b," * 12_000 + "}"]
)
def test_what_cannot_be_read_is_given_up_soon(text: str) -> None:
    started = time.process_time()
    extract(text)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "text", ["x" * 300_000, "?x" * 150_000, "*" * 300_000, "x**" * 100_000, "sk-" * 100_000, "://a" * 75_000]
)
def test_masking_takes_no_longer_than_the_text_is_long(text: str) -> None:
    started = time.process_time()
    redact(text)
    one_line(text)
    assert time.process_time() - started < 10


def test_a_line_for_people_obeys_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert one_line("a\x1b[31m\x00b") == "a[31mb"
    monkeypatch.setenv("MY_TOKEN", "half-a-secret-value")
    cut = "***" * 22_000 + " " + "half-a-secret-value"
    assert "half" not in one_line(cut)
