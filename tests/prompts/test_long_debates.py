"""Every prompt of a long debate of each protocol: 12 seats where it may have so many, 6 rounds, claims of 200 words,
30 critiques a round.

Nothing is cut inside a sentence, every name is introduced, fields and schema are the same, nobody is said to have asked
who did not, and the tokens grow no faster than docs/benchmarks.md says. Each check is shown to notice a planted fault.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bench.bench_prompts import measure
from moot.models import Request
from tests.prompts.long_debates import ROUNDS, SEATS, hold_long

ROOT = Path(__file__).parent.parent.parent
_MARK = re.compile(r"Point (\d+)")
_END = re.compile(r"so (\d+) ends\.")
_ANONYMOUS = ("position", "critique", "revise", "settle")
_SELF = re.compile(r"^You are (agent \d+)\.", re.MULTILINE)
_INTRODUCED = re.compile(r"^(agent \d+) \(|^option [A-Z]+: .* \(votes: (.*)\)$|(agent \d+) is \w+", re.MULTILINE)
_CRITIQUE = re.compile(r"\bK\d+\b")


@cache
def list_requests(protocol: str) -> tuple[Request, ...]:
    """Hold the long debate of a protocol, once for all tests."""
    with TemporaryDirectory() as folder:
        return tuple(asyncio.run(hold_long(Path(folder), protocol)))


@pytest.fixture
def asked() -> tuple[Request, ...]:
    return list_requests("conclave")


@cache
def named_fields(prompt: str) -> frozenset[str]:
    """The fields that a prompt describes, one a line below `Fields:`."""
    listed = prompt.rpartition("\nFields")[2].partition("\n")[2].split("\nWrite in ")[0]
    rows = re.findall(r"^(\w+(?:, \w+)*):?", listed, re.MULTILINE)
    return frozenset(name for row in rows for name in row.split(", "))


def most_of(schema: Mapping[str, Any], field: str) -> int | None:
    """How many items a field may have by the schema."""
    known = schema["properties"][field]
    listed = [known, *(each for each in known.get("anyOf") or ())]
    return next((each["maxItems"] for each in listed if "maxItems" in each), None)


def tokens(requests: Iterable[Request]) -> float:
    return sum(len(each.prompt) for each in requests) / 4


def check_sentences(each: Request) -> None:
    """No sentence is cut: whatever begins ends, and nothing is left out without being counted."""
    assert _MARK.findall(each.prompt) == _END.findall(each.prompt)
    assert "…" not in each.prompt
    assert "more characters)" not in each.prompt


def check_names(each: Request) -> None:
    """Every agent and every critique that is named is introduced; who is asked anonymously is told no seat's id."""
    body = each.prompt.split("\nFields")[0] + each.prompt.rpartition("\nWrite in ")[2]
    known = {name for found in _INTRODUCED.findall(body) for part in found for name in re.findall(r"agent \d+", part)}
    assert set(re.findall(r"agent \d+", body)) <= known | set(_SELF.findall(body))
    assert set(_CRITIQUE.findall(body)) <= set(re.findall(r"^(?:- )?(K\d+) ", body, re.MULTILINE))
    if each.phase in _ANONYMOUS and re.search(r"\bseat\d", body):
        said = re.sub(r"(?:Head of |Open |after |budget of )?seat\d+(?: first| has| may)?", "", body)
        assert "seat" not in said.replace("Your seat", "")


def check_fields(each: Request) -> None:
    """What is asked for is what the schema has."""
    fields, wanted = named_fields(each.prompt), set(each.schema["properties"])
    assert wanted <= fields
    # A line below a field may explain it, and begins with a word that is no field's name.
    assert not {name for name in fields - wanted if f"\n{name}:" in each.prompt.rpartition("\nFields")[2]}


def check_limits(each: Request) -> None:
    """How many are asked for is what the schema takes.

    Claims are left out: more of them than are asked for is told to the seat, not cut off (L-32).
    """
    fields = each.prompt.rpartition("\nFields")[2].split("\nWrite in ")[0]
    for names, most in re.findall(r"^(\w+(?:, \w+)*): (?:\d+-|up to )(\d+)\b", fields, re.MULTILINE):
        for name in names.split(", "):
            bound = most_of(each.schema, name)
            assert name == "claims" or bound is None or int(most) == bound, name


def check_people(each: Request) -> None:
    """Nobody is said to have asked who did not, and the last round alone is called the last."""
    assert "human reviewer" not in each.prompt
    assert "council's critic asks" not in each.prompt
    assert "was asked because" not in each.prompt
    if "This is round" in each.prompt:
        assert re.search(rf"This is round {each.round}\b", each.prompt)
        assert ("the last one" in each.prompt) is (each.round == ROUNDS)
        assert "the last one" in each.prompt or f"of at most {ROUNDS}" in each.prompt
    else:
        assert "the last one" not in each.prompt


CHECKS: tuple[Callable[[Request], None], ...] = (check_sentences, check_names, check_fields, check_limits, check_people)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("protocol", SEATS)
def test_every_prompt_holds(protocol: str, check: Callable[[Request], None]) -> None:
    for each in list_requests(protocol):
        try:
            check(each)
        except AssertionError as error:
            raise AssertionError(f"{each.name}: {error}") from error


