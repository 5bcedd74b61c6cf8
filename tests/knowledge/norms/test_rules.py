"""The rules of law: what they derive for a question, and that they never stop a debate (L-43..L-45)."""

import re
import sys
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.catalogue import speak
from moot.errors import UsageError
from moot.knowledge.norms import rules
from moot.knowledge.norms.facts import _KNOWN_FACTS, _PHRASES, check_facts, find_facts
from moot.knowledge.norms.rules import (
    _COMMUNITIES,
    _NATIONAL,
    _SHARED,
    _derive_evidence,
    _read_rules,
    _solve,
    consult_rules,
)
from moot.policies.critique.claims import find_domain_conflicts
from moot.policies.critique.evidence import name_unverified
from moot.state.critiques import CritiqueVerdict, SettlementSheet
from moot.state.positions import Claim, Position
from tests.support import words as support_words

FATHER = "Apakah anak berhak atas pusako tinggi ayahnya menurut adat Minangkabau atau KUHPerdata?"


def atoms(question: str, facts: Iterable[str] = ()) -> dict[str, str]:
    """The derived atoms by rule."""
    derived = _derive_evidence(question, facts)
    return {each.id: each.text[each.text.rindex("[") + 1 : -1].partition(": ")[0] for each in derived}


@pytest.mark.parametrize(
    ("question", "rule", "atom"),
    [
        pytest.param("Adat Minangkabau?", "MIN-001", "lineage(minangkabau,matrilineal)", id="L-45 matrilineal"),
        pytest.param(
            "Pusako tinggi Minangkabau",
            "MIN-002",
            "communal(minangkabau,pusako_tinggi)",
            id="L-45 communal",
        ),
        pytest.param(
            "Pusako rendah Minangkabau untuk anak",
            "MIN-005",
            "entitled(minangkabau,child,pusako_rendah); heirs(minangkabau,pusako_rendah,children)",
            id="L-45 earned property goes to the children",
        ),
        pytest.param("Adat Bali?", "BAL-001", "lineage(bali,patrilineal)", id="L-45 patrilineal"),
        pytest.param(
            "Warisan anak perempuan di Bali",
            "BAL-003",
            "barred(bali,daughter,estate)",
            id="L-45 no sentana",
        ),
        pytest.param(
            "Waris anak perempuan Bali yang menjadi sentana rajeg",
            "BAL-004",
            "entitled(bali,daughter,estate); heir_by_status(bali,sentana_rajeg)",
            id="L-45 a daughter raised to heir",
        ),
        pytest.param("Adat Jawa?", "JAW-001", "lineage(jawa,bilateral)", id="L-45 bilateral"),
        pytest.param("Gono-gini di Jawa", "JAW-005", "joint(jawa,gono_gini)", id="L-45 gono-gini"),
        pytest.param("Harta bersama?", "NAS-004", "joint(nasional,gono_gini)", id="L-04 national"),
        pytest.param("Usia perkawinan menurut adat Bali?", "NAS-006", "final(marriage_age)", id="L-47 always final"),
        pytest.param("Who inherits in Bali?", "BAL-002", "entitled(bali,son,estate)", id="in English"),
    ],
)
def test_what_the_rules_say(question: str, rule: str, atom: str) -> None:
    assert atoms(question)[rule] == atom


@pytest.mark.parametrize(
    ("question", "conflict"),
    [
        pytest.param(FATHER, "conflict(minangkabau,nasional,child,pusako_tinggi)", id="L-43 granted and refused"),
        pytest.param(
            "Kemenakan, pusako tinggi Minangkabau dan KUHPerdata",
            "conflict(minangkabau,nasional,nephew,pusako_tinggi)",
            id="the other way round",
        ),
        pytest.param("Waris anak perempuan Bali vs KUHPerdata", "conflict(bali,nasional,daughter,estate)", id="Bali"),
        pytest.param(
            "Sepikul segendongan bagi anak perempuan Jawa vs KUHPerdata",
            "conflict(jawa,nasional,daughter,shares)",
            id="other shares",
        ),
        pytest.param(
            "Poligami menurut adat Bali dan hukum nasional",
            "conflict(bali,nasional,polygamy_permission)",
            id="custom against a final rule",
        ),
        pytest.param("Pusako tinggi Minangkabau vs KUHPerdata", None, id="nobody claims anything"),
        pytest.param("Anak, pusako tinggi ibu, Minangkabau, KUHPerdata", None, id="the mother's own line"),
        pytest.param("Anak perempuan Bali sentana rajeg waris KUHPerdata", None, id="both grant it"),
        pytest.param("Anak perempuan Jawa, waris dan KUHPerdata", None, id="Java grants it too"),
    ],
)
def test_conflicts_of_norms(question: str, conflict: str | None) -> None:
    found = [text for rule, text in atoms(question).items() if rule.startswith("KON")]
    assert found == ([conflict] if conflict else [])


