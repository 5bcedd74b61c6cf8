"""Splitting a text into tokens, and looking up what they stand for."""

import pytest

from moot.configs.tables import load_lexicons
from moot.policies.conflicts.reading import lexicon_index
from moot.policies.conflicts.reading.cues import CUE_BITS
from moot.policies.conflicts.reading.lexicon_index import (
    CompiledLexicons,
    _index_lexicon,
    compile_lexicons,
    find_hits,
    tokenize,
)
from moot.policies.language import Language
from tests.policies.conflict_cases import LEXICONS

FORMS = {
    "investir": "investir investimento invista investindo",
    "cortar": "cortar corte cortes",
    "reduzir": "reduzir reducao",
    "economizar": "economizar economia",
    "expandir": "expandir expansao",
    "consolidar": "consolidar consolidacao",
    "agressivo": "agressivo agressiva agressivamente acao_rapida",
    "conservador": "conservador conservadora",
    "cauteloso": "cauteloso cautelosa cautela",
    "prudente": "prudente prudencia",
    "rápido": "rapido rapida rapidamente",
    "faseado": "faseado faseada",
    "crescimento": "crescimento crescer",
    "custo": "custo custos",
    "inovação": "inovacao inovar",
    "claro": "claro clara",
    "incerto": "incerto incerta",
}
"""The word forms of REQUIREMENTS 7.2 (X-36)."""


@pytest.mark.parametrize(("label", "form"), [(label, form) for label, forms in FORMS.items() for form in forms.split()])
def test_every_word_form_stands_for_its_entry(label: str, form: str) -> None:
    """X-36, X-37."""
    index = LEXICONS.index("pt")
    hits = find_hits(tokenize(form.replace("_", " ")), index)
    assert label in {index.labels[concept] for _, sense in hits for concept in sense.concepts}


@pytest.mark.parametrize("language", ["pt", "en", "id"])
def test_every_language_has_words_for_every_cue(language: Language) -> None:
    cues = LEXICONS.lexicons.languages[language].cues
    assert all(getattr(cues, field) for field in (*CUE_BITS, "link", "light"))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("uma\nlinha", ["uma", "linha"], id="a wrapped line goes on"),
        pytest.param("uma\n\nlinha", ["uma", ".", "linha"], id="a blank line ends a sentence"),
        pytest.param("uma\n- linha", ["uma", ".", "-", "linha"], id="so does a list item"),
        pytest.param("x" * 500, ["x" * 500], id="a long word is one"),
        pytest.param("bem-vindo -- já", ["bem", "vindo", "-", "ja"], id="a dash parts words, or stands by itself"),
        pytest.param("R$1.200,50 e 500K!", ["r", "$", "1.200,50", "e", "500k", "!"], id="numbers keep their marks"),
        pytest.param("don't, não", ["don't", ",", "nao"], id="apostrophes and accents"),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert tokenize(text) == tokens


def test_a_full_table_of_words_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon_index, "_MOST_WORDS", 3)
    senses = _index_lexicon(LEXICONS.lexicons.languages["pt"]).senses
    for word in ("um", "dois", "tres", "quatro", "x" * 500):
        assert senses[word] is None
    assert list(senses) == ["quatro"]


def test_lexicons_are_compiled_once_by_whoever_keeps_them() -> None:
    assert compile_lexicons(LEXICONS) is LEXICONS
    assert LEXICONS.index("pt") is LEXICONS.index("pt")
    only = load_lexicons(("en",))
    assert CompiledLexicons(only).index("pt").language == "en"
