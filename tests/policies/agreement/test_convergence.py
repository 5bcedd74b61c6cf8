from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import UnknownNameError
from moot.policies.agreement import STRATEGIES, ClosedRound, find_subject, judge_convergence
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.critiques import CritiqueSheet, Point
from moot.state.facts import Fact
from moot.state.findings import Convergence
from moot.state.positions import Position
from moot.state.refinement import Improvement, MethodologistOutput
from tests.policies.voices import (
    EXPAND,
    any_positions,
    closed,
    critique,
    hypothesis,
    judged,
    position,
    reasoner,
    sheet,
    unresolved,
)
from tests.support.words import english

TWO = (position("commercial", recommendation="Raise budget"), position("financial", recommendation="Cut budget"))


def test_every_strategy_a_profile_can_name_exists() -> None:
    """X-76."""
    assert STRATEGIES.builtin_names() == ("adaptive", "criteria", "critiques", "jaccard", "judge", "verdict")


def test_a_strategy_that_is_not_installed_any_more_can_still_be_told() -> None:
    assert find_subject("of a plug-in") == "positions"
    with pytest.raises(UnknownNameError):
        judge_convergence(closed(strategy="of a plug-in"))


@pytest.mark.parametrize(
    ("registered", "options", "expected"),
    [
        pytest.param("text", {}, "a strategy is a callable that takes a ClosedRound", id="not callable"),
        pytest.param(len, {"subject": "weather"}, "is one of positions, critiques, hypotheses, question", id="subject"),
    ],
)
def test_what_is_no_strategy_is_not_registered(registered: Any, options: dict[str, Any], expected: str) -> None:
    with pytest.raises(TypeError, match=expected):
        STRATEGIES.register("wrong", **options)(registered)
    assert "wrong" not in STRATEGIES.names()


def test_adaptive_uses_the_threshold_of_the_criteria_where_votes_say_nothing() -> None:
    here = (position("a", **EXPAND), position("b", **EXPAND))
    adaptive, criteria = (judge_convergence(closed(strategy=name, positions=here)) for name in ("adaptive", "criteria"))
    assert (adaptive.converged, adaptive.value) == (criteria.converged, criteria.value)
    assert english(adaptive.reason) == f"{english(criteria.reason)} 2 seats are too few for a vote."


def test_a_strategy_of_ones_own() -> None:
    """X-76: any callable from a closed round to a finding will do."""

    def never(_: ClosedRound) -> Convergence:
        return Convergence(converged=False, value=0.1, reason="Never.")

    same = (position("a", **EXPAND), position("b", **EXPAND))
    assert judge_convergence(closed(positions=same), never).value == 0.1
    assert judge_convergence(closed(3, positions=same), never).stop_reason == "max_rounds"


# Whoever stands alone is heard first (X-21a)

ENTER, REFUSE = {**EXPAND, "timing": None}, {**EXPAND, "stance": "Do not expand into Europe", "timing": None}


def panel(against: int, of: int, number: int = 1) -> tuple[Position, ...]:
    """Seats that say the same, but for some who say the opposite in nearly the same words."""
    held = [REFUSE] * against + [ENTER] * (of - against)
    return tuple(position(f"s{at}", number, **fields) for at, fields in enumerate(held))


@pytest.mark.parametrize("strategy", ["criteria", "jaccard", "adaptive"])
@pytest.mark.parametrize(
    ("against", "number", "converged"),
    [
        pytest.param(1, 1, False, id="X-21a six against one in round 1"),
        pytest.param(0, 1, True, id="X-21a nobody against"),
        pytest.param(1, 2, True, id="X-21a six against one, heard"),
    ],
)
def test_round_1_never_agrees_while_votes_exclude_each_other(
    strategy: str, against: int, number: int, converged: bool
) -> None:
    said = panel(against, 7, 1) + (panel(against, 7, 2) if number > 1 else ())
    found = judge_convergence(closed(number, strategy=strategy, positions=said, similarity=0.9))
    assert found.converged is converged
    assert found.value is not None
    assert (found.value >= 0.7) is converged
    if not converged:
        assert "6 of 7 vote for B, 1 for A, which exclude each other; a rebuttal comes first." in english(found.reason)
        assert found.capped


