"""The lexicons and the locale table: complete in every language, strict about mistakes."""

from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
import yaml

from moot.configs.tables.lexicons import _make_lexicons, load_lexicons, load_literals, write_literal
from moot.errors import ProfileError
from moot.policies.language import fold, words

LEXICONS = load_lexicons()
TABLE = {
    "investir": ("cortar", "reduzir", "diminuir", "economizar"),
    "expandir": ("consolidar", "manter", "estabilizar", "preservar"),
    "agressivo": ("conservador", "cauteloso", "prudente", "seguro"),
    "rápido": ("lento", "gradual", "incremental", "faseado"),
    "crescimento": ("lucro", "margem", "eficiência", "custo"),
    "inovação": ("estabilidade", "risco", "segurança", "conformidade"),
    "claro": ("incerto",),
}
"""C-16 and the pair that X-38 adds."""


def raw() -> dict[str, Any]:
    """The lexicons as plain values, to be broken."""
    folder = files("moot.configs") / "lexicons"
    read = {
        name: yaml.safe_load((folder / f"{name}.yaml").read_text(encoding="utf-8")) for name in ("oppositions", "pt")
    }
    return {**read["oppositions"], "languages": {"pt": deepcopy(read["pt"])}}


def test_the_opposition_table_is_that_of_the_sources() -> None:
    """C-16, X-38: the first axes, in the sources' order."""
    labels = {name: concept.label for name, concept in LEXICONS.languages["pt"].concepts.items()}
    found = {
        labels[opposition.one[0]]: tuple(labels[concept] for concept in opposition.other)
        for opposition in LEXICONS.oppositions[: len(TABLE)]
    }
    assert found == TABLE
    assert list(found) == list(TABLE)


@pytest.mark.parametrize("language", ["pt", "en", "id"])
def test_every_language_knows_every_concept(language: Any) -> None:
    lexicon = LEXICONS.languages[language]
    used = {concept for opposition in LEXICONS.oppositions for concept in (*opposition.one, *opposition.other)}
    assert set(lexicon.concepts) == used
    assert all(concept.forms or concept.stems for concept in lexicon.concepts.values())


@pytest.mark.parametrize("language", ["pt", "en", "id"])
def test_word_beginnings_are_single_words(language: Any) -> None:
    """A beginning with a blank would never match."""
    for concept in LEXICONS.languages[language].concepts.values():
        for beginning in (*concept.stems, *concept.not_before, *concept.not_after):
            assert words(beginning) == (fold(beginning),)


@pytest.mark.parametrize("language", ["pt", "en", "id"])
def test_no_form_stands_for_both_sides_of_an_axis(language: Any) -> None:
    concepts = LEXICONS.languages[language].concepts
    for opposition in LEXICONS.oppositions:
        one = {fold(form) for concept in opposition.one for form in concepts[concept].forms}
        other = {fold(form) for concept in opposition.other for form in concepts[concept].forms}
        assert not one & other, opposition.axis


def break_key(lexicons: dict[str, Any]) -> None:
    lexicons["languages"]["pt"]["concepts"]["cut"]["form"] = ["x"]


def break_concept(lexicons: dict[str, Any]) -> None:
    del lexicons["languages"]["pt"]["concepts"]["cut"]


def break_cue(lexicons: dict[str, Any]) -> None:
    lexicons["languages"]["pt"]["cues"]["negate"] = [False]


def break_family(lexicons: dict[str, Any]) -> None:
    lexicons["oppositions"][0]["family"] = "cash"


def break_side(lexicons: dict[str, Any]) -> None:
    lexicons["oppositions"][0]["other"] = []


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        pytest.param(break_key, "languages.pt.concepts.cut.form", id="an unknown key"),
        pytest.param(break_concept, "'cut'", id="a concept without words"),
        pytest.param(break_cue, "cues.negate.0", id="a word that YAML takes for yes/no"),
        pytest.param(break_family, "oppositions.0.family", id="an unknown family"),
        pytest.param(break_side, "oppositions.0.other", id="an empty side"),
    ],
)
def test_a_broken_lexicon_is_refused(damage: Callable[[dict[str, Any]], None], named: str) -> None:
    lexicons = raw()
    damage(lexicons)
    with pytest.raises(ProfileError, match=named):
        _make_lexicons(lexicons)


def test_a_lexicon_can_be_loaded_alone() -> None:
    assert set(load_lexicons(("id",)).languages) == {"id"}


# --- the locale table


@pytest.mark.parametrize(
    ("group", "name", "written"),
    [
        pytest.param("route", "simple", "SIMPLES", id="D-07"),
        pytest.param("route", "debate", "DEBATE", id="D-07 debate"),
        pytest.param("route", "council", "COUNCIL", id="D-07 council"),
        pytest.param("permission", "allowed", "PERMITIDO", id="D-24"),
        pytest.param("permission", "forbidden", "PROIBIDO", id="D-27"),
        pytest.param("keeps_position", "yes", "Sim", id="D-40 yes"),
        pytest.param("keeps_position", "no", "Nao", id="D-40 no"),
        pytest.param("keeps_position", "partly", "Parcialmente", id="D-40 partly"),
        pytest.param("breaker", "title", "CIRCUIT BREAKER ATIVADO", id="D-52"),
        pytest.param("mark", "timeout", "TIMEOUT", id="D-79"),
        pytest.param("mark", "reduced_by_timeout", "REDUZIDA POR TIMEOUT", id="D-80"),
        pytest.param("mark", "impasse_flag", "IMPASSE=true", id="D-84"),
        pytest.param("target", "none", "NENHUM", id="D-88"),
        pytest.param("target", "human", "HUMANO", id="D-88 human"),
        pytest.param("round_kind", "rebuttals", "rebatidas_cruzadas", id="D-93 X-25"),
        pytest.param("risk", "catastrophic", "CATASTROFICO", id="X-83"),
        pytest.param("supervisor", "step", "langkah_keputusan", id="L-47"),
        pytest.param("aspect", "population", "população", id="F-10"),
    ],
)
def test_literals_of_the_sources(group: str, name: str, written: str) -> None:
    """X-90: ids inside, literals outside."""
    assert write_literal(group, name) == written


def test_no_literal_is_ambiguous() -> None:
    for group, literals in load_literals().groups.items():
        assert len(set(literals.values())) == len(literals), group
