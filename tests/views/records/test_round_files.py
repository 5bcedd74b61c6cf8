"""One file per seat and round, one per critic and target (L-10..L-14, L-28, L-50, X-56)."""

from pathlib import Path
from typing import Any

import pytest

from moot.state.hypotheses import Hypothesis, HypothesisSheet
from moot.state.positions import Claim, Position, Status
from moot.views.records.round_files import name_critique_file, name_round_file, project_critiques, project_rounds
from tests.views.debates import LEGAL, Entries, Story, argue_law, claim, say


def test_a_seat_says_what_the_legal_protocol_asks_for(legal: Story) -> None:
    """L-10, L-11: the literal fields come first, in the order of the protocol."""
    file = project_rounds(legal.state)["debate_round1_nla.json"].model_dump(mode="json")
    assert list(file)[:6] == ["round", "agent", "answer", "claims", "uncertainties", "open_questions"]
    assert (file["round"], file["agent"]) == (1, "NLA")
    assert file["answer"] == "All children inherit equal shares\n\nThe code treats children alike."
    assert file["claims"][0] == {
        "id": "C1",
        "statement": "The civil code gives all children equal shares",
        "kind": "fact",
        "evidence": ["law1"],
        "confidence": 0.8,
        "assumptions": [],
    }
    assert file["open_questions"] == ["Is there a will?"]


def test_a_claim_without_evidence_is_marked_as_risk(legal: Story) -> None:
    """X-56, L-02: a computed list of claims, and a sentence among the uncertainties."""
    file = project_rounds(legal.state)["debate_round1_nla.json"]
    assert file.risk_flags == ("C2",)
    assert file.uncertainties == ("regional rulings were not read", "C2 cites no evidence")


def test_a_revision_says_what_it_changed(legal: Story) -> None:
    """L-50, X-56j: the seed's name holds the revision."""
    file = project_rounds(legal.state)["debate_round2_nla.json"]
    assert file.keeps_position == "partly"
    assert file.revision is not None
    assert file.revision.changed_claims == ("C1",)
    assert file.revision.withdrawn_claims == ("C2",)
    assert project_rounds(legal.state)["debate_round1_nla.json"].revision is None


async def test_a_revision_shows_what_it_stated_and_the_whole_position(tmp_path: Path) -> None:
    """L-18, X-56j: the file holds the position after the revision, `patch` only what the revision said itself."""
    added = claim("C3", "Debts are paid first", "law1")
    short = {"keeps_position": "yes", "claims": [added], "confidence": 65, "premises": None}
    story = await argue_law(tmp_path, [say("revise", "nla", 2, **short), *LEGAL])
    first, second = (project_rounds(story.state)[f"debate_round{number}_nla.json"] for number in (1, 2))
    assert first.patch is None
    assert (second.answer, second.stance) == (first.answer, "equal shares")
    assert [each.id for each in second.claims] == ["C1", "C2", "C3"]
    assert second.patch == {
        "keeps_position": "yes",
        "claims": [{**added, "confidence": 0.8, "assumptions": []}],
        "confidence": 0.65,
        "changes": [],
        "answers": [],
        "withdrawn": [],
    }


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        pytest.param("ok", ["C2"], id="what stood before is left out"),
        pytest.param("partial", ["C1", "C2"], id="an answer that was cut off took nothing over"),
    ],
)
def test_a_patch_has_the_claims_of_its_revision_only(legal: Story, status: Status, shown: list[str]) -> None:
    old, new = Claim(id="C1", statement="It rains"), Claim(id="C2", statement="It pours")
    before = Position(seat="ala", round=1, recommendation="Stay", claims=(old,))
    lost = Position(seat="ala", round=2, status="failed", stated=())
    revised = before.model_copy(update={"round": 3, "status": status, "claims": (old, new), "stated": ("claims",)})
    file = project_rounds({**legal.state, "positions": [before, lost, revised]})["debate_round3_ala.json"]
    assert [each["id"] for each in file.model_dump()["patch"]["claims"]] == shown


