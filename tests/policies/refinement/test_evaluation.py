"""A version is held against the user's words, the gaps listed before it, and what it assumes (F-17, X-70, X-72)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.language import Language, words
from moot.policies.refinement.evaluation import (
    LEFT_SUBJECT,
    evaluate_forced,
    evaluate_version,
    reopen_question,
    was_sent_back,
)
from moot.policies.refinement.evaluation.gaps import Draft, find_span, list_addressed, name_gap
from moot.policies.refinement.evaluation.subject import keeps_subject
from moot.state.refinement import GapVerdict, Improvement, MethodologistOutput, NamedImprovement, Version
from moot.views.wording.refinement import say_open
from tests.support.words import english

IDEA = "o método incremental é mais rápido"
V1 = "Como o método incremental afeta a velocidade?"
V2 = "O método incremental reduz em 30 % o tempo por sprint em equipes de 2 a 5 pessoas?"
V3 = "O método incremental reduz em 20 % o tempo por sprint em hospitais?"
WHO = Improvement(aspect="população", gap="Não especificada", suggestion="Definir a equipe: 2 a 5 pessoas")
HOW = Improvement(aspect="métricas", gap="Velocidade não mensurável", suggestion="Contar bugs")


def judge(status: Any, *improvements: Improvement, **fields: Any) -> MethodologistOutput:
    gaps = tuple(
        GapVerdict(gap=gap, verdict="filled" if span else "open", span=span) for gap, span in fields.pop("said", ())
    )
    return MethodologistOutput(status=status, justification="j", improvements=improvements, gaps=gaps, **fields)


def draft(question: str, *earlier: Version, **fields: Any) -> Draft:
    return Draft(question=question, earlier=earlier, idea=IDEA, language="pt", **fields)


FIRST = evaluate_version(draft(V1), judge("needs_refinement", WHO, HOW)).version


def found(question: str, verdict: MethodologistOutput, **fields: Any) -> list[tuple[str, str, str]]:
    version = evaluate_version(draft(question, FIRST, **fields), verdict).version
    return [(each.id, each.state, each.shown_by) for each in version.gaps]


OPEN = [("G1", "open", "nobody"), ("G2", "open", "nobody")]
SAID = [("G1", "filled", "methodologist"), ("G2", "filled", "methodologist")]


@pytest.mark.parametrize(
    ("question", "verdict", "fields", "gaps"),
    [
        pytest.param(V2, judge("approved", said=[("G1", "equipes de 2 a 5 pessoas"), ("G2", "tempo por sprint")]), {},
                     SAID, id="F-17 said gap by gap, and the words stand there"),
        pytest.param(V2, judge("approved", said=[("g1", "2 a 5 Pessoas"), ("metricas", "30 % o tempo")]), {},
                     SAID, id="F-17 by aspect, whatever the case"),
        pytest.param(V2, judge("approved", said=[("G1", "30 % ... 2 a 5 pessoas"), ("G2", "30%… sprint")]), {},
                     SAID, id="F-17 in pieces"),
        pytest.param(V2, judge("approved", said=[("G1", "equipes grandes"), ("G2", "bugs")]), {},
                     OPEN, id="F-17 a span that is not in the text fills nothing"),
        pytest.param(V2, judge("approved", said=[("G1", "método incremental"), ("G2", "o")]), {},
                     OPEN, id="F-17 nor one that was there when the gap was found"),
        pytest.param(V1, judge("approved", said=[("G1", "método"), ("G2", "velocidade")]), {"claimed": ("G1",)},
                     OPEN, id="F-17 an unchanged version fills nothing"),
        pytest.param(f"{V1} (version 2)", judge("approved"), {"claimed": ("população", "métricas")},
                     OPEN, id="F-26 a tag is no change"),
        pytest.param(V2, judge("approved", said=[("G1", ""), ("G2", "")]), {"claimed": ("população", "métricas")},
                     OPEN, id="F-17 open is open, whatever the structurer says"),
        pytest.param(V2, judge("approved"), {}, [("G1", "filled", "text"), ("G2", "open", "nobody")],
                     id="F-17 nobody said so: only what was asked for and is new"),
        pytest.param(V2, judge("approved"), {"claimed": ("métricas",)},
                     [("G1", "filled", "text"), ("G2", "filled", "structurer")], id="W-F12 the structurer's word"),
        pytest.param("Como o método incremental afeta a velocidade em 2 pessoas?", judge("approved"),
                     {"claimed": ("população", "métricas")}, [("G1", "filled", "text"), ("G2", "open", "nobody")],
                     id="F-17 the structurer's word, and no word of the text is left for it"),
        pytest.param("Como o método incremental melhora bem a velocidade?", judge("approved"),
                     {"claimed": ("população", "métricas")}, OPEN,
                     id="F-17 the structurer's word, and new words that name nothing"),
        pytest.param(V2, judge("needs_refinement", HOW), {}, [("G1", "filled", "list"), ("G2", "open", "nobody")],
                     id="W-F2 a newer list leaves it out"),
        pytest.param(V1, judge("needs_refinement", HOW), {}, OPEN, id="W-F2 but not while nothing changed"),
        pytest.param(V2, judge("rejected"), {"claimed": ("métricas",)}, OPEN, id="F-13 a rejection fills nothing"),
        pytest.param(V2, judge("approved", said=[("G1", "pessoas"), ("G2", "sprint")], remarks=(HOW,)), {},
                     [*SAID, ("G3", "open", "nobody")], id="F-11 named beside an approval: open"),
        pytest.param(V2, judge("needs_refinement", WHO, said=[("G1", "pessoas"), ("G2", "sprint")]), {},
                     [*SAID, ("G3", "open", "nobody")], id="F-12 another gap of an aspect that was filled"),
    ],
)  # fmt: skip
def test_gaps(question: str, verdict: MethodologistOutput, fields: Any, gaps: list[tuple[str, str, str]]) -> None:
    assert found(question, verdict, **fields) == gaps


def test_a_gap_keeps_its_id_words_and_version() -> None:
    """F-17: what is said of it later stands beside them, and so does what fills a part of it."""
    again = NamedImprovement(id="g2", aspect="variáveis", gap="Falta a unidade", suggestion="Por semana")
    partly = (GapVerdict(gap="G2", verdict="partly", span="tempo por sprint"),)
    heard = judge("needs_refinement", again, said=[("G1", "2 a 5 pessoas")])
    second = evaluate_version(draft(V2, FIRST), heard.model_copy(update={"gaps": heard.gaps + partly})).version
    gap = second.gaps[1]
    assert (gap.id, gap.aspect, gap.gap, gap.version) == ("G2", "métricas", HOW.gap, 1)
    assert (gap.state, gap.still, gap.suggestion, gap.span) == (
        "partly",
        "Falta a unidade",
        "Por semana",
        "tempo por sprint",
    )
    assert second.feedback.improvements == (
        Improvement(aspect="variáveis", gap="Falta a unidade", suggestion="Por semana"),
    )
    third = evaluate_version(draft(f"{V2} Por semana?", FIRST, second), judge("approved", said=[("G2", "por semana")]))
    assert [(each.state, each.still) for each in third.version.gaps] == [("filled", ""), ("filled", "")]


@pytest.mark.parametrize(
    ("question", "verdict", "state", "confirmed", "reworded"),
    [
        pytest.param("Em equipes com 2 a 5 pessoas, o método incremental poupa tempo por sprint?", judge("approved"),
                     "filled", True, True, id="reworded, and approved with the gap in view"),
        pytest.param("Em equipes com 2 a 5 pessoas, o método incremental poupa tempo por sprint?",
                     judge("approved", said=[("G1", "equipes com 2 a 5 pessoas")]), "filled", True, False,
                     id="reworded, and confirmed in the new words"),
        pytest.param("O método incremental poupa tempo por sprint?", judge("approved", said=[("G1", "")]),
                     "open", False, False, id="lost, and reported"),
        pytest.param(V2, judge("needs_refinement", NamedImprovement(id="G1", aspect="outro", gap="g", suggestion="s")),
                     "open", False, False, id="listed again by its id, although the words stand there"),
        pytest.param(V2, judge("needs_refinement", WHO), "filled", True, False,
                     id="another gap of the same aspect is a new one"),
    ],
)  # fmt: skip
def test_a_filled_gap_is_judged_again(
    question: str, verdict: MethodologistOutput, state: str, confirmed: bool, reworded: bool
) -> None:
    """F-17: filled gaps are listed again; a reworded span is confirmed again, a regression is reported."""
    said = judge("needs_refinement", HOW, said=[("G1", "equipes de 2 a 5 pessoas")])
    second = evaluate_version(draft(V2, FIRST), said).version
    gap = evaluate_version(draft(question, FIRST, second), verdict).version.gaps[0]
    assert (gap.state, gap.confirmed, gap.reworded) == (state, confirmed, reworded)


def test_what_a_version_addresses_is_not_what_it_leaves_open() -> None:
    """F-08, W-F12: by id or by aspect, and never what was found open."""
    half = evaluate_version(draft(V2, FIRST), judge("needs_refinement", HOW, said=[("G1", "2 a 5 pessoas")])).version
    assert list_addressed(("G1 população", "métricas", "G9"), half) == ("população", "G9")
    both = evaluate_version(draft(V2, FIRST), judge("approved", said=[("G1", "pessoas"), ("G2", "sprint")])).version
    assert list_addressed(("população", "métricas"), both) == ("população", "métricas")


def test_what_was_settled_stays_settled() -> None:
    """X-69b: an evaluation that repeats nothing takes nothing back."""
    found = evaluate_version(draft(V2, FIRST, settled={"Onde?": "aqui"}), judge("approved", clarifications={"Q": "a"}))
    assert found.verdict.clarifications == {"Onde?": "aqui", "Q": "a"}
    forced = evaluate_forced([FIRST], V1, judge("approved"), {"Onde?": "aqui"})
    assert forced.verdict.clarifications == {"Onde?": "aqui"}


def test_a_gap_opens_again_when_the_words_that_filled_it_go() -> None:
    said = judge("needs_refinement", said=[("G1", "equipes de 2 a 5 pessoas"), ("G2", "tempo por sprint")])
    second = evaluate_version(draft(V2, FIRST), said).version
    third = evaluate_version(draft(V3, FIRST, second), judge("approved")).version
    assert [(each.id, each.state) for each in third.gaps] == [("G1", "open"), ("G2", "filled")]
    assert [each.id for each in third.open_gaps] == ["G1"]


@pytest.mark.parametrize(
    ("idea", "version", "language", "kept"),
    [
        pytest.param("Z melhora W", "Qual a capital da França em 2020?", "pt", False, id="F-17 pt another subject"),
        pytest.param("Z melhora W", "Como Z (medido por M) impacta W em contexto Y?", "pt", True, id="W-F3 pt kept"),
        pytest.param("Z melhora W", "O que melhora o sono em 2020?", "pt", False, id="F-17 a verb is no subject"),
        pytest.param("Observei X", "Em que contexto X ocorre?", "pt", True, id="W-F2 one letter"),
        pytest.param(IDEA, "Os métodos são incrementais?", "pt", True, id="F-17 endings"),
        pytest.param("music makes students faster", "Does a musical session help a student?", "en", True, id="F-17 en"),
        pytest.param("music makes students faster", "Is the earth older than 4 billion years?", "en", False,
                     id="F-17 en left"),
        pytest.param("Belajar dengan musik lebih cepat", "Apakah pembelajaran siang hari efektif?", "id", True,
                     id="F-17 id affixes"),
        pytest.param("Belajar dengan musik lebih cepat", "Apa ibu kota Prancis?", "id", False, id="F-17 id left"),
        pytest.param("Shade makes coffee better", "Which coffee shop is the oldest in Vienna?", "en", False,
                     id="F-17 what is changed alone is not the idea"),
        pytest.param("Shade makes coffee better", "Does shade raise the cupping score?", "en", True,
                     id="F-17 what acts is named, and the outcome is measured"),
        pytest.param("Na minha escola o barulho piora as notas", "O barulho reduz as notas de alunos?", "pt", True,
                     id="F-17 more than half is named"),
        pytest.param("AI helps doctors", "Does artificial intelligence raise the accuracy of doctors?", "en", True,
                     id="F-17 an abbreviation is written out"),
        pytest.param("Ronda malam mengurangi maling", "Apakah maling takut gelap?", "id", False, id="F-17 id acting"),
        pytest.param("isso é melhor", "Qual a capital da França?", "pt", False, id="F-17 only graded: its words count"),
        pytest.param("2020 30 %", "Qual a capital?", "pt", True, id="F-17 nothing is named, nothing can be left"),
    ],
)  # fmt: skip
def test_the_subject(idea: str, version: str, language: Language, kept: bool) -> None:
    assert keeps_subject(idea, version, language) is kept


def test_a_version_that_left_the_subject_is_not_approved() -> None:
    """F-17: the first gap is the subject, named in the user's words; the user's language is kept."""
    left = evaluate_version(draft("Qual a capital da França?"), judge("approved"))
    assert (left.verdict.status, left.verdict.flags, left.version.subject_kept) == (
        "needs_refinement",
        (LEFT_SUBJECT,),
        False,
    )
    assert left.version.feedback.improvements[0].suggestion.endswith(f'sobre o que o usuário escreveu: "{IDEA}"')
    assert was_sent_back([left.version])
    assert not was_sent_back([FIRST])
    said = evaluate_version(draft(V2), judge("approved", subject="left"))
    assert (said.verdict.status, said.version.subject_kept) == ("needs_refinement", False)
    assert evaluate_version(draft("Qual a capital?"), judge("rejected")).verdict.status == "rejected"


BACK = Improvement(aspect="problema", gap="A intervenção foi trocada", suggestion="Voltar ao método incremental")
PARIS = "Qual a capital da França?"


@pytest.mark.parametrize(
    ("verdict", "listed"),
    [
        pytest.param(judge("approved"), ["G1", "G2", "G3 drift"], id="nobody named it: it has an id"),
        pytest.param(judge("needs_refinement", WHO), ["G1", "G2", "G3 drift"], id="other gaps are not about it"),
        pytest.param(
            judge("needs_refinement", BACK, subject="left"), ["G1", "G2", "G3"], id="the methodologist named it"
        ),
        pytest.param(
            judge("needs_refinement", BACK), ["G1", "G2", "G3", "G4 drift"], id="who says it was kept did not"
        ),
        pytest.param(
            judge("needs_refinement", WHO, subject="left"), ["G1", "G2", "G3 drift"], id="left, and not asked for back"
        ),
    ],
)
def test_a_left_subject_is_one_listed_gap(verdict: MethodologistOutput, listed: list[str]) -> None:
    """F-17: under an id, and not beside the methodologist's own."""
    version = evaluate_version(draft(PARIS, FIRST), verdict).version
    assert [f"{each.id} drift" if each.drift else each.id for each in version.gaps] == listed
    again = evaluate_version(draft("Qual a capital do Peru?", FIRST, version), judge("approved")).version
    assert sum(each.drift for each in again.gaps) == 1
    back = evaluate_version(draft(V2, FIRST, version), judge("approved", said=[("G3", "método incremental")])).version
    assert {each.state for each in back.gaps if each.drift} <= {"filled"}
    called = judge("needs_refinement", WHO, said=[(each.id, "") for each in version.gaps if each.drift])
    still = evaluate_version(draft(V2, FIRST, version), called).version
    assert {each.state for each in still.gaps if each.drift} <= {"open"}


