"""A profile that names a calibration makes the result say how likely its decision is right, and on what that rests."""

from pathlib import Path
from typing import Any

import pytest

from moot import Result, build_graph
from moot.errors import ProfileError
from moot.evaluation.rules import write_calibration
from moot.policies.agreement.ladder import read_pattern
from moot.state.calibration import PatternCount, VoteCalibration
from moot.views.terminal import write_answer
from tests.support.scripts import EXECUTIVES, council, hold, run, synthesis

OPTIONS = ("Expand into Europe", "Stay at home")


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A profile beside its calibration: four of four were right in 190 of 200 known debates."""
    seen = PatternCount(pattern=read_pattern(["A"] * 4, 4), right=190, count=200)
    known = VoteCalibration(questions=120, debates=300, weights=(0.0, 0.5, 0.0, 0.0), patterns=(seen,))
    write_calibration(known, tmp_path / "votes.json")
    path = tmp_path / "sure.yaml"
    path.write_text("extends: conclave\nname: sure\ncalibration: votes.json\n")
    return path


async def vote(tmp_path: Path, choices: str, **options: Any) -> Result:
    seats = [hold(seat, choice=choice) for seat, choice in zip(EXECUTIVES, choices, strict=True)]
    written = synthesis(85, decision="Expand into Europe.", choice="A")
    return await run(tmp_path, *seats, written, council(), options=OPTIONS, **options)


async def test_the_result_says_how_likely_it_is_right(tmp_path: Path, profile: Path) -> None:
    """R-61: the basis is named, and is told to whoever reads the answer."""
    result = await vote(tmp_path, "AAAA", profile=str(profile))
    assert result.status == "decided"
    assert result.probability is not None
    assert result.probability.value == pytest.approx(0.94, abs=0.02)
    assert (result.probability.alike, result.probability.unlike) == (200, False)
    assert result.probability.basis == "200 of 300 known debates about 120 questions had such votes"
    assert "right with a probability of 9" in write_answer(result)


async def test_without_a_calibration_no_probability_is_claimed(tmp_path: Path) -> None:
    result = await vote(tmp_path, "AAAA")
    assert result.status == "decided"
    assert result.probability is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(None, "cannot be read", id="no such file"),
        pytest.param("{}", "calibration", id="no calibration"),
        pytest.param("[", "votes.json", id="no JSON"),
    ],
)
def test_a_calibration_that_cannot_be_used_is_refused(profile: Path, text: str | None, reason: str) -> None:
    file = profile.parent / "votes.json"
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    with pytest.raises(ProfileError, match=reason):
        build_graph(profile)


async def test_a_client_may_not_name_a_file(tmp_path: Path) -> None:
    graph: Any = build_graph("conclave", served=True)
    with pytest.raises(ProfileError, match="names a file"):
        await graph.ainvoke({"question": "Should we?"}, context={"overrides": {"calibration": str(tmp_path / "x")}})
