"""One scale for the severity words of every protocol."""

from itertools import pairwise
from typing import get_args

import pytest

from moot.policies.limits.severity import RiskLiteral, SeverityWord, gravest_risk, rank_severity
from moot.state.critiques import CritiqueSeverity
from moot.state.outcome import Risk
from moot.state.protocol import ConflictSeverity


@pytest.mark.parametrize(
    ("word", "ordinal"),
    [
        pytest.param("low", 1, id="X-83 conflict low"),
        pytest.param("medium", 2, id="X-83 conflict medium"),
        pytest.param("high", 3, id="X-83 conflict high"),
        pytest.param("critical", 4, id="X-83 conflict critical"),
        pytest.param("MINOR", 1, id="X-83 critique minor"),
        pytest.param("MAJOR", 3, id="X-83 critique major"),
        pytest.param("CRITICAL", 4, id="X-83 critique critical"),
        pytest.param("moderate", 2, id="X-83 risk moderate"),
        pytest.param("severe", 3, id="X-83 risk severe"),
        pytest.param("catastrophic", 4, id="X-83 risk catastrophic"),
        pytest.param("BAIXO", 1, id="X-83 literal BAIXO"),
        pytest.param("MODERADO", 2, id="X-83 literal MODERADO"),
        pytest.param("SEVERO", 3, id="X-83 literal SEVERO"),
        pytest.param("CATASTROFICO", 4, id="X-83 literal CATASTROFICO"),
    ],
)
def test_each_word_has_its_place(word: SeverityWord, ordinal: int) -> None:
    assert rank_severity(word) == ordinal


@pytest.mark.parametrize("vocabulary", [ConflictSeverity, Risk, RiskLiteral])
def test_four_words_fill_the_scale_in_their_order(vocabulary: object) -> None:
    """X-83: a new word in a vocabulary needs a place on the scale."""
    assert [rank_severity(word) for word in get_args(vocabulary)] == [1, 2, 3, 4]


def test_critiques_fall_from_critical_to_minor() -> None:
    ranks = [rank_severity(word) for word in get_args(CritiqueSeverity)]
    assert all(earlier > later for earlier, later in pairwise(ranks))


@pytest.mark.parametrize(
    ("risks", "gravest"),
    [
        pytest.param(("low", "severe", "moderate"), "severe", id="D-106 the worst counts"),
        pytest.param((None, "moderate"), "moderate", id="D-106 unknown does not count"),
        pytest.param((None, None), "low", id="D-106 nothing known"),
        pytest.param((), "low", id="D-106 nothing at all"),
    ],
)
def test_the_gravest_risk_counts(risks: tuple[Risk | None, ...], gravest: Risk) -> None:
    assert gravest_risk(*risks) == gravest
