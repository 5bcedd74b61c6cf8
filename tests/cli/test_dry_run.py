"""What a debate would take is told before anybody is asked, and may be made its limit."""

import json
from pathlib import Path

import pytest

from moot.cli.main import main
from moot.configs import load_profile
from moot.models.usage import forecast
from tests.support.scripts import listen, synthesis, views, write


def test_a_dry_run_asks_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    with listen() as heard:
        assert main(["run", "Should we?", "--model", model, "--dry-run", "--json"]) == 0
    assert not heard.requests
    told = json.loads(capsys.readouterr().out)
    assert told["low"]["calls"] <= told["expected"]["calls"] <= told["high"]["calls"]
    assert main(["run", "Should we?", "--model", model, "--dry-run", "--ladder"]) == 0
    assert "forecast" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("seats", "steps", "calls"),
    [
        pytest.param(4, [1, 2], 4, id="one, two more, and the synthesis"),
        pytest.param(7, [], 5, id="the fewest of seven"),
        pytest.param(3, [], 3, id="two of three"),
    ],
)
def test_the_ladder_needs_fewer_at_best(seats: int, steps: list[int], calls: int) -> None:
    profile = load_profile("council-of-models", {"ladder.enabled": True, "ladder.steps": steps})
    few = load_profile(profile, {"seats": list(profile.seat_ids[:seats])})
    assert forecast(few).low.calls == calls


def test_the_forecast_as_a_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    assert main(["run", "Should we?", "--model", model, "--max-cost", "forecast"]) == 2
    assert f"the price of {model} is not known, or nothing" in capsys.readouterr().err
    assert main(["run", "Should we?", "--model", model, "--max-cost", "much"]) == 2
    assert "neither an amount" in capsys.readouterr().err
    priced = ["run", "Should we?", "--model", "openai:gpt-5-mini", "--max-cost", "forecast", "--dry-run", "--json"]
    assert main(priced) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["high"]["capped_by"] == "budget.cost"
    assert told["high"]["cost"] <= told["expected"]["cost"] * 1.001


def test_sources_belong_into_the_forecast(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = tmp_path / "law.txt"
    long.write_text("Every tenant has a right to repairs within 30 days. " * 60, encoding="utf-8")
    tokens = []
    for given in ([], ["--context", str(long)]):
        assert main(["run", "Should we?", "--model", "openai:gpt-5-mini", "--dry-run", "--json", *given]) == 0
        tokens.append(json.loads(capsys.readouterr().out)["expected"]["prompt_tokens"])
    assert tokens[1] > tokens[0] + 500
