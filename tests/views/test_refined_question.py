"""How a refined question is shown: approved and not answered, its gaps in three states, who refined and who argued."""

from pathlib import Path
from typing import Any

import pytest

from moot.catalogue import speaking
from moot.state.outcome import Review, ReviewResponse
from moot.state.refinement import ListedGap
from moot.views.chat import write_ending
from moot.views.notebook import render_card
from moot.views.report import render_report
from moot.views.terminal import describe_request, tell_story, write_answer, write_report
from moot.views.wording.names import name_actor
from moot.views.wording.refinement import say_filled, say_wish
from tests.views.debates import Story, argue, say

_IDEA = "Standing desks make people less tired."
_V1 = "Do standing desks make people less tired?"
_V2 = "Do standing desks make people less tired by their own rating?"
_RATED = [{"id": "", "aspect": "métricas", "gap": "No measure.", "suggestion": "A score."}]
_SCALE = [{"id": "G1", "aspect": "métricas", "gap": "The rating has no scale.", "suggestion": "0 to 10."}]
_PARTLY = [{"gap": "G1", "verdict": "partly", "span": "by their own rating"}]


def _judge(status: str, why: str, **more: Any) -> dict[str, Any]:
    return {**say("methodology", status=status, justification=why, **more), "times": 1}


async def _force(folder: Path) -> Story:
    """A version that fills a part of its gap, approved at the limit."""
    answers = [
        say("classify", classification="vague", reasoning="r"),
        {**say("structure", structured_question=_V1), "times": 1},
        say("structure", structured_question=_V2),
        _judge("needs_refinement", "promising", improvements=_RATED),
        _judge("needs_refinement", "a scale is missing", improvements=_SCALE, gaps=_PARTLY),
        say("force", status="approved", justification="the structure stands", gaps=_PARTLY),
    ]
    return await argue(folder, answers, _IDEA, profile="research", language="en", overrides={"refinement.max": 1})


async def test_a_part_that_is_filled_is_shown_with_what_fills_it_and_what_is_missing(tmp_path: Path) -> None:
    state, result = await _force(tmp_path)
    request = state["request"]
    assert request is not None
    told = 'G1 metrics: partly filled by "by their own rating"; still missing: The rating has no scale (the gap was: No'
    pages = (write_answer(result), write_report(state, result), describe_request(request), request["description"])
    assert [told in " ".join(page.split()) for page in pages] == [True] * len(pages)
    assert "partly filled by" in render_report(result, state)
    assert result.refinement is not None
    assert [each.state for each in result.refinement.open_gaps] == ["partly"]


async def test_a_forced_approval_names_the_verdict_it_took_the_place_of(tmp_path: Path) -> None:
    """X-72: also in the story and in the report as text, of every version."""
    state, result = await _force(tmp_path)
    line = "before it was forced, needs refinement: a scale is missing"
    assert line in " ".join(write_report(state, result).split())
    assert line in render_report(result, state)
    request = state["request"]
    assert request is not None
    # What the user typed is an idea wherever a question is still to be found.
    assert describe_request(request).lstrip().startswith(f"Idea         {_IDEA}")


async def _approve(folder: Path, *more: dict[str, Any], **options: Any) -> Story:
    answers = [
        say("classify", classification="complete", reasoning="r"),
        say("methodology", status="approved", justification="testable",
            clarifications=[{"question": "Which people?", "answer": "Office workers."}]),
        *more,
    ]  # fmt: skip
    return await argue(folder, answers, _V1, profile="research", language="en", **options)


async def test_an_approved_question_is_not_called_decided(tmp_path: Path) -> None:
    """Its wording was approved, and nobody has answered it; the status stays as it is."""
    state, result = await _approve(tmp_path)
    assert result.status == "decided"
    assert write_answer(result).startswith("QUESTION APPROVED as testable by the methodologist\n")
    for page in (render_report(result, state), write_ending(result), render_card(result)):
        assert "Question approved as testable" in page
    told = write_answer(result)
    assert "Clarified    Which people? Office workers." in told
    assert "needed and met: question without gaps" in told


async def test_an_argued_question_says_who_refined_and_who_argued_it(tmp_path: Path) -> None:
    held: dict[str, Any] = {
        "recommendation": "Not known; try it.",
        "stance": "try it",
        "premises": ["p"],
        "risks": ["r"],
        "timing": "t",
    }
    argued = (say("position", **held), say("synthesize", decision="Try it.", confidence=80, choice="A"))
    state, result = await _approve(tmp_path, *argued, overrides={"refinement.then": "debate"})
    assert write_answer(result).startswith("DECIDED by")
    for page in (write_answer(result), write_report(state, result)):
        assert "refined by research, argued by conclave" in page


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["orchestrator", "structurer", "methodologist", "CFO"]),
        ("pt", ["orquestrador", "estruturador", "metodologista", "CFO"]),
        ("id", ["orkestrator", "penyusun", "ahli metodologi", "CFO"]),
    ],
)
def test_whoever_refines_is_named_in_the_readers_language(language: str, names: list[str]) -> None:
    with speaking(language):
        assert [name_actor(each) for each in ("orchestrator", "structurer", "methodologist", "cfo")] == names


def test_a_filled_gap_does_not_read_as_a_complaint() -> None:
    gap = ListedGap(id="G1", aspect="população", gap="Nobody is named.", version=1, state="filled", span="teams of two")
    with speaking("en"):
        assert say_filled(gap) == 'G1 population: the gap was: Nobody is named; filled by "teams of two"'
        bare = gap.model_copy(update={"state": "partly"}).model_dump(mode="json")
        assert say_wish(bare) == 'G1 population: partly filled by "teams of two" (the gap was: Nobody is named)'


async def test_a_refinement_that_waits_names_its_store_and_an_answer_to_it_is_no_debate(tmp_path: Path) -> None:
    """X-79: the command that answers finds the debate, and nobody asked for more of a debate that there never was."""
    state, result = await _force(tmp_path)
    url = f"sqlite:///{tmp_path}/other.db"
    assert f"moot review {result.thread_id} --store {url}" in tell_story(result, url)
    assert "--store" not in tell_story(result)
    answer = ReviewResponse(type="respond", text="Adults at desks.", reviewer="Rita")
    assert result.review is not None
    answered = result.model_copy(update={"review": result.review.model_copy(update={"response": answer})})
    told = Review(request=dict(result.review.request), response=answer)
    page = render_report(answered, {**state, "reviews": [told]})
    assert "answered what the refinement asked" in page
    assert "asked for more" not in page
