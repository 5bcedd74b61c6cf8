"""What a version assumes adds up, each thing once, and can be corrected and taken back (X-70)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.refinement.evaluation.assumptions import add_declared, add_figures, list_earlier, withdraw
from moot.policies.refinement.evaluation.evaluation import evaluate_forced, evaluate_version
from moot.policies.refinement.evaluation.gaps import Draft
from moot.state.refinement import Feedback, ListedAssumption, MethodologistOutput, Version

IDEA = "o método incremental é mais rápido"
V2 = "O método incremental reduz em 30 % o tempo por sprint em equipes de 2 a 5 pessoas?"
PUBLIC = "População: ensino médio de escolas públicas, 15 a 18 anos."
SLEEP = "Dormir bem: média de pelo menos 8 horas por noite."


def listed(*texts: str) -> tuple[ListedAssumption, ...]:
    return tuple(ListedAssumption(id=f"A{at}", text=text, version=1) for at, text in enumerate(texts, start=1))


def held(assumed: tuple[ListedAssumption, ...]) -> list[tuple[str, str]]:
    return [(each.id, each.text) for each in assumed if each.state == "assumed"]


@pytest.mark.parametrize(
    ("earlier", "declared", "withdrawn", "stated", "kept"),
    [
        pytest.param(("30 %",), ("equipes de 2 a 5",), (), "", [("A1", "30 %"), ("A2", "equipes de 2 a 5")],
                     id="X-70 they add up"),
        pytest.param(("Dez sprints",), ("dez sprints ", ""), (), "", [("A1", "Dez sprints")], id="X-70 each once"),
        pytest.param(("Diferença mínima relevante: 5 pontos percentuais.",),
                     ("Diferença mínima relevante de 5 pontos percentuais na proporção mensal de faltas.",), (), "",
                     [("A1", "Diferença mínima relevante de 5 pontos percentuais na proporção mensal de faltas.")],
                     id="the same said at length keeps its id"),
        pytest.param(("30 %",), ("30 pessoas",), (), "", [("A1", "30 %"), ("A2", "30 pessoas")],
                     id="an equal figure is not the same"),
        pytest.param(("escola pública",), ("não escola pública",), (), "",
                     [("A1", "escola pública"), ("A2", "não escola pública")], id="nor is the contrary"),
        pytest.param((PUBLIC, SLEEP), (), ("A1",), "", [("A2", SLEEP)], id="taken back"),
        pytest.param((PUBLIC, SLEEP), (), (" [a1] ",), "", [("A2", SLEEP)], id="taken back, whatever the spelling"),
        pytest.param((PUBLIC,), ("A1: 2º ano de escola particular",), (), "", [("A1", "2º ano de escola particular")],
                     id="corrected under its id"),
        pytest.param((PUBLIC,), ("A1: 2º ano de escola particular",), ("A1",), "",
                     [("A1", "2º ano de escola particular")], id="taken back and given anew: corrected"),
        pytest.param((PUBLIC,), ("A2: dez sprints",), (), "", [("A1", PUBLIC), ("A2", "dez sprints")],
                     id="a new one under the next id"),
        pytest.param((), ("A4: formato do papel",), (), "", [("A1", "A4: formato do papel")], id="A4 may be a word"),
        pytest.param((PUBLIC,), (), ("A9", "tudo"), "", [("A1", PUBLIC)], id="an unknown id takes nothing back"),
        pytest.param((), ("6 a 8 horas semanais", "20 alunos"), (), "só quem estuda 6 a 8 horas semanais",
                     [("A1", "20 alunos")], id="what the user said is not assumed"),
    ],
)  # fmt: skip
def test_assumptions(earlier: Any, declared: Any, withdrawn: Any, stated: str, kept: list[tuple[str, str]]) -> None:
    assert held(add_declared(listed(*earlier), declared, number=2, withdrawn=withdrawn, stated=stated)) == kept


@pytest.mark.parametrize(
    ("assumed", "question", "stated", "added"),
    [
        pytest.param(("30 %",), V2, IDEA, ["2 a 5 pessoas"], id="X-70 undeclared figures are added"),
        pytest.param((), "In teams of 2-5 devs, 30% less?", "", ["2-5 devs", "30% less"], id="X-70 ranges"),
        pytest.param(
            (), "Entre 18 até 40 anos?", "de 40 anos, desde os 18", [], id="X-70 a range whose ends were stated"
        ),
        pytest.param((), "Em 2020, 1.000 casos?", "em 2020", ["1.000 casos"], id="X-70 what the user stated"),
        pytest.param((), "Does X help? (version 3)", "", [], id="F-26 a tag"),
        pytest.param((), "Does COVID-19 change B2B sales?", "", [], id="X-70 names"),
        pytest.param(
            (),
            "Do posters help in at least ten wards over twelve weeks?",
            "",
            ["ten wards", "twelve weeks"],
            id="X-70 in words",
        ),
        pytest.param(
            ("10 wards",),
            "Do posters help in at least ten wards, by a third?",
            "a third",
            [],
            id="X-70 in words, stated in digits or words",
        ),
        pytest.param(
            (), "Em dez escolas, a nota sobe um terço?", "", ["dez escolas", "um terço"], id="X-70 em palavras"
        ),
        pytest.param((), "Di satu desa, apakah sepuluh ronda cukup?", "", ["sepuluh ronda"], id="X-70 dengan kata"),
    ],
)
def test_figures(assumed: Any, question: str, stated: str, added: list[str]) -> None:
    found = add_figures(listed(*assumed), question, stated, number=2)
    assert [each.text for each in found[len(assumed) :]] == added


def evaluated(*denied: str) -> Version:
    """A version that withdraws one assumption and makes another, judged by a methodologist who denies some."""
    first = Version(
        version=1,
        question="Em que escolas?",
        feedback=Feedback(status="needs_refinement"),
        assumptions=(PUBLIC, SLEEP),
        assumed=listed(PUBLIC, SLEEP),
    )
    draft = Draft(
        question="Em escolas de 15 alunos?", earlier=(first,), assumptions=("dez turmas",), withdrawn=("A2",), idea=IDEA
    )
    verdict = MethodologistOutput(status="approved", justification="j", denied_assumptions=denied)
    return evaluate_version(draft, verdict).version


def test_the_users_words_overrule_an_assumption() -> None:
    """X-70: what the methodologist finds denied by the user is withdrawn; a figure that it declared is one again."""
    version = evaluated("A1")
    assert version.assumptions == ("dez turmas", "15 alunos")
    assert [(each.id, each.withdrawn_by) for each in version.withdrawn] == [
        ("A1", "methodologist"),
        ("A2", "structurer"),
    ]
    assert evaluated().assumptions == (PUBLIC, "dez turmas")
    forced = evaluate_forced(
        [evaluated()], "q", MethodologistOutput(status="approved", justification="j", denied_assumptions=("A3",))
    )
    assert forced.version.assumptions == (PUBLIC,)


def test_what_is_withdrawn_stays_on_record() -> None:
    """Whoever took it back first is named, and what is assumed again is assumed anew."""
    back = withdraw(withdraw(listed(PUBLIC), ["A1"], "structurer"), ["A1"], "methodologist")
    assert [(each.state, each.withdrawn_by) for each in back] == [("withdrawn", "structurer")]
    again = add_declared(back, (PUBLIC,), number=3)
    assert held(again) == [("A2", PUBLIC)]
    assert again[1].version == 3


def test_a_version_of_an_earlier_release_has_texts_only() -> None:
    old = Version(version=2, question="q", feedback=Feedback(status="approved"), assumptions=("a", "b"))
    assert held(list_earlier(old)) == [("A1", "a"), ("A2", "b")]
    assert list_earlier(None) == ()


texts = st.text(st.sampled_from("abz 01.:A%"), max_size=10)


@given(st.lists(texts, max_size=4), st.lists(texts, max_size=4), st.lists(st.sampled_from(["A1", "A2", "A7"])))
def test_nothing_is_lost_and_ids_are_unique(first: list[str], second: list[str], back: list[str]) -> None:
    """Every assumption that was made keeps its id, and goes only when somebody takes it back."""
    made = add_declared((), first, number=1)
    later = add_declared(made, second, number=2, withdrawn=back)
    ids = [each.id for each in later]
    assert ids == [f"A{at}" for at in range(1, len(later) + 1)]
    assert [each.id for each in made] == ids[: len(made)]
    assert {each.id for each in later if each.state == "withdrawn"} <= set(back)


def test_what_the_user_said_since_is_confirmed_and_not_withdrawn() -> None:
    """X-70: an assumption that its author takes back because the user stated it is no error of the question."""
    limit, years, voucher = "O limite de 15 000 habitantes por concelho", "O período de 2019 a 2025", "Vale de 20 euros"
    first = Version(version=1, question="q", feedback=Feedback(status="needs_refinement"))
    first = first.model_copy(update={"assumed": listed(limit, years, voucher, "Os pagamentos medem as compras")})
    draft = Draft(
        question="Em concelhos com menos de 15 000 habitantes, entre 2022 e 2025, as lojas vendem mais?",
        earlier=(first,),
        withdrawn=("A1", "A2", "A3", "A4"),
        idea="as lojas vendem menos\nquero os concelhos com menos de 15000 habitantes, e só 2022 a 2025; sem vale",
        language="pt",
    )
    found = evaluate_version(draft, MethodologistOutput(status="approved", justification="j")).version
    assert [each.text for each in found.confirmed] == [limit]
    assert [each.id for each in found.withdrawn] == ["A2", "A3", "A4"]
    denied = MethodologistOutput(status="approved", justification="j", denied_assumptions=("A1",))
    kept = draft.model_copy(update={"withdrawn": ()})
    assert [each.id for each in evaluate_version(kept, denied).version.withdrawn] == ["A1"]


@pytest.mark.parametrize(
    ("question", "added"),
    [
        ("Are there fewer falls per 1,000 patient-days?", ["per 1,000 patient-days"]),
        ("Há menos quedas em 15 000 doentes-dia?", ["15 000 doentes-dia"]),
        ("Do 30 nurses in 4 wards agree?", ["30 nurses", "4 wards"]),
    ],
)
def test_a_figure_is_assumed_with_its_whole_unit(question: str, added: list[str]) -> None:
    """X-70: neither the rate nor a part of a word is cut off."""
    assert [each.text for each in add_figures((), question, "falls", number=1)] == added
    assert add_figures((), question.replace("15 000", "15\u00a0000"), f"{question} 15000", number=1) == ()