def test_a_critique_file_names_both_sides_and_every_critique(legal: Story) -> None:
    """L-12, L-13: numbered, with what became of each."""
    file = project_critiques(legal.state)["critique_round1_ala_on_nla.json"].model_dump(mode="json")
    assert list(file)[:4] == ["round", "agent", "target", "critiques"]
    assert (file["round"], file["agent"], file["target"]) == (1, "ALA", "NLA")
    assert [each["target_claim_id"] for each in file["critiques"]] == ["C1", "C1", "C2"]
    assert all(each["id"].startswith("K") and each["resolved"] for each in file["critiques"])
    assert set(file["critiques"][0]) >= {"id", "issue_type", "description", "severity", "suggested_fix"}
    assert file["agreements"] == ["C2 holds for acquired land"]


def test_critiques_are_numbered_once_in_the_debate(legal: Story) -> None:
    ids = [each.id for file in project_critiques(legal.state).values() for each in file.critiques]
    assert sorted(ids) == ["K1", "K2", "K3", "K4", "K5", "K6"]


async def test_a_critic_who_finds_nothing_is_on_record(tmp_path: Path) -> None:
    """L-28: the file is there, and says that the critic was too quiet (L-30)."""
    silent: Entries = [{"when": {"phase": "critique", "seat": "nla"}, "reply": {"critiques": []}}, *LEGAL]
    story = await argue_law(tmp_path, silent)
    file = project_critiques(story.state)["critique_round1_nla_on_ala.json"]
    assert file.critiques == ()
    assert "echo_chamber" in file.flags


async def test_text_that_is_no_json_is_kept_as_it_came(tmp_path: Path) -> None:
    """W-L12, L-51: plain text is kept as raw and flagged."""
    prose: list[Any] = [
        {"when": {"phase": ["position", "repair"], "seat": "ala"}, "reply": "Custom says: keep it."},
        *LEGAL,
    ]
    story = await argue_law(tmp_path, prose)
    file = project_rounds(story.state)["debate_round1_ala.json"]
    assert file.raw_output == "Custom says: keep it."
    assert "raw" in file.flags
    assert project_rounds(story.state)["debate_round1_nla.json"].raw_output is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(name_round_file("nla", 1), "debate_round1_nla.json", id="L-28 answer"),
        pytest.param(name_round_file("NLA", 3), "debate_round3_nla.json", id="L-28 lower case"),
        pytest.param(name_critique_file("nla", "ALA", 2), "critique_round2_nla_on_ala.json", id="L-28 critique"),
    ],
)
def test_file_names(name: str, expected: str) -> None:
    assert name == expected


def test_hypotheses_read_like_claims(legal: Story) -> None:
    """R-17: a reasoner's sheet has the same shape, the hypotheses in full beside it."""
    cause = Hypothesis(id="log_1", source="log_focused", hypothesis="The disk is full", evidence=("Log: 95 %",))
    sheet = HypothesisSheet(seat="log_focused", round=1, hypotheses=(cause,))
    file = project_rounds({**legal.state, "positions": [], "hypotheses": [sheet]})["debate_round1_log_focused.json"]
    assert (file.agent, file.answer, file.hypotheses) == ("LOG_FOCUSED", "The disk is full", (cause,))
    assert (file.claims[0].id, file.claims[0].kind, file.claims[0].evidence) == ("log_1", "hypothesis", ("Log: 95 %",))


def test_a_seat_that_failed_has_a_file_that_says_so(legal: Story) -> None:
    lost = Position(seat="ala", round=1, status="failed", error="the connection failed")
    file = project_rounds({**legal.state, "positions": [lost]})["debate_round1_ala.json"]
    assert (file.answer, file.status, file.error) == ("", "failed", "the connection failed")


def test_the_answer_to_a_simple_question_belongs_to_no_round(legal: Story) -> None:
    """W-L1: only rounds have files."""
    alone = Position(seat="ala", round=0, recommendation="Yes")
    assert project_rounds({**legal.state, "positions": [alone]}) == {}