@pytest.mark.parametrize(
    ("against", "of", "number", "value", "converged"),
    [
        pytest.param(1, 4, 1, 0.69, False, id="X-21a three against one in round 1"),
        pytest.param(1, 4, 2, 0.69, False, id="X-21a three against one is 0.5, in any round"),
        pytest.param(1, 7, 2, 0.893, True, id="X-21a six against one is 0.71"),
        pytest.param(2, 7, 2, 0.69, False, id="X-21a five against two is 0.52"),
    ],
)
def test_the_recommendation_is_a_gate_with_the_threshold_itself(
    against: int, of: int, number: int, value: float, converged: bool
) -> None:
    found = judge_convergence(closed(number, positions=panel(against, of, number)))
    assert found.converged is converged
    assert found.capped is not converged
    assert found.value == pytest.approx(value, abs=1e-3)


def test_the_reason_says_who_votes_for_what() -> None:
    found = judge_convergence(closed(positions=panel(1, 4)))
    assert english(found.reason) == (
        "The seats agree on 81.3 % of the weighted points. They do not settle on an option: "
        "3 of 4 vote for B, 1 for A, which exclude each other; 50 % of the pairs of seats vote alike, 70 % is needed. "
        "So it counts as 69 %. A rebuttal comes first."
    )


def test_a_strategy_of_ones_own_hears_first_too() -> None:
    def at_once(_: ClosedRound) -> Convergence:
        return Convergence(converged=True, value=None, reason="Yes.", stop_reason="no_conflict")

    found = judge_convergence(closed(positions=panel(1, 7)), at_once)
    assert (found.converged, found.stop_reason, found.value) == (False, None, None)
    critiques = judge_convergence(closed(strategy="critiques", positions=panel(1, 7)), at_once)
    assert critiques.converged, "critiques are heard by themselves"


def test_a_single_round_that_is_opposed_ends_without_agreement() -> None:
    found = judge_convergence(closed(strategy="adaptive", positions=panel(1, 7), rounds={"max": 1}))
    assert (found.converged, found.stop_reason) == (False, "max_rounds")


# Agreement and evidence

SAME = (position("a", **EXPAND), position("b", **EXPAND), position("c", **EXPAND))


@pytest.mark.parametrize(
    ("strategy", "fields", "stop"),
    [
        pytest.param("criteria", {"uncited": True}, None, id="X-84 criteria"),
        pytest.param("jaccard", {"uncited": True, "similarity": 0.9}, None, id="X-84 jaccard"),
        pytest.param("adaptive", {"uncited": True}, None, id="X-84 adaptive"),
        pytest.param("criteria", {"uncited": False}, "converged", id="X-84 somebody cited a source, or there is none"),
        pytest.param("criteria", {"uncited": True, "rules": {"needs_evidence": False}}, "converged", id="switched off"),
        pytest.param("criteria", {"uncited": True, "rounds": {"max": 1}}, "max_rounds", id="X-06 the last round"),
        pytest.param("critiques", {"uncited": True, "sheets": (sheet("a"),)}, "converged", id="L-21 critiques look"),
    ],
)
def test_agreement_without_evidence_ends_no_debate(strategy: str, fields: dict[str, Any], stop: str | None) -> None:
    """X-84: where there are sources, saying the same is not enough; what is missing is told."""
    found = judge_convergence(closed(strategy=strategy, positions=SAME, **fields))
    assert found.stop_reason == stop
    assert found.converged is (stop == "converged")
    assert found.value is not None
    assert (found.value >= 0.7) is found.converged
    assert any("evidence" in line for line in english(found.open)) is not found.converged


# Words (C-28)


@pytest.mark.parametrize(
    ("similarity", "stop"),
    [
        pytest.param(0.70, "converged", id="W-C13 0.70 stops"),
        pytest.param(0.6999, None, id="W-C13 0.6999 continues"),
        pytest.param(0.3, None, id="C-26 0.3 continues"),
        pytest.param(0.0, None, id="C-28 total divergence"),
        pytest.param(1.0, "converged", id="C-28 total convergence"),
    ],
)
def test_jaccard_with_a_given_similarity(similarity: float, stop: str | None) -> None:
    found = judge_convergence(closed(strategy="jaccard", positions=TWO, similarity=similarity))
    assert (found.value, found.stop_reason, found.converged) == (similarity, stop, stop is not None)


