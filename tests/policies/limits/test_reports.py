"""What counts of a server's report: it, if it can be true; else the larger of it and our estimate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.limits.calls import judge_report


@pytest.mark.parametrize(
    ("reported", "prompt", "completion", "cached", "contradicted"),
    [
        pytest.param((900, 80, 300), 900, 80, 300, False, id="less than estimated: a tokenizer of its own"),
        pytest.param((400, 50, 0), 400, 50, 0, False, id="half: the schema became a grammar"),
        pytest.param((5000, 4000, 0), 5000, 4000, 0, False, id="more: thoughts that are not sent"),
        pytest.param((399, 80, 0), 1000, 100, 0, True, id="less than half of the text"),
        pytest.param((900, 49, 0), 1000, 100, 0, True, id="less than half of the answer"),
        pytest.param((0, 0, 0), 1000, 100, 0, True, id="nothing spent"),
        pytest.param((-5, 300, 0), 1000, 300, 0, True, id="negative"),
        pytest.param((2**70, 2**70, 0), 1000, 100, 0, True, id="more than any model reads"),
        pytest.param((900, 80, 5000), 900, 80, 900, False, id="more cached than there was"),
        pytest.param((900, 80, -1), 900, 80, 0, False, id="less than nothing cached"),
    ],
)
def test_a_report(
    reported: tuple[int, int, int], prompt: int, completion: int, cached: int, contradicted: bool
) -> None:
    found = judge_report(reported, expected=(1000, 100), spoken=800)
    assert (found.prompt, found.completion, found.cached) == (prompt, completion, cached)
    assert found.contradicted == contradicted


_numbers = st.integers(-(2**70), 2**70)
_counts = st.integers(0, 10**6)


@given(st.tuples(_numbers, _numbers, _numbers), st.tuples(_counts, _counts), st.data())
def test_no_report_makes_a_request_cheaper_than_half_of_what_it_is(
    reported: tuple[int, int, int], expected: tuple[int, int], data: st.DataObject
) -> None:
    spoken = data.draw(st.integers(0, expected[0]))
    found = judge_report(reported, expected, spoken)
    assert found.prompt >= spoken // 2
    assert found.completion >= expected[1] // 2
    assert 0 <= found.cached <= found.prompt
    assert max(found.prompt, found.completion) <= 10**7
