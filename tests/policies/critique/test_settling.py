from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique.settling import count_unresolved, list_to_settle, list_unresolved, settle_critiques
from moot.state.bookkeeping import SeverityCounts
from moot.state.critiques import Critique, CritiqueVerdict, SettlementSheet
from moot.state.positions import Claim, CritiqueAnswer, Position
from moot.state.protocol import ClaimRules
from tests.policies.voices import claim, critique, position
from tests.support.words import english

RULES = ClaimRules(evidence_required="all")
OLD = claim("C1", statement="The land is inherited.", confidence=0.9)
CITED = OLD.model_copy(update={"evidence": ("MIN-001",)})
REWORDED = OLD.model_copy(update={"statement": "The land may be inherited."})
LESS_SURE = OLD.model_copy(update={"confidence": 0.5})
SURER = OLD.model_copy(update={"confidence": 1.0})


def settle(
    old: Claim, new: Claim | None, outcome: str = "", reason: str = "", rules: ClaimRules = RULES, **fields: Any
) -> tuple[bool, str]:
    answers = [{"critique_id": "k1", "outcome": outcome, "reason": reason}] if outcome else []
    said = [
        position("ala", 1, recommendation="x", claims=(old,)),
        position(
            "ala",
            2,
            recommendation="x",
            claims=(new,) if new else (),
            answers=tuple(CritiqueAnswer.model_validate(each) for each in answers),
        ),
    ]
    found = settle_critiques([critique(1, **fields)], said, rules)[0]
    return found.resolved, english(found.resolution)


@pytest.mark.parametrize(
    ("old", "new", "outcome", "reason", "resolved"),
    [
        pytest.param(OLD, REWORDED, "accepted", "", True, id="Q-06 accepted and changed"),
        pytest.param(OLD, CITED, "partly", "", True, id="Q-06 partly accepted, evidence added"),
        pytest.param(OLD, LESS_SURE, "accepted", "", True, id="L-50 accepted, confidence lowered"),
        pytest.param(OLD, None, "accepted", "", True, id="Q-06 accepted and withdrawn"),
        pytest.param(OLD, OLD, "accepted", "You are right", False, id="Q-06 accepted, nothing changed"),
        pytest.param(OLD, SURER, "accepted", "", False, id="more confidence is no repair"),
        pytest.param(CITED, CITED, "rejected", "The rule says so", True, id="Q-06 rejected with reason and evidence"),
        pytest.param(CITED, CITED, "rejected", " ", False, id="Q-06 rejected without a reason"),
        pytest.param(OLD, OLD, "rejected", "I am sure", False, id="Q-06 rejected without evidence"),
        pytest.param(OLD, REWORDED, "", "", True, id="X-55 not mentioned, but reworded"),
        pytest.param(OLD, CITED, "", "", True, id="X-55 not mentioned, evidence added"),
        pytest.param(OLD, None, "", "", True, id="X-55 not mentioned, withdrawn"),
        pytest.param(OLD, OLD, "", "", False, id="X-55 ignored"),
        pytest.param(OLD, LESS_SURE, "", "", False, id="X-55 lower confidence answers no gap of logic"),
    ],
)
def test_settled_against_the_revision(old: Claim, new: Claim | None, outcome: str, reason: str, resolved: bool) -> None:
    found, why = settle(old, new, outcome, reason)
    assert found is resolved
    assert why


def test_a_claim_that_is_gone_was_withdrawn_and_not_changed() -> None:
    assert settle(OLD, None, "accepted", "") == (True, "accepted, and the claim was withdrawn")
    assert settle(OLD, REWORDED, "accepted", "") == (True, "accepted and changed")


@pytest.mark.parametrize(
    ("new", "issue", "resolved"),
    [
        pytest.param(REWORDED, "evidence_gap", False, id="X-55 other words are no evidence"),
        pytest.param(CITED, "evidence_gap", True, id="X-55 evidence is"),
        pytest.param(LESS_SURE, "overclaim", True, id="L-50 less sure answers an overclaim"),
        pytest.param(SURER, "overclaim", False, id="L-50 surer does not"),
    ],
)
def test_silent_changes_must_fit_the_issue(new: Claim, issue: str, resolved: bool) -> None:
    assert settle(OLD, new, issue_type=issue)[0] is resolved