def test_jaccard_of_positions() -> None:
    """C-28: one of three words is shared."""
    found = judge_convergence(closed(strategy="jaccard", positions=TWO))
    assert found.value == pytest.approx(1 / 3)
    assert english(found.open) == ("Commercial and Financial argue apart",)


def test_jaccard_ends_in_the_last_round() -> None:
    """C-25, C-26."""
    here = tuple(each.model_copy(update={"round": 3}) for each in TWO)
    assert judge_convergence(closed(3, strategy="jaccard", positions=here)).stop_reason == "max_rounds"


def test_jaccard_with_one_speaker_is_not_computable() -> None:
    """X-16."""
    found = judge_convergence(closed(strategy="jaccard", positions=TWO[:1]))
    assert (found.value, found.stop_reason) == (None, "insufficient_positions")


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        pytest.param({"a": "invest in marketing", "b": ""}, 0.0, id="C-33 an empty argument"),
        pytest.param({"a": "", "b": ""}, 0.0, id="C-33 two empty arguments"),
        pytest.param({"a": "invest in marketing", "b": "Marketing investing"}, 1.0, id="C-28 same content words"),
        pytest.param({"a": "invest now", "b": "do not invest now"}, 0.0, id="X-41 denied is not shared"),
        pytest.param({"a": "x y", "b": "x y", "c": "v w"}, 1 / 3, id="C-28 mean over pairs"),
    ],
)
def test_how_alike_arguments_are(arguments: dict[str, str], value: float) -> None:
    positions = tuple(position(seat, recommendation=text) for seat, text in arguments.items())
    assert judge_convergence(closed(strategy="jaccard", positions=positions)).value == pytest.approx(value)


# Criticism (L-21..L-23)

ANSWER = " ".join(f"word{number}" for number in range(1000))


def answers(*, changed: int, of: int = 1000, both: bool = True) -> tuple[Position, ...]:
    """Two seats, two rounds; so many of the words change in the second."""
    before = ANSWER.split()[:of]
    after = [f"new{at}" if at < changed else word for at, word in enumerate(before)]
    seats = ("ala", "nla")
    first = [position(seat, 1, recommendation=" ".join(before)) for seat in seats]
    moved = [after, after if both else before]
    return (*first, *(position(s, 2, recommendation=" ".join(text)) for s, text in zip(seats, moved, strict=True)))


@pytest.mark.parametrize(
    ("counts", "changed", "stop"),
    [
        pytest.param((0, 1, 5), 400, "converged", id="W-L3 L-19 L-21 0 CRITICAL, 1 MAJOR, 5 MINOR"),
        pytest.param((0, 2, 0), 200, None, id="W-L4 L-20 2 MAJOR, change 20 %"),
        pytest.param((0, 2, 0), 149, "stable", id="W-L5 L-23 change 14.9 %"),
        pytest.param((0, 2, 0), 150, None, id="W-L5 X-56c change 15 %"),
        pytest.param((1, 0, 0), 10, None, id="W-L6 X-54 1 CRITICAL, change 1 %"),
        pytest.param((0, 0, 9), 400, "converged", id="L-21 MINOR critiques never hold it up"),
        pytest.param((1, 2, 0), 0, None, id="X-54 a CRITICAL blocks stability"),
    ],
)
def test_critiques(counts: tuple[int, int, int], changed: int, stop: str | None) -> None:
    found = judge_convergence(
        closed(2, strategy="critiques", positions=answers(changed=changed), critiques=unresolved(*counts))
    )
    assert (found.converged, found.stop_reason) == (stop is not None, stop)
    assert tuple(found.details[name] for name in ("critical", "major", "minor")) == counts
    assert found.details["change/nla"] == pytest.approx(changed / 1000)


def test_both_answers_must_be_stable() -> None:
    """X-56c."""
    here = answers(changed=300, both=False)
    found = judge_convergence(closed(2, strategy="critiques", positions=here, critiques=unresolved(major=2)))
    assert found.stop_reason is None


def test_another_measure_of_change_can_be_plugged_in() -> None:
    """X-56c."""
    state: dict[str, Any] = {"positions": answers(changed=900), "critiques": unresolved(major=2)}
    stable = closed(2, strategy="critiques", answer_changes={"ala": 0.01, "nla": 0.1}, **state)
    assert judge_convergence(stable).stop_reason == "stable"


