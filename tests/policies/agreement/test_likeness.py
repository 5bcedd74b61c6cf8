"""A question that is unlike the known ones is told as such: what held for others need not hold for it."""

import pytest

from moot.policies.agreement.ladder import describe_questions, warn_of_question
from moot.state.calibration import Probability

KNOWN = [
    f"Which of the two warehouses should deliver product {number} to the northern customers?" for number in range(30)
]
FOUND = Probability(value=0.8, alike=40, questions=30, basis="")


@pytest.mark.parametrize(
    ("question", "language", "because"),
    [
        pytest.param("Should the northern warehouse deliver product 99 to all customers?", "en", (), id="alike"),
        pytest.param("Qual armazem deve entregar?", "pt", ("language", "length"), id="another language"),
        pytest.param("Why?", "en", ("length",), id="much shorter"),
        pytest.param("product " * 40, "en", ("length",), id="much longer"),
        pytest.param("Does ibuprofen relieve chronic migraine better than paracetamol alone?", "en", ("words",),
                     id="about other things"),
    ],
)  # fmt: skip
def test_a_question_unlike_the_known_ones(question: str, language: str, because: tuple[str, ...]) -> None:
    """R-61: a probability is no better than the questions it comes from."""
    found = warn_of_question(FOUND, question, language, describe_questions(KNOWN))
    assert found.unlike_because == because
    assert found.unlike is bool(because)


def test_few_questions_have_no_words_in_common() -> None:
    assert describe_questions(KNOWN[:5]).vocabulary == ()
    assert warn_of_question(FOUND, "Does it?", "en", None) == FOUND
