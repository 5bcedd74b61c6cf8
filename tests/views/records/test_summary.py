"""The summary: conflicts, agreed and disputed claims, counts and the index of files (L-29, L-52, W-L15)."""

from pathlib import Path

from moot.state.budget import Turn
from moot.state.evidence import Evidence
from moot.views.records.summary import project_summary
from moot.views.records.write import render_records
from tests.views.debates import LEGAL, Entries, Story, argue_law, claim, critique, say

CONTESTED: Entries = [
    say("critique", "ala", 1, critiques=[critique("nla", "C1", "MAJOR", "overclaim")]),
    say(
        "critique",
        "nla",
        agreements=[{"target": "ala", "point": "C1 is right for heirloom land"}],
        critiques=[
            critique("ala", "C1"),
            critique("ala", "C1", "MINOR", "overclaim"),
            critique("ala", "C1", "MINOR", "conflict"),
        ],
    ),
    say(
        "revise",
        "nla",
        recommendation="All children inherit equal shares",
        stance="equal shares",
        reasoning="The code treats children alike.",
        claims=[claim("C1", "The civil code gives all children equal shares", "law1")],
        answers=[{"critique_id": "K4", "outcome": "rejected", "reason": ""}],
    ),
    *LEGAL,
]
"""The national side keeps a contested claim as it was."""


async def test_agreed_and_disputed_claims_are_told_apart(tmp_path: Path) -> None:
    """W-L15, L-29."""
    story = await argue_law(tmp_path, CONTESTED)
    summary = project_summary(story.state, story.result)
    assert [(each.seat, each.claim_id) for each in summary.agreed_claims] == [("ala", "C1")]
    assert [(each.seat, each.claim_id) for each in summary.disputed_claims] == [("nla", "C1")]
    assert summary.unresolved_counts.major == 1
    assert [each.between for each in summary.conflicts if each.kind == "critique"] == [("ala", "nla")]


def test_the_keys_upstream_reads_are_there(legal: Story) -> None:
    """L-52."""
    summary = project_summary(legal.state, legal.result).model_dump(mode="json")
    assert summary["query"] == legal.result.question
    assert summary["max_rounds"] == 3
    assert summary["final_nla"].startswith("Children share equally, heirloom land aside")
    assert summary["final_ala"].startswith("Heirloom land stays")
    assert summary["token_usage"]["total_tokens"] == sum(
        summary["token_usage"][key] for key in ("prompt_tokens", "completion_tokens")
    )
    assert summary["llm_call_count"] == 8
    assert summary["critique_counts"] == {"critical": 0, "major": 1, "minor": 5}
    assert summary["unresolved_counts"] == {"critical": 0, "major": 0, "minor": 0}
    assert summary["needs_human_review"] is False


def test_the_index_names_every_file(legal: Story) -> None:
    """L-52, W-L1: type, round, agent, target and file."""
    summary = project_summary(legal.state, legal.result)
    lines = [(each.type, each.round, each.agent, each.target, each.file) for each in summary.logs_index]
    assert lines == [
        ("answer", 1, "ALA", None, "debate_round1_ala.json"),
        ("answer", 1, "NLA", None, "debate_round1_nla.json"),
        ("critique", 1, "ALA", "NLA", "critique_round1_ala_on_nla.json"),
        ("critique", 1, "NLA", "ALA", "critique_round1_nla_on_ala.json"),
        ("answer", 2, "ALA", None, "debate_round2_ala.json"),
        ("answer", 2, "NLA", None, "debate_round2_nla.json"),
    ]
    assert {each.file for each in summary.logs_index} <= set(render_records(legal.state, legal.result))


def test_conflicts_of_rules_and_divergences_are_listed(legal: Story) -> None:
    """L-29, W-L16: a rule that contradicts another and that nobody cites is a conflict."""
    rule = Evidence(id="R7", kind="rule", text="conflict(heirloom, equal_shares)")
    state = {**legal.state, "evidence": [*legal.state["evidence"], rule]}
    kinds = [(each.kind, each.text) for each in project_summary(state, legal.result).conflicts]  # type: ignore[arg-type]
    assert kinds == [
        ("domain", "R7: conflict(heirloom, equal_shares)"),
        ("divergence", "heirloom: National Law Agent: divide"),
    ]


def test_the_time_of_debate_and_council_are_both_logged(legal: Story) -> None:
    """X-13: the council has a budget of its own."""
    turns = [
        Turn(seat="nla", phase="position", round=1, wall_ms=700),
        Turn(seat="c", phase="council_critic", wall_ms=90),
    ]
    timing = project_summary({**legal.state, "turns": turns}, legal.result).timing
    assert (timing.debate_ms, timing.council_ms) == (700, 90)
