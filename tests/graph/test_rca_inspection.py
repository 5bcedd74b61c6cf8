"""Reasoners ask the log before they answer: bounded, budgeted, recorded and citable."""

from typing import Any

import pytest

from moot.knowledge.incidents import read_given_logs
from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

QUESTION = "Why did orders fail after 14:05?"
CAUSE = {
    "hypothesis": "The flag order_list_full_history made orders fail.",
    "category": "config",
    "confidence": 90,
    "evidence": ["Log: L202 changed=[order_list_full_history:on]"],
}
SEARCH = {"kind": "search", "pattern": "flags changed", "from": "", "to": "", "limit": 5}


def write_log() -> str:
    lines = [f"2025-03-11 14:0{at // 60}:{at % 60:02} INFO [orders] heartbeat {at}" for at in range(201)]
    lines.append("2025-03-11 14:03:21 INFO [orders] flags refreshed changed=[order_list_full_history:on]")
    lines += [f"2025-03-11 14:05:{at:02} ERROR [orders] create order failed req={at}" for at in range(60)]
    return "\n".join(lines)


def answers(*requests: dict[str, Any]) -> list[Entry]:
    marks = {"evidence_quality": 28, "reasoning_strength": 22, "confidence_calibration": 18, "completeness": 12}
    judged = [{"hypothesis_id": f"{seat}_1", **marks, "consistency": 9} for seat in ("log", "hybrid")]
    return [
        say("inspect", reply={"requests": list(requests)}),
        say(["position", "revise"], reply={"hypotheses": [CAUSE]}),
        say("judge", reply={"evaluations": judged}),
    ]


async def run(stage: Stage, *entries: Entry, **options: Any) -> Ran:
    incident, index = read_given_logs([write_log()])
    with index:
        return await stage.run(QUESTION, *entries, profile="rca", incident=incident.model_dump(), log=index, **options)


async def test_what_was_asked_is_shown_kept_and_citable(stage: Stage) -> None:
    ran = await run(stage, *answers(SEARCH))
    assert {each.seat for each in ran.asked("inspect")} == {"log_focused", "hybrid"}
    assert "262 lines" in ran.prompt("inspect", "log_focused")
    shown = ran.prompt("position", "log_focused")
    assert "log_q1 search flags changed: 1 lines" in shown
    assert "L202 2025-03-11 14:03:21 INFO [orders] flags refreshed" in shown
    found = ran.result.rca
    assert found is not None
    assert ran.result.status == "decided"
    assert [(each.id, each.outcome, each.total) for each in found.inspections] == [
        ("hybrid_q1", "answered", 1),
        ("log_q1", "answered", 1),
    ]
    assert "order_list_full_history:on" in ran.prompt("judge", "judge").partition("<hypotheses")[0]
    assert ran.result.usage.calls == len(ran.requests)


async def test_a_cited_line_that_was_not_shown_is_looked_up(stage: Stage) -> None:
    """The line exists in the log: it counts, although nobody asked for it."""
    ran = await run(stage, *answers()[1:], overrides={"judge.inspections": 0})
    assert ran.asked("inspect") == []
    assert ran.result.status == "decided"


async def test_who_wants_nothing_is_not_asked_again(stage: Stage) -> None:
    other = {**CAUSE, "hypothesis": "Something else entirely broke.", "evidence": []}
    entries = [say(["position", "revise"], "hybrid", reply={"hypotheses": [other]}), *answers()]
    ran = await run(stage, *entries, overrides={"convergence.plateau": 0, "rounds.max": 2})
    assert [each.round for each in ran.asked("inspect")] == [1, 1]


@pytest.mark.parametrize(("allowed", "asked"), [(1, 1), (3, 3), (8, 5)])
async def test_requests_are_budgeted(stage: Stage, allowed: int, asked: int) -> None:
    ran = await run(stage, *answers(*[SEARCH] * 6), overrides={"judge.inspections": allowed, "rounds.max": 1})
    assert ran.result.rca is not None
    assert len([each for each in ran.result.rca.inspections if each.seat == "hybrid"]) == asked


async def test_a_selection_that_shows_everything_needs_no_question(stage: Stage) -> None:
    log = "2024-03-01 10:00:00 WARN DataNode: disk at 95 percent\n2024-03-01 10:00:04 ERROR DataNode: no space left"
    incident, index = read_given_logs([log])
    with index:
        ran = await stage.run(QUESTION, *answers(SEARCH), profile="rca", incident=incident.model_dump(), log=index)
    assert ran.asked("inspect") == []


async def test_a_reasoner_whose_question_fails_answers_all_the_same(stage: Stage) -> None:
    ran = await run(stage, say(["inspect", "repair"], fail="refusal"), *answers()[1:])
    assert ran.result.rca is not None
    assert ran.result.rca.inspections == ()
    assert ran.result.status == "decided"
