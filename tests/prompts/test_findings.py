"""Evidence, summaries, the council's papers and refinements, as prompts show them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.prompts.findings import findings
from moot.state.evidence import ClaimVerdict, Evidence, Ledger
from tests.prompts import samples

_NAMES = {"cro": "A", "cfo": "B", "commercial": "A", "financial": "B"}


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        pytest.param(Evidence(id="E1", text="two\nlines"), "[E1] two\n  lines", id="given"),
        pytest.param(Evidence(id="CG001_042", kind="chunk", text="x"), "[RAG:CG001_042] x", id="D-57 W-D19 chunk"),
        pytest.param(Evidence(id="MIN-001", kind="rule", text="x"), "[MIN-001] x", id="L-44 rule"),
        pytest.param(Evidence(id="E]\n[E2", text="x"), "[E] [E2] x", id="an id cannot forge a line"),
    ],
)
def test_evidence_is_shown_under_the_id_to_cite(evidence: Evidence, line: str) -> None:
    assert findings.digest_evidence([evidence]) == line


def test_short_sources_stay_whole_beside_a_long_one() -> None:
    lines = findings.digest_evidence(
        [*samples.EVIDENCE, Evidence(id="L", text="A word. " * 3000)], tokens=500
    ).splitlines()
    assert lines[0] == f"[E1] {samples.EVIDENCE[0].text}"
    assert re.fullmatch(r"\[L\] (A word\. )+\(\+\d+ sentences\)", lines[-1])
    assert sum(map(len, lines)) < 2100


@given(st.lists(st.text(max_size=400), max_size=60), st.integers(40, 1000))
def test_evidence_keeps_its_budget_and_counts_what_it_leaves_out(texts: list[str], tokens: int) -> None:
    sources = [Evidence(id=f"E{number}", text=text) for number, text in enumerate(texts)]
    lines = findings.digest_evidence(sources, tokens=tokens).splitlines()
    shown = min(len(sources), tokens // 40)
    assert sum(map(len, lines)) <= 4 * tokens + 48 * (shown + 1)
    assert (f"(left out for length: {len(sources) - shown} sources)" in lines) == (shown < len(sources))


def test_only_claims_without_support_are_listed() -> None:
    """D-113: an assertion without evidence counts as opinion."""
    assert findings.digest_ledger(samples.LEDGER, _NAMES) == "- B C1, unsupported: E1 does not give a share"
    assert findings.digest_ledger(Ledger(round=1), _NAMES) == ""


def test_a_synthesis_shows_its_parts_and_leaves_out_empty_ones() -> None:
    """D-110, D-111."""
    rows = dict(line.split(": ", 1) for line in findings.digest_synthesis(samples.SYNTHESIS).splitlines())
    assert list(rows) == ["decision", "confidence", "uncertainty", "consensus", "divergences", "tensions", "gaps"]
    assert rows["divergences"] == "own office or partner (risk) cro: own office; coo: partner"
    assert rows["confidence"] == "64"
    bare = findings.digest_synthesis(samples.SYNTHESIS.model_copy(update={"tensions": (), "gaps": ()}))
    assert "tensions" not in bare


def test_a_summary_says_what_is_agreed_disputed_and_reserved() -> None:
    """L-29: what the supervisor reads."""
    assert findings.digest_summary(["x"], [], ["y"]) == "agreed:\n- x\ndisputed:\nnone\nreservations:\n- y"


def test_the_councils_papers_carry_scores_and_the_four_points() -> None:
    """D-118, D-124."""
    critic = findings.digest_council_critique(samples.CRITIC)
    assert critic.startswith("total: 64 of 100 (premises 16, evidence 12, logic 15, alternatives 9, conflicts 12)")
    rows = [line.partition(":")[0] for line in findings.digest_dissent(samples.DISSENT).splitlines()]
    assert rows == ["weakest premise", "undiscussed risk", "regret scenario", "ignored alternative"]
    assert "(probability low, impact high)" in findings.digest_dissent(samples.DISSENT)


@pytest.mark.parametrize(("count", "begins"), [(1, "1 of your claims is"), (3, "3 of your claims are")])
def test_how_many_claims_are_told_in_a_sentence(count: int, begins: str) -> None:
    assert findings.count_claims_of(count) == begins


def test_a_contradicted_claim_is_told_apart_from_one_that_is_not_stated() -> None:
    """L-27: a seat corrects the one, and finds a source for the other."""
    said = (("C1", "contradicted"), ("C2", "not_stated"), ("C3", None))
    verdicts = tuple(
        ClaimVerdict.model_validate(
            {"seat": "cfo", "round": 1, "claim_id": name, "verdict": "unsupported", "reason": "r", "source_says": says}
        )
        for name, says in said
    )
    told = findings.digest_ledger(Ledger(round=1, verdicts=verdicts), {"cfo": "Agent A"})
    assert "Agent A C1, unsupported (contradicted): r" in told
    assert "Agent A C2, unsupported (not stated): r" in told
    assert "Agent A C3, unsupported: r" in told