@pytest.mark.parametrize(
    ("statement", "settled"),
    [
        pytest.param("Lihat KON-001.", False, id="the id alone"),
        pytest.param("KON-001 sudah kami baca dan pahami dengan baik.", False, id="the id with empty words"),
        pytest.param("Pusako tinggi.", False, id="a catchword"),
        pytest.param("Satu sistem hukum mengabulkan tuntutan dan yang lain menolaknya.", False, id="the rule repeated"),
        pytest.param("Pusako tinggi bukan warisan, maka KUHPerdata tidak berlaku atasnya.", True, id="its content"),
    ],
)
def test_a_conflict_blocks_until_somebody_speaks_of_it(statement: str, settled: bool) -> None:
    """L-22, W-L16: no other rule is taken for a conflict, and mentioning an id resolves nothing."""
    evidence = _derive_evidence(FATHER)
    (open_conflict,) = find_domain_conflicts(evidence, [])
    assert open_conflict.startswith("KON-001: ")
    assert "conflict(" not in open_conflict
    claim = Claim(id="C1", statement=statement, kind="fact", evidence=("KON-001",), confidence=0.7)
    answer = Position(seat="ala", round=1, recommendation="Adat berlaku.", claims=(claim,))
    verdict = CritiqueVerdict(critique_id="KON-001", verdict="answered")
    confirmed = [SettlementSheet(agent="nla", round=1, verdicts=(verdict,))]
    assert (find_domain_conflicts(evidence, [answer], confirmed) == ()) is settled
    assert find_domain_conflicts(evidence, [answer])
    unsourced = answer.model_copy(update={"claims": (claim.model_copy(update={"evidence": ()}),)})
    assert find_domain_conflicts(evidence, [unsourced], confirmed)


@pytest.mark.parametrize("name", [_NATIONAL, *_COMMUNITIES, _SHARED])
def test_every_rule_has_words_in_every_language_and_no_conflict_in_its_name(name: str) -> None:
    """L-44: id, type, text; only a conflict of norms may contain the word that marks one (L-43)."""
    told = re.findall(
        r'^rule\("([A-Z]{3}-\d{3})", (\w+),\s+"([^"]+)",\s+"([^"]+)",\s+"([^"]+)"\)\.',
        _read_rules(name),
        re.MULTILINE,
    )
    assert len(told) == _read_rules(name).count("\nrule(")
    assert len({rule for rule, *_ in told}) == len(told) > 2
    for rule, kind, *texts in told:
        assert "conflict" not in " ".join(texts).lower()
        assert len(set(texts)) == 3
        assert (kind == "norm_conflict") is rule.startswith("KON")


@pytest.mark.parametrize(
    ("language", "words"),
    [("id", "Anak tidak berhak"), ("en", "Children have no claim"), ("pt", "Os filhos não têm direito")],
)
def test_the_language_of_the_question(language: str, words: str) -> None:
    evidence, note = consult_rules(FATHER, language, ())  # type: ignore[arg-type]  # a language
    (rule,) = [each for each in evidence if each.id == "MIN-004"]
    assert rule.text.startswith(words)
    place = speak(language)("law.locator", file="minangkabau.lp", kind="heir_priority")
    assert (rule.kind, rule.locator, note) == ("rule", place, "")


def test_the_caller_s_evidence_keeps_its_id() -> None:
    evidence, _ = consult_rules(FATHER, "id", ["MIN-004"])
    assert "MIN-004" not in [each.id for each in evidence]


def test_without_the_extra_a_debate_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "find_spec", lambda name: None)
    assert consult_rules(FATHER, "id", ()) == ([], rules._ENGINE_MISSING)
    monkeypatch.setitem(sys.modules, "clingo", None)
    _solve.cache_clear()
    with pytest.raises(UsageError, match=r"pip install 'moot\[legal\]'"):
        _derive_evidence(FATHER)