def test_a_part_that_is_filled_is_told_apart_and_counts_as_open() -> None:
    """F-17: the words that fill a part have to stand in the question; what nobody speaks of later stays as it is."""
    partly = (GapVerdict(gap="G2", verdict="partly", span="tempo por sprint"),)
    unit = NamedImprovement(id="G2", aspect="métricas", gap="Falta a unidade.", suggestion="")
    heard = judge("needs_refinement", unit).model_copy(update={"gaps": partly})
    version = evaluate_version(draft(V2, FIRST), heard).version
    assert [(each.id, each.state) for each in version.open_gaps] == [("G2", "partly")]
    assert english(name_gap(version.gaps[1])) == "G2 metrics, partly filled, without: Falta a unidade"
    elsewhere = heard.model_copy(update={"gaps": (GapVerdict(gap="G2", verdict="partly", span="por semana"),)})
    assert evaluate_version(draft(V2, FIRST), elsewhere).version.gaps[1].state == "open"
    silent = evaluate_version(draft(V2, FIRST, version), judge("approved")).version
    assert (silent.gaps[1].state, silent.gaps[1].span) == ("partly", "tempo por sprint")


def test_a_forced_decision_keeps_the_gaps_and_the_verdict_before_it() -> None:
    """X-72, F-38: no new version; it fills only what it names itself."""
    verdict = judge("approved", flags=("forced",))
    forced = evaluate_forced([FIRST], V1, verdict).version
    assert (forced.version, forced.forced_decision, forced.feedback.status) == (1, True, "approved")
    assert forced.feedback.improvements == (WHO, HOW)
    assert forced.overruled == FIRST.feedback
    assert evaluate_forced([], V1, verdict).version.forced_decision
    second = evaluate_version(draft(V2, FIRST), judge("needs_refinement", HOW, said=[("G1", "")])).version
    last = evaluate_forced([FIRST, second], V2, judge("approved", said=[("G1", "5 pessoas"), ("G2", "sprint")])).version
    assert [(each.id, each.state) for each in last.gaps] == [("G1", "filled"), ("G2", "filled")]
    assert not evaluate_forced([FIRST], V1, judge("approved", subject="left")).version.subject_kept
    same = evaluate_forced([FIRST], V1, judge("approved", said=[("G1", "método"), ("G2", "velocidade")])).version
    assert [each.state for each in same.gaps] == ["open", "open"]


