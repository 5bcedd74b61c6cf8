"""How a supervisor's decision is read (L-47, X-56i)."""

import pytest

from moot.policies.verdict.supervision import DEFAULT_LABEL, default_label, read_label
from moot.state.outcome import Synthesis


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
    read = read_label(Synthesis(decision=decision, confidence=0.8, flags=("kept",)), "pure_national")
    assert (read.decision, read.label, read.step) == (text, label, step)
    assert (DEFAULT_LABEL in read.flags) is (text == decision)
    assert "kept" in read.flags


@pytest.mark.parametrize(
    ("domain", "label"),
    [("pure_national", "A"), ("pure_adat", "B"), ("conflict", "C"), ("consensus", "C"), (None, "D"), ("?", "D")],
)
def test_the_domain_suggests_a_label(domain: str | None, label: str) -> None:
    assert default_label(domain) == label
