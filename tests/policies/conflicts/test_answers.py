"""What a question asks, and which of its answers a text gives (X-34, X-35)."""

import pytest

from moot.policies.conflicts import detect_conflicts
from moot.policies.conflicts.reading import compile_lexicons
from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.inflection import inflect, strip_affixes
from moot.policies.conflicts.reading.lexicon_index import tokenize
from moot.policies.conflicts.reading.questions import read_proposal
from moot.policies.language import Language
from moot.state.conflicts import ConflictReport
from moot.state.protocol import ConflictRules
from tests.policies.conflict_cases import LEXICONS

COMPILED = compile_lexicons(LEXICONS)


def compare(question: str, one: str, other: str) -> ConflictReport:
    return detect_conflicts({"analyst": one, "market": other}, COMPILED, ConflictRules(), "x", question=question)


@pytest.mark.parametrize(
    ("verb", "language", "forms"),
    [
        ("close", "en", {"closes", "closing", "closed"}),
        ("cut", "en", {"cutting", "cuts"}),
        ("apply", "en", {"applies", "applied", "applying"}),
        ("switch", "en", {"switches"}),
        ("fechar", "pt", {"fecharia", "feche", "fechado", "fechando"}),
        ("buscar", "pt", {"busque"}),
        ("avancar", "pt", {"avance"}),
        ("proteger", "pt", {"proteja"}),
        ("tutup", "id", {"menutup", "ditutup", "penutupan", "tutuplah"}),
        ("kurang", "id", {"mengurangi", "pengurangan"}),
        ("luncur", "id", {"meluncurkan", "diluncurkan"}),
    ],
)
def test_a_verb_stands_for_its_forms(verb: str, language: Language, forms: set[str]) -> None:
    found = inflect(verb, language)
    assert found[0] == verb
    assert forms <= set(found)
    assert len(set(found)) == len(found)


def test_affixes_are_taken_off_an_indonesian_word() -> None:
    assert {strip_affixes(word) for word in ("mewajibkan", "kewajiban", "diwajibkan")} == {"wajib"}


@pytest.mark.parametrize(
    ("question", "language", "kind"),
    [
        ("Should we close the mill?", "en", "words"),
        ("What should we do about the mill?", "en", "subject"),
        ("Which mill should we close?", "en", "selects"),
        ("When do we close the mill?", "en", "timed"),
        ("How many mills do we close?", "en", "measures"),
        ("Buy the mill or lease it?", "en", "options"),
        ("Compramos a fábrica ou alugamos?", "pt", "options"),
        ("Mana yang didahulukan, gudang atau kantor?", "id", "steps"),
        ("", "en", ""),
    ],
)
def test_what_a_question_asks(question: str, language: Language, kind: str) -> None:
    asked = read_proposal(tokenize(question), COMPILED.index(language))
    for name in ("words", "measures", "timed", "options", "steps"):
        assert bool(getattr(asked, name)) == (name == kind)
    assert bool(asked.selects) == (kind in {"selects", "timed"})
    if kind == "words":
        assert asked.act == Cue.END


_BUILD = "Build or buy the mill?"
_EV = "Apakah kita membeli mobil listrik?"


@pytest.mark.parametrize(
    ("question", "one", "other", "debated"),
    [
        pytest.param(_BUILD, "I recommend buying the mill.", "I recommend building one.", True, id="two"),
        pytest.param(_BUILD, "I recommend buying the mill.", "I suggest buying, not building.", False, id="same one"),
        pytest.param("Which site?", "I recommend going to Oslo.", "I recommend we take Turin.", True, id="by name"),
        pytest.param("Which site?", "I recommend going to Oslo.", "I recommend asking for permits.", False, id="adds"),
        pytest.param("When do we move?", "I suggest moving in March.", "I suggest a move in October.", True, id="when"),
        pytest.param("When do we move?", "I suggest moving in March.", "I suggest March.", False, id="same month"),
        pytest.param(
            "Do we hire a chef?", "I recommend recruiting one.", "I oppose hiring a chef.", True, id="a synonym"
        ),
        pytest.param("Do we sell the mill?", "I would do it.", "I recommend keeping the mill.", True, id="stands in"),
        pytest.param(
            _EV, "Sebaiknya mobil listrik dibeli.", "Mobil itu bagus. Jangan dibeli dulu.", True, id="names it"
        ),
        pytest.param(
            "Do we migrate the systems?",
            "I recommend migrating the first systems and keeping the others.",
            "I recommend migrating the systems.",
            False,
            id="a part of it",
        ),
    ],
)
def test_answers_that_exclude_each_other(question: str, one: str, other: str, debated: bool) -> None:
    assert compare(question, one, other).requires_debate is debated
    assert compare(question, other, one).requires_debate is debated


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("What comes first, audit or merger?", "The audit first, the merger later.", "The merger before the audit."),
        ("O que vem antes, a reforma ou o inventário?", "O inventário primeiro.", "A reforma vem antes do inventário."),
        ("Mana yang lebih dulu, gudang atau kantor?", "Gudang dulu yang dibangun.", "Kantor yang didahulukan."),
    ],
)
def test_an_order_is_recorded_and_not_argued(question: str, one: str, other: str) -> None:
    """X-35: PRIORITY, LOW, no debate."""
    (found,) = compare(question, one, other).conflicts
    assert (found.conflict_type, found.severity, found.requires_debate) == ("priority", "low", False)
    assert not compare(question, one, one).conflicts