def test_a_person_has_what_is_open_filled() -> None:
    """X-79: the verdict asks again for what the version lacks."""
    forced = evaluate_forced([FIRST], V1, judge("approved")).version
    again = reopen_question(judge("approved", flags=("forced",)), forced)
    assert (again.status, again.improvements, again.flags) == ("needs_refinement", (WHO, HOW), ())


texts = st.text(st.sampled_from("abz XY0.…?%"), max_size=12)


@given(texts, texts)
def test_a_span_in_a_text_has_its_words(span: str, question: str) -> None:
    joined = "".join(words(question))
    pieces = ("".join(words(piece)) for piece in span.replace("…", "...").split("..."))
    assert not find_span(span, question) or all(piece in joined for piece in pieces)


QUOTED = "Nos concelhos “do interior” com menos de 15\u00a0000 habitantes – entre 2019-2025 – e 5 kg, 100-200 lojas?"


@pytest.mark.parametrize(
    ("span", "stands"),
    [
        ("concelhos do interior com menos de 15000 habitantes", True),
        ('Concelhos "do interior" com menos de 15.000 habitantes', True),
        ("menos de 15,000\u202fhabitantes - entre 2019 e", False),
        ("menos de 15\u202f000  HABITANTES", True),
        ("entre 2019", True),
        ("5kg", True),
        ("100 ... 200 lojas", True),
        ("menos de 1500 habitantes", False),
        ("menos de 5000 habitantes", False),
    ],
)
def test_how_a_span_is_spaced_and_marked_does_not_matter(span: str, stands: bool) -> None:
    """F-17: digits parted otherwise, other blanks, quotes, dashes and case are the same words."""
    assert find_span(span, QUOTED) is stands