def test_a_recommendation_may_be_defended_by_reason_alone() -> None:
    opinion = OLD.model_copy(update={"kind": "recommendation"})
    assert settle(opinion, opinion, "rejected", "It follows from C2", ClaimRules())[0]


def test_a_claim_that_is_no_longer_called_a_fact_has_changed() -> None:
    """D-141."""
    assert settle(OLD, OLD.model_copy(update={"kind": "hypothesis"}), "accepted")[0]


def test_before_a_revision_nothing_is_resolved() -> None:
    said = [position("ala", 1, recommendation="x", claims=(OLD,)), position("ala", 2, status="failed")]
    found = settle_critiques([critique(1)], said, RULES)[0]
    assert (found.resolved, english(found.resolution)) == (False, "Adat Law Agent has not revised its answer yet")


@pytest.mark.parametrize(
    ("first", "second", "resolved"),
    [
        pytest.param("CRITICAL", "CRITICAL", False, id="Q-06 CRITICAL repeated"),
        pytest.param("CRITICAL", "MAJOR", True, id="Q-06 repeated as something lesser"),
        pytest.param("MAJOR", "MAJOR", True, id="Q-06 only CRITICAL must not be repeated"),
    ],
)
def test_a_repeated_critical_is_not_resolved(first: str, second: str, resolved: bool) -> None:
    said = [
        position("ala", 1, recommendation="x", claims=(OLD,)),
        position("ala", 2, recommendation="x", claims=(REWORDED,)),
    ]
    both = [critique(1, severity=first), critique(2, severity=second, made_in=2, claim_id="C1")]
    assert settle_critiques(both, said, RULES)[0].resolved is resolved


def test_the_last_revision_counts() -> None:
    """A change that is taken back settles nothing."""
    said = [
        position("ala", number, recommendation="x", claims=(each,)) for number, each in enumerate((OLD, CITED, OLD), 1)
    ]
    assert settle_critiques([critique(1)], said[:2], RULES)[0].resolved
    assert not settle_critiques([critique(1)], said, RULES)[0].resolved


@pytest.mark.parametrize(("text", "resolved"), [("Sell only half", True), ("sell it!", False)])
def test_a_critique_of_the_whole_position(text: str, resolved: bool) -> None:
    said: list[Position] = [position("ala", 1, recommendation="Sell it"), position("ala", 2, recommendation=text)]
    assert settle_critiques([critique(1, claim_id="")], said, RULES)[0].resolved is resolved


def test_counts_are_over_what_is_unresolved() -> None:
    """L-21, X-55."""
    made = [
        critique(1, severity="CRITICAL", resolved=True),
        critique(2, severity="MAJOR"),
        critique(3, severity="MAJOR", claim_id="C2"),
        critique(4, severity="MINOR"),
    ]
    assert count_unresolved(made) == SeverityCounts(critical=0, major=2, minor=1)


@pytest.mark.parametrize(
    ("first", "second", "words", "left"),
    [
        pytest.param("MAJOR", "CRITICAL", "the same", ["K2"], id="raised again, graver"),
        pytest.param("MAJOR", "MAJOR", "the same", ["K2"], id="raised again"),
        pytest.param("CRITICAL", "MINOR", "the same", ["K1", "K2"], id="X-56a a milder one removes nothing"),
        pytest.param("MAJOR", "MAJOR", "another", ["K1", "K2"], id="another flaw of the same claim"),
    ],
)
def test_a_critique_raised_again_counts_once(first: str, second: str, words: str, left: list[str]) -> None:
    again = [
        critique(1, severity=first, description="the same"),
        critique(2, severity=second, made_in=2, claim_id="C1", description=words),
    ]
    assert [each.id for each in list_unresolved(again)] == left


