"""The garbage collector rests while debates run, and is as it was afterwards."""

import gc
from collections.abc import Iterator

import pytest

from moot.runs.collector import COLLECTOR


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("chosen", "meanwhile"),
    [
        pytest.param((700, 10, 10), (50_000, 20, 20), id="Python's own"),
        pytest.param((100_000, 5, 5), (100_000, 5, 5), id="a program that lets it rest longer"),
        pytest.param((0, 10, 10), (0, 10, 10), id="a program that turned it off"),
    ],
)
def test_it_rests_while_anybody_runs(chosen: tuple[int, int, int], meanwhile: tuple[int, int, int]) -> None:
    gc.set_threshold(*chosen)
    with COLLECTOR.rest():
        with COLLECTOR.rest():
            assert gc.get_threshold() == meanwhile
        assert gc.get_threshold() == meanwhile
    assert gc.get_threshold() == chosen


def test_what_a_program_sets_meanwhile_stays() -> None:
    gc.set_threshold(700, 10, 10)
    with COLLECTOR.rest():
        gc.set_threshold(900, 9, 9)
    assert gc.get_threshold() == (900, 9, 9)
