"""Whether two final answers exclude each other by their words (L-26)."""

import pytest

from moot.policies.verdict.warrant.opposition import refuses_what_is_granted
from tests.policies.voices import position


@pytest.mark.parametrize(
    ("one", "other", "opposed"),
    [
        pytest.param("The land is inherited by the children.", "The children receive nothing.", True, id="nothing"),
        pytest.param("Diwarisi oleh anak-anak.", "Anak-anak tidak mendapat apa-apa.", True, id="in Indonesian"),
        pytest.param("Anak mewarisi pusako rendah.", "Anak tidak mewarisi pusako tinggi.", False, id="other property"),
        pytest.param("Anak mewarisi pusako rendah.", "Anak tidak mewarisi apa pun.", True, id="everything includes it"),
        pytest.param("Anak mewaris tanpa membedakan kelamin.", "Anak mewaris.", False, id="without refuses nobody"),
        pytest.param("Anak mewaris.", "Kemenakan tidak mewaris.", False, id="other people"),
        pytest.param("Anak mewaris.", "Anak itu belum dewasa.", False, id="nothing is granted"),
        pytest.param("", "", False, id="nothing"),
    ],
)
def test_refused_what_is_granted(one: str, other: str, opposed: bool) -> None:
    a, b = position("nla", recommendation=one), position("ala", recommendation=other)
    assert refuses_what_is_granted(a, b) is opposed
    assert refuses_what_is_granted(b, a) is opposed
