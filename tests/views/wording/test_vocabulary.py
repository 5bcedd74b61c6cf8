"""What people read instead of ids and stamps: seats, moments, deciders and flags."""

import pytest

from moot.views.wording.figures.figures import say_moment
from moot.views.wording.names.names import say_decider, say_seat
from moot.views.wording.vocabulary import say_flag
from tests.browser.extremes import bare


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        ("cfo", "CFO"),
        ("nla", "National Law Agent"),
        ("market", "Market"),
        ("log_focused", "Log reasoner"),
        ("kg_seen", "KG seen"),
        ("head_of_sales", "Head of sales"),
        ("", ""),
        ("_", "_"),
    ],
)
def test_how_a_seat_is_called(seat: str, name: str) -> None:
    assert say_seat(seat) == name


@pytest.mark.parametrize(
    ("stamp", "words"),
    [
        ("2026-11-16T06:20:00.123+00:00", "16 November 2026, 06:20 UTC"),
        ("2026-01-01T00:30:00+02:00", "31 December 2025, 22:30 UTC"),
        ("yesterday", "yesterday"),
        ("", ""),
        (None, ""),
    ],
)
def test_how_a_moment_is_written(stamp: str | None, words: str) -> None:
    assert say_moment(stamp) == words


@pytest.mark.parametrize(
    ("decider", "words"),
    [
        ("council", "the council (models)"),
        ("human: Ana", "Ana"),
        ("human", "a person"),
        ("deterministic", "rule, from the positions"),
        ("methodologist: no verdict", "the methodologist"),
        ("cro", "CRO"),
        ("nobody", ""),
        ("", ""),
    ],
)
def test_who_decided(decider: str, words: str) -> None:
    assert say_decider(bare(decider=decider)[0]) == words


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("REDUZIDA POR TIMEOUT", "REDUZIDA POR TIMEOUT"),
        ("repaired", "an answer had to be repaired"),
        ("fallback_model:openai:x", "another model took over (openai:x)"),
        ("resolution_lacks:residual_risks", "the council's resolution is incomplete: it names no remaining risk"),
        ("some_new_flag", "some new flag"),
    ],
)
def test_what_a_flag_means(flag: str, words: str) -> None:
    assert say_flag(flag) == words
