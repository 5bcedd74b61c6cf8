"""Whether two final answers exclude each other by their words (L-26)."""

import pytest

from moot.policies.comparison import refuses_what_is_granted
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
        pytest.param("The children inherit and not the nephews.", "The children inherit.", False, id="only others"),
        pytest.param("The children inherit and not the nephews.", "The nephews inherit.", True, id="denied to one"),
        pytest.param("Anak mewaris bukan kemenakan.", "Anak-anak yang mewaris.", False, id="bukan kemenakan"),
        pytest.param("Não são os filhos que herdam.", "Os filhos herdam.", True, id="a denial opens the clause"),
        pytest.param("", "", False, id="nothing"),
    ],
)
def test_refused_what_is_granted(one: str, other: str, opposed: bool) -> None:
    a, b = position("nla", recommendation=one), position("ala", recommendation=other)
    assert refuses_what_is_granted(a, b) is opposed
    assert refuses_what_is_granted(b, a) is opposed
