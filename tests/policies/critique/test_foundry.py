"""Claims of a real debate: what a source says otherwise, what is reckoned truly, and what a proposal rests on."""

from typing import Any

import pytest

from moot.policies.critique.ledger import judge_claims, list_reckoned, list_unverified, read_verification
from moot.state.evidence import ClaimVerdict, ClaimVerification
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules
from tests.policies.critique.foundry import PAPERS, QUESTION
from tests.support.words import english

RULES = ClaimRules()
PILOT = "In the 2022 pilot Ostrava delivered 91 percent of castings on time, which is close to Wrexley's 96.2 percent."
SAVING = (
    "Buying all 2,150 tonnes from Ostrava at GBP 2,790 instead of GBP 3,420 saves about GBP 1.35 million a year, so "
    "closure costs of GBP 5.2 million are recovered in about 3.8 years."
)


def make(statement: str, *evidence: str, name: str = "C1", kind: str = "fact", assumes: tuple[str, ...] = ()) -> Claim:
    fields = {"id": name, "statement": statement, "kind": kind, "evidence": evidence, "assumptions": assumes}
    return Claim.model_validate(fields)


def judge(*claims: Claim, seat: str = "analyst", said: tuple[dict[str, Any], ...] = ()) -> tuple[ClaimVerdict, ...]:
    spoken = [Position(seat=seat, round=1, claims=claims)]
    asked = list_unverified(spoken, PAPERS, RULES, question=QUESTION)
    answers = [
        ClaimVerification.model_validate({"claim_id": f"{seat} {each.id}"} | one)
        for each, one in zip(claims, said, strict=False)
    ]
    found = read_verification(1, answers, asked, PAPERS, QUESTION, list_reckoned(spoken, ()))
    return judge_claims(1, spoken, PAPERS, RULES, question=QUESTION, checked=found.claims).verdicts


def entailed(reckoning: str, span: str) -> dict[str, Any]:
    return {"verdict": "entailed", "span": span, "reckoning": reckoning}


def test_what_a_reader_found_contradicted_is_the_reason() -> None:
    """L-27: told with the span, before anything words alone suggest."""
    span = "In the 2022 pilot with Ostrava Odlewnia (180 tonnes), on-time delivery was 81 percent"
    (found,) = judge(make(PILOT, "engineering_report"), said=({"verdict": "contradicted", "span": span},))
    assert (found.verdict, found.source_says) == ("unsupported", "contradicted")
    assert span in english(found.reason)


@pytest.mark.parametrize(
    "statement",
    [PILOT, "In its pilot with Halden Ostrava delivered 91 percent of castings on time."],
)
def test_words_alone_name_the_figure_of_the_source(statement: str) -> None:
    (found,) = judge(make(statement, "engineering_report"))
    assert (found.verdict, found.source_says) == ("unsupported", "contradicted")
    assert "It says '91 percent' where the source says '81 percent'." in english(found.reason)


def test_what_is_not_stated_is_told_apart() -> None:
    (found,) = judge(make("The foundry has 12 cupolas.", "engineering_report"), said=({"verdict": "not_stated"},))
    assert (found.verdict, found.source_says) == ("unsupported", "not_stated")


TRUE_SUMS = [
    pytest.param(
        make(SAVING, "finance_memo"),
        entailed(
            "(3420 - 2790) * 2150 = 1354500; 5.2 / 1.3545 = 3.84", "Closure costs are estimated at GBP 5.2 million"
        ),
        "(3420 - 2790) * 2150 = 1354500",
        id="years from a step before",
    ),
    pytest.param(
        make("The furnace saves about GBP 0.89 million a year.", "engineering_report", "finance_memo"),
        entailed("1180 - 767 = 413; 413 * 2150 = 887950", "from GBP 1,180 to GBP 767"),
        "413 * 2150 = 887950",
        id="a million from a step before",
    ),
    pytest.param(
        make("26 weeks do not bridge seven months, about 30 weeks.", "customer_note", "engineering_report"),
        entailed("7 * 52 / 12 = 30.3", "The last requalification took seven months."),
        "7 * 52 / 12 = 30.33333333",
        id="by the calendar",
    ),
    pytest.param(
        make("Closure costs of GBP 5.2 million take nearly four years to recover.", "finance_memo"),
        entailed(
            "(3420 - 2790) * 2150 / 1000000 = 1.35; 5.2 / 1.35 = 3.85", "Closure costs are estimated at GBP 5.2 million"
        ),
        "5.2 / 1.35 = 3.851851852",
        id="what was written down as the result",
    ),
    pytest.param(
        make(
            "A trial of GBP 0.42 million and the furnace net of grant come to GBP 3.82 million.",
            "engineering_report",
            assumes=("The trial costs GBP 0.42 million",),
        ),
        entailed("4.6 - 1.2 + 0.42 = 3.82", "costs GBP 4.6 million installed"),
        "4.6 - 1.2 + 0.42 = 3.82",
        id="openly assumed",
    ),
]


