"""What a synthesis declares not to know stands beside the verdict, wherever somebody reads it."""

from pathlib import Path
from typing import Any

import pytest

from moot.policies.verdict import name_caveats, name_circumstances
from moot.state.budget import Turn
from moot.state.outcome import Synthesis
from moot.views.chat import write_ending
from moot.views.notebook import render_card
from moot.views.records.write import render_records
from moot.views.report import render_report
from moot.views.result import read_details
from moot.views.terminal import describe_request, write_answer, write_report
from tests.support.words import english
from tests.views.debates import Story, argue, say

_PILOT = "Run a pilot with a control group before anybody claims an effect."
_SAID = "The synthesis declared insufficient data: the question, or a part of it, stays unanswered"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        pytest.param({"uncertainty": "none"}, (), id="nothing declared"),
        pytest.param(
            {"uncertainty": "insufficient_data"}, ("insufficient data: the question, or a part of it",), id="no data"
        ),
        pytest.param({"uncertainty": "irresolvable_conflict"}, ("a choice, not a finding",), id="no argument settles"),
        pytest.param({"uncertainty": "out_of_scope"}, ("out of scope",), id="D-67 not theirs"),
        pytest.param({"uncertainty": "insufficient_data", "author": "deterministic"}, (), id="a rule, not a model"),
        pytest.param({"uncertainty": "insufficient_data", "author": "judge"}, (), id="a search says what is missing"),
    ],
)
def test_what_was_declared_is_named(fields: dict[str, str], told: tuple[str, ...]) -> None:
    found = english(name_caveats(Synthesis.model_validate({"decision": "d", "confidence": 0.7, **fields}), (), 1))
    assert len(found) == len(told)
    assert all(part in text for part, text in zip(told, found, strict=True))
    assert not name_caveats(None, (), 1)


@pytest.mark.parametrize(
    ("models", "warned"),
    [
        pytest.param(("local", "local"), True, id="the embedded model"),
        pytest.param(("openai:gpt-4.1-mini", "local"), True, id="one seat of several"),
        pytest.param(("local:mistral-7b",), False, id="somebody's own file in its place"),
        pytest.param(("localhost-model", ""), False, id="a name that only begins like it"),
        pytest.param((), False, id="nobody was asked"),
    ],
)
def test_who_reads_an_answer_of_the_demonstration_model_is_told(models: tuple[str, ...], warned: bool) -> None:
    found = english(
        name_circumstances([Turn(seat="cfo", phase="position", model=model) for model in models], None, decided=True)
    )
    assert any("embedded demonstration model answered" in text for text in found) is warned
    assert len(found) == int(warned)


async def _debate(folder: Path, **more: Any) -> Story:
    said: dict[str, Any] = {"recommendation": _PILOT, "stance": "pilot first", "reasoning": "r", "confidence": 80}
    points: dict[str, Any] = {"premises": ["nobody showed data"], "risks": ["none"], "timing": "now"}
    answers = [
        say("position", **said, **points, claims=[]),
        say("synthesize", decision=_PILOT, confidence=72, uncertainty="insufficient_data", choice="A"),
    ]
    return await argue(folder, answers, "Do gardens improve the life of a district?", language="en", **more)


async def test_a_decision_without_data_says_so_in_every_view(tmp_path: Path) -> None:
    state, result = await _debate(tmp_path)
    assert result.status == "decided"
    views = {
        "terminal": write_answer(result),
        "report.txt": write_report(state, result),
        "report.html and desk": render_report(result, state),
        "chat": write_ending(result),
        "notebook": render_card(result),
        "summary": str(render_records(state, result)["debate_summary.json"]),
    }
    assert {name: _SAID in " ".join(text.split()) for name, text in views.items()} == dict.fromkeys(views, True)
    # Beside the verdict: before its reasons.
    assert views["terminal"].index("insufficient data") < views["terminal"].index("Confidence")


async def test_who_is_asked_to_approve_it_reads_the_same(tmp_path: Path) -> None:
    state, result = await _debate(tmp_path, risk="catastrophic")
    assert result.status == "needs_review"
    request = state["request"]
    assert request is not None
    assert any(_SAID in each for each in read_details(request)["caveats"])
    pages = (request["description"], describe_request(request), write_answer(result))
    assert all(_SAID in " ".join(page.split()) for page in pages)
