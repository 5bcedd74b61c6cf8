"""The answer for whoever has to act on it: plain words, one screen (issue 6, item 3)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from moot.catalogue import speaking
from moot.state.audit import Audit
from moot.state.conflicts import Acceptance, ConsensusResult
from moot.state.findings import Escalation, RoundRecord
from moot.state.outcome import (
    Council,
    CouncilResolution,
    Divergence,
    Inconclusive,
    Review,
    ReviewResponse,
    Side,
    Synthesis,
)
from moot.state.positions import Claim, Position
from moot.views.result import Result
from moot.views.result.summaries import BaselineSummary, SingleBaseline, UsageSummary, VoteBaseline
from moot.views.terminal.answer import write_answer
from moot.views.terminal.dissent import find_dissent
from moot.views.terminal.story import tell_story
from moot.views.wording.disputes import list_opposition
from tests.views.standings import BY_WORDS, COMPLETE, SETTLED, SPLIT, UNSETTLED

SCREEN = 40
"""Lines of a usual terminal window."""

DECIDED = Result(
    thread_id="t1",
    profile="conclave",
    question="Should we expand?",
    language="en",
    status="decided",
    route="debate",
    decision="Expand slowly, with a gate in autumn",
    confidence=0.72,
    convergence=0.8,
    stop_reason="converged",
    decider="synthesizer",
    rounds=(RoundRecord(number=1, kind="positions", duration_ms=900, convergence=0.8),),
    escalation=Escalation(target="none", reasons=()),
    positions=(
        Position(
            seat="cfo",
            round=1,
            recommendation="Wait",
            stance="wait",
            risks=("insolvency",),
            claims=(Claim(id="C1", statement="Cash is short", kind="fact", evidence=("ledger",)),),
        ),
        Position(seat="cro", round=1, recommendation="Expand", stance="expand", risks=("currency",)),
    ),
    synthesis=Synthesis(
        decision="Expand slowly, with a gate in autumn",
        consensus_points=("Demand grows",),
        divergences=(Divergence(theme="cash", nature="data", sides=(Side(seat="cfo", view="wait for the loan"),)),),
        confidence=0.72,
        next_steps=("Hire a country manager",),
    ),
    baselines=BaselineSummary(
        single=SingleBaseline(seat="cro", answer="Expand now"), vote=VoteBaseline(answer="expand", share=0.75)
    ),
    usage=UsageSummary(calls=7, prompt_tokens=4000, completion_tokens=210, cost=0.0123, wall_ms=3200),
    fingerprint="f",
)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("DECIDED by the synthesizer\n  Expand slowly, with a gate in autumn", id="decision"),
        pytest.param("Confidence   medium (72 %); agreement 80 %", id="D-141 confidence in words and number"),
        pytest.param("Why          Demand grows", id="why"),
        pytest.param("Dissent      cash: CFO: wait for the loan\n", id="dissent, as it was summed up"),
        pytest.param("Risks        insolvency\n             currency", id="risks"),
        pytest.param("Next steps   Hire a country manager", id="next steps"),
        pytest.param("Cost         7 calls, 4,210 tokens, US$ 0.0123, 3.2 s", id="cost"),
        pytest.param("More         moot show t1", id="how to see more"),
    ],
)
def test_a_manager_finds_everything(line: str) -> None:
    assert line in write_answer(DECIDED)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("CRO alone, the first seat of the profile to answer, would", id="one agent"),
        pytest.param("a vote on round 1 would have said: expand (75 %)", id="a vote"),
    ],
)
def test_what_a_debate_has_to_beat_stands_in_its_whole_answer_only(line: str) -> None:
    assert line in write_answer(DECIDED, whole=True)
    assert line not in write_answer(DECIDED)


def test_why_a_person_rejected_it_stands_below_the_headline() -> None:
    review = Review(request={}, response=ReviewResponse(type="reject", text="The lease is too long.", reviewer="Ana"))
    refused = {"status": "rejected", "decision": None, "decider": "human: Ana", "review": review}
    told = write_answer(DECIDED.model_copy(update=refused))
    assert told.startswith("NO DECISION: rejected by Ana\n  “The lease is too long.”\n")
    silent = review.model_copy(update={"response": ReviewResponse(type="reject", reviewer="Ana")})
    assert "“" not in write_answer(DECIDED.model_copy(update={**refused, "review": silent})).partition("\nWhy")[0]


def test_a_debate_that_never_started_says_so_and_why_and_no_more() -> None:
    refused = DECIDED.model_copy(update={"status": "failed", "decider": "checklist: it is empty"})
    assert write_answer(refused) == "NOT STARTED: it is empty\n"
    told = tell_story(refused)
    assert told.startswith("Question")
    assert "WARRANT" not in told
    assert "COST" not in told


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        pytest.param({"status": "needs_review"}, "WAITING FOR A PERSON; proposed is\n  Expand", id="paused"),
        pytest.param({"status": "needs_review"}, "moot review t1", id="paused: how to go on"),
        pytest.param({"status": "needs_review", "decision": None}, "WAITING FOR A PERSON\n\n", id="nothing proposed"),
        pytest.param(
            {"status": "rejected", "decider": "human: Ana", "decision": None},
            "NO DECISION: rejected by Ana",
            id="rejected",
        ),
        pytest.param({"status": "inconclusive", "decision": None}, "NO DECISION: the debate is", id="inconclusive"),
        pytest.param(
            {"inconclusive": Inconclusive(kind="insufficient_data", find_out=("the rent",), statement="None is best.")},
            "To find out  the rent",
            id="D-130 what is missing",
        ),
        pytest.param({"status": "aborted", "decision": None}, "NO DECISION: the reviewer ended it", id="aborted"),
        pytest.param({"status": "failed", "decision": None}, "NO DECISION: no agent gave a usable answer", id="failed"),
        pytest.param({"status": "failed", "decider": "", "decision": None}, "NOT FINISHED", id="not finished"),
        pytest.param({"status": "failed", "decider": "checklist: it is empty"}, "NOT STARTED: it is empty", id="D-90"),
        pytest.param({"confidence_flags": ("REDUZIDA POR TIMEOUT",)}, "; REDUZIDA POR TIMEOUT", id="D-80 the literal"),
        pytest.param({"confidence_flags": ("deterministic",)}, "composed by rule", id="Q-01 no jargon"),
        pytest.param(
            {"confidence_flags": ("claims_cut",)}, "; claims beyond the limit were cut", id="every mark in words"
        ),
        pytest.param(
            {"strategy": "judge", "stop_reason": "plateau", "convergence": 1.0},
            "medium (72 %); the score no longer rose",
            id="R-24 a plateau is no agreement",
        ),
        pytest.param({"strategy": "critiques"}, "(72 %); no grave critique was left open", id="L-23 nor is this"),
        pytest.param({"rounds": (), "strategy": "verdict", "convergence": 1.0}, "(72 %)\n", id="F-28 nor a verdict"),
        pytest.param(
            {"audit": Audit(outcome="upheld", round=1, answer="They misread demand.", reason="No evidence.")},
            "Audit        the agreement stands: They misread demand.",
            id="what an auditor said",
        ),
        pytest.param(
            {"audit": Audit(outcome="upheld", round=1, answer="No.", evidence=("E1",), reason="No round is left.")},
            "the agreement stands, with an objection on record: No.",
            id="an objection that came too late",
        ),
        pytest.param({"caveats": ("the value is unknown",)}, "the value is unknown", id="X-09 caveats"),
        pytest.param(
            {
                "council": Council(
                    resolution=CouncilResolution(decision="Pilot", confidence=0.6, residual_risks=("the lease",))
                )
            },
            "Risks        the lease",
            id="D-126 the council's risks win",
        ),
    ],
)
def test_every_ending_says_what_it_is(changes: dict[str, Any], line: str) -> None:
    assert line in write_answer(DECIDED.model_copy(update=changes))


@pytest.mark.parametrize(
    ("stances", "decider", "seats"),
    [
        pytest.param("aab", "synthesizer", ["s3"], id="a majority prevails"),
        pytest.param("aab", "s3", ["s1 and s2"], id="the decider's own camp is no dissent"),
        pytest.param("ab", "supervisor", ["s1", "s2"], id="no majority: both sides"),
        pytest.param("aa", "synthesizer", [], id="all of one mind"),
    ],
)
def test_who_dissents(stances: str, decider: str, seats: list[str]) -> None:
    said = [
        Position(seat=f"s{number}", round=1, recommendation=f"Take way {word}", stance=f"way {word}", confidence=0.5)
        for number, word in enumerate(stances, start=1)
    ]
    result = DECIDED.model_copy(update={"positions": tuple(said), "synthesis": None, "decider": decider})
    assert [line.partition(":")[0] for line in find_dissent(result)] == seats


def test_an_unknown_price_is_not_free() -> None:
    unknown = DECIDED.model_copy(update={"usage": DECIDED.usage.model_copy(update={"cost": None, "estimated": True})})
    assert "7 calls, about 4,210 tokens, price unknown" in write_answer(unknown)


def test_where_the_records_are() -> None:
    text = write_answer(DECIDED, records="out", store="sqlite:///x.db")
    assert "moot show t1 --store sqlite:///x.db\n             records in out" in text


def test_a_long_list_says_how_much_is_left_out() -> None:
    synthesis = DECIDED.synthesis
    assert synthesis is not None
    many = synthesis.model_copy(update={"consensus_points": tuple(f"point {number}" for number in range(9))})
    text = write_answer(DECIDED.model_copy(update={"synthesis": many}))
    assert "point 2 (+6 more)" in text
    assert "point 3" not in text


@pytest.mark.parametrize(
    ("entry", "shown"),
    [
        pytest.param("One. Two.", "One. Two.", id="what fits is whole"),
        pytest.param(f"{'a' * 150}. Two more. Three.", f"{'a' * 150}. (+2 sentences)", id="whole sentences, counted"),
        pytest.param(f"{'word ' * 60}end.", f"{'word ' * 60}end.", id="a long sentence is not cut"),
    ],
)
def test_nothing_is_cut_inside_a_sentence(entry: str, shown: str) -> None:
    synthesis = DECIDED.synthesis
    assert synthesis is not None
    result = DECIDED.model_copy(update={"synthesis": synthesis.model_copy(update={"consensus_points": (entry,)})})
    assert shown.replace(" ", "") in "".join(write_answer(result).split())
    assert entry.replace(" ", "") in "".join(write_answer(result, whole=True).split())


def test_the_whole_answer_has_the_whole_decision_and_every_entry() -> None:
    """D-92: what somebody has to act on is never cut."""
    synthesis = DECIDED.synthesis
    assert synthesis is not None
    decision = " ".join(f"Step {number} is to be taken by the board." for number in range(60))
    points = tuple(f"point {number} in full. And a second sentence of it." * 3 for number in range(9))
    changed = synthesis.model_copy(update={"consensus_points": points, "next_steps": points})
    result = DECIDED.model_copy(update={"synthesis": changed, "decision": decision, "council": None})
    told = " ".join(write_answer(result, whole=True).split())
    assert decision in told
    assert all(told.count(point) == 2 for point in points)
    assert "more)" not in told
    assert decision in " ".join(write_answer(result).split())


texts = st.lists(st.text(max_size=70), max_size=12).map(tuple)


@given(st.text(max_size=900), texts, texts, texts)
def test_it_always_fits_one_screen(
    decision: str, points: tuple[str, ...], risks: tuple[str, ...], views: tuple[str, ...]
) -> None:
    """Whatever the models wrote, in whatever script, with whatever control signs; sentences of a usual length."""
    synthesis = Synthesis(
        decision="x",
        confidence=0.5,
        consensus_points=points,
        next_steps=points,
        divergences=tuple(
            Divergence(theme=view, nature="data", sides=(Side(seat="cfo", view=view),)) for view in views
        ),
    )
    position = Position(seat="cfo", round=1, recommendation=decision, stance="x", risks=risks)
    result = DECIDED.model_copy(
        update={"decision": decision, "synthesis": synthesis, "positions": (position,), "caveats": ()}
    )
    lines = write_answer(result).split("\n")
    assert len(lines) <= SCREEN
    assert max(map(cell_len, lines)) <= 80
    assert all(sign.isprintable() for line in lines for sign in line)


ROUND = RoundRecord(number=2, kind="rebuttals", duration_ms=9, responded=("cfo",), timed_out=("cmo",), failed=("coo",))


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        pytest.param({}, "DECIDED by the synthesizer\n", id="nobody is missing"),
        pytest.param(
            {"rounds": (ROUND,)},
            "DECIDED by the synthesizer; did not answer: CMO and COO\n",
            id="who is missing is named",
        ),
        pytest.param(
            {"status": "needs_review", "warrant": UNSETTLED},
            "WAITING FOR A PERSON; settled is not met: the votes settle no option\nProposed is\n  Expand slowly",
            id="paused",
        ),
        pytest.param(
            {"status": "inconclusive", "warrant": UNSETTLED, "decision": None},
            "NO DECISION: the debate is inconclusive; settled is not met: the votes settle\nno option\n",
            id="nobody was left to ask",
        ),
        pytest.param(
            {"status": "failed", "warrant": UNSETTLED, "decision": None},
            "NO DECISION: no agent gave a usable answer; settled is not met",
            id="nobody answered",
        ),
        pytest.param({}, "Warrant      complete; needed and met: quorum, settled\n", id="what was met"),
        pytest.param({}, "             only reported: critiques is not met (1 CRITICAL", id="what is only reported"),
        pytest.param({"ballot": SETTLED}, "Ballot       A Open in March (CFO, COO and CRO; settled)\n", id="who votes"),
        pytest.param({"ballot": SPLIT}, "A and B exclude each other.", id="opposed"),
        pytest.param({"ballot": BY_WORDS}, "Only wording was compared", id="words had to do"),
        pytest.param({"ballot": BY_WORDS}, "The model's grouping named no seat.", id="and why"),
    ],
)
def test_the_headline_says_what_was_needed(changes: dict[str, Any], line: str) -> None:
    answer = write_answer(DECIDED.model_copy(update={"warrant": COMPLETE, **changes}))
    assert line in answer or line in " ".join(answer.split())


@pytest.mark.parametrize(
    ("changes", "dissent"),
    [
        pytest.param({"ballot": SETTLED}, ["CMO: Do not open"], id="who votes otherwise"),
        pytest.param({"ballot": SPLIT}, ["CMO: Do not open"], id="against the majority"),
        pytest.param(
            {
                "ballot": SETTLED,
                "decider": "council",
                "council": Council(
                    resolution=CouncilResolution(decision="Wait", choice="B", confidence=0.7),
                    flags=("council_overrides_majority",),
                ),
            },
            ["the majority, which the council overrides (CFO, COO and CRO): Open in March"],
            id="a council that overrides the majority",
        ),
    ],
)
def test_the_dissent_reads_the_ballot(changes: dict[str, Any], dissent: list[str]) -> None:
    plain = Synthesis(decision="Open in March", confidence=0.7)
    assert list(find_dissent(DECIDED.model_copy(update={"synthesis": plain, "positions": (), **changes}))) == dissent


def test_one_ruling_on_several_conflicts_is_told_once() -> None:
    """C-27: seven conflicts with one ruling give its reasons once, and each party's reservation once."""
    one = ConsensusResult(
        execution_id="x",
        conflict_id="1",
        final_decision="Apply now.",
        supporting_agents=("reviewer", "market"),
        opposing_agents=("financial", "analyst"),
        neutral_agents=(),
        justification="It keeps the subsidy.",
        reasoning_summary="",
        trade_offs_acknowledged=(),
        debate_rounds=(),
        total_rounds=0,
        unresolved_aspects=("up / down",),
        confidence_score=0.6,
        severity="medium",
        accepted=True,
    )
    said = (
        Acceptance(seat="financial", round=1, stance="opposes", because="The running cost is open."),
        Acceptance(seat="market", round=1, stance="accepts_with_reservation", because="Vote in time."),
        Acceptance(seat="market", round=0, stance="opposes", because="Said of an earlier ruling."),
        Acceptance(seat="analyst", round=1, stance="opposes"),
    )
    record = RoundRecord(number=1, kind="positions", duration_ms=0, convergence=None)
    results = (one, one.model_copy(update={"conflict_id": "2"}))
    changes = {"consensus_results": results, "acceptances": said, "rounds": (record,)}
    with speaking("en"):
        told = list(list_opposition(DECIDED.model_copy(update=changes)))
    assert told[:2] == [
        "Financial opposes it: The running cost is open.",
        "Market accepts it with a reservation: Vote in time.",
    ]
    assert len(told) == 3
    assert "Analyst" in told[2]
    assert "Apply now." in told[2]


def test_why_comes_from_the_council_where_it_ruled() -> None:
    """D-126: a sentence of the synthesis that the council struck out is not told as a reason."""
    struck = "The 20 percent on demand is struck out"
    resolution = CouncilResolution(decision="Wait a year", confidence=0.7, modifications=(struck,))
    synthesis = Synthesis(
        decision="Expand", consensus_points=("Cash is short", "Demand grows by 20 percent"), confidence=0.7
    )
    update = {"synthesis": synthesis, "council": Council(resolution=resolution), "decider": "council"}
    ruled = DECIDED.model_copy(update={**update, "decision": "Wait a year"})
    told = " ".join(write_answer(ruled, whole=True).split())
    assert f"the council, on what was proposed before: {struck}" in told
    assert "Cash is short" in told
    assert "Demand grows by 20 percent" not in told.replace(struck, "")
    released = ruled.model_copy(update={"decision": "Expand"})
    assert "Demand grows by 20 percent" in " ".join(write_answer(released, whole=True).split())
