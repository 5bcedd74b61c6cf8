"""The whole story of a debate (INTERFACES 2, `moot show`)."""

from pathlib import Path

import pytest

from moot.state.evidence import ClaimVerdict
from moot.state.outcome import ReviewResponse
from moot.state.positions import Position
from moot.views.result.summaries import EvidenceSummary, ReviewSummary
from moot.views.terminal.story import tell_story
from tests.browser.stories import tell
from tests.views.debates import Story, argue, say
from tests.views.standings import SPLIT, UNSETTLED


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("Question     Who inherits the land", id="question"),
        pytest.param("Profile      legal, debate, language: English", id="profile"),
        pytest.param("Stopped      No grave critique was left open", id="why it ended"),
        pytest.param("ROUND 1: first positions, ", id="round"),
        pytest.param("convergence 100 %", id="L-23 convergence, which is no agreement here"),
        pytest.param(
            "  National Law Agent, confidence medium (50 %):\n      All children inherit equal shares", id="position"
        ),
        pytest.param("      C1 The civil code gives all children equal shares [law1]", id="claim with its evidence"),
        pytest.param(
            " National Law Agent on Adat Law Agent C1, MAJOR, resolved: C1: overclaim", id="critique and its outcome"
        ),
        pytest.param("      what changed: C1 is limited (because of K1)", id="change and its reason"),
        pytest.param("EVIDENCE: 2 claims as each seat last stated them: ", id="ledger"),
        pytest.param("COST: 8 calls, ", id="cost"),
        pytest.param("  supervisor              1 call ", id="cost by seat"),
    ],
)
def test_the_story_has_every_part(legal: Story, line: str) -> None:
    assert line in tell_story(legal.result)


def test_what_does_not_stand_is_marked_where_it_is_printed_and_named_with_its_reason(legal: Story) -> None:
    """L-27: the counts add up, and say what is counted."""
    last = max(each.round for each in legal.result.positions)
    claims = (
        ClaimVerdict(
            seat="nla",
            round=last,
            claim_id="C1",
            verdict="unsupported",
            reason="law1 says 81",
            source_says="contradicted",
        ),
        ClaimVerdict(
            seat="ala",
            round=last,
            claim_id="C1",
            verdict="supported",
            reason="",
            reckoning=("(3420 - 2790) * 2150 = 1354500",),
        ),
        ClaimVerdict(seat="ala", round=last, claim_id="C9", verdict="unknown", reason=""),
    )
    told = tell_story(legal.result.model_copy(update={"evidence": EvidenceSummary(claims=claims)}))
    flat = " ".join(told.split())
    assert "EVIDENCE: 3 claims as each seat last stated them: 1 supported, 1 unsupported, 1 unknown" in flat
    assert "National Law Agent C1, contradicted by its source: " in flat
    assert "(law1 says 81)" in flat
    assert "Adat Law Agent C1, reckoned: 1,354,500 = (3,420 − 2,790) × 2,150" in flat
    assert "[law1] (contradicted by its source)" in flat


def test_what_was_said_before_an_interruption_is_shown(legal: Story) -> None:
    said = Position(seat="ala", round=3, recommendation="Keep it")
    cut = legal.result.model_copy(update={"positions": (*legal.result.positions, said)})
    assert "ROUND 3: not closed\n  Adat Law Agent: Keep it" in tell_story(cut)


@pytest.mark.parametrize(
    ("response", "line"),
    [
        pytest.param(None, "REVIEW: waiting; answer with: moot review", id="open"),
        pytest.param(ReviewResponse(type="edit", text="Sell", reviewer="Ana"), "REVIEW: edited by Ana Sell", id="done"),
    ],
)
def test_the_review_is_told(legal: Story, response: ReviewResponse | None, line: str) -> None:
    reviewed = legal.result.model_copy(update={"review": ReviewSummary(request={}, response=response)})
    assert line in tell_story(reviewed)


async def test_conflicts_are_told_with_their_settlement(tmp_path: Path) -> None:
    """C-09, C-10."""
    entries = [
        say("position", "analyst", recommendation="Expand into new markets now", stance="expand", confidence=80),
        say("position", "financial", recommendation="Consolidate, do not expand", stance="consolidate", confidence=70),
        say("position", recommendation="Ask the customers", stance="ask"),
    ]
    story = await argue(tmp_path, entries, "Should we expand or consolidate?", profile="boardroom")
    text = tell_story(story.result)
    assert "CONFLICTS: 1 dispute between 1 pair of seats\n  1. " in text
    assert "A expand (Analyst) against C consolidate (Financial)" in text
    assert "not agreed; decided by Reviewer after round 2" in text


def test_an_audit_is_told_with_its_claims_and_sources() -> None:
    text = tell_story(tell("audited")[0])
    told = text.index("AUDIT: the debate was opened again. The auditor objects on E1")
    assert text.index("ROUND 1") < told < text.index("ROUND 2")
    assert "  auditor, confidence medium (70 %): Everybody counts the pipeline as if it\n" in text
    claim = "      C1 Only 12 of the 41 opportunities have a signed letter of intent. [E1]\n"
    assert f"{claim}      - limit: the contracts themselves\n" in text


async def test_a_refinement_tells_its_versions(tmp_path: Path) -> None:
    """F-06: every version with its verdict."""
    entries = [
        say("classify", classification="vague", reasoning="no population"),
        say("structure", structured_question="Does remote work raise output?"),
        {
            "when": {"phase": "methodology"},
            "times": 1,
            "reply": {
                "status": "needs_refinement",
                "justification": "too open",
                "improvements": [{"aspect": "população", "gap": "who", "suggestion": "name the teams"}],
            },
        },
        say("methodology", status="approved", justification="testable"),
    ]
    story = await argue(tmp_path, entries, "Does remote work make teams faster?", profile="research")
    text = tell_story(story.result)
    assert "REFINEMENT: approved, 1 of 2 refinements" in text
    assert "V1 (needs refinement): Does remote work raise output?" in text
    assert "      - G1 population: who → name the teams" in text
    assert "  Idea: It was vague. no population" in text


def test_the_story_has_the_ballot_and_the_warrant(legal: Story) -> None:
    told = tell_story(legal.result.model_copy(update={"ballot": SPLIT, "warrant": UNSETTLED, "stop_reason": None}))
    for line in (
        "BALLOT after round 2: The leading option has 75 % of the votes. The votes\n",
        "  B Do not open (CMO)",
        "  A and B exclude each other.",
        "  votes in round 1: CFO C, CMO B, CRO A",
        "WARRANT: not complete\n  quorum, needed, met: 4 of 4 answered\n",
        "  settled, needed, not met: the votes settle no option",
        "  critiques, reported, not met: 1 CRITICAL and 0 MAJOR open",
    ):
        assert line in told
    assert "does not apply" not in told
    old = tell_story(legal.result.model_copy(update={"ballot": None, "warrant": None}))
    assert "BALLOT" not in old
    assert "WARRANT" not in old
