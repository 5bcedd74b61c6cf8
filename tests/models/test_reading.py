"""What is understood of what models write (L-51, F-48, R-51, X-58e)."""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from moot.models import wire
from moot.models.extract import extract
from moot.models.reading import read_answer

ROUTE = '{"route": "debate", "seats": ["cfo"], "reason": "two\\nlines"}'


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        pytest.param(ROUTE, (), id="L-51 plain JSON"),
        pytest.param(f"```json\n{ROUTE}\n```", (), id="W-L12 fenced JSON"),
        pytest.param(f"```\n{ROUTE}```", (), id="L-51 fence without a language"),
        pytest.param(f"```json\n{ROUTE}\n", ("raw",), id="W-L12 unclosed fence: read, kept as raw and flagged"),
        pytest.param(f"Sure!\n{ROUTE}\nDone.", ("raw",), id="F-48 first balanced object"),
        pytest.param(f"Use {{braces}} like {{this}}: {ROUTE}", ("raw",), id="F-48 braces in the prose"),
        pytest.param(f"<think>is it {{}}?</think>\n{ROUTE}", (), id="thoughts are no part of the answer"),
        pytest.param(ROUTE.replace("\\n", "\n"), (), id="F-48 line break inside a text"),
        pytest.param(ROUTE.replace("]", ",]"), ("repaired",), id="R-51 trailing comma"),
        pytest.param(ROUTE.replace('"', "'"), ("repaired",), id="single quotes"),
        pytest.param(f'{{"Route": {ROUTE}}}', (), id="wrapped in its name"),
        pytest.param(ROUTE.replace('"debate"', '" Debate "'), (), id="a choice in other letters"),
        pytest.param(ROUTE.replace("}", ', "mood": 1}'), (), id="a field nobody asked for"),
    ],
)
def test_read(text: str, flags: tuple[str, ...]) -> None:
    reading = read_answer(wire.Route, text)
    assert reading.value == wire.Route(route="debate", seats=("cfo",), reason="two\nlines")
    assert reading.flags == flags
    assert reading.problem is None


@pytest.mark.parametrize(
    ("text", "problem", "began"),
    [
        pytest.param("", "the answer is empty", False, id="empty"),
        pytest.param(" \n", "the answer is empty", False, id="blank"),
        pytest.param("I cannot say {really}.", "there is no JSON object in the answer", False, id="W-L12 plain text"),
        pytest.param("[1, 2]", "there is no JSON object in the answer", False, id="a list of numbers"),
        pytest.param('{"route": "deb', "the JSON is cut short", True, id="cut before anything is complete"),
        pytest.param('{"reason": "x", "route": "deb', "the JSON is cut short", True, id="cut short"),
        pytest.param('{"route": "court"}', "route: Input should be", True, id="unknown choice"),
        pytest.param('{"seats": []}', "route: Field required", True, id="missing field"),
        pytest.param('{"answer": 1}', "none of the fields route, seats, reason", True, id="another object"),
    ],
)
def test_not_read(text: str, problem: str, began: bool) -> None:
    reading = read_answer(wire.Route, text)
    assert reading.value is None
    assert reading.problem is not None
    assert problem in reading.problem
    assert reading.began == began


@pytest.mark.parametrize(
    ("schema", "data", "expected"),
    [
        pytest.param(wire.Hypotheses, [{"hypothesis": "disk"}], 1, id="R-51 a bare array"),
        pytest.param(wire.Hypotheses, {"hypothesis": "disk"}, 1, id="X-58e one bare object"),
        pytest.param(wire.Hypotheses, {"results": [{"hypothesis": "disk"}]}, 1, id="an array by another name"),
        pytest.param(wire.Hypotheses, {"hypotheses": [{"confidence": 3}, {"hypothesis": "d"}]}, 1, id="R-48 unnamed"),
        pytest.param(wire.Hypotheses, {"hypotheses": None}, 0, id="null is empty"),
        pytest.param(wire.Queries, ["a", "b"], 2, id="a bare array of texts"),
        pytest.param(wire.Queries, {"queries": "one"}, 1, id="one text where a list was wanted"),
    ],
)
def test_lists(schema: type[BaseModel], data: Any, expected: int) -> None:
    value = read_answer(schema, json.dumps(data)).value
    assert value is not None
    assert len(getattr(value, next(iter(schema.model_fields)))) == expected