FAULTS: dict[str, tuple[Callable[[Request], None], Callable[[str], str]]] = {
    "a sentence is cut": (check_sentences, lambda prompt: re.sub(r", so \d+ ends\.", "", prompt, count=1)),
    "a cut is marked": (check_sentences, lambda prompt: f"{prompt} and so on…"),
    "an agent nobody knows": (check_names, lambda prompt: prompt.replace("\nFields", "\nagent 77 says so\nFields", 1)),
    "a critique nobody shows": (check_names, lambda prompt: prompt.replace("\nFields", "\nAnswer K9999.\nFields", 1)),
    "a field too many": (check_fields, lambda prompt: re.sub(r"\nWrite in ", r"\nmood: one word\nWrite in ", prompt)),
    "a field is not asked for": (
        check_fields,
        lambda prompt: re.sub(r"(\nFields[^\n]*\n)[^\n]*\n", r"\1", prompt),
    ),
    "another limit": (check_limits, lambda prompt: re.sub(r"\n(\w+: \d+-)\d+ ", r"\n\g<1>99 ", prompt)),
    "a person who did not ask": (check_people, lambda prompt: f"{prompt}\nA human reviewer asks for more."),
    "another round": (check_people, lambda prompt: prompt.replace("This is round ", "This is round 1")),
}
"""Each fault with the check that has to notice it, and how it is planted."""


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("protocol", SEATS)
def test_a_planted_fault_is_noticed(protocol: str, fault: str) -> None:
    check, plant = FAULTS[fault]
    noticed = planted = 0
    for each in list_requests(protocol)[-40:]:
        wrong = replace(each, prompt=plant(each.prompt))
        if wrong.prompt == each.prompt:
            continue
        planted += 1
        try:
            check(wrong)
        except AssertionError:
            noticed += 1
    # A limit or a field may stand where the schema sets none: what is noticed once can fail.
    assert noticed == planted or (noticed and fault in ("another limit", "a field is not asked for"))
    assert planted or (protocol, fault) in _NEVER


_NEVER = {("research", "another round"), ("rca", "another limit")}
"""A refinement tells no round; prompts of a root-cause search bound what is in its lists, not the lists."""


def test_it_is_a_long_debate(asked: tuple[Request, ...]) -> None:
    seen = {each.round for each in asked if each.phase == "revise"}
    assert seen == {2, 3, 4, 5, 6}
    first = next(each.prompt for each in asked if each.phase == "revise" and each.round == 2)
    assert len(re.findall(r"^K\d+ ", first, re.MULTILINE)) >= 29  # and a count of the rest


def test_every_critique_that_must_be_answered_is_shown_whole(asked: tuple[Request, ...]) -> None:
    for each in (one for one in asked if one.phase == "revise"):
        me = re.search(r"You are (agent \d+)\.", each.prompt)
        assert me is not None
        wanted = re.findall(
            r"K\d+", next(iter(re.findall(r"^Answer .*$|^.*K\d+, K\d+.*$", each.prompt, re.MULTILINE)), "")
        )
        shown = set(re.findall(r"^(K\d+) ", each.prompt, re.MULTILINE))
        assert set(wanted) <= shown, each.name


def test_what_is_said_of_the_debate_is_so(asked: tuple[Request, ...]) -> None:
    for each in asked:
        assert "is decided as it stands" not in each.prompt, "it goes to whoever sums up and decides"
        if each.phase == "ballot":
            chosen = "have chosen an option themselves" in each.prompt
            assert chosen is ("chosen by:" in each.prompt), each.name
        if each.phase == "settle":
            listed = each.prompt.partition("<critiques ")[2].partition("</critiques ")[0]
            assert bool(listed) is ("Say what became of K" in each.prompt), each.name


def measured(column: int) -> float:
    """The growth of moot's tokens as docs/benchmarks.md has it: by agents (1) or by rounds (2)."""
    section = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8").partition("### Growth")[2]
    row = next(line for line in section.splitlines() if line.startswith("| moot |"))
    return float(row.split("|")[column + 1].replace("*", "").split()[0])


def test_tokens_grow_no_faster_than_was_measured(tmp_path: Path) -> None:
    """The debate of docs/benchmarks.md has no critiques; claims of 200 words make nothing grow faster there."""

    def count(seats: int, rounds: int) -> float:
        folder = tmp_path / f"{seats}-{rounds}"
        folder.mkdir()
        twelve = SEATS["conclave"]
        return tokens(asyncio.run(hold_long(folder, "conclave", rounds, twelve[:seats], **{"critique.enabled": False})))

    small = count(3, 3)
    assert count(12, 3) / small <= measured(1)
    assert count(3, 6) / small <= measured(2)


def test_a_later_round_costs_hardly_more(asked: tuple[Request, ...]) -> None:
    """What was said before is shown once, as it stands now: the last revisions are not longer than the third ones."""

    def mean(number: int) -> float:
        prompts = [each for each in asked if each.phase == "revise" and each.round == number]
        return tokens(prompts) / len(prompts)

    assert mean(6) <= 1.1 * mean(3)


def read_table() -> dict[str, tuple[int, ...]]:
    """Read the tokens of the long debates as docs/benchmarks.md has them."""
    section = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8").partition("<!-- prompts -->")[2]
    rows = (line.split() for line in section.partition("<!--")[0].splitlines())
    return {row[0]: tuple(int(each.replace(",", "")) for each in row[1:]) for row in rows if row and row[0] in SEATS}


@pytest.mark.parametrize("protocol", SEATS)
def test_prompts_of_every_protocol_cost_what_the_benchmarks_say(protocol: str) -> None:
    """Growth is seen in the table's difference: whoever makes prompts longer writes it anew."""
    told, found = read_table()[protocol], measure(protocol, list_requests(protocol))
    assert found[0] == told[0]
    # How often models are called is not a matter of prompts: what each is shown is held to the table.
    for figure, most in zip(found[3:], told[3:], strict=True):
        assert 0.9 * most <= figure <= 1.05 * most, (figure, most)
