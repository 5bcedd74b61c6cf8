"""Facts of a legal question: whose spouse somebody is, what a title says, and denials in three languages."""

import pytest

from moot.knowledge.norms.facts import find_facts


def _list(question: str) -> tuple[set[str], set[str]]:
    read = find_facts(question)
    return {each.fact for each in read.found}, {each.fact for each in read.denied}


@pytest.mark.parametrize(
    "question",
    [
        "istri kemenakan saya menuntut pusako tinggi Minangkabau",
        "Kakak ipar saya, suami dari kemenakan, menjual ulayat Minangkabau",
        "The nephew's wife claims the pusako tinggi in Minangkabau",
        "O marido da sobrinha quer o pusako tinggi dos Minangkabau",
        "My daughter-in-law claims the house in Java",
        "Menantu saya menuntut rumah di Jawa",
    ],
)
def test_whose_spouse_somebody_is_makes_nobody_a_claimant(question: str) -> None:
    """L-43: a rule fires on who claims, not on a word for a relative."""
    found, _ = _list(question)
    assert not [each for each in found if each.startswith("claimant(")]


@pytest.mark.parametrize(
    ("question", "claimants"),
    [
        ("istri dan anak menuntut warisan di Jawa", {"claimant(widow)", "claimant(child)"}),
        ("Istri saya dan kemenakan saya menuntut warisan", {"claimant(widow)", "claimant(nephew)"}),
        ("anak janda itu menuntut warisan di Jawa", {"claimant(child)"}),
        ("Janda menuntut gono-gini; anaknya juga", {"claimant(widow)", "claimant(child)"}),
    ],
)
def test_who_claims_is_still_found(question: str, claimants: set[str]) -> None:
    """L-43: two claimants beside each other are two."""
    found, _ = _list(question)
    assert {each for each in found if each.startswith("claimant(")} == claimants


@pytest.mark.parametrize(
    "question",
    [
        "A filha não foi elevada a sentana rajeg em Bali; ela herda?",
        "Não é verdade que ela é sentana rajeg em Bali",
        "tidak benar bahwa ia sentana rajeg di Bali",
        "It is not true that she is sentana rajeg in Bali",
    ],
)
def test_a_denied_status_is_denied(question: str) -> None:
    """L-45: what is denied in other words is denied."""
    found, denied = _list(question)
    assert "status(sentana)" in denied - found


def test_a_title_is_no_matter_of_inheritance() -> None:
    """L-43: a mamak kepala waris who sells land inherits nothing by his title."""
    sale = "Mamak kepala waris menjual sawah pusaka tinggi Minangkabau tanpa kaum"
    assert "topic(inheritance)" not in _list(sale)[0]
    assert "topic(inheritance)" in _list(f"{sale}; siapa ahli waris?")[0]


def test_a_mother_with_a_name_is_a_mother() -> None:
    """L-45: `ibunya Rahmat` is a mother; `Ibu Ani` is a form of address."""
    assert "line(mother)" in _list("Pusako tinggi milik ibunya Rahmat, orang Minang")[0]
    assert "line(mother)" not in _list("Pusako tinggi milik Ibu Ani, orang Minang")[0]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Ia belum pernah ditetapkan sebagai sentana rajeg di Bali", "denied"),
        ("A filha jamais foi elevada a sentana rajeg em Bali", "denied"),
        ("Keluarga membantah bahwa Ni Luh adalah sentana rajeg", "unclear"),
        ("The daughter denies being sentana rajeg", "unclear"),
        ("A filha deixou de ser sentana rajeg", "unclear"),
        ("Apakah Ni Luh sentana rajeg di Bali?", "unclear"),
        ("Ni Luh sentana rajeg, sedangkan adiknya bukan.", "unclear"),
        ("Ni Luh, katanya sentana rajeg, menuntut", "unclear"),
        ("Ni Luh sentana rajeg menurut ibunya, tetapi tidak pernah disahkan", "unclear"),
        ("Apakah anak perempuan sentana rajeg berhak mewaris?", "found"),
        ("Apakah Ni Luh mewaris sebagai sentana rajeg?", "found"),
        ("Ni Luh diangkat menjadi sentana rajeg oleh ayahnya", "found"),
    ],
)
def test_what_is_denied_disputed_or_asked_is_not_known(question: str, kind: str) -> None:
    """L-43: a rule fires on what is said, and on nothing else."""
    read = find_facts(question)
    known = {name: {each.fact for each in getattr(read, name)} for name in ("found", "denied", "unclear")}
    assert [name for name, facts in known.items() if "status(sentana)" in facts] == [kind]


@pytest.mark.parametrize(
    ("question", "claimants"),
    [
        ("Bu Rosna, seorang janda, ingin tahu siapa mewarisi pusako tinggi kaum suaminya", set()),
        ("Ayah dari janda itu menuntut tanah warisan", set()),
        ("Janda itu menuntut harta peninggalan suaminya", {"claimant(widow)"}),
        ("Janda dan kemenakan almarhum suaminya menuntut rumah", {"claimant(widow)", "claimant(nephew)"}),
        ("Anak almarhum menuntut warisan ayahnya", {"claimant(child)"}),
        ("The widow claims her late husband's farm", {"claimant(widow)"}),
        ("A viúva pede a herança do marido", {"claimant(widow)"}),
        ("Hak waris anak perempuan di Bali", {"claimant(daughter)"}),
        ("He left no sons or daughters; his nephews claim the land", {"claimant(nephew)"}),
        ("Tidak punya anak laki-laki; anaknya perempuan semua", {"claimant(daughter)"}),
    ],
)
def test_other_roles_are_no_claims(question: str, claimants: set[str]) -> None:
    """L-43: who asks, who died, whose land it is, and whose relation claims."""
    found, _ = _list(question)
    assert {each for each in found if each.startswith("claimant(")} == claimants


def test_which_of_two_it_is_stays_open() -> None:
    """L-45: a question which kind of property it is states neither."""
    open_ = {each.fact for each in find_facts("Apakah sawah ini pusako tinggi atau pusako rendah?").unclear}
    assert open_ == {"asset(pusako_tinggi)", "asset(pusako_rendah)"}
    read = find_facts("They did not buy the house during the marriage")
    assert [each.fact for each in read.unclear] == ["asset(gono_gini)"]
    assert "asset(gono_gini)" in _list("The house was bought during the marriage")[0]


def test_where_there_is_no_child_nobody_knows_of_a_nearer_heir() -> None:
    """L-43: nephews are barred by an heir of the first group, and only by one."""
    assert "unclear(first_heirs)" in find_facts("Ia tidak punya anak; kemenakan menuntut warisan").atoms
    assert "unclear(first_heirs)" not in find_facts("Ia tidak punya anak; janda dan kemenakan menuntut warisan").atoms
    assert "unclear(first_heirs)" not in find_facts("Kemenakan menuntut warisan").atoms