@pytest.mark.parametrize("counts", [(0, 0, 0), (0, 2, 0)])
def test_a_domain_conflict_blocks(counts: tuple[int, int, int]) -> None:
    """W-L16, L-22, X-54: even with no critique left, and even when nothing moves."""
    conflict = "MIN-004 contradicts C1 of nla"
    state: dict[str, Any] = {
        "positions": answers(changed=0),
        "critiques": (critique(9, resolved=True), *unresolved(*counts)),
    }
    found = judge_convergence(closed(2, strategy="critiques", domain_conflicts=(conflict,), **state))
    assert (found.converged, found.stop_reason) == (False, None)
    assert found.open[0] == conflict


@pytest.mark.parametrize(
    ("sheets", "finished"),
    [
        pytest.param((), False, id="L-30 nobody has criticised yet"),
        pytest.param(
            (sheet("nla", status="failed"), sheet("ala", status="timeout")), False, id="L-30 no critic answered"
        ),
        pytest.param((sheet("nla"), sheet("ala")), True, id="both were asked and found nothing"),
    ],
)
def test_no_critique_is_not_the_same_as_no_objection(sheets: Any, finished: bool) -> None:
    found = judge_convergence(closed(2, strategy="critiques", positions=answers(changed=0), sheets=sheets))
    assert found.converged is finished


def test_resolved_critiques_no_longer_count() -> None:
    """X-55."""
    settled = tuple(each.model_copy(update={"resolved": True}) for each in unresolved(critical=2, major=3))
    found = judge_convergence(closed(2, strategy="critiques", positions=answers(changed=900), critiques=settled))
    assert found.stop_reason == "converged"
    assert not [each for each in found.agreed if "K1" in str(each)], "a critique that is closed is no agreement"


def voting(*options: str, opposed: bool = True) -> Ballot:
    seats = dict(zip(("ala", "nla"), options, strict=True))
    ids = sorted(set(options))
    held = [
        BallotOption(id=each, text=f"do {each}", origin="found", seats=tuple(s for s in seats if seats[s] == each))
        for each in ids
    ]
    votes = tuple(Vote(round=2, seat=seat, option=option) for seat, option in seats.items())
    apart = ((ids[0], ids[-1]),) if opposed and len(ids) > 1 else ()
    return Ballot(round=2, options=tuple(held), votes=votes, opposed=apart)


@pytest.mark.parametrize(
    ("votes", "left", "conflicts", "value"),
    [
        pytest.param(voting("D", "D"), 0, 0, 1.0, id="of one mind, nothing open"),
        pytest.param(voting("C", "D", opposed=False), 0, 0, 1.0, id="different, but compatible"),
        pytest.param(voting("C", "D"), 0, 0, 0.7 * 3 / 4, id="nobody criticises, and they exclude each other"),
        pytest.param(voting("D", "D"), 0, 1, 0.7 * 4 / 5, id="X-54 of one mind, a conflict of laws open"),
        pytest.param(voting("C", "D"), 0, 1, 0.7 * 3 / 5, id="opposed, and a conflict open"),
        pytest.param(voting("C", "D"), 1, 1, 0.7 * 3 / 6, id="opposed, a CRITICAL and a conflict open"),
        pytest.param(voting("D", "D"), 2, 0, 0.7 * 4 / 6, id="of one mind, two CRITICAL open"),
    ],
)
def test_the_value_says_how_much_is_left(votes: Ballot, left: int, conflicts: int, value: float) -> None:
    """What changed between two rounds is seen in the value: opposed answers are not as near as equal ones."""
    closed_ones = tuple(each.model_copy(update={"resolved": True}) for each in unresolved(major=3))
    found = judge_convergence(
        closed(
            2,
            strategy="critiques",
            positions=answers(changed=900),
            critiques=(*closed_ones, *unresolved(critical=left)),
            domain_conflicts=("R7: the laws differ",) * conflicts,
            ballot=votes,
        )
    )
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("votes", "number", "counts", "stop"),
    [
        pytest.param(voting("C", "D"), 2, (0, 1, 0), None, id="L-26 a round is left: they argue on"),
        pytest.param(voting("C", "D"), 2, (0, 0, 0), None, id="L-26 though nothing is criticised any more"),
        pytest.param(voting("C", "D"), 3, (0, 1, 0), "max_rounds", id="L-24 L-26 after the last round it is open"),
        pytest.param(voting("C", "D", opposed=False), 2, (0, 1, 0), "converged", id="L-21 compatible answers"),
        pytest.param(voting("D", "D"), 2, (0, 1, 0), "converged", id="L-21 of one mind"),
    ],
)
def test_answers_that_exclude_each_other_are_argued_on(
    votes: Ballot, number: int, counts: tuple[int, int, int], stop: str | None
) -> None:
    """At most one MAJOR open is no agreement between C and D."""
    here = tuple(each.model_copy(update={"round": each.round + number - 2}) for each in answers(changed=0))
    held = votes.model_copy(update={"round": number})
    criticism = (critique(9, resolved=True), *unresolved(*counts))
    found = judge_convergence(closed(number, strategy="critiques", positions=here, critiques=criticism, ballot=held))
    assert (found.stop_reason, found.converged) == (stop, stop == "converged")
    assert found.value is not None
    assert (found.value >= 0.7) is found.converged
    assert ("exclude each other" in english(found.reason)) is (stop != "converged")


