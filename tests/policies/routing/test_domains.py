"""Which body of law a question belongs to, by its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.routing.domains import _ADAT, _CONFLICT, _NATIONAL, _decide_label, classify_domain


@pytest.mark.parametrize(
    ("national", "adat", "conflict", "label"),
    [
        pytest.param(1, 0, 0, "pure_national", id="W-L17 L-40 (1,0,0)"),
        pytest.param(0, 4, 0, "pure_adat", id="W-L17 L-40 (0,4,0)"),
        pytest.param(1, 4, 0, "conflict", id="W-L17 L-40 (1,4,0)"),
        pytest.param(1, 1, 0, "consensus", id="W-L17 L-40 (1,1,0)"),
        pytest.param(2, 1, 0, "consensus", id="W-L17 L-40 (2,1,0)"),
        pytest.param(0, 0, 1, "consensus", id="W-L17 L-40 (0,0,1)"),
        pytest.param(1, 1, 1, "conflict", id="L-40 a conflict word"),
        pytest.param(0, 1, 3, "pure_adat", id="L-40 a conflict needs both sides"),
        pytest.param(0, 0, 0, "consensus", id="L-40 nothing known"),
    ],
)
def test_labels(national: int, adat: int, conflict: int, label: str) -> None:
    assert _decide_label(national, adat, conflict) == label


@pytest.mark.parametrize(
    ("question", "scores", "label"),
    [
        pytest.param("Apa syarat wanprestasi?", (1, 0, 0), "pure_national", id="L-39 one word"),
        pytest.param("Wanprestasi, wanprestasi, WANPRESTASI", (1, 0, 0), "pure_national", id="L-39 counted once"),
        pytest.param("Menurut KUHPerdata?", (1, 0, 0), "pure_national", id="L-39 perdata is not inside kuhperdata"),
        pytest.param("Putusan Mahkamah Agung", (2, 0, 0), "pure_national", id="L-39 a phrase"),
        pytest.param("Mahkamah yang agung", (0, 0, 0), "consensus", id="L-39 not the phrase"),
        pytest.param("Pembagian gono-gini", (1, 0, 0), "pure_national", id="L-39 with a dash"),
        pytest.param("Harta druwe: drue tengah", (0, 2, 0), "pure_adat", id="L-39 a phrase does not hide its word"),
        pytest.param("Adat Bali vs. KUHPerdata", (1, 2, 1), "conflict", id="L-39 all three"),
        pytest.param("Jawaban adatnya?", (0, 0, 0), "consensus", id="L-39 whole words only"),
        pytest.param("Hak mamak dan kemenakan atas tanah ulayat", (0, 3, 0), "pure_adat", id="L-39 adat"),
    ],
)
def test_counting(question: str, scores: tuple[int, int, int], label: str) -> None:
    found = classify_domain(question)
    assert (found.national, found.adat, found.conflict) == scores
    assert (found.label, found.confidence, found.method) == (label, 0.65, "heuristic")


def test_the_lists_are_complete() -> None:
    """L-39: ten national, twelve adat and six conflict entries, each found in a question of its own."""
    assert (len(_NATIONAL), len(_ADAT), len(_CONFLICT)) == (10, 12, 6)
    found = classify_domain("; ".join((*_NATIONAL, *_ADAT, *_CONFLICT)))
    assert (found.national, found.adat, found.conflict) == (10, 12, 6)


@pytest.mark.parametrize(
    ("hint", "label", "method"),
    [
        pytest.param("pure national", "pure_national", "hint", id="L-09 X-56f with a blank"),
        pytest.param("pure_adat", "pure_adat", "hint", id="L-09 L-38 snake case"),
        pytest.param("Consensus", "consensus", "hint", id="L-09 case"),
        pytest.param("family law", "conflict", "heuristic", id="L-09 an unknown hint says nothing"),
        pytest.param(None, "conflict", "heuristic", id="L-09 optional"),
    ],
)
def test_hints(hint: str | None, label: str, method: str) -> None:
    found = classify_domain("adat Bali dan KUHPerdata", hint)
    assert (found.label, found.method) == (label, method)


@given(st.text())
def test_every_question_gets_a_label(question: str) -> None:
    assert classify_domain(question).label in ("pure_national", "pure_adat", "conflict", "consensus")
