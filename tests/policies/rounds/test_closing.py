"""Everything that is decided when the last seat of a wave has spoken."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.policies.agreement import ClosedRound
from moot.policies.rounds.closing import Closing, _record_round, close_round, count_next_answers, limit_rounds
from moot.state.ballot import Ballot, Grouping, OptionGroup, SharedCriterion, SharedPoint
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.evidence import Evidence
from moot.state.findings import Convergence, PairAgreement, RoundAgreement
from moot.state.outcome import Case
from moot.state.positions import Position
from moot.state.protocol import Protocol
from moot.state.routing import Routing, Wave
from tests.policies.making import SEATS, diverged, make_position, make_profile, make_turn
from tests.policies.voices import EXPAND, any_position, critique, hypothesis, judged, pair, reasoner
from tests.support.words import english

WAIT: dict[str, Any] = {"stance": "wait", "recommendation": "wait a year", "premises": ("cash is short",),
                        "risks": ("a rival",), "timing": "next year"}  # fmt: skip


SHARED: tuple[SharedCriterion, ...] = ("premises", "risks", "timing")
NO_VOTES = Ballot(round=1, options=(), votes=())
TWO_ROUNDS, ONE_WAVE = {"rounds": {"max": 2}}, {"circuit_breaker": {"max_iterations": 1}}


def spoken(*positions: Position, number: int = 1, **channels: Any) -> MultiAgentState:
    """A state in which these positions have just been spoken."""
    profile = make_profile(*SEATS[:2], **channels.pop("settings", {}))
    routing = Routing(route="debate", seats=profile.seat_ids, reason="tested", **channels.pop("routing", {}))
    phase = "position" if number == 1 else "revise"
    wave = Wave.model_validate({"phase": phase, "round": number, "seats": routing.seats})
    state: MultiAgentState = {
        "question": "Should we?", "case": Case(), "routing": routing, "round": number, "wave": wave,
        "protocol": Protocol(profile=profile, parts={}, fingerprint=""), "positions": list(positions),
    }  # fmt: skip
    return {**state, **channels}  # type: ignore[typeddict-item]  # channels of the state


def say(seat: str, number: int = 1, what: dict[str, Any] = EXPAND, **fields: Any) -> Position:
    return make_position(seat, number, **{**what, "confidence": 0.8, **fields})


def two(number: int = 1, other: dict[str, Any] = EXPAND, **fields: Any) -> tuple[Position, Position]:
    return say("cro", number, **fields), say("cfo", number, other, **fields)


def test_a_round_that_agrees() -> None:
    """D-34 D-91: converged, recorded, checked, no breaker."""
    closing = close_round(spoken(*two(), turns=[make_turn("cro", "position", seconds=2)]))
    assert (closing.convergence.converged, closing.convergence.value) == (True, 1.0)
    assert closing.breaker is None
    assert closing.debates is None
    record = closing.record
    assert (record.number, record.kind, record.duration_ms) == (1, "positions", 2000)
    assert record.responded == ("cro", "cfo")
    assert closing.checklist.passed
    assert closing.agreement.by == "lexical"


def test_a_round_that_does_not() -> None:
    """D-35: the debate goes on, and the points are sorted into open and closed."""
    closing = close_round(spoken(*two(other=WAIT)))
    assert not closing.convergence.converged
    assert closing.breaker is None
    assert closing.convergence.open
    assert closing.convergence.stop_reason is None


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        pytest.param(spoken(*two(1, WAIT), *two(2, WAIT, keeps_position="yes"), number=2), "loop", id="D-51 X-01"),
        pytest.param(
            spoken(*two(1, WAIT), *two(2, WAIT, confidence=0.5, reasoning="anew"), number=2, settings=TWO_ROUNDS),
            "max_rounds", id="D-47",
        ),
        pytest.param(
            spoken(*two(1, WAIT), *two(2, WAIT), number=2, settings=TWO_ROUNDS),
            "loop", id="X-01 the loop is named before the rounds",
        ),
        pytest.param(
            spoken(*two(1, WAIT), turns=[make_turn("cro", "position", seconds=300)]), "timeout_total", id="D-50",
        ),
        pytest.param(spoken(*two(), turns=[make_turn("cro", "position", seconds=300)]), "timeout_total",
                     id="D-50 also a round that agreed"),
        pytest.param(
            spoken(*two(1, WAIT), turns=[make_turn("cro", "position")], settings=ONE_WAVE),
            "max_iterations", id="D-48 W-D22",
        ),
        pytest.param(
            spoken(*two(1, WAIT), number=2, turns=[make_turn("cro", "revise", 2, status="refused")]),
            "budget", id="DESIGN 5 nobody could be asked",
        ),
        pytest.param(spoken(*two(1, WAIT), settings={"budget": {"calls": 3}}), "budget",
                     id="DESIGN 5 two critiques and two revisions do not fit"),
        pytest.param(
            spoken(*two(1, WAIT), settings={"budget": {"calls": 3}, "critique": {"enabled": False}}), None,
            id="DESIGN 5 two revisions do",
        ),
    ],
)  # fmt: skip
def test_what_stops_it(state: MultiAgentState, reason: str | None) -> None:
    closing = close_round(state)
    assert (closing.breaker.reason if closing.breaker else None) == reason


@pytest.mark.parametrize(
    ("because", "channels", "explained"),
    [
        pytest.param([], {}, False, id="X-27 nothing is named"),
        pytest.param(["E1"], {"evidence": [Evidence(id="E1", text="x")]}, True, id="X-27 evidence"),
        pytest.param(["K1"], {"critiques": [critique(1)]}, True, id="X-27 a critique"),
        pytest.param(["guidance"], {"guidance": ["think again"]}, True, id="X-22 the reviewer's words"),
        pytest.param(["guidance"], {}, False, id="X-22 nobody gave any"),
    ],
)
def test_a_flip_needs_a_reason(because: list[str], channels: dict[str, Any], explained: bool) -> None:
    """X-84: marked, counted, and not moved by."""
    changed = {**EXPAND, "changes": [{"what": "all", "because": because}]}
    closing = close_round(spoken(*two(1, WAIT), *two(2, changed), number=2, **channels))
    assert [each.unexplained for each in closing.positions] == [False, not explained]
    assert {each.round for each in closing.positions} == {2}
    assert closing.record.position_changes == 1
    assert closing.record.unexplained_changes == int(not explained)
    assert closing.convergence.converged is explained


def test_a_models_comparison_wins_over_the_words() -> None:
    """DESIGN 6: where a model compared; words that were only recorded are not taken for its answer."""
    told = RoundAgreement(round=1, pairs=(pair("cfo", "cro", 1, 1, 1, 1),), by="model")
    assert close_round(spoken(*two(other=WAIT), agreements=[told])).convergence.value == 1.0
    by_words = told.model_copy(update={"by": "lexical"})
    assert close_round(spoken(*two(other=WAIT), agreements=[by_words])).convergence.value != 1.0
    # Another round's comparison says nothing of this one.
    old = told.model_copy(update={"round": 7})
    assert close_round(spoken(*two(other=WAIT), agreements=[old])).agreement.round == 1


def test_the_ballot_is_counted_as_the_model_grouped_it() -> None:
    """DESIGN 9: one option and shared points, so the other words do not matter; who was heard is recorded."""
    meant = Grouping(
        options=(OptionGroup(label="Go", seats=("cro", "cfo")),),
        points=tuple(SharedPoint(criterion=criterion, text="x", seats=("cro", "cfo")) for criterion in SHARED),
    )
    told = RoundAgreement(round=1, by="model", grouping=meant)
    closing = close_round(spoken(*two(other=WAIT), agreements=[told]))
    assert (closing.convergence.converged, closing.convergence.value) == (True, 1.0)
    assert (closing.ballot.settled, closing.ballot.source, closing.convergence.option) == ("A", "model", "A")
    assert (closing.agreement.by, closing.agreement.pairs) == ("model", (pair("cfo", "cro", 1, 1, 1, 1),))


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(RoundAgreement(round=1, note="The model did not answer."), id="it did not answer"),
        pytest.param(RoundAgreement(round=1, by="model", grouping=Grouping()), id="it grouped nobody"),
    ],
)
def test_a_grouping_that_failed_leaves_the_words_and_says_so(told: RoundAgreement) -> None:
    closing = close_round(spoken(*two(other=WAIT), agreements=[told]))
    assert closing.ballot.source == "words"
    assert closing.agreement.by == "lexical"
    assert english(closing.ballot.note)
    assert english(closing.agreement.note) == english(closing.ballot.note)
    assert closing.convergence == close_round(spoken(*two(other=WAIT))).convergence


def test_options_that_were_given_are_voted_on() -> None:
    """INTERFACES 3: a closed ballot; who chooses nothing has no vote."""
    case = Case(options=("Enter", "Stay out"))
    closing = close_round(spoken(say("cro", choice="A"), say("cfo", choice="B"), case=case))
    assert [option.seats for option in closing.ballot.options] == [("cro",), ("cfo",)]
    assert not closing.convergence.converged
    assert "which exclude each other" in english(closing.convergence.reason)
    assert close_round(spoken(say("cro", choice="A"), say("cfo"), case=case)).ballot.settled is None


@pytest.mark.parametrize("known", [True, False])
def test_a_debate_without_a_ballot_goes_on(known: bool) -> None:
    """A stored debate of an earlier version: its rounds are counted by words, the ids are the same as ever."""
    first = close_round(spoken(*two(1, WAIT))).ballot
    changed = {**EXPAND, "changes": [{"what": "all", "because": ["K1"]}]}
    kept = first if known else None
    state = spoken(*two(1, WAIT), *two(2, changed), number=2, critiques=[critique(1)], ballot=kept)
    closing = close_round(state)
    assert [(vote.round, vote.seat, vote.option) for vote in closing.ballot.votes] == [
        (1, "cfo", "B"), (1, "cro", "A"), (2, "cfo", "A"), (2, "cro", "A"),
    ]  # fmt: skip
    assert closing.ballot.settled == "A"


def test_a_round_that_is_closed_again_counts_its_votes_once() -> None:
    state = spoken(*two(1, WAIT))
    once = close_round(state)
    assert close_round({**state, "ballot": once.ballot}).ballot == once.ballot


@pytest.mark.parametrize(
    ("revised", "unexplained", "vote"),
    [
        pytest.param({"choice": "A"}, True, "B", id="X-84 another choice without a reason keeps the earlier vote"),
        pytest.param({"choice": "A", "changes": [{"what": "x", "because": ["K1"]}]}, False, "A", id="X-84 with one"),
        pytest.param({"choice": "B", "stance": "hold back"}, False, "B", id="X-27 other words, the same choice"),
        pytest.param({"choice": "new", "stance": "rent"}, True, "B", id="X-84 something new without a reason"),
        pytest.param({"stance": "hold back", "keeps_position": "yes"}, False, "B", id="X-27 reworded, and kept"),
    ],
)
def test_a_vote_needs_a_reason_to_move(revised: dict[str, Any], unexplained: bool, vote: str) -> None:
    said = (*two(1, WAIT), say("cro", 2, choice="A"), say("cfo", 2, WAIT, **revised))
    closing = close_round(spoken(*said, number=2, critiques=[critique(1)]))
    assert [each.unexplained for each in closing.positions] == [False, unexplained]
    assert closing.ballot.vote_of("cfo") == vote
    assert closing.record.position_changes == int(unexplained or vote != "B")


def test_a_majority_that_is_settled_by_support_is_settled_on_the_ballot() -> None:
    settings = {"seats": [{"id": seat} for seat in SEATS], "convergence": {"strategy": "adaptive"}}
    said = [say(seat) for seat in SEATS[:3]] + [say(SEATS[3], 1, WAIT)]
    closing = close_round(spoken(*said, settings=settings))
    assert (closing.convergence.converged, closing.ballot.settled) == (True, "A")


def test_reasoners_vote_for_their_best_hypothesis() -> None:
    """X-62: by the judge's marks, in every round."""
    settings = {"judge": {"enabled": True}, "convergence": {"strategy": "judge"}}
    full, lost = ("The disk of the node is full", "The network was lost")
    sheets = [
        reasoner("cro", 1, hypothesis("log_1", hypothesis=lost), hypothesis("log_2", hypothesis=full)),
        reasoner("cfo", 1, hypothesis("kg_1", hypothesis="the disk of the node is full!")),
    ]
    marks = judged(1, {"log_1": 10, "log_2": 90, "kg_1": 50})
    closing = close_round(spoken(hypotheses=sheets, judgements=[marks], settings=settings))
    assert closing.convergence.stop_reason == "consensus"
    assert [(option.text, option.seats) for option in closing.ballot.options] == [(full, ("cro", "cfo"))]
    assert not closing.loop.detected