def test_words_that_refuse_each_other_are_not_taken_for_one_answer() -> None:
    """L-26: a comparison that calls them one answer, or gives nothing, does not end the debate."""
    said = {"ala": "Anak-anak tidak mendapat apa-apa.", "nla": "Tanah itu diwarisi anak-anaknya."}
    here = tuple(
        each.model_copy(update={"recommendation": said[each.seat]}) if each.round == 2 else each
        for each in answers(changed=0)
    )
    votes = voting("D", "D").model_copy(update={"round": 2})
    criticism = (critique(9, resolved=True),)
    found = judge_convergence(closed(2, strategy="critiques", positions=here, critiques=criticism, ballot=votes))
    assert (found.stop_reason, found.agreed) == (None, ())
    assert "exclude each other" in english(found.reason)


def test_no_open_critique_is_told_without_a_number() -> None:
    found = judge_convergence(
        closed(2, strategy="critiques", positions=answers(changed=900), critiques=(critique(9, resolved=True),))
    )
    assert english(found.reason) == "No CRITICAL or MAJOR critique is unresolved."


def test_agreed_is_what_all_vote_for_and_what_was_declared_each_once() -> None:
    shared = Point(target="ala", point="The land is not divided.")
    found = judge_convergence(
        closed(
            2,
            strategy="critiques",
            positions=answers(changed=900),
            sheets=(
                CritiqueSheet(agent="nla", round=1, agreements=(shared,)),
                CritiqueSheet(agent="nla", round=2, agreements=(shared,)),
            ),
            ballot=voting("D", "D"),
        )
    )
    assert [each.code for each in found.agreed if isinstance(each, Fact)] == ["agreement.held", "agreement.declared"]


def test_one_seat_alone_may_finish_when_the_other_only_criticises() -> None:
    """X-56l."""
    alone = tuple(each for each in answers(changed=500) if each.seat == "nla")
    found = judge_convergence(closed(2, strategy="critiques", positions=alone, critiques=unresolved(minor=3)))
    assert found.converged


def test_nobody_answered() -> None:
    found = judge_convergence(closed(2, strategy="critiques", critiques=unresolved(minor=1)))
    assert (found.value, found.stop_reason) == (None, "insufficient_positions")


def test_not_finished_after_the_last_round() -> None:
    """W-L7, L-24."""
    here = tuple(each.model_copy(update={"round": each.round + 1}) for each in answers(changed=900))
    found = judge_convergence(closed(3, strategy="critiques", positions=here, critiques=unresolved(critical=1)))
    assert (found.converged, found.stop_reason) == (False, "max_rounds")


def test_change_counts_words_not_letters() -> None:
    """X-56c: same words in another layout are no change."""
    before = position("a", recommendation="One  two,\nthree")
    for text, change in (("one two three", 0.0), ("four", 1.0)):
        view = closed(2, strategy="critiques", positions=(before, position("a", 2, recommendation=text)))
        assert judge_convergence(view).details["change/a"] == change


# The judge (R-23..R-27)


def tops(*scores: int, agree: bool = False) -> dict[str, Any]:
    """Rounds in which the best score, of the hybrid reasoner, was this."""
    parts: dict[str, Any] = {"hypothesis": "The disk of a DataNode is full"} if agree else {}
    sheets, judgements = [], []
    for number, score in enumerate(scores, 1):
        for seat, name in (("log_focused", "log_1"), ("kg_focused", "kg_1"), ("hybrid", "hybrid_1")):
            sheets.append(reasoner(seat, number, hypothesis(name, **parts)))
        judgements.append(judged(number, {"log_1": 0, "kg_1": 0, "hybrid_1": score}))
    return {"hypotheses": tuple(sheets), "judgements": tuple(judgements)}