VERDICTS = ("answered", "not_answered", "withdrawn")
SAID = [
    position("ala", 1, recommendation="x", claims=(OLD,)),
    position("ala", 2, recommendation="x", claims=(REWORDED,)),
]


def judge(verdict: str, agent: str = "nla", number: int = 2, critique_id: str = "k1") -> SettlementSheet:
    said = CritiqueVerdict.model_validate({"critique_id": critique_id, "verdict": verdict, "reason": "Because."})
    return SettlementSheet(agent=agent, round=number, verdicts=(said,))


@pytest.mark.parametrize(
    ("sheets", "closed"),
    [
        pytest.param([judge("answered")], True, id="X-56a its author says so"),
        pytest.param([judge("withdrawn")], True, id="X-56a its author takes it back"),
        pytest.param([judge("not_answered")], False, id="X-56a its author is not satisfied"),
        pytest.param([judge("not_answered"), judge("answered", number=3)], True, id="the last word counts"),
        pytest.param([judge("answered", agent="ala")], False, id="the criticised side"),
        pytest.param([judge("answered", critique_id="K2")], False, id="another critique"),
        pytest.param([judge("answered", number=1)], False, id="before it was answered"),
        pytest.param([SettlementSheet(agent="nla", round=2, status="failed")], False, id="no answer closes nothing"),
        pytest.param([], False, id="nobody was asked"),
    ],
)
@pytest.mark.parametrize("severity", ["CRITICAL", "MAJOR"])
def test_only_the_author_closes_a_grave_critique(severity: str, sheets: list[SettlementSheet], closed: bool) -> None:
    (found,) = settle_critiques([critique(1, severity=severity)], SAID, RULES, by="author", settlements=sheets)
    assert found.resolved is closed
    assert (found.severity, bool(found.resolution)) == (severity, True)


def test_a_minor_one_is_closed_by_an_answer() -> None:
    minor = critique(1, severity="MINOR")
    assert settle_critiques([minor], SAID, RULES, by="author")[0].resolved
    assert list_to_settle([minor], SAID, ["nla"], 2) == {}
    assert list_to_settle([minor], SAID, ["nla"], 2, ["ala"]) == {}
    assert list_to_settle([minor], SAID, ["nla"], 2, ["nla"]) == {"nla": (minor,)}


LEFT_MINOR = critique(1, severity="MINOR").model_copy(update={"first_severity": "MAJOR"})


@pytest.mark.parametrize(
    ("made", "number", "asked"),
    [
        pytest.param(critique(1, severity="MAJOR"), 2, True, id="the claim was reworded"),
        pytest.param(critique(1, severity="MAJOR", resolved=True), 2, False, id="it is closed"),
        pytest.param(LEFT_MINOR, 2, True, id="its author left it open as MINOR"),
        pytest.param(critique(1, severity="MAJOR"), 3, False, id="nobody answered in that round"),
        pytest.param(critique(1, severity="MAJOR", agent="system"), 2, False, id="the system looks by itself"),
    ],
)
def test_who_is_asked_to_settle(made: Critique, number: int, asked: bool) -> None:
    """One call per critic and round, only about what is grave, open and answered."""
    assert list_to_settle([made], SAID, ["nla", "ala"], number) == ({"nla": (made,)} if asked else {})


def test_an_answer_by_name_is_put_to_the_author() -> None:
    again = position(
        "ala", 2, recommendation="x", claims=(OLD,), answers=(CritiqueAnswer(critique_id=" k1 ", outcome="rejected"),)
    )
    made = critique(1, severity="CRITICAL")
    assert list_to_settle([made], [SAID[0], again], ["nla"], 2) == {"nla": (made,)}
    silent = again.model_copy(update={"answers": ()})
    assert list_to_settle([made], [SAID[0], silent], ["nla"], 2) == {}


