"""Every prompt of a long debate: 12 seats, 6 rounds, claims of 200 words, 30 critiques a round.

Nothing is cut inside a sentence, every name is introduced, fields and schema are the same, nobody is said to have asked
who did not, and the tokens grow no faster than docs/benchmarks.md says.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from moot import debate
from moot.models import Request
from tests.support.scripts import Entry, council, listen, say, synthesis, write

ROOT = Path(__file__).parent.parent.parent
SEATS = tuple(f"seat{number}" for number in range(1, 13))
_SENTENCE = "Point {0} rests on what the branches reported for the quarter and on nothing else, so {0} ends."
_MARK = re.compile(r"Point (\d+)")
_END = re.compile(r"so (\d+) ends\.")


def speak(number: int, sentences: int) -> str:
    """So many sentences that no other text has; each says where it begins and where it ends."""
    return " ".join(_SENTENCE.format(number * 100 + place) for place in range(sentences))


def script(seats: tuple[str, ...], rounds: int) -> list[Entry]:
    """Let every seat hold a view of its own through all rounds, with long claims and many critiques."""
    entries: list[Entry] = []
    for place, seat in enumerate(seats):
        claims = [
            {"id": f"C{each}", "statement": speak(place * 10 + each, 11), "kind": "hypothesis", "evidence": [],
             "confidence": 70, "assumptions": []}
            for each in (1, 2, 3)
        ]  # fmt: skip
        held: dict[str, Any] = {
            "recommendation": f"Open {seat} first. {speak(place * 10 + 5, 1)}",
            "stance": f"{seat} first",
            "premises": [f"{seat} has the room"],
            "risks": [f"{seat} may be late"],
            "timing": f"after {place + 2} quarters",
            "reasoning": speak(place * 10 + 6, 2),
            "claims": claims,
        }
        entries += [
            say(
                "position" if number == 1 else "revise", seat, number, reply={**held, "confidence": 50 + number + place}
            )
            for number in range(1, rounds + 1)
        ]
        targets = [seats[(place + step) % len(seats)] for step in (1, 2, 3)]
        sheet = [
            {"target": target, "target_claim_id": "C1", "issue_type": "logic_gap", "severity": severity,
             "description": speak(200 + place * 10 + at, 2), "suggested_fix": speak(400 + place * 10 + at, 1)}
            for at, (target, severity) in enumerate(zip(targets, ("MAJOR", "CRITICAL", "MINOR"), strict=True))
            if target != seat
        ]  # fmt: skip
        points = [{"target": target, "point": speak(600 + place * 10, 1)} for target in targets[:1] if target != seat]
        entries.append(say("critique", seat, reply={"critiques": sheet, "agreements": points, "blind_spots": points}))
    return [*entries, say("settle", reply={"verdicts": []}), synthesis(60, "Open one of them first."), *council(70)]


async def hold(folder: Path, seats: tuple[str, ...], rounds: int, **settings: Any) -> list[Request]:
    """Run the debate, and list everything its models were asked."""
    given = [{"id": seat, "title": f"Head of {seat}", "persona": "You answer for one branch."} for seat in seats]
    profile = folder / "long.yaml"
    profile.write_text(yaml.safe_dump({"name": "long", "extends": "conclave", "seats": given}), encoding="utf-8")
    limits = {"rounds.max": rounds, "circuit_breaker.max_iterations": 20, "circuit_breaker.identical_rounds": 9}
    with listen() as heard:
        result = await debate(
            "Which of the branches should be opened first, and why that one?",
            profile=profile,
            model=write(folder, script(seats, rounds)),
            store="memory:",
            overrides={**limits, "timeout.per_agent": 60, "timeout.per_round": 600, "timeout.total": 3600, **settings},
        )
    assert len(result.rounds) == rounds
    return heard.requests


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> list[Request]:
    return asyncio.run(hold(tmp_path_factory.mktemp("long"), SEATS, 6))


@cache
def named_fields(prompt: str) -> frozenset[str]:
    """The fields that a prompt describes, one a line below `Fields:`."""
    listed = prompt.rpartition("\nFields")[2].partition("\n")[2].split("\nWrite in ")[0]
    rows = re.findall(r"^(\w+(?:, \w+)*):", listed, re.MULTILINE)
    return frozenset(name for row in rows for name in row.split(", "))


def tokens(requests: Iterable[Request]) -> float:
    return sum(len(each.prompt) for each in requests) / 4


def test_it_is_a_long_debate(asked: list[Request]) -> None:
    seen = {each.round for each in asked if each.phase == "revise"}
    assert seen == {2, 3, 4, 5, 6}
    first = next(each.prompt for each in asked if each.phase == "revise" and each.round == 2)
    assert len(re.findall(r"^K\d+ ", first, re.MULTILINE)) >= 29  # and a count of the rest


def test_no_sentence_is_cut(asked: list[Request]) -> None:
    for each in asked:
        begun, ended = _MARK.findall(each.prompt), _END.findall(each.prompt)
        assert begun == ended, each.name
        assert "…" not in each.prompt
        assert "more characters)" not in each.prompt


def test_every_critique_that_must_be_answered_is_shown_whole(asked: list[Request]) -> None:
    for each in (one for one in asked if one.phase == "revise"):
        me = re.search(r"You are (agent \d+)\.", each.prompt)
        assert me is not None
        wanted = re.findall(
            r"K\d+", next(iter(re.findall(r"^Answer .*$|^.*K\d+, K\d+.*$", each.prompt, re.MULTILINE)), "")
        )
        shown = set(re.findall(r"^(K\d+) ", each.prompt, re.MULTILINE))
        assert set(wanted) <= shown, each.name


def test_every_name_is_introduced(asked: list[Request]) -> None:
    known = {f"agent {number}" for number in range(1, 13)}
    for each in asked:
        used = set(re.findall(r"agent \d+", each.prompt))
        assert used <= known, each.name
        if each.phase in ("critique", "revise", "settle"):
            held = set(re.findall(r"^(agent \d+) \(", each.prompt, re.MULTILINE))
            me = {f"agent {SEATS.index(each.seat) + 1}"}
            # An example in the description of a field is no name.
            assert used - {"agent 2"} <= held | me or each.phase == "settle", each.name
        # Who is asked anonymously is never told a seat's id.
        if each.phase in ("position", "critique", "revise", "settle"):
            body = re.sub(r"(?:Head of |Open |after )?seat\d+(?: first| has| may)?", "", each.prompt)
            assert "seat" not in body.split("Fields:")[0].replace("Your seat", ""), each.name


def test_fields_and_schema_are_the_same(asked: list[Request]) -> None:
    for each in asked:
        assert named_fields(each.prompt) == set(each.schema["properties"]), each.name


def test_nobody_is_said_to_have_asked_who_did_not(asked: list[Request]) -> None:
    for each in asked:
        assert "human reviewer" not in each.prompt
        assert "council's critic asks" not in each.prompt
        last = each.round == 6
        if each.phase == "revise":
            assert ("the last one" in each.prompt) is last, each.name


def most_of(schema: Mapping[str, Any], field: str) -> int | None:
    """How many items a field may have by the schema."""
    known = schema["properties"][field]
    listed = [known, *(each for each in known.get("anyOf") or ())]
    return next((each["maxItems"] for each in listed if "maxItems" in each), None)


def test_limits_and_schema_are_the_same(asked: list[Request]) -> None:
    """Claims are left out: more of them than are asked for is told to the seat, not cut off (L-32)."""
    checked = set()
    for each in asked:
        fields = each.prompt.rpartition("\nFields")[2].split("\nWrite in ")[0]
        for names, most in re.findall(r"^(\w+(?:, \w+)*): (?:\d+-|up to )(\d+)\b", fields, re.MULTILINE):
            for name in names.split(", "):
                bound = most_of(each.schema, name)
                if name != "claims" and bound is not None:
                    assert int(most) == bound, (each.name, name)
                    checked.add(name)
    assert {"premises", "risks", "changes", "gaps", "agreements", "critiques"} <= checked


def test_what_is_said_of_the_debate_is_so(asked: list[Request]) -> None:
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
        return tokens(asyncio.run(hold(folder, SEATS[:seats], rounds, **{"critique.enabled": False})))

    small = count(3, 3)
    assert count(12, 3) / small <= measured(1)
    assert count(3, 6) / small <= measured(2)


def test_a_later_round_costs_hardly_more(asked: list[Request]) -> None:
    """What was said before is shown once, as it stands now: the last revisions are not longer than the third ones."""

    def mean(number: int) -> float:
        prompts = [each for each in asked if each.phase == "revise" and each.round == number]
        return tokens(prompts) / len(prompts)

    assert mean(6) <= 1.1 * mean(3)