def test_causes_that_a_model_grouped_are_one() -> None:
    """X-62: whatever the words."""
    settings = {"judge": {"enabled": True}, "convergence": {"strategy": "judge"}}
    sheets = [
        reasoner("cro", 1, hypothesis("log_1", hypothesis="The disk is full")),
        reasoner("cfo", 1, hypothesis("kg_1", hypothesis="No space left")),
    ]
    meant = Grouping(options=(OptionGroup(label="Disk full", seats=("cro", "cfo")),))
    told = RoundAgreement(round=1, by="model", grouping=meant)
    marks = judged(1, {"log_1": 10, "kg_1": 50})
    apart = close_round(spoken(hypotheses=sheets, judgements=[marks], settings=settings))
    assert not apart.convergence.converged
    closing = close_round(spoken(hypotheses=sheets, judgements=[marks], settings=settings, agreements=[told]))
    assert (closing.convergence.stop_reason, closing.ballot.settled) == ("consensus", "A")


def test_critiques_are_settled_and_claims_judged() -> None:
    """Q-06 L-02: all critiques so far, and a ledger of this round."""
    claims = [{"id": "C1", "statement": "x", "kind": "fact", "evidence": ["E1"]}]
    open_: Critique = critique(1, target="cfo", agent="cro")
    state = spoken(*two(1, claims=claims), critiques=[open_], evidence=[Evidence(id="E1", text="x")])
    closing = close_round(state)
    assert [each.id for each in closing.critiques] == ["K1"]
    assert [each.verdict for each in closing.ledger.verdicts] == ["supported"] * 2
    assert closing.ledger.round == 1