@given(
    st.lists(st.sampled_from(["CRITICAL", "MAJOR", "MINOR"]), min_size=1, max_size=5),
    st.lists(st.tuples(st.sampled_from(["nla", "ala"]), st.integers(1, 5), st.sampled_from(VERDICTS)), max_size=8),
)
def test_nothing_but_a_closing_verdict_of_its_author_closes(
    severities: list[str], verdicts: list[tuple[str, int, str]]
) -> None:
    """Invariant: whatever the criticised side writes, a grave critique without its author's word stays open."""
    made = [critique(at, severity=each, claim_id="C1") for at, each in enumerate(severities, 1)]
    sheets = [judge(verdict, agent, 2, f"K{at}") for agent, at, verdict in verdicts]
    for each in settle_critiques(made, SAID, RULES, by="author", settlements=sheets):
        own = [verdict for agent, at, verdict in verdicts if (agent, f"K{at}") == ("nla", each.id)]
        if each.severity != "MINOR":
            assert not each.resolved or set(own) & {"answered", "withdrawn"}
            assert not own or set(own) != {"not_answered"} or not each.resolved


def test_the_gravest_come_first() -> None:
    made = [critique(1, severity="MINOR"), critique(2, severity="CRITICAL"), critique(3, severity="MAJOR")]
    assert [each.id for each in list_unresolved(reversed(made))] == ["K2", "K3", "K1"]


@pytest.mark.parametrize(
    ("first", "restated", "severity"),
    [
        pytest.param("CRITICAL", ["MINOR"], "MINOR", id="its author lowers it"),
        pytest.param("CRITICAL", [None], "CRITICAL", id="nothing is lowered in silence"),
        pytest.param("MAJOR", ["CRITICAL"], "MAJOR", id="never graver than it was made"),
        pytest.param("CRITICAL", ["MINOR", "MAJOR"], "MAJOR", id="the last word counts"),
    ],
)
def test_an_author_restates_how_grave_what_is_left_is(first: str, restated: list[Any], severity: str) -> None:
    """X-56a: recorded in its history; settled again, it is the same."""
    sheets = [
        SettlementSheet(
            agent="nla",
            round=number,
            verdicts=(
                CritiqueVerdict(critique_id="K1", verdict="not_answered", reason="It bears on less.", severity=each),
            ),
        )
        for number, each in enumerate(restated, 2)
    ]
    other = SettlementSheet(
        agent="ala", round=2, verdicts=(CritiqueVerdict(critique_id="K1", verdict="not_answered", severity="MINOR"),)
    )
    said = [position("ala", number, recommendation="x", claims=(OLD,)) for number in (1, 2, 3)]
    found = settle_critiques([critique(1, severity=first)], said, RULES, by="author", settlements=[*sheets, other])
    again = settle_critiques(found, said, RULES, by="author", settlements=[*sheets, other])
    assert [each.severity for each in (*found, *again)] == [severity, severity]
    assert not found[0].resolved
    assert [step.severity for step in found[0].history] == restated
    assert found[0].first_severity == (first if severity != first else None)


@pytest.mark.parametrize(
    ("aim", "claims", "advice", "now"),
    [
        pytest.param("C1", (OLD,), "x", "same", id="nothing changed"),
        pytest.param("C1", (CITED,), "y", "same", id="the words are the same, and the critique is about the claim"),
        pytest.param("C1", (REWORDED,), "x", "reworded", id="reworded"),
        pytest.param("c1", (), "x", "withdrawn", id="withdrawn"),
        pytest.param("recommendation", (), "x", "same", id="same recommendation, without the claim"),
        pytest.param("recommendation", (OLD,), "y", "reworded", id="another recommendation"),
    ],
)
def test_a_critique_tells_whether_its_words_still_stand(
    aim: str, claims: tuple[Claim, ...], advice: str, now: str
) -> None:
    """Issue 15: the text of a critique must not read as one of a claim that was worded anew since."""
    said = [
        position("ala", 1, recommendation="x", claims=(OLD,)),
        position("ala", 2, recommendation=advice, claims=claims),
    ]
    (found,) = settle_critiques([critique(1, target_claim_id=aim)], said, RULES)
    assert found.target_now == now
    (before,) = settle_critiques([critique(1, target_claim_id=aim)], said[:1], RULES)
    assert before.target_now == "same"
