"""How a supervisor's decision is read, and the ladder without a model (L-47, L-48, X-56i)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.synthesis.supervision import climb_ladder, default_label, read_supervisor_label
from moot.state.evidence import Evidence
from moot.state.outcome import Synthesis
from tests.support.words import english

FINAL = Evidence(id="NAS-006", kind="rule", text="At least 19 years. [final(marriage_age)]")
CLASH = Evidence(id="KON-001", kind="rule", text="One grants, one refuses. [conflict(bali,nasional,daughter,estate)]")
QUOTED = Evidence(id="E1", kind="given", text="An article about conflict(bali) and final(say).")


@pytest.mark.parametrize(
    ("decision", "text", "label", "step"),
    [
        pytest.param("[C4] Both apply.", "Both apply.", "C", 4, id="L-47 as asked"),
        pytest.param(" [ b - 3 ]: Adat applies.", "Adat applies.", "B", 3, id="L-47 loosely written"),
        pytest.param("[D] Too little.", "Too little.", "D", None, id="L-47 no step"),
        pytest.param("A2. The decree decides.", "The decree decides.", "A", 2, id="L-47 no brackets"),
        pytest.param("A 5 percent share is theirs.", "A 5 percent share is theirs.", "A", None, id="a sentence"),
        pytest.param("[C9] Unknown step.", "[C9] Unknown step.", "A", None, id="L-47 there is no step 9"),
        pytest.param("[E1] Unknown label.", "[E1] Unknown label.", "A", None, id="L-47 there is no label E"),
        pytest.param("[C4]", "[C4]", "A", None, id="a label is no answer"),
        pytest.param("", "", "A", None, id="nothing"),
    ],
)
def test_label_and_step_are_taken_out_of_the_text(decision: str, text: str, label: str, step: int | None) -> None:
    read = read_supervisor_label(Synthesis(decision=decision, confidence=0.8, flags=("kept",)), "pure_national")
    assert (read.decision, read.label, read.step) == (text, label, step)
    assert ("label_default" in read.flags) is (text == decision)
    assert "kept" in read.flags


@pytest.mark.parametrize(
    ("domain", "label"),
    [("pure_national", "A"), ("pure_adat", "B"), ("conflict", "C"), ("consensus", "C"), (None, "D"), ("?", "D")],
)
def test_the_domain_suggests_a_label(domain: str | None, label: str) -> None:
    assert default_label(domain) == label


@pytest.mark.parametrize(
    ("question", "route", "evidence", "label", "step", "conflict"),
    [
        pytest.param("Kawin paksa menurut adat", "pure_adat", [], "A", 1, False, id="L-47 step 1 a human right"),
        pytest.param("Poligami dan kekerasan", "conflict", [FINAL], "A", 1, True, id="L-47 step 1 before step 2"),
        pytest.param("Bolehkah poligami?", "pure_adat", [], "A", 2, False, id="L-47 step 2 by words"),
        pytest.param("Bolehkah ia menikah?", "pure_adat", [FINAL], "A", 2, False, id="L-48 step 2 by an atom"),
        pytest.param("Siapa mengelola pusako tinggi?", "pure_adat", [], "B", 3, False, id="L-47 step 3 adat alone"),
        pytest.param("Hak anak perempuan", "pure_adat", [CLASH], "C", 4, True, id="L-48 a conflict is not internal"),
        pytest.param("Adat Bali vs KUHPerdata", "conflict", [], "C", 4, True, id="L-47 step 4 a conflict"),
        pytest.param("Adat dan KUHPerdata?", "consensus", [CLASH], "C", 4, True, id="L-48 step 4 by an atom"),
        pytest.param(
            "Adat dan KUHPerdata?", "consensus", [QUOTED], "C", 4, False, id="both named alike; only rules count"
        ),
        pytest.param("Putusan KUHPerdata dan adat?", "consensus", [], "A", 5, False, id="L-47 step 5 doubt: national"),
        pytest.param("Adat, mamak dan putusan?", "consensus", [], "B", 5, False, id="L-47 step 5 doubt: adat"),
        pytest.param("Apa syarat perjanjian?", "pure_national", [], "A", 5, False, id="L-47 the route says national"),
        pytest.param("Bagaimana sebaiknya?", "consensus", [], "D", 5, False, id="L-47 too little is known"),
        pytest.param("Bagaimana sebaiknya?", None, [], "D", 5, False, id="no route"),
    ],
)
def test_the_first_step_that_applies(
    question: str, route: str | None, evidence: list[Evidence], label: str, step: int, conflict: bool
) -> None:
    ruling = climb_ladder(question, route, evidence)
    assert (ruling.label, ruling.step, ruling.conflict) == (label, step, conflict)
    assert english(ruling.reason)


@given(st.text(max_size=100), st.sampled_from(["pure_national", "pure_adat", "conflict", "consensus", "other", None]))
def test_every_question_gets_a_label(question: str, route: str | None) -> None:
    ruling = climb_ladder(question, route)
    assert (ruling.label == "D") <= (ruling.step == 5)
    assert (ruling.label == "B") == (ruling.step == 3 or (ruling.label == "B" and ruling.step == 5))
