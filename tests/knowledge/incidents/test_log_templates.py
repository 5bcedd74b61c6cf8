"""The forms of log lines: what varies is masked, and Drain groups what is left (R-62)."""

import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import UsageError
from moot.knowledge.incidents import log_templates
from moot.knowledge.incidents.log_templates import OTHER_TEMPLATE, LineTemplates, mask_quickly, mask_variables


@pytest.mark.parametrize(
    ("message", "masked"),
    [
        pytest.param("disk at 95% of 64172MB", "disk at <*> of <*>", id="numbers with units"),
        pytest.param("took 12.5 ms, -3 left", "took <*> ms, <*> left", id="decimals and signs"),
        pytest.param("from /10.251.42.84:50010", "from /<*>", id="an address with a port"),
        pytest.param("block blk_-6952295868487656571 done", "block blk_<*> done", id="a block"),
        pytest.param("b9000564-fe1a-409b-b8cc-1e88b294cd1d_del", "<*>_del", id="a UUID that begins with a letter"),
        pytest.param("/v2/54fadb412c4e40cdbaed9335e4c35a9e/servers", "/v2/<*>/servers", id="a long hex number"),
        pytest.param("at 0x7ffee4", "at <*>", id="a pointer"),
        pytest.param("node12 uses x86 and utf8", "node12 uses x86 and utf8", id="names with digits stay"),
        pytest.param("user483920 on req77", "user<*> on req77", id="a long number behind letters"),
        pytest.param("req=31703d90fbac c5ae66 ok", "req=<*> <*> ok", id="short identifiers"),
        pytest.param("pod orders-7d9f8b6c5d-x2x4z up", "pod orders-<*>-<*> up", id="the pods of a cluster"),
        pytest.param("[req-45d5265b] [req-ab9fa287] x", "[req-<*>] [req-<*>] x", id="with or without vowels"),
        pytest.param("[req-caccddbb] x", "[req-<*>] x", id="of letters alone"),
        pytest.param("face added bad decade", "face added bad decade", id="words of hex letters stay"),
        pytest.param("12:30:59 and 2024-05-01", "<*> and <*>-<*>-<*>", id="times and dates"),
    ],
)
def test_what_varies_is_masked(message: str, masked: str) -> None:
    assert mask_variables(message) == masked


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        pytest.param("Took 5 s to spawn it", "Took 7 s to spawn it", True, id="another number"),
        pytest.param("ask 1.2.3.4:5 to delete blk_1 blk_2 blk_3", "ask 1.2.3.4:6 to delete blk_9", True, id="a list"),
        pytest.param('10.0.0.1 "GET /a 1"', '10.0.0.2,10.0.0.3 "GET /b 2"', True, id="a list of addresses in front"),
        pytest.param('10.0.0.1 "GET /a" ok', '10.0.0.1 "POST /a" ok', False, id="the word behind the front decides"),
        pytest.param(
            "[instance: 1] Claim successful", "[instance: 2] Terminating instance", False, id="a named part in front"
        ),
        pytest.param("disk is full", "the network is down", False, id="another length"),
    ],
)
def test_templates(first: str, second: str, same: bool) -> None:
    templates = LineTemplates()
    assert (templates.find(mask_variables(first)) == templates.find(mask_variables(second))) is same


def test_a_template_shows_what_varies() -> None:
    templates = LineTemplates()
    number = templates.find(mask_variables("10.0.0.1 Served block blk_1 to alice"))
    assert templates.find(mask_variables("10.0.0.9 Served block blk_7 to bob")) == number
    assert templates.describe(number) == "<*> Served block blk_<*> to <*>"


def test_too_many_forms_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_templates, "_MAX_TEMPLATES", 3)
    templates = LineTemplates()
    kept = [templates.find(word) for word in ("alpha", "beta beta", "gamma gamma gamma")]
    assert templates.full
    assert templates.find("delta delta delta delta") == OTHER_TEMPLATE
    assert templates.find("beta beta") == kept[1]
    assert templates.describe(OTHER_TEMPLATE) == "(other forms)"


@given(st.text(st.sampled_from("1a,.:- fx%"), max_size=400))
def test_masking_is_stable(message: str) -> None:
    assert mask_variables(mask_variables(message)) == mask_variables(message)


@given(st.lists(st.text(st.sampled_from("1a,.:- fx%=5p"), max_size=60), min_size=1))
def test_a_quick_mask_splits_and_never_joins(messages: list[str]) -> None:
    """Lines with equal quick masks are of one kind; otherwise the first of them would name the others."""
    quick = mask_quickly(messages)
    assert len(quick) == len(messages)
    known: dict[str, str] = {}
    for masked, message in zip(quick, messages, strict=True):
        assert mask_variables(known.setdefault(masked, message)) == mask_variables(message)


@pytest.mark.parametrize("unit", ["1,", "1.", "f", "1", "a1:", "0x", "-", "[instance: 1] "])
def test_a_hostile_line_takes_no_time(unit: str) -> None:
    line = unit * (16_000 // len(unit)) + "z"
    began = time.process_time()
    templates = LineTemplates()
    templates.find(mask_variables(line))
    assert time.process_time() - began < 1


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "drain3.drain", None)
    with pytest.raises(UsageError, match=r"pip install .*\[rca\]"):
        LineTemplates()