@pytest.mark.parametrize(
    ("scores", "stops"),
    [
        pytest.param((85, 90, 92), (None, None, "plateau"), id="W-R1 X-59 plateau in the last round"),
        pytest.param((85, 89), (None, "plateau"), id="W-R2 R-37 +4"),
        pytest.param((85, 85), (None, "plateau"), id="W-R3 +0"),
        pytest.param((95, 92), (None, "plateau"), id="W-R4 X-63b a falling score"),
        pytest.param((85, 91, 97), (None, None, "max_rounds"), id="W-R5 R-26 +6 is no plateau"),
        pytest.param((3, 50, 60), (None, None, "max_rounds"), id="W-R6 X-60 no plateau in round 1"),
        pytest.param((85, 90), (None, None), id="R-24 +5 is no plateau"),
    ],
)
def test_judge(scores: tuple[int, ...], stops: tuple[str | None, ...]) -> None:
    everything = tops(*scores)
    for number, stop in enumerate(stops, 1):
        so_far = {name: tuple(each for each in values if each.round <= number) for name, values in everything.items()}
        found = judge_convergence(closed(number, strategy="judge", **so_far))
        assert (found.stop_reason, found.converged) == (stop, stop == "plateau")
        assert found.details["top_score"] == scores[number - 1]


def test_the_same_root_cause_is_consensus() -> None:
    """W-R7, R-25: in round 1 already."""
    found = judge_convergence(closed(1, strategy="judge", **tops(85, agree=True)))
    assert (found.stop_reason, found.converged, found.value) == ("consensus", True, 1.0)


@pytest.mark.parametrize(
    ("votes", "agree", "stop"),
    [
        pytest.param("AAA", False, "consensus", id="X-62 one option, however it is worded"),
        pytest.param("AAB", True, None, id="X-62 two options, whatever the words"),
        pytest.param("AA", False, None, id="X-62 who has no vote is compared by words"),
    ],
)
def test_a_ballot_says_who_names_the_same_cause(votes: str, agree: bool, stop: str | None) -> None:
    seats = ("hybrid", "log_focused", "kg_focused")
    cast = tuple(Vote(round=1, seat=seat, option=vote) for seat, vote in zip(seats, votes, strict=False))
    ballot = Ballot(round=1, options=(), votes=cast)
    found = judge_convergence(closed(1, strategy="judge", ballot=ballot, **tops(85, agree=agree)))
    assert found.stop_reason == stop


def test_consensus_is_tested_before_the_plateau_and_the_limit() -> None:
    """X-59, R-27."""
    state = tops(85, 85, 85, agree=True)
    assert judge_convergence(closed(3, strategy="judge", **state)).stop_reason == "consensus"


def test_one_round_only() -> None:
    """W-R8."""
    found = judge_convergence(closed(1, strategy="judge", rounds={"max": 1}, **tops(85)))
    assert (found.stop_reason, found.converged) == ("max_rounds", False)


def test_a_silent_reasoner_does_not_stop_the_others() -> None:
    """W-R9, X-61."""
    state = tops(85)
    silent = tuple(
        each.model_copy(update={"hypotheses": ()}) if each.seat == "kg_focused" else each
        for each in state["hypotheses"]
    )
    found = judge_convergence(closed(1, strategy="judge", hypotheses=silent, judgements=state["judgements"]))
    assert found.stop_reason is None
    assert english(found.open) == ("Hybrid reasoner and Log reasoner do not name the same root cause",)


def test_a_lone_reasoner_is_no_consensus() -> None:
    state = tops(85)
    alone = tuple(each for each in state["hypotheses"] if each.seat == "hybrid")
    assert not judge_convergence(
        closed(1, strategy="judge", hypotheses=alone, judgements=state["judgements"])
    ).converged


def test_no_hypothesis_at_all() -> None:
    """W-R9."""
    sheets = tuple(reasoner(seat, 1) for seat in ("log_focused", "hybrid"))
    found = judge_convergence(closed(1, strategy="judge", hypotheses=sheets, judgements=(judged(1, {}),)))
    assert (found.value, found.stop_reason) == (None, "insufficient_positions")


