"""Any answer of the methodologist becomes a verdict that can be relied on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.refinement.methodology import FORCED, decide_forced, find_flaw, read_improvement, read_verdict
from moot.state.refinement import MethodologistOutput
from tests.support.words import english

GAP = {"aspect": "população", "gap": "Nobody is named", "suggestion": "Teams of 2 to 5"}


@pytest.mark.parametrize(
    ("answer", "status", "improvements"),
    [
        pytest.param({"status": "approved", "justification": "solid"}, "approved", 0, id="F-09 F-11 approved"),
        pytest.param({"status": "rejected"}, "rejected", 0, id="F-13 rejected"),
        pytest.param({"status": "needs_refinement", "improvements": [GAP]}, "needs_refinement", 1, id="F-12 a gap"),
        pytest.param({"status": " Approved "}, "approved", 0, id="F-09 case and blanks"),
        pytest.param({"status": "approved", "improvements": [GAP]}, "approved", 0, id="F-06 X-69 remarks on approval"),
        pytest.param({"status": "rejected", "improvements": [GAP]}, "rejected", 0, id="F-18 emptied on rejection"),
        pytest.param({"status": "needs_refinement", "improvements": []}, "rejected", 0, id="W-F7 X-69 no improvements"),
        pytest.param({"status": "needs_refinement"}, "rejected", 0, id="W-F7 improvements missing"),
        pytest.param({"status": "needs_refinement", "improvements": ["?", {}]}, "rejected", 0, id="W-F7 empty ones"),
        pytest.param({"status": "maybe", "improvements": [GAP]}, "error", 0, id="W-F6 X-71 unknown status"),
        pytest.param({}, "error", 0, id="W-F6 no status"),
        pytest.param({"status": None}, "error", 0, id="W-F6 null"),
        pytest.param({"status": "error"}, "error", 0, id="X-71 a model cannot say error"),
        pytest.param("approved", "error", 0, id="F-18 not an object: never approved"),
        pytest.param(None, "error", 0, id="F-18 nothing"),
    ],
)
def test_verdicts(answer: object, status: str, improvements: int) -> None:
    found = read_verdict(answer)
    assert (found.status, len(found.improvements)) == (status, improvements)
    assert bool(found.flags) is (status == "error" or (status == "rejected" and "invalid" in found.flags))


def test_an_invalid_verdict_says_what_is_missing() -> None:
    """W-F7, Q-08: the text is what the methodologist is shown when asked once more."""
    invalid = MethodologistOutput(status="needs_refinement", justification="hm")
    assert "no improvement" in english(find_flaw(invalid))
    assert find_flaw(MethodologistOutput(status="approved", justification="")) is None
    assert "no improvement" in read_verdict({"status": "needs_refinement"}).justification


@pytest.mark.parametrize(
    ("said", "read"),
    [
        pytest.param([{"gap": "G1", "verdict": "Filled", "span": " x "}], [("G1", "filled", "x")], id="F-17 filled"),
        pytest.param([{"gap": "G1", "verdict": "open"}], [("G1", "open", "")], id="F-17 open"),
        pytest.param([{"gap": "G1", "verdict": "perhaps"}, {"verdict": "open"}, 3], [], id="F-17 nothing is said"),
        pytest.param("all filled", [], id="F-17 no list"),
    ],
)
def test_words_on_gaps(said: object, read: list[tuple[str, str, str]]) -> None:
    found = read_verdict({"status": "approved", "gaps": said})
    assert [(each.gap, each.verdict, each.span) for each in found.gaps] == read


def test_what_is_named_beside_an_approval_is_kept() -> None:
    """F-11, F-17: small gaps may be left, and are never dropped silently."""
    found = read_verdict({"status": "approved", "improvements": [GAP], "subject": "Left"})
    assert ([each.gap for each in found.remarks], found.subject) == (["Nobody is named"], "left")
    assert read_verdict({"status": "needs_refinement", "improvements": [GAP], "subject": 3}).remarks == ()


@pytest.mark.parametrize(
    ("aspect", "read", "gap"),
    [
        pytest.param("população", "população", "g", id="F-10 population"),
        pytest.param("POPULACAO", "população", "g", id="X-68 without accents"),
        pytest.param("metrics", "métricas", "g", id="F-10 in English"),
        pytest.param("variáveis", "variáveis", "g", id="F-10 variables"),
        pytest.param("testabilidade", "testabilidade", "g", id="F-10 testability"),
        pytest.param("contexto", "contexto", "g", id="X-68 W-F2 context"),
        pytest.param("problema", "problema", "g", id="X-68 W-F2 problem"),
        pytest.param("ethics", "outro", "ethics: g", id="X-68 unknown, kept in the gap"),
        pytest.param("", "outro", "g", id="X-68 none"),
    ],
)
def test_aspects(aspect: str, read: str, gap: str) -> None:
    found = read_improvement(aspect, "g", "s")
    assert (found.aspect, found.gap, found.suggestion) == (read, gap, "s")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        pytest.param([{"question": "who?", "answer": "teams"}], {"who?": "teams"}, id="X-69b pairs"),
        pytest.param({"who?": "teams"}, {"who?": "teams"}, id="F-09 a dict"),
        pytest.param(None, {}, id="X-69b empty by default"),
        pytest.param([{"answer": "teams"}, 3], {}, id="X-69b nonsense"),
    ],
)
def test_clarifications(value: Any, read: dict[str, str]) -> None:
    assert read_verdict({"status": "approved", "clarifications": value}).clarifications == read


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        pytest.param({"status": "approved", "justification": "enough"}, "approved", id="F-37 approved"),
        pytest.param({"status": "rejected"}, "rejected", id="F-37 rejected"),
        pytest.param({"status": "needs_refinement", "improvements": [GAP]}, "rejected", id="W-F8 F-38 asks for more"),
        pytest.param({"status": "needs_refinement"}, "rejected", id="W-F8 asks for more, without saying what"),
        pytest.param({"status": "?"}, "rejected", id="W-F8 unknown"),
        pytest.param("garbage", "rejected", id="W-F8 garbage"),
    ],
)
def test_forced_decisions(answer: object, status: str) -> None:
    found = decide_forced(answer)
    assert (found.status, found.improvements) == (status, ())
    assert FORCED in found.flags


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["approved", "needs_refinement"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["status", "improvements", "aspect", "gap", "gaps", "verdict", "subject", "clarifications", "question"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(anything)
def test_no_answer_breaks_the_loop(answer: object) -> None:
    found = read_verdict(answer)
    assert find_flaw(found) is None
    assert decide_forced(answer).status in ("approved", "rejected")
    if not isinstance(answer, dict):
        assert found.status == "error"
