"""The result of a debate is put together once, and is what it would be if it were put together anew."""

from pathlib import Path
from typing import Any

import pytest

from moot.views.result import Result, project_result, telling
from moot.views.result.document import collect_result
from tests.views.debates import INHERITANCE, LEGAL, argue


def put_together(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note each time that a result is put together."""
    threads: list[str] = []

    def noted(state: Any, thread: str, **options: Any) -> Result:
        threads.append(thread)
        return collect_result(state, thread, **options)

    monkeypatch.setattr(telling, "collect_result", noted)
    return threads


async def test_an_ending_and_its_result_are_put_together_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = put_together(monkeypatch)
    state, result = await argue(tmp_path, LEGAL, INHERITANCE, profile="legal", overrides={"escalation.enabled": False})
    assert result.status == "inconclusive"
    assert threads == [""], "the ending alone; the result is the same document"
    telling._told.clear()
    assert project_result(state, result.thread_id) == result
    assert len(threads) == 2


async def test_a_state_that_differs_in_one_value_has_a_result_of_its_own(tmp_path: Path) -> None:
    state, result = await argue(tmp_path, LEGAL, INHERITANCE, profile="legal", overrides={"escalation.enabled": False})
    positions = [each.model_copy(update={"recommendation": "wait"}) for each in state["positions"]]
    other = project_result({**state, "positions": positions}, result.thread_id)
    assert other.positions != result.positions
    assert project_result(state, result.thread_id).positions == result.positions
    assert project_result({**state, "question": "Another?"}, result.thread_id).question == "Another?"
    assert project_result(state, result.thread_id, language="pt") != result
