"""What a refinement is made of, as the prompts show it."""

from moot.prompts.refinement import refinement
from moot.state.refinement import Elements, Improvement
from tests.prompts import refinement_samples as samples


def test_gaps_come_under_their_ids_to_whoever_fills_and_judges_them() -> None:
    """F-17, F-21: the same ids, no punctuation twice, and what is missing by now."""
    assert refinement.digest_gaps(samples.LATER_GAPS).splitlines() == [
        "- G1 população (population): nobody is named -> name the teams and their size",
        (
            "- G2 métricas (metrics): faster is not measured (missing by now: no unit is named)"
            " -> count finished stories per sprint"
        ),
    ]
    other = Improvement(aspect="outro", gap="The subject was left.", suggestion="")
    assert refinement.digest_gaps((), [other]) == "- outro (other): The subject was left."
    assert refinement.digest_listed_gaps(samples.LATER_GAPS).splitlines() == [
        '- G1 população (population): nobody is named (found in version 1, filled since by "teams of 2 to 5 people")',
        "- G2 métricas (metrics): faster is not measured (found in version 1, open; missing by now: no unit is named)",
    ]
    partly = samples.LATER_GAPS[1].model_copy(update={"state": "partly", "span": "stories"})
    told = 'partly filled by "stories"; missing by now: no unit is named'
    assert f"({told}) ->" in refinement.digest_gaps([partly])
    assert refinement.digest_listed_gaps([partly]).endswith(f"(found in version 1, {told})")
    unnamed = samples.GAPS[0].model_copy(update={"state": "filled"})
    assert refinement.digest_listed_gaps([unnamed]).endswith("(found in version 1, not called open since)")


def test_assumptions_answers_elements_and_versions() -> None:
    """X-70, X-69b, F-08, F-06: what was withdrawn is not shown, and each version and each gap has a line."""
    assert refinement.digest_assumptions(samples.ASSUMED) == "- A1 teams of 2 to 5 people\n- A2 30 % less time"
    assert refinement.digest_clarifications({"Which teams?": "ours"}) == "- Which teams? ours"
    assert refinement.digest_said(["first", "then\nthis", " "]) == "- first\n- then this"
    assert refinement.digest_elements(Elements(problem="P", contribution="C")) == "problem: P\ncontribution: C"
    assert refinement.digest_versions(samples.VERSIONS).splitlines() == [
        "V1 needs_refinement: How does the incremental method affect speed?",
        "V1 lacked população (population): nobody is named",
        "V1 lacked métricas (metrics): faster is not measured",
    ]


def test_who_argues_a_question_learns_where_it_comes_from() -> None:
    """The idea, what is assumed and open, and why it was approved; a question that a person wrote was not approved."""
    idea, version = "the incremental method is faster", samples.APPROVED
    told = refinement.introduce_question(idea, version, version.question)
    for text in (idea, "30 % less time", "Group, measure and comparison are named.", "has not confirmed"):
        assert text in told
    edited = refinement.introduce_question(idea, version, "Is it faster in ten sprints?")
    assert "approved" not in edited
    open_one = version.model_copy(update={"gaps": samples.GAPS[1:], "assumptions": ()})
    told = refinement.introduce_question(idea, open_one, version.question)
    assert "faster is not measured" in told
    assert "confirmed" not in told
