"""Facts become sentences in three languages, with figures as each language writes them."""

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from moot.catalogue import (
    CATALOGUE_LANGUAGES,
    choose_frame_language,
    frame_language,
    load_domain,
    speak,
    speak_to_models,
    speaking,
)
from moot.state.base import Value
from moot.state.facts import Fact, Sayings, state_fact

LOCALES = Path(__file__).resolve().parents[2] / "configs" / "locales"
FILES = sorted(LOCALES.glob("*/*.po"))


class Told(Value):
    reasons: Sayings


@pytest.mark.parametrize(
    ("language", "written"),
    [
        pytest.param("en", ("69.9 %", "1,234.5", "1.5 s", "US$ 0.0123", "a, b and c", "18 November 2026, 01:02 UTC")),
        pytest.param(
            "pt", ("69,9 %", "1.234,5", "1,5 s", "US$ 0,0123", "a, b e c", "18 de novembro de 2026, 01:02 UTC")
        ),
        pytest.param("id", ("69,9 %", "1.234,5", "1,5 s", "US$ 0,0123", "a, b dan c", "18 November 2026, 01:02 UTC")),
        pytest.param("ar", ("69.9 %", "1,234.5", "1.5 s", "US$ 0.0123", "a, b and c", "18 November 2026, 01:02 UTC")),
    ],
)
def test_figures_follow_the_language(language: str, written: tuple[str, ...]) -> None:
    translator = speak(language)
    assert written == (
        translator.percent(0.69999),  # never rounded up to a threshold it did not reach
        translator.number(1234.5),
        translator.time(1500),
        translator.money(0.0123),
        translator.names(["a", "b", "c"]),
        translator.moment("2026-11-18T01:02:03+00:00"),
    )


@pytest.mark.parametrize(
    ("share", "needed", "told"),
    [
        pytest.param(2 / 3, 0.667, "66.6 %", id="below the gate of a profile"),
        pytest.param(2 / 3, 2 / 3, "66.7 %", id="at it"),
        pytest.param(0.68775, 0.7, "68.8 %", id="far from it"),
    ],
)
def test_a_share_beside_what_is_needed_does_not_look_as_if_it_reached_it(
    share: float, needed: float, told: str
) -> None:
    said = speak("en")("agreement.lead_few", share=share, needed=needed)
    assert f"is {told}; too little" in said


def test_a_fact_is_told_and_words_stay_as_they_are() -> None:
    translator = speak("pt")
    assert translator.tell(state_fact("desk.age.days", n=3)) == "há 3 d"
    assert translator.tell("what a model {wrote}") == "what a model {wrote}"
    assert translator.tell(state_fact("no.such_code", a=1)) == "no.such_code(a=1)"  # from a store of another version


def test_facts_inside_of_values_are_told_however_deep() -> None:
    found = Told(reasons=(state_fact("desk.age.now"), "as it was said"))
    told = speak("en").tell_all([found])
    assert told[0].reasons == (speak("en")("desk.age.now"), "as it was said")
    plain = Told(reasons=())
    assert speak("en").tell_all(plain) is plain


def test_a_fact_survives_being_stored() -> None:
    fact = state_fact("a.b", seats=("cfo", state_fact("c.d")), share=0.5, n=2, why=state_fact("e.f", said="x"))
    assert Fact.model_validate_json(fact.model_dump_json()) == fact
    assert len({fact, Fact.model_validate(fact.model_dump())}) == 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_quick_reader_reads_what_gettext_reads(path: Path) -> None:
    with path.open("rb") as file:
        known = read_po(file, locale=path.parent.name, abort_invalid=True)
    expected = {
        (each.id[0] if isinstance(each.id, tuple) else each.id): (
            each.string if isinstance(each.string, tuple) else (each.string,)
        )
        for each in known
        if each.id
    }
    assert load_domain(path.parent.name, path.stem).sentences == expected


def test_every_language_has_every_domain() -> None:
    domains = {language: {path.stem for path in (LOCALES / language).glob("*.po")} for language in CATALOGUE_LANGUAGES}
    assert len({frozenset(each) for each in domains.values()}) == 1


def test_help_does_not_load_babel() -> None:
    code = "import sys, moot.cli.main, moot.catalogue; sys.exit('babel' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("language", "name", "called"),
    [
        pytest.param("en", "nla", "National Law Agent", id="a title"),
        pytest.param("pt", "nla C2", "Agente de Direito Nacional C2", id="with a claim"),
        pytest.param("id", "kg_focused", "Analis graf insiden", id="a reasoner"),
        pytest.param("pt", "cfo", "CFO", id="a short form that everybody says"),
        pytest.param("en", "market", "Market", id="a title that is the id"),
        pytest.param("id", "market", "Pasar", id="the same in another language"),
        pytest.param("pt", "head_of_sales", "head_of_sales", id="a seat of somebody's own"),
    ],
)
def test_how_people_read_a_seat(language: str, name: str, called: str) -> None:
    assert speak(language).seat(name) == called
    assert speak_to_models().seat(name) == name, "answers of models name ids"


def test_a_seat_of_somebodys_own_profile_is_called_as_its_author_wrote() -> None:
    with speaking("pt", {"head_nurse": "Enfermeira-chefe", "cfo": "Tesoureira", "pais": "Pais"}) as said:
        assert said("answer.decided_by", who="head_nurse") == "DECIDIDO por Enfermeira-chefe"
        assert said("answer.missing", title="?", seats=("cfo", "nla")) == (
            "?; sem resposta de: Tesoureira e Agente de Direito Nacional"
        )
        assert said.seat("head_nurse C2") == "Enfermeira-chefe C2"
        assert said.seat("pais") == "Pais", "a title that is the id"
        assert speak_to_models().seat("cfo") == "cfo", "answers of models name ids"
        with speaking("en"):
            assert said.seat("cfo") == "Tesoureira", "another language, the same profile"
    assert speak("pt").seat("cfo") == "CFO"


def test_sentences_in_a_row_lose_their_full_stops() -> None:
    assert speak("pt").names(["Abrir.", "Fechar."]) == "Abrir e Fechar"


def test_the_environment_chooses_for_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_LANGUAGE", "pt")
    assert frame_language("id") == "pt"
    choose_frame_language("en")
    assert frame_language("id") == "en"
    choose_frame_language("")
    monkeypatch.setenv("MOOT_LANGUAGE", "tlh")
    assert frame_language("id") == "id"