def test_a_wrong_rule_file_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "_read_rules", lambda name: "derived(X :-")
    _solve.cache_clear()
    evidence, note = consult_rules(FATHER, "id", ())
    _solve.cache_clear()
    assert evidence == []
    assert note.startswith("tidak ada aturan yang diterapkan: rules: <block>:1:")
    assert "\n" not in note


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        pytest.param("anak perempuan", ("claimant(daughter)",), id="a daughter is no child besides"),
        pytest.param("anak dan anak angkat", ("matter(adoption)",), id="an adopted child is a matter"),
        pytest.param("Hartanya minangkabauwi", (), id="whole words only"),
        pytest.param("PUSAKA TINGGI!", ("asset(pusako_tinggi)",), id="case and signs do not matter"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_facts_of_a_question(question: str, facts: tuple[str, ...]) -> None:
    """X-56l: both bodies of law are always asked."""
    assert find_facts(question).atoms == ("system(adat)", "system(national)", *facts)


@pytest.mark.parametrize(
    ("question", "said", "denied", "unclear"),
    [
        pytest.param(
            "Ibu Ani bertanya siapa mewarisi sawah itu.",
            {"topic(inheritance)": "mewarisi"},
            {},
            {},
            id="a form of address is no mother",
        ),
        pytest.param(
            "Pusako tinggi kaum ibunya",
            {"asset(pusako_tinggi)": "Pusako tinggi", "line(mother)": "tinggi kaum ibunya"},
            {},
            {},
            id="whose mother",
        ),
        pytest.param("Rumah itu milik Ibu Ani", {}, {}, {}, id="Mrs Ani owns it"),
        pytest.param("She asks about her father's land.", {"line(father)": "father's land"}, {}, {}, id="whose father"),
        pytest.param("Ni Luh bukan sentana rajeg", {}, {"status(sentana)": "bukan sentana rajeg"}, {}, id="bukan"),
        pytest.param(
            "belum diangkat menjadi sentana rajeg",
            {},
            {"status(sentana)": "belum diangkat menjadi sentana rajeg"},
            {},
            id="not yet",
        ),
        pytest.param(
            "never raised to sentana rajeg", {}, {"status(sentana)": "never raised to sentana rajeg"}, {}, id="never"
        ),
        pytest.param(
            "bukan hanya sentana rajeg", {"status(sentana)": "sentana rajeg"}, {}, {}, id="not only denies nothing"
        ),
        pytest.param("sentana rajeg atau bukan", {}, {}, {"status(sentana)": "sentana rajeg"}, id="left open"),
        pytest.param(
            "Kakaknya sentana rajeg, adiknya bukan sentana rajeg",
            {},
            {},
            {"status(sentana)": "sentana rajeg"},
            id="one is and one is not",
        ),
        pytest.param("Istri saya bertanya tentang adat.", {}, {}, {}, id="who asks does not claim"),
        pytest.param("Putri Ayu bertanya.", {}, {}, {}, id="a name is no daughter"),
        pytest.param(
            "Janda itu tidak mempunyai anak.",
            {"claimant(widow)": "Janda"},
            {"claimant(child)": "tidak mempunyai anak"},
            {},
            id="without children",
        ),
        pytest.param(
            "Anak perempuan tidak berhak?",
            {"claimant(daughter)": "Anak perempuan"},
            {},
            {},
            id="denied a right, not a role",
        ),
    ],
)
def test_facts_are_read_with_negation_role_and_passage(
    question: str, said: dict[str, str], denied: dict[str, str], unclear: dict[str, str]
) -> None:
    read = find_facts(question)
    assert [dict(each) for each in (read.found, read.denied, read.unclear)] == [said, denied, unclear]


def test_a_daughter_who_is_no_sentana_proves_no_opposite() -> None:
    """A denied status does not fire the rule that needs it, and the rule that applies shows what it was read from."""
    evidence = {
        each.id: each for each in _derive_evidence("Ni Luh, anak perempuan, bukan sentana rajeg: waris di Bali?")
    }
    assert "BAL-004" not in evidence
    assert "«bukan sentana rajeg»" in evidence["BAL-003"].note
    assert {"BAL-003", "BAL-004"} & {
        each.id for each in _derive_evidence("Anak perempuan, sentana atau bukan, waris, Bali")
    } == set()


def test_unverified_rules_say_so() -> None:
    for each in _derive_evidence(FATHER):
        assert not each.verified
        assert "belum diverifikasi ahli" in each.note
    assert support_words.english(name_unverified(_derive_evidence("Adat Bali?"), [])) == (
        "No expert has verified these rules: BAL-001, NAS-010.",
    )


def test_nothing_but_known_facts_reaches_the_engine() -> None:
    """A question or a caller cannot write rules of its own."""
    hostile = ["asset(x). #script(python) print(1) #end.", "asset(pusako_tinggi)", "system(adat)", "system(adat)"]
    assert check_facts(hostile) == ("asset(pusako_tinggi)", "system(adat)")
    assert atoms('Minangkabau". derived("X", conflict(a)). "', hostile).keys() >= {"MIN-001"}


@given(st.sets(st.sampled_from(sorted(_KNOWN_FACTS))))
def test_any_facts_have_one_answer(facts: set[str]) -> None:
    """The rules are stratified: whatever is known, they derive exactly one set, the same every time."""
    found = _solve(tuple(sorted(facts)))
    assert [each.rule_id for each in found] == sorted(each.rule_id for each in found)
    _solve.cache_clear()
    assert _solve(tuple(sorted(facts))) == found


def test_every_fact_can_be_found_in_a_question() -> None:
    for fact, phrases in _PHRASES.items():
        for phrase in phrases:
            found = {each.fact for each in find_facts(phrase).found}
            assert fact in found or fact == "claimant(child)", phrase


def test_a_rule_needs_facts_of_its_own_subject() -> None:
    """Ancestral land that is pawned makes nobody an heir; who claims it by kinship does, and the passage is shown."""
    assert "NAS-001" not in atoms("Sawah pusako tinggi digadaikan 2009; wajibkah pemegang gadai mengembalikannya?")
    found = {each.id: each for each in _derive_evidence(FATHER)}
    assert "«" in found["NAS-001"].note
