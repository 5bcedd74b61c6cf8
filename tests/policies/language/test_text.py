"""Reading text the same way everywhere: folding, words, stems, similarity, language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.language.stopwords import LANGUAGES, Language
from moot.policies.language.text import fold, guess_language, jaccard, likely_languages, stem, words

SETS = st.frozensets(st.sampled_from("abcdef"))


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        pytest.param("Ação RÁPIDA", "acao rapida", id="X-36 case and accents"),
        pytest.param("AÇÃO RÁPIDA", "acao rapida", id="X-36 upper case with accents"),
        pytest.param("don’t", "don't", id="typographic apostrophe"),
        pytest.param("“já” — agora", '"ja" - agora', id="typographic quotes and dashes"),
        pytest.param("…", "...", id="a sign that is three letters"),
        pytest.param("Straße", "strasse", id="a letter that is two"),
        pytest.param("Ελλάδα", "ελλαδα", id="another script"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_folding_removes_what_carries_no_meaning(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(st.characters(codec="cp1252")))
def test_the_fast_way_folds_like_the_general_way(text: str) -> None:
    """A sign outside western Europe forces the general way; it must not change the rest."""
    assert fold(text + "ω") == fold(text) + "ω"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Não_é, de fato", ("nao", "e", "de", "fato"), id="punctuation parts words"),
        pytest.param("we don't: 500K", ("we", "don't", "500k"), id="apostrophe and number"),
        pytest.param("hati-hati", ("hati", "hati"), id="a hyphen parts words"),
    ],
)
def test_words(text: str, found: tuple[str, ...]) -> None:
    assert words(text) == found


def test_stemming_is_per_language() -> None:
    assert stem("crescimento", "pt") != stem("crescimento", "en")


@given(SETS, SETS)
def test_similarity_is_symmetric_bounded_and_one_for_the_same(a: frozenset[str], b: frozenset[str]) -> None:
    """C-28: 0 is total divergence, 1 total convergence."""
    assert jaccard(a, b) == jaccard(b, a)
    assert 0.0 <= jaccard(a, b) <= 1.0
    assert jaccard(a, a) == 1.0
    assert (jaccard(a, b) == 1.0) == (a == b)


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        pytest.param("", "", 1.0, id="both empty"),
        pytest.param("x", "", 0.0, id="one empty"),
        pytest.param("xy", "yz", 1 / 3, id="one of three"),
    ],
)
def test_similarity(a: str, b: str, value: float) -> None:
    assert jaccard(frozenset(a), frozenset(b)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("Não devemos expandir a operação", "pt", id="X-90 Portuguese"),
        pytest.param("We should not expand the operation", "en", id="X-90 English"),
        pytest.param("Kita tidak harus memperluas operasi", "id", id="X-90 Indonesian"),
        pytest.param("Devemos expandir?", "pt", id="X-90 a short question in Portuguese"),
        pytest.param("Bolehkah menjual pusako?", "id", id="X-90 a short question in Indonesian"),
        pytest.param("Paris office?", "en", id="X-90 nothing to go by"),
        pytest.param("Expandir", "pt", id="a single word, by its letters"),
        pytest.param("X Y", "en", id="no evidence"),
    ],
)
def test_language_is_told_by_small_words(text: str, language: Language) -> None:
    assert guess_language(text) == language


def test_a_draw_between_languages_names_them_all() -> None:
    assert likely_languages(["no"]) == ("pt", "en")
    assert likely_languages([]) == ()


@given(st.text())
def test_every_text_has_a_language(text: str) -> None:
    assert guess_language(text) in LANGUAGES