def test_a_strategy_of_ones_own() -> None:
    """X-76: it sees the closed round, and its finding is the convergence."""
    seen: list[ClosedRound] = []

    def never(closed: ClosedRound) -> Convergence:
        seen.append(closed)
        return diverged(0.1)

    assert close_round(spoken(*two()), never).convergence.value == 0.1
    assert seen[0].round == 1
    assert len(seen[0].positions) == 2


def test_nobody_spoke() -> None:
    """X-16: the finding of the round says so, and why."""
    failed = (make_position(seat, 1, None, status="failed") for seat in SEATS[:2])
    assert close_round(spoken(*failed)).convergence.silence == "failed"


@pytest.mark.parametrize(
    ("settings", "routing", "answers"),
    [
        pytest.param({}, {}, 4, id="DESIGN 5 two critics, two revisers"),
        pytest.param({"critique": {"enabled": False}}, {}, 2, id="DESIGN 5 nobody criticises"),
        pytest.param({}, {"critics": ("cfo",)}, 3, id="X-56l one critic"),
    ],
)
def test_what_the_next_round_needs(settings: dict[str, Any], routing: dict[str, Any], answers: int) -> None:
    assert count_next_answers(spoken(settings=settings, routing=routing)) == answers


@pytest.mark.parametrize(
    ("once", "limits"),
    [
        pytest.param(None, (2, 3), id="L-15 as the profile says"),
        pytest.param(1, (2, 2), id="X-56l criticised once, revised once"),
        pytest.param(0, (1, 1), id="X-56l not at all"),
        pytest.param(9, (2, 3), id="X-56l never more than the profile allows"),
    ],
)
def test_the_rounds_in_force(once: int | None, limits: tuple[int, int]) -> None:
    rounds = limit_rounds(spoken(settings={"rounds": {"min": 2, "max": 3}}, routing={"critique_rounds": once}))
    assert (rounds.min, rounds.max) == limits


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        pytest.param(1, "positions", id="D-93 posicoes_iniciais"),
        pytest.param(2, "rebuttals", id="D-93 rebatidas_cruzadas"),
        pytest.param(3, "refinement", id="D-93 refinamento_final"),
        pytest.param(5, "refinement", id="X-22 re-opened"),
    ],
)
def test_the_kind_of_a_round(number: int, kind: str) -> None:
    state = spoken(*two(number), number=number)
    assert _record_round(state, tuple(state["positions"]), diverged(), NO_VOTES).kind == kind


