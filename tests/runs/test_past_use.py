"""The forecast learns from the user's own debates; it may be a limit, and the report compares it with what was used."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot import debate, load_profile, open_store
from moot.cli.main import main
from moot.models.usage import PastUse, forecast
from moot.runs.index import list_past_use
from moot.state.protocol import Models
from tests.support.scripts import synthesis, views, write

USES = st.builds(
    PastUse, calls=st.integers(1, 200), prompt_tokens=st.integers(1, 10**6), completion_tokens=st.integers(1, 10**5)
)


@given(st.lists(USES, min_size=1, max_size=20), st.sampled_from(["conclave", "legal", "rca", "quick"]))
def test_a_forecast_keeps_its_order_and_moves_towards_what_was_used(past: list[PastUse], name: str) -> None:
    profile = load_profile(name)
    plain, found = forecast(profile), forecast(profile, past=past)
    assert found.debates == len(past)
    for amount in ("calls", "prompt_tokens", "completion_tokens"):
        low, likely, high = (getattr(each, amount) for each in (found.low, found.expected, found.high))
        assert low <= likely <= high
        assert low <= min(getattr(each, amount) for each in past)
        assert high >= max(getattr(each, amount) for each in past)
    alike = [past[0]] * 300
    assert forecast(profile, past=alike).expected.calls == pytest.approx(past[0].calls, abs=2)
    assert plain.debates == 0


def test_a_cap_of_the_profile_still_holds() -> None:
    used = PastUse(calls=90, prompt_tokens=10**6, completion_tokens=10**5)
    found = forecast(load_profile("conclave", {"budget.calls": 30}), past=[used] * 9)
    assert found.high.calls <= 30
    assert found.high.capped_by == "budget.calls"


async def test_debates_like_it_are_found(tmp_path: Path) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    profile = load_profile("conclave")
    async with open_store("memory:") as store:
        for thread in ("one", "two"):
            await debate("Should we?", store=store, thread=thread, model=model)
        await debate("Should we?", store=store, thread="other", model=model, profile="legal")
        await debate("Should we?", store=store, thread="shorter", model=model, overrides={"rounds.max": 1})
        past = await list_past_use(store, profile, Models(model=model), "debate")
        assert [each.calls for each in past] == [5, 5]
        assert await list_past_use(store, profile, Models(model="another"), "debate") == []
        assert await list_past_use(store, profile, Models(model=model), "simple") == []


def test_the_commands_learn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, store = write(tmp_path, views((1, 1, 1, 1)), synthesis(85)), f"sqlite:///{tmp_path / 'd.db'}"
    forecasting = ["run", "Should we?", "--model", model, "--store", store, "--dry-run", "--json"]

    def expect() -> Any:
        assert main(forecasting) == 0
        return json.loads(capsys.readouterr().out)

    before = expect()
    assert before["debates"] == 0
    assert not (tmp_path / "d.db").exists()
    for thread in ("one", "two", "three"):
        assert main(["run", "Should we?", "--model", model, "--store", store, "--thread", thread, "-q"]) == 0
    capsys.readouterr()
    after = expect()
    assert after["debates"] == 3
    assert 5 < after["expected"]["calls"] < before["expected"]["calls"]  # they took 5
    assert main([*forecasting[:-1]]) == 0
    assert "corrected by 3 earlier debates" in capsys.readouterr().out
    page = tmp_path / "r.html"
    assert main(["report", "three", "--store", store, "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "Forecast and fact" in text
    assert "2 earlier debates like this" in text


def test_a_replay_has_the_forecast_that_was_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, store = write(tmp_path, views((1, 1, 1, 1)), synthesis(85)), f"sqlite:///{tmp_path / 'd.db'}"
    common = ["run", "Should we?", "--store", store, "-q"]
    assert main([*common, "--model", model, "--thread", "one"]) == 0
    recording = str(tmp_path / "two.jsonl")
    first = ["--model", model, "--thread", "two", "--record", recording, "--out", str(tmp_path / "then")]
    assert main([*common, *first]) == 0
    again = ["--store", "memory:", "--thread", "two", "--replay", recording, "--out", str(tmp_path / "again")]
    assert main(["run", "Should we?", *again, "-q"]) == 0
    assert main(["replay", recording, "--out", str(tmp_path / "now")]) == 0
    capsys.readouterr()
    page = (tmp_path / "then" / "report.html").read_bytes()
    assert b"1 earlier debate like this" in page
    assert page == (tmp_path / "now" / "report.html").read_bytes() == (tmp_path / "again" / "report.html").read_bytes()