@pytest.mark.parametrize(
    ("given", "read"),
    [
        pytest.param(80, 80, id="X-75 an integer 0..100"),
        pytest.param(0, 0, id="least"),
        pytest.param(1, 1, id="1 is one percent: integers are what was asked for"),
        pytest.param("80", 80, id="digits"),
        pytest.param("80%", 80, id="percent"),
        pytest.param("80 / 100", 80, id="of a hundred"),
        pytest.param(0.8, 80, id="a fraction"),
        pytest.param("0.805", 81, id="a fraction as text"),
        pytest.param(79.5, 80, id="rounded half up"),
        pytest.param(0.0, 0, id="nothing is nothing on both scales"),
        pytest.param(1.0, None, id="1.0 is ambiguous"),
        pytest.param("high", None, id="a word"),
        pytest.param(101, None, id="too much"),
        pytest.param(-1, None, id="too little"),
        pytest.param(True, None, id="yes is no number"),
        pytest.param(None, None, id="nothing"),
    ],
)
def test_confidence(given: Any, read: int | None) -> None:
    reading = read_answer(wire.Answer, json.dumps({"answer": "a", "reasoning": "r", "confidence": given}))
    assert (reading.value and reading.value.confidence) == read
    assert (reading.problem is None) == (read is not None)


def test_a_claim_without_an_id_is_numbered() -> None:
    claims = [{"statement": "a"}, {"id": "X", "statement": "b"}, {"statement": "c"}]
    value = read_answer(
        wire.Answer, json.dumps({"answer": "a", "reasoning": "r", "confidence": 1, "claims": claims})
    ).value
    assert value is not None
    assert [claim.id for claim in value.claims] == ["C1", "X", "C3"]


@pytest.mark.parametrize(
    ("aspect", "read", "gap"),
    [("Metricas", "métricas", "g"), ("ética", "outro", "ética: g"), ("", "outro", "g")],
)
def test_an_unknown_aspect_is_kept_in_the_gap(aspect: str, read: str, gap: str) -> None:
    """X-68."""
    item = wire.Improvement.model_validate({"aspect": aspect, "gap": "g", "suggestion": "s"})
    assert (item.aspect, item.gap) == (read, gap)


def test_a_verdict_without_improvements_is_invalid() -> None:
    """W-F7, X-69."""
    reading = read_answer(wire.Methodology, '{"status": "needs_refinement", "justification": "j", "improvements": []}')
    assert reading.value is None
    assert reading.problem is not None
    assert "improvements" in reading.problem


@pytest.mark.parametrize(("said", "read"), [("Sim", "yes"), ("Não", "no"), ("Parcialmente", "partly"), ("YA", "yes")])
def test_keeping_a_position_in_three_languages(said: str, read: str) -> None:
    """D-40."""
    base = {"recommendation": "r", "stance": "s", "timing": "t", "reasoning": "r", "confidence": 5}
    assert wire.Revision.model_validate({**base, "keeps_position": said}).keeps_position == read


def test_too_long_is_shortened() -> None:
    value = wire.Queries.model_validate({"queries": ["q" * 10_000] * 50})
    assert len(value.queries) == 8
    assert len(value.queries[0]) == 240


def test_a_category_nobody_knows_is_unknown() -> None:
    """R-48."""
    assert wire.Hypothesis.model_validate({"hypothesis": "h", "category": "database"}).category == "unknown"


def test_nothing_complete_is_still_found_to_have_begun() -> None:
    found = extract('{"a": 1, "b": "cut')
    assert found.data is None
    assert found.partial == {"a": 1}