def test_the_record_of_a_search() -> None:
    """R-21: reasoners are recorded by their hypotheses."""
    late = reasoner("cfo", 1).model_copy(update={"status": "timeout"})
    state = spoken(hypotheses=[reasoner("cro", 1, hypothesis("log_1")), late])
    record = _record_round(state, (), diverged(), NO_VOTES)
    assert (record.responded, record.timed_out, record.failed) == (("cro",), ("cfo",), ())


_PAIRS = st.lists(
    st.builds(PairAgreement, a=st.just("cfo"), b=st.just("cro"), timing=st.sampled_from([0.0, 1.0])), max_size=1
)


@settings(max_examples=80)
@given(
    first=st.tuples(any_position("cro"), any_position("cfo")),
    second=st.tuples(any_position("cro", 2), any_position("cfo", 2)),
    pairs=_PAIRS,
    limit=st.integers(1, 3),
)
def test_every_round_can_be_closed(
    first: tuple[Position, ...], second: tuple[Position, ...], pairs: list[PairAgreement], limit: int
) -> None:
    """X-16 DESIGN 4: whatever was said, in whatever order it arrived, the finding is the same and complete."""
    told = [RoundAgreement(round=2, pairs=tuple(pairs), by="model")]
    limits = {"rounds": {"max": limit}}
    closing = close_round(spoken(*first, *second, number=2, agreements=told, settings=limits))
    again = close_round(spoken(*second[::-1], *first[::-1], number=2, agreements=told, settings=limits))
    assert isinstance(closing, Closing)
    assert (again.convergence, again.record, again.loop) == (closing.convergence, closing.record, closing.loop)
    assert again.ballot == closing.ballot
    # D-36: at the last round it has agreed, or a breaker says why it ends.
    if limit <= 2:
        assert closing.convergence.converged or closing.breaker is not None