def test_words_that_are_not_found_keep_what_was_filled_and_are_told() -> None:
    """F-17: a span that was miscopied is no verdict of the methodologist on the gap."""
    second = evaluate_version(
        draft(V2, FIRST), judge("needs_refinement", said=[("G1", "2 a 5 pessoas"), ("G2", "x y")])
    )
    assert [(each.state, each.not_found) for each in second.version.gaps] == [("filled", ""), ("open", "x y")]
    miscopied = judge("approved", said=[("G1", "dois a cinco pessoas"), ("G2", "tempo por sprint")])
    third = evaluate_version(draft(f"{V2[:-1]}, em 2025?", FIRST, second.version), miscopied).version
    assert [(each.state, each.span, each.not_found) for each in third.gaps] == [
        ("filled", "2 a 5 pessoas", ""),
        ("filled", "tempo por sprint", ""),
    ]
    assert say_open(second.version.gaps[1]) == (
        'G2 metrics: Velocidade não mensurável; the methodologist calls it filled by "x y", '
        "and the quoted words were not found in the question"
    )


@given(
    st.lists(texts, min_size=1, max_size=3),
    st.sampled_from(["approved", "needs_refinement", "rejected", "error"]),
    st.lists(st.tuples(st.sampled_from(["G1", "G2", "G9", "população"]), texts), max_size=3),
    texts,
)
def test_no_verdict_fills_a_gap_without_new_words(
    versions: list[str], status: Any, said: list[tuple[str, str]], idea: str
) -> None:
    """F-17: whatever is said, gaps of an unchanged version stay open; one that left the subject is not approved."""
    earlier: tuple[Version, ...] = ()
    for text in versions:
        base = Draft(question=text, earlier=earlier, idea=idea)
        judged = evaluate_version(base, judge("needs_refinement", WHO, HOW))
        earlier = (*earlier, judged.version)
    same = Draft(question=versions[-1], earlier=earlier, idea=idea, claimed=("população", "métricas"))
    last = evaluate_version(same, judge(status, said=said))
    # That the subject was left is over with the first version that is about it again.
    listed = [each.state for each in last.version.gaps if not each.drift]
    assert listed == ["open"] * len(listed)
    assert last.version.subject_kept or last.verdict.status != "approved"