@pytest.mark.parametrize(("claim", "said", "step"), TRUE_SUMS)
@pytest.mark.parametrize("seat", ["analyst", "reviewer"])
def test_true_arithmetic_is_accepted_whoever_makes_it(claim: Claim, said: dict[str, Any], step: str, seat: str) -> None:
    """D-141: and the steps are kept with the verdict."""
    (found,) = judge(claim, seat=seat, said=(said,))
    assert found.verdict == "supported", english(found.reason)
    assert step in found.reckoning


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        (
            "Ostrava saves (3,420 - 2,790) x 2,150 = GBP 1,354,500 a year, so GBP 5,200,000 / 1,354,500 = 3.8 years.",
            "supported",
        ),
        ("Ostrava saves (3,420 - 2,790) x 2,150 = GBP 1,454,500 a year.", "unsupported"),
        ("Ostrava saves (3,420 - 1,990) x 2,150 = GBP 3,074,500 a year.", "unsupported"),
    ],
)
def test_a_sum_that_a_claim_shows_is_reckoned_without_a_model(statement: str, verdict: str) -> None:
    (found,) = judge(make(statement, "finance_memo"))
    assert found.verdict == verdict, english(found.reason)


def test_an_assumed_figure_in_a_shown_sum_is_known() -> None:
    statement = "Trial cap and stock tie up 0.45 + 1.7 = GBP 2.15 million."
    (found,) = judge(make(statement, "customer_note", assumes=("Trial cap of GBP 0.45 million",)))
    assert (found.verdict, found.reckoning) == ("supported", ("0.45 + 1.7 = 2.15",))
    (bare,) = judge(make(statement, "customer_note"))
    assert bare.verdict == "unsupported"


def test_a_figure_of_the_question_is_known() -> None:
    (found,) = judge(make("The furnace costs GBP 4.6 million.", "customer_note"))
    assert found.verdict == "supported"


def test_a_step_may_use_what_was_reckoned_for_an_earlier_claim_of_the_seat() -> None:
    first = make("Ostrava saves about GBP 1.35 million a year.", "finance_memo")
    second = make("That is about 18 percent of EBITDA.", "finance_memo", name="C2")
    said = (
        entailed("(3420 - 2790) * 2150 = 1354500", "Ostrava Odlewnia quotes GBP 2,790 per tonne"),
        entailed("1.3545 / 7.6 = 0.178", "EBITDA of GBP 7.6 million"),
    )
    assert [each.verdict for each in judge(first, second, said=said)] == ["supported", "supported"]


def test_a_number_that_nothing_leads_to_is_named() -> None:
    claim = make("A trial of 150 tonnes at GBP 2,790 costs about GBP 0.42 million.", "finance_memo")
    (found,) = judge(claim, said=(entailed("150 * 2790 = 418500", "Ostrava Odlewnia quotes GBP 2,790 per tonne"),))
    assert found.verdict == "unsupported"
    assert "'150 tonnes' neither stands in the source nor follows" in english(found.reason)


PROPOSALS = [
    pytest.param(
        "The board should decide by 25 July 2025, because the survey comes on 30 June and the offer ends on 31 July.",
        "supported",
        id="its own date, and grounds that stand",
    ),
    pytest.param(
        "The board should decide by 25 July 2025, because the offer ends on 31 August 2025.",
        "unsupported",
        id="grounds that do not stand",
    ),
    pytest.param("The trial should be capped at GBP 0.45 million.", "unknown", id="only its own figure"),
    pytest.param("Close it at once.", "unknown", id="nothing that can be checked"),
    pytest.param(PILOT, "unsupported", id="a refused fact under another name"),
]


@pytest.mark.parametrize("kind", ["recommendation", "hypothesis"])
@pytest.mark.parametrize(("statement", "verdict"), PROPOSALS)
def test_a_proposal_is_judged_by_what_it_rests_on(statement: str, verdict: str, kind: str) -> None:
    claim = make(statement, "engineering_report", "finance_memo", kind=kind)
    (found,) = judge(claim)
    assert found.verdict == verdict, english(found.reason)
    spoken = [Position(seat="analyst", round=1, claims=(claim,))]
    assert bool(list_unverified(spoken, PAPERS, RULES, question=QUESTION)) is (verdict != "unknown")


def test_shares_count_only_what_can_be_checked() -> None:
    claims = (make(PILOT, "engineering_report"), make("Close it.", "finance_memo", name="C2", kind="recommendation"))
    ledger = judge_claims(1, [Position(seat="market", round=1, claims=claims)], PAPERS, RULES, question=QUESTION)
    assert ledger.unsupported_share == {"market": 1.0}


def test_each_passage_is_told_with_the_source_it_stands_in() -> None:
    claim = make(
        "Losing Severn costs about GBP 5.2 million a year, and EBITDA is GBP 7.6 million.",
        "customer_note",
        "finance_memo",
    )
    span = "Losing Severn would cost about GBP 5.2 million of contribution a year ... EBITDA of GBP 7.6 million"
    (found,) = judge(claim, said=(entailed("", span),))
    told = english(found.reason)
    assert "customer_note, which says: “Losing Severn would cost about GBP 5.2 million of contribution a year”" in told
    assert "finance_memo, which says: “EBITDA of GBP 7.6 million”" in told


def test_other_assumptions_make_another_claim() -> None:
    """What was found of a statement under one assumption says nothing of it under another."""
    one = make("It takes 5 months.", "finance_memo", assumes=("It takes 5 months",))
    other = make("It takes 5 months.", "finance_memo", name="C2")
    spoken = [Position(seat="analyst", round=1, claims=(one, other))]
    assert list(list_unverified(spoken, PAPERS, RULES)) == ["analyst C1", "analyst C2"]