# The verdict (F-28..F-33)


def verdict(status: Any) -> MethodologistOutput:
    gaps = (
        (Improvement(aspect="métricas", gap="no measure", suggestion="count bugs"),)
        if status == "needs_refinement"
        else ()
    )
    return MethodologistOutput(status=status, justification="Because.", improvements=gaps)


@pytest.mark.parametrize(
    ("status", "refinements", "converged", "value", "stop"),
    [
        pytest.param("approved", 0, True, 1.0, "converged", id="F-29 W-F4 approved at once"),
        pytest.param("approved", 2, True, 1.0, "converged", id="F-29 W-F4 approved at the limit"),
        pytest.param("rejected", 0, False, 0.0, "converged", id="F-30 W-F4 rejected is a verdict"),
        pytest.param("needs_refinement", 0, False, 0.0, None, id="F-31 W-F5 iteration 0"),
        pytest.param("needs_refinement", 1, False, 0.0, None, id="F-31 W-F5 iteration 1"),
        pytest.param("needs_refinement", 2, False, 0.0, "max_refinements", id="F-32 W-F5 iteration 2"),
        pytest.param("needs_refinement", 3, False, 0.0, "max_refinements", id="F-32 W-F5 iteration 3"),
        pytest.param("error", 0, False, None, "insufficient_positions", id="F-33 W-F6 X-71 no readable verdict"),
    ],
)
def test_verdict(status: str, refinements: int, converged: bool, value: float | None, stop: str | None) -> None:
    found = judge_convergence(closed(1, strategy="verdict", verdict=verdict(status), refinements=refinements))
    assert (found.converged, found.value, found.stop_reason) == (converged, value, stop)


def test_a_missing_verdict_is_never_approval() -> None:
    """F-35."""
    assert judge_convergence(closed(1, strategy="verdict")).stop_reason == "insufficient_positions"


def test_a_forced_verdict_says_that_the_limit_was_hit() -> None:
    """F-37, X-79."""
    found = judge_convergence(closed(1, strategy="verdict", verdict=verdict("approved"), refinements=2, forced=True))
    assert (found.converged, found.stop_reason) == (True, "max_refinements")


def test_refinements_are_not_rounds() -> None:
    """X-81: more refinements than rounds.max are not cut short; the first verdict does not wait for rounds.min."""
    more = closed(3, strategy="verdict", verdict=verdict("needs_refinement"), refinements=3, max_refinements=9)
    assert judge_convergence(more).stop_reason is None
    early = closed(1, strategy="verdict", verdict=verdict("approved"), rounds={"min": 2, "planned": 2})
    assert judge_convergence(early).converged


# What holds for all


@pytest.mark.parametrize(
    "state",
    [
        pytest.param({"positions": (position("a", **EXPAND), position("b", **EXPAND))}, id="L-15 agreement"),
        pytest.param({"strategy": "judge", **tops(85, agree=True)}, id="L-15 consensus"),
        pytest.param({"positions": (position("a", **EXPAND),)}, id="L-15 too few positions: they get another round"),
    ],
)
def test_no_debate_ends_before_its_first_rounds(state: dict[str, Any]) -> None:
    bounds = {"min": 2, "planned": 2}
    early = judge_convergence(closed(1, rounds=bounds, **state))
    assert (early.converged, early.stop_reason) == (False, None)
    assert "At least 2 rounds" in english(early.reason)
    assert judge_convergence(closed(1, **state)).stop_reason is not None


@given(
    any_positions(3), st.sampled_from(["criteria", "jaccard", "critiques", "adaptive"]), st.integers(1, 3), st.randoms()
)
def test_every_strategy_is_total_and_ignores_the_order_of_seats(
    positions: tuple[Position, ...], strategy: str, number: int, chance: Any
) -> None:
    here = [each.model_copy(update={"round": 1 + at % number}) for at, each in enumerate(positions)]
    criticism = unresolved(major=number)
    one = judge_convergence(closed(number, strategy=strategy, positions=tuple(here), critiques=criticism))
    chance.shuffle(here)
    assert one == judge_convergence(closed(number, strategy=strategy, positions=tuple(here), critiques=criticism[::-1]))
    assert english(one.reason)
    assert not (one.converged and one.stop_reason is None)
