"""The versions of a question: numbers, forms, tags, and what counts as the question before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.language import Language
from moot.policies.refinement.versions import (
    add_version,
    find_previous,
    is_composed,
    refine_question,
    structure_idea,
    tell_form,
)
from moot.state.refinement import Elements, Feedback, Improvement, MethodologistOutput, StructurerOutput, Version

GAPS = (Improvement(aspect="população", gap="g", suggestion="s"),)
NEEDS = MethodologistOutput(status="needs_refinement", justification="promising", improvements=GAPS)
APPROVED = MethodologistOutput(status="approved", justification="solid")
NONE = Elements()
BOTH = ("população", "métricas")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        pytest.param("How does X affect Y?", "question", id="X-70a question"),
        pytest.param("O método reduz o tempo em 30 %", "statement", id="X-70a W-F1 statement"),
        pytest.param("Como o método afeta a velocidade", "question", id="X-70a pt without the mark"),
        pytest.param("Em que medida X afeta Y", "question", id="X-70a pt two words"),
        pytest.param("Apakah X memengaruhi Y", "question", id="X-70a id"),
        pytest.param("When load rises, latency rises.", "statement", id="X-70a a closing mark decides"),
        pytest.param('He asked: "does it work?"', "question", id="X-70a quoted mark"),
        pytest.param("", "statement", id="X-70a nothing"),
    ],
)
def test_form(text: str, form: str) -> None:
    assert tell_form(text) == form


def test_an_evaluation_adds_an_entry() -> None:
    """F-06, F-19, X-69a, X-70: number, feedback with justification, assumptions to confirm."""
    first = add_version([], "Does X help?", NEEDS)
    second = add_version([first], "X helps teams by 30 %", APPROVED, assumptions=("30 %",))
    assert (first.version, first.feedback.status, first.feedback.improvements) == (1, "needs_refinement", GAPS)
    assert first.feedback.justification == "promising"
    assert (second.version, second.form, second.assumptions) == (2, "statement", ("30 %",))


@pytest.mark.parametrize(
    ("versions", "structured", "previous"),
    [
        pytest.param(
            [add_version([], "V1", NEEDS)], StructurerOutput(structured_question="S"), "V1", id="F-25 last entry"
        ),
        pytest.param([], StructurerOutput(structured_question="S"), "S", id="F-25 its own last output"),
        pytest.param([], None, "idea", id="X-73 the user's input"),
    ],
)
def test_the_question_before(versions: list[Version], structured: StructurerOutput | None, previous: str) -> None:
    assert find_previous(versions, structured, "idea") == previous


@pytest.mark.parametrize(
    ("previous", "answer", "question", "flags", "gaps"),
    [
        pytest.param("Does X help?", "Does X help teams?", "Does X help teams?", (), BOTH, id="F-25 W-F12 refined"),
        pytest.param(
            "Does X help?", "does x help", "Does X help? (version 2)", ("unchanged",), BOTH, id="F-26 unchanged: tagged"
        ),
        pytest.param("Does X help?", None, "Does X help? (attempt 2)", ("unreadable",), (), id="F-26 unreadable"),
        pytest.param("Does X help?", "  ", "Does X help? (attempt 2)", ("unreadable",), (), id="F-26 empty"),
        pytest.param(
            "Does X help? (attempt 1)",
            None,
            "Does X help? (attempt 2)",
            ("unreadable",),
            (),
            id="F-26 tags do not pile up",
        ),
        pytest.param(
            "Does X help? (version 1)",
            "Does X help?",
            "Does X help? (version 2)",
            ("unchanged",),
            BOTH,
            id="F-26 only the tag differs",
        ),
    ],
)
def test_refining(
    previous: str, answer: str | None, question: str, flags: tuple[str, ...], gaps: tuple[str, ...]
) -> None:
    found = refine_question(previous, answer, 2, NONE, addressed_gaps=BOTH)
    assert (found.structured_question, found.flags, found.addressed_gaps) == (question, flags, gaps)
    assert found.version == 2


@pytest.mark.parametrize(
    ("answer", "language", "start", "flags"),
    [
        pytest.param("How does it help?", "en", "How does it help?", (), id="F-27 accepted"),
        pytest.param("It helps", "en", "Under which conditions", ("generic",), id="F-27 it only repeats the idea"),
        pytest.param(None, "pt", "Em que condições", ("generic",), id="F-27 nothing came, pt"),
        pytest.param("", "id", "Dalam kondisi apa", ("generic",), id="F-27 nothing came, id"),
    ],
)
def test_structuring(answer: str | None, language: Language, start: str, flags: tuple[str, ...]) -> None:
    found = structure_idea("it helps.", answer, NONE, language)
    assert found.structured_question.startswith(start)
    assert found.flags == flags
    assert tell_form(found.structured_question) == "question"


@given(st.text(min_size=1), st.none() | st.text(), st.integers(2, 9))
def test_a_refined_question_is_never_empty(previous: str, answer: str | None, version: int) -> None:
    found = refine_question(previous, answer, version, NONE)
    assert found.structured_question.strip()
    assert found.version == version


@pytest.mark.parametrize(
    ("flags", "before", "composed"),
    [
        pytest.param(("generic",), None, True, id="the first question was put together"),
        pytest.param((), True, False, id="a refinement worded it"),
        pytest.param(("unchanged",), True, True, id="a refinement left it as it was put together"),
        pytest.param(("unreadable",), True, True, id="no refinement came"),
        pytest.param(("unreadable",), False, False, id="what was worded before stays so"),
        pytest.param(None, None, False, id="the user's own words"),
    ],
)
def test_a_question_that_nobody_worded(flags: tuple[str, ...] | None, before: bool | None, composed: bool) -> None:
    output = None if flags is None else StructurerOutput(structured_question="Does X help?", flags=flags)
    feedback = Feedback(status="needs_refinement", improvements=(), justification="")
    earlier = [] if before is None else [Version(version=1, question="X?", feedback=feedback, composed=before)]
    assert is_composed(output, earlier) == composed
