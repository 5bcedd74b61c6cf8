"""The warrant: each condition by itself, and that nothing but all of them completes it (DESIGN 9)."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.binding.binding import BindingFacts
from moot.policies.verdict.warrant.conditions import judge_warrant, name_unmet
from moot.policies.verdict.warrant.facts import (
    AcceptanceFacts,
    CouncilFacts,
    CritiqueFacts,
    DataFacts,
    EvidenceFacts,
    HearingFacts,
    LimitFacts,
    QuorumFacts,
    RefinementFacts,
    SettlementFacts,
    WarrantFacts,
)
from moot.state.warrant import Condition, ConditionId, Warrant, WarrantRules
from tests.state.strategies import values
from tests.support.words import english

IDS: tuple[ConditionId, ...] = get_args(ConditionId)
FOUR = ("cro", "cfo", "coo", "cmo")


def judge(identifier: str, fact: Any, **rules: Any) -> Condition:
    warrant = judge_warrant(WarrantFacts.model_validate({"rules": WarrantRules(**rules), identifier: fact}))
    return next(each for each in warrant.conditions if each.id == identifier)


@pytest.mark.parametrize(
    ("identifier", "fact", "met", "told"),
    [
        pytest.param("quorum", QuorumFacts(asked=FOUR, answered=FOUR), True, "4 of 4", id="quorum: all"),
        pytest.param("quorum", QuorumFacts(asked=FOUR, answered=FOUR[:3]), True, "missing: CMO", id="quorum: 3 of 4"),
        pytest.param("quorum", QuorumFacts(asked=FOUR, answered=FOUR[:2]), False, "COO, CMO", id="quorum: 2 of 4"),
        pytest.param("quorum", QuorumFacts(asked=FOUR[:3], answered=FOUR[:2]), True, "COO", id="quorum: 2 of 3"),
        pytest.param("quorum", QuorumFacts(asked=FOUR[:1], answered=FOUR[:1]), True, "1 of 1", id="quorum: one alone"),
        pytest.param("quorum", QuorumFacts(asked=(), answered=()), False, "0 of 0", id="quorum: nobody was asked"),
        pytest.param("settled", SettlementFacts(option="A"), True, "option A", id="settled: by the votes"),
        pytest.param("settled", SettlementFacts(authority="the council"), True, "the council", id="settled: council"),
        pytest.param("settled", SettlementFacts(), False, "no option", id="settled: by nobody"),
        pytest.param(
            "settled",
            SettlementFacts(note="the model failed"),
            False,
            "the model failed",
            id="settled: says that words were compared",
        ),
        pytest.param(
            "settled",
            SettlementFacts(option="A", doubted="no auditor"),
            False,
            "no auditor",
            id="settled: an audit that did not happen",
        ),
        pytest.param(
            "settled",
            SettlementFacts(authority="supervisor", opposed=("nla", "ala")),
            False,
            "National Law Agent and Adat Law Agent",
            id="settled: not over answers that exclude each other",
        ),
        pytest.param("bound", BindingFacts(states=True), True, "states", id="bound: states it"),
        pytest.param("bound", BindingFacts(states=False), False, "does not state", id="bound: states something else"),
        pytest.param(
            "bound",
            BindingFacts(states=False, departs_because="new data"),
            False,
            "no council accepted",
            id="bound: a departure nobody accepted",
        ),
        pytest.param(
            "bound",
            BindingFacts(states=False, departs_because="new data", accepted=True),
            True,
            "new data",
            id="bound: a departure that the council accepted",
        ),
        pytest.param(
            "bound",
            BindingFacts(states=False, departs_because="x", accepted=True, unanimous=True),
            False,
            "a person decides",
            id="bound: a departure from unanimity",
        ),
        pytest.param("heard", HearingFacts(), True, "no seat votes for an option", id="heard: nobody stood alone"),
        pytest.param("heard", HearingFacts(opposed=("cfo",), rebutted=("cfo",)), True, "rebuttal", id="heard: yes"),
        pytest.param("heard", HearingFacts(opposed=("cfo", "coo"), rebutted=("cfo",)), False, "COO", id="heard: no"),
        pytest.param("critiques", CritiqueFacts(major=1), True, "1 MAJOR", id="critiques: one MAJOR"),
        pytest.param("critiques", CritiqueFacts(major=2), False, "2 MAJOR", id="critiques: two MAJOR"),
        pytest.param("critiques", CritiqueFacts(critical=1), False, "1 CRITICAL", id="critiques: one CRITICAL"),
        pytest.param(
            "critiques", CritiqueFacts(echo_chamber=("nla",)), False, "National Law Agent", id="critiques: echo chamber"
        ),
        pytest.param(
            "evidence",
            EvidenceFacts(unsupported={"cro": 0.3}, limit=0.3, refused=3, checked=10),
            True,
            "3 of 10 checked claims are not supported, which is within the limit (30 % of all)",
            id="evidence: at",
        ),
        pytest.param(
            "evidence",
            EvidenceFacts(unsupported={"cro": 0.0}, limit=0.3, refused=31, checked=100),
            False,
            "31 of 100 checked claims are not supported (at most 30 % of all)",
            id="evidence: nobody is above the limit, and all together are",
        ),
        pytest.param(
            "evidence",
            EvidenceFacts(unsupported={"nla": 0.3}, per_agent=True, limit=0.3, refused=3, checked=10),
            True,
            "3 of 10 checked claims are not supported; no seat is above the limit (30 % of its own)",
            id="evidence: per agent",
        ),
        pytest.param(
            "evidence",
            EvidenceFacts(unsupported={}, limit=0.3, checked=4, unanswered="no answer within 30 s"),
            False,
            "30 s",
            id="evidence: whoever was to compare did not answer",
        ),
        pytest.param(
            "evidence", EvidenceFacts(unsupported={}, limit=0.3, checked=4), True, "all 4 claims", id="evidence: all"
        ),
        pytest.param(
            "evidence", EvidenceFacts(unsupported={"cro": 0.0}, limit=0.3), True, "no claim", id="evidence: unchecked"
        ),
        pytest.param(
            "evidence",
            EvidenceFacts(unsupported={"cro": 0.301}, limit=0.3),
            False,
            "CRO 30.1 %",
            id="evidence: above the limit, and not rounded to it",
        ),
        pytest.param("reviewed", CouncilFacts(decided=True), True, "decided", id="reviewed: yes"),
        pytest.param(
            "reviewed",
            CouncilFacts(decided=True, missing_members=("council_critic",)),
            False,
            "the critic",
            id="reviewed: two members",
        ),
        pytest.param(
            "reviewed",
            CouncilFacts(decided=True, missing_parts=("next_steps",)),
            False,
            "next steps",
            id="reviewed: an incomplete resolution",
        ),
        pytest.param(
            "reviewed", CouncilFacts(reason="a person has to look"), False, "a person", id="reviewed: not yet"
        ),
        pytest.param(
            "accepted", AcceptanceFacts(opposing=("market",)), True, "Market", id="accepted: lists who opposes"
        ),
        pytest.param("accepted", AcceptanceFacts(unasked=("market",)), False, "Market", id="accepted: nobody asked"),
        pytest.param(
            "accepted",
            AcceptanceFacts(accepting=("analyst",), reserved=("market",), reasons={"market": "The cap is open."}),
            True,
            "accepting: Analyst; accepting with a reservation: Market; Market: The cap is open",
            id="accepted: says who accepts it, how and why",
        ),
        pytest.param(
            "limits",
            LimitFacts(reached="max_rounds", answered=True),
            True,
            "then decides with what there was",
            id="limits: reached, and nobody is called",
        ),
        pytest.param("data", DataFacts(observed=True, supported=True, score=50, floor=50), True, "50", id="data: 50"),
        pytest.param("data", DataFacts(observed=True, supported=True, score=49, floor=50), False, "49", id="data: 49"),
        pytest.param(
            "data",
            DataFacts(observed=False, supported=True, score=90, floor=50),
            False,
            "nothing",
            id="data: nothing to look at",
        ),
        pytest.param(
            "data",
            DataFacts(observed=True, supported=False, score=90, floor=50),
            False,
            "evidence",
            id="data: evidence that does not exist",
        ),
        pytest.param("filled", RefinementFacts(approved=True), True, "no gap", id="filled: approved"),
        pytest.param(
            "filled",
            RefinementFacts(approved=True, forced=True, open_gaps=("métricas",)),
            False,
            "forced decision, although gaps are open: métricas",
            id="filled: X-72 forced, and says what is open",
        ),
        pytest.param(
            "filled",
            RefinementFacts(approved=True, forced=True, open_gaps=("métricas",), accepted_by="Ana"),
            True,
            "approved by a forced decision, although gaps are open: métricas; Ana approved it all the same",
            id="filled: X-72 a person takes the open gaps on",
        ),
        pytest.param(
            "filled",
            RefinementFacts(approved=True, unconfirmed=("contexto",), assumptions=("30 %",)),
            True,
            "not said gap by gap, the text shows it: context; assumed: 30 %",
            id="filled: X-70 assumptions are listed",
        ),
        pytest.param("filled", RefinementFacts(approved=False), False, "did not approve", id="filled: not approved"),
        pytest.param(
            "filled", RefinementFacts(approved=True, composed=True), False, "by rule", id="filled: worded by nobody"
        ),
        pytest.param(
            "filled", RefinementFacts(approved=True, kept_subject=False), False, "subject", id="filled: drifted"
        ),
        pytest.param("limits", LimitFacts(), True, "no limit", id="limits: none"),
        pytest.param(
            "limits", LimitFacts(reached="budget", calls="the council"), False, "the council", id="limits: one"
        ),
        pytest.param(
            "limits",
            LimitFacts(reached="budget", calls="the council", answered=True),
            True,
            "decided",
            id="limits: whoever it called has decided",
        ),
    ],
)
def test_a_condition(identifier: str, fact: Any, met: bool, told: str) -> None:
    found = judge(identifier, fact)
    assert (found.met, told in english(found.detail)) == (met, True), english(found.detail)


def test_what_does_not_apply_is_listed_and_not_needed() -> None:
    warrant = judge_warrant(WarrantFacts(rules=WarrantRules()))
    assert [each.id for each in warrant.conditions] == [*IDS]
    assert not any(each.needed for each in warrant.conditions)


def test_a_condition_that_is_only_reported_stops_nothing() -> None:
    """INTERFACES 7: warrant.<id>: required | reported."""
    facts = WarrantFacts(rules=WarrantRules(settled="reported"), settled=SettlementFacts())
    warrant = judge_warrant(facts)
    assert warrant.complete
    assert not judge("settled", SettlementFacts(), settled="reported").met


def test_a_person_takes_on_what_is_missing() -> None:
    """Where a decision was missing, hers is one; what the decision stands on is still not shown, and taken on."""
    evidence = EvidenceFacts(unsupported={"cfo": 0.5}, limit=0.3)
    facts = WarrantFacts(
        rules=WarrantRules(), settled=SettlementFacts(), limits=LimitFacts(), evidence=evidence, approved_by="ana"
    )
    judged = {each.id: each for each in judge_warrant(facts).conditions}
    told = {name: english(each.detail) for name, each in judged.items()}
    assert judge_warrant(facts).complete
    assert (told["settled"], judged["settled"].accepted_by) == ("decided by ana", None)
    assert told["evidence"].endswith("; ana approved it all the same")
    assert (judged["evidence"].met, judged["evidence"].accepted_by) == (True, "ana")
    assert told["limits"] == "no limit stopped the debate"


FACTS = st.builds(
    lambda **given: WarrantFacts.model_validate({**given, "approved_by": None}),
    **{
        name: st.none() | values(kind)
        for name, kind in (
            ("quorum", QuorumFacts),
            ("settled", SettlementFacts),
            ("bound", BindingFacts),
            ("heard", HearingFacts),
            ("critiques", CritiqueFacts),
            ("evidence", EvidenceFacts),
            ("reviewed", CouncilFacts),
            ("accepted", AcceptanceFacts),
            ("data", DataFacts),
            ("filled", RefinementFacts),
            ("limits", LimitFacts),
        )
    },
    rules=values(WarrantRules),
)


def _by_id(warrant: Warrant) -> dict[str, Condition]:
    return {each.id: each for each in warrant.conditions}


@given(FACTS)
def test_it_is_complete_exactly_when_every_needed_condition_is_met(facts: WarrantFacts) -> None:
    warrant = judge_warrant(facts)
    assert warrant.complete == all(each.met for each in warrant.conditions if each.needed)
    assert bool(name_unmet(warrant)) == (not warrant.complete)
    assert judge_warrant(facts.model_copy(update={"approved_by": ""})).complete


@given(FACTS, st.sampled_from(IDS))
def test_leaving_a_condition_out_changes_only_its_own_result(facts: WarrantFacts, identifier: ConditionId) -> None:
    before = _by_id(judge_warrant(facts))
    after = _by_id(judge_warrant(facts.model_copy(update={identifier: None})))
    assert {name for name in before if before[name] != after[name]} <= {identifier}
    assert not after[identifier].needed
