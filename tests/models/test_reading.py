"""What is understood of what models write (L-51, F-48, R-51, X-58e)."""

import json
from typing import Any

import pytest

from moot.models.extract import extract
from moot.models.reading import AnswerReading, read_answer
from moot.models.wire import wire_model
from moot.state.base import Value
from moot.state.evidence import Queries
from moot.state.hypotheses import Hypotheses
from moot.state.positions import DirectAnswer, Revision
from moot.state.refinement import Improvement, Methodology
from moot.state.routing import RouteChoice


def read(asked: type[Value], text: str) -> AnswerReading:
    return read_answer(wire_model(asked), text)


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
    reading = read(RouteChoice, text)
    assert RouteChoice(**reading.fields) == RouteChoice(route="debate", seats=("cfo",), reason="two\nlines")
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
    reading = read(RouteChoice, text)
    assert reading.value is None
    assert reading.problem is not None
    assert problem in reading.problem
    assert reading.began == began


@pytest.mark.parametrize(
    ("asked", "data", "expected"),
    [
        pytest.param(Hypotheses, [{"hypothesis": "disk"}], 1, id="R-51 a bare array"),
        pytest.param(Hypotheses, {"hypothesis": "disk"}, 1, id="X-58e one bare object"),
        pytest.param(Hypotheses, {"results": [{"hypothesis": "disk"}]}, 1, id="an array by another name"),
        pytest.param(Hypotheses, {"hypotheses": [{"confidence": 3}, {"hypothesis": "d"}]}, 1, id="R-48 unnamed"),
        pytest.param(Hypotheses, {"hypotheses": None}, 0, id="null is empty"),
        pytest.param(Queries, ["a", "b"], 2, id="a bare array of texts"),
        pytest.param(Queries, {"queries": "one"}, 1, id="one text where a list was wanted"),
    ],
)
def test_lists(asked: type[Value], data: Any, expected: int) -> None:
    reading = read(asked, json.dumps(data))
    assert reading.value is not None
    assert len(reading.fields[next(iter(asked.model_fields))]) == expected


@pytest.mark.parametrize(
    ("given", "percent"),
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
def test_confidence(given: Any, percent: int | None) -> None:
    reading = read(DirectAnswer, json.dumps({"answer": "a", "reasoning": "r", "confidence": given}))
    assert reading.fields.get("confidence") == (None if percent is None else percent / 100)
    assert (reading.problem is None) == (percent is not None)


def test_a_claim_without_an_id_is_numbered() -> None:
    claims = [{"statement": "a"}, {"id": "X", "statement": "b"}, {"statement": "c"}]
    text = json.dumps({"answer": "a", "reasoning": "r", "confidence": 1, "claims": claims})
    assert [claim.id for claim in read(DirectAnswer, text).fields["claims"]] == ["C1", "X", "C3"]


@pytest.mark.parametrize(
    ("aspect", "known", "gap"),
    [("Metricas", "métricas", "g"), ("ética", "outro", "ética: g"), ("", "outro", "g")],
)
def test_an_unknown_aspect_is_kept_in_the_gap(aspect: str, known: str, gap: str) -> None:
    """X-68."""
    found = {"aspect": aspect, "gap": "g", "suggestion": "s"}
    verdict = {"status": "needs_refinement", "justification": "j", "improvements": [found]}
    (item,) = read(Methodology, json.dumps(verdict)).fields["improvements"]
    assert isinstance(item, Improvement)
    assert (item.aspect, item.gap) == (known, gap)


def test_a_verdict_without_improvements_is_invalid() -> None:
    """W-F7, X-69."""
    reading = read(Methodology, '{"status": "needs_refinement", "justification": "j", "improvements": []}')
    assert reading.value is None
    assert reading.problem is not None
    assert "improvements" in reading.problem


@pytest.mark.parametrize(("said", "keeps"), [("Sim", "yes"), ("Não", "no"), ("Parcialmente", "partly"), ("YA", "yes")])
def test_keeping_a_position_in_three_languages(said: str, keeps: str) -> None:
    """D-40."""
    base = {"recommendation": "r", "stance": "s", "timing": "t", "reasoning": "r", "confidence": 5}
    assert read(Revision, json.dumps({**base, "keeps_position": said})).fields["keeps_position"] == keeps


def test_too_long_is_shortened() -> None:
    queries = read(Queries, json.dumps(["q" * 10_000] * 50)).fields["queries"]
    assert len(queries) == 8
    assert len(queries[0].partition(" ... (")[0]) == 600


def test_a_text_that_is_too_long_ends_with_a_sentence_and_says_so() -> None:
    """What a model wrote reaches no reader cut in the middle of a word."""
    sentence = "The grant is paid only if the wetland is finished before the season of 2028."
    (limitation,) = read(DirectAnswer, json.dumps({"answer": "Wait.", "limitations": [f"{sentence} " * 12]})).fields[
        "limitations"
    ]
    whole, _, told = limitation.partition(" (+")
    assert whole.endswith(sentence)
    assert told == f"{12 - whole.count(sentence)} sentences)"


def test_a_category_nobody_knows_is_unknown() -> None:
    """R-48."""
    (item,) = read(Hypotheses, json.dumps([{"hypothesis": "h", "category": "database"}])).fields["hypotheses"]
    assert item["category"] == "unknown"


def test_nothing_complete_is_still_found_to_have_begun() -> None:
    found = extract('{"a": 1, "b": "cut')
    assert found.data is None
    assert found.partial == {"a": 1}
