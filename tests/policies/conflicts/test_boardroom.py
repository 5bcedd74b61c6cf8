"""Departments that contradict each other: who argues, when it ends, who decides (C-24..C-42, X-42..X-49)."""

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.configs.tables import load_lexicons
from moot.policies.agreement import ClosedRound
from moot.policies.conflicts.boardroom.debates import (
    find_repetition,
    follow_debates,
    judge_debates,
    keep_open,
    list_parties,
    read_conflicts,
)
from moot.policies.conflicts.rulings import name_decider, name_mediator, settle_debates
from moot.policies.verdict.synthesis import conclude_conflicts
from moot.state.ballot import Ballot, BallotOption, BallotSource
from moot.state.conflicts import ConflictDebate, ConflictReport, DebateEnd
from moot.state.findings import Convergence, Loop
from moot.state.outcome import Synthesis
from moot.state.positions import Position
from moot.state.protocol import ConflictRules, ConvergenceRules, RoundRules
from tests.policies.making import make_breaker, make_position, make_profile

RULES = ConflictRules(enabled=True)
LEXICONS = load_lexicons()
EXPAND, HOLD = "Recomendo expandir para a Europa.", "Recomendo consolidar a operação."
NEUTRAL = "Os relatórios trazem os números."
NO_LOOP = Loop(detected=False, counter=0, fingerprint="")

Said = Mapping[tuple[str, int], str]


def speak(said: Said, **fields: object) -> tuple[Position, ...]:
    return tuple(make_position(seat, number, text, **fields) for (seat, number), text in said.items())


def close(positions: Sequence[Position], number: int, **rules: int) -> ClosedRound:
    return ClosedRound(
        round=number,
        rules=ConvergenceRules(strategy="jaccard"),
        rounds=RoundRules.model_validate(rules),
        language="pt",
        positions=tuple(each for each in positions if each.round <= number),
    )


def hold_rounds(
    positions: Sequence[Position], last: int, **rules: int
) -> tuple[ConflictReport, tuple[ConflictDebate, ...]]:
    """Detect the conflicts of the first answers and follow them to a round, as the checkpoint does."""
    report = read_conflicts(positions, LEXICONS, RULES, "run")
    debates: tuple[ConflictDebate, ...] = ()
    for number in range(1, last + 1):
        debates = follow_debates(report, debates, close(positions, number, **rules))
    return report, debates


APART: Said = {("market", 1): HOLD, ("commercial", 1): EXPAND, ("analyst", 1): NEUTRAL}


@pytest.mark.parametrize(
    ("later", "last", "rounds", "end"),
    [
        pytest.param({}, 1, 1, None, id="C-25 the first answers are round 1"),
        pytest.param(
            {("market", 2): "Um piloto em Lisboa.", ("commercial", 2): "Um piloto em Lisboa."},
            *(2, 2, "converged"),
            id="C-26 the same words",
        ),
        pytest.param({("market", 2): HOLD, ("commercial", 2): EXPAND}, 2, 2, "repeated", id="X-43 nothing new"),
        pytest.param({("market", 2): "Esperar."}, 2, 2, None, id="C-25 one party is silent: its last word counts"),
        pytest.param({}, 2, 1, None, id="X-49 nobody argued: the round is none"),
        pytest.param({}, 3, 1, "max_rounds", id="C-52 nobody argued until the rounds ran out"),
        pytest.param(
            {("market", 2): "Esperar.", ("market", 3): "Aguardar um ano."}, 3, 3, "max_rounds", id="C-52 three rounds"
        ),
    ],
)
def test_how_a_debate_goes(later: Said, last: int, rounds: int, end: DebateEnd | None) -> None:
    _, (debate,) = hold_rounds(speak({**APART, **later}), last)
    assert debate.parties == ("commercial", "market")
    assert (len(debate.rounds), debate.ended_by) == (rounds, end)
    assert [each.round_number for each in debate.rounds] == list(range(1, rounds + 1))
    assert all(set(each.arguments) == {"commercial", "market"} for each in debate.rounds)


def test_a_debate_does_not_end_before_the_least_number_of_rounds() -> None:
    """L-15 holds for every protocol: `rounds.min`."""
    said = {**APART, ("market", 2): HOLD, ("commercial", 2): EXPAND}
    _, (debate,) = hold_rounds(speak(said), 2, min=3)
    assert (len(debate.rounds), debate.ended_by) == (2, None)


def debated(*ends: DebateEnd | None) -> tuple[ConflictDebate, ...]:
    """Debates between seats of their own, ended in these ways, the last of them the furthest apart."""
    _, (model,) = hold_rounds(speak(APART), 1)
    return tuple(
        model.model_copy(
            update={
                "conflict_id": f"X{place}",
                "parties": (f"a{place}", f"b{place}"),
                "rounds": (model.rounds[0].model_copy(update={"convergence": 0.8 - place / 10}),),
                "ended_by": end,
            }
        )
        for place, end in enumerate(ends)
    )


@pytest.mark.parametrize(
    ("ends", "parties"),
    [
        pytest.param((None, None), ("a0", "a1", "b0", "b1"), id="C-24 all open"),
        pytest.param(("converged", None), ("a1", "b1"), id="C-24 only who is not done argues on"),
        pytest.param(("converged", "max_rounds"), ("a0", "a1", "b0", "b1"), id="X-22 all ended, more is asked for"),
    ],
)
def test_who_argues_next(ends: tuple[DebateEnd | None, ...], parties: tuple[str, ...]) -> None:
    debates = debated(*ends)
    assert list_parties(debates) == parties
    assert list_parties(keep_open(debates)) == parties


@pytest.mark.parametrize(
    ("ends", "converged", "stop", "loop"),
    [
        pytest.param((), True, "no_conflict", False, id="C-48 nothing to argue"),
        pytest.param(("converged", "converged"), True, "converged", False, id="C-26 all agreed"),
        pytest.param(("converged", None), False, None, False, id="C-26 one is open"),
        pytest.param(("converged", "repeated"), False, None, True, id="X-43 the rest repeats itself"),
        pytest.param((None, "repeated"), False, None, False, id="X-43 one still moves"),
        pytest.param(("max_rounds", "repeated"), False, None, False, id="C-52 the rounds ran out"),
    ],
)
def test_what_the_debates_amount_to(
    ends: tuple[DebateEnd | None, ...], converged: bool, stop: str | None, loop: bool
) -> None:
    report, _ = hold_rounds(speak({("market", 1): NEUTRAL}), 1)
    debates = debated(*ends)
    found = judge_debates(report, debates, 0.7)
    assert (found.converged, found.stop_reason) == (converged, stop)
    assert found.value == (pytest.approx(0.8 - (len(ends) - 1) / 10) if ends else None)
    assert len(found.open) == sum(end != "converged" for end in ends)
    assert len(found.agreed) == ends.count("converged")
    assert find_repetition(debates, NO_LOOP).detected is loop


@pytest.mark.parametrize(
    ("source", "sizes", "value"),
    [
        pytest.param("model", (4, 1), 0.6, id="pairs of seats that vote alike"),
        pytest.param("model", (9, 1), 0.69, id="below the threshold while a conflict is open"),
        pytest.param("words", (4, 1), 0.7, id="by words, what the parties have in common"),
    ],
)
def test_how_far_a_boardroom_agrees_while_conflicts_are_open(
    source: BallotSource, sizes: tuple[int, int], value: float
) -> None:
    """DESIGN 9: one answer object; the words of the two furthest parties do not speak for five seats."""
    report, _ = hold_rounds(speak({("market", 1): NEUTRAL}), 1)
    options = tuple(
        BallotOption(id=name, text=name, origin="found", seats=tuple(f"{name}{at}" for at in range(size)))
        for name, size in zip("AB", sizes, strict=True)
    )
    ballot = Ballot(round=2, options=options, votes=(), source=source)
    assert judge_debates(report, debated("converged", None), 0.7, ballot).value == pytest.approx(value)


def test_a_measure_of_ones_own() -> None:
    """X-41: another metric takes the place of the shared words, and sees the parties only."""
    seen: list[set[str]] = []

    def judge(closed: ClosedRound) -> Convergence:
        seen.append({each.seat for each in closed.speakers})
        return Convergence(converged=True, value=0.7, reason="told")

    positions = speak(APART)
    report = read_conflicts(positions, LEXICONS, RULES, "run")
    (debate,) = follow_debates(report, (), close(positions, 1), judge)
    assert (debate.ended_by, debate.rounds[0].convergence, seen) == ("converged", 0.7, [{"commercial", "market"}])


@pytest.mark.parametrize(
    ("seats", "mediator", "decider"),
    [
        pytest.param({"commercial": EXPAND, "market": HOLD}, None, "commercial", id="W-C14, C-30 by priority"),
        pytest.param(
            {"commercial": EXPAND, "market": HOLD, "reviewer": NEUTRAL},
            "reviewer",
            "reviewer",
            id="X-42 it has an output",
        ),
        pytest.param({"market": HOLD, "reviewer": EXPAND}, "reviewer", "reviewer", id="X-42 a party that decides"),
    ],
)
def test_who_decides(seats: dict[str, str], mediator: str | None, decider: str) -> None:
    positions = speak({(seat, 1): text for seat, text in seats.items()})
    report, debates = hold_rounds(positions, 1)
    assert name_mediator(debates, positions, RULES) == mediator
    found = name_decider(report.conflicts[0], positions, RULES)
    assert found is not None
    assert (found.agent, found.rule) == (decider, "priority")


def test_a_party_that_takes_up_the_deciders_stance_supports_it() -> None:
    """X-44, INTERFACES 5: equal stances mean the same recommendation."""
    said = {("market", 2): "Vamos por Lisboa.", ("commercial", 2): "Começamos pequeno em Portugal."}
    positions = (*speak(APART), *speak(said, stance="piloto em Lisboa"))
    report, debates = hold_rounds(positions, 2)
    (found,) = settle_debates(report, debates, positions, RULES, LEXICONS)
    assert found.supporting_agents == ("commercial", "market")


def test_a_ruling_decides_where_the_mediator_is_no_party() -> None:
    """C-40, C-41, X-45: its words, its reasons, its trade-offs; the confidence follows C-29."""
    positions = speak({**APART, ("reviewer", 1): NEUTRAL})
    report, debates = hold_rounds(positions, 1)
    ruling = Synthesis(
        decision="Um piloto.", confidence=0.9, author="reviewer", consensus_points=("cabe",), tensions=("menos escala",)
    )
    (found,) = settle_debates(report, debates, positions, RULES, LEXICONS, ruling=ruling)
    assert (found.resolver_agent, found.final_decision) == ("reviewer", "Um piloto.")
    assert found.justification.startswith("cabe")
    assert "menos escala" in found.trade_offs_acknowledged
    assert found.confidence_score < 0.9
    whole = conclude_conflicts([found], report, positions, make_profile(), ruling)
    assert (whole.decision, whole.confidence, whole.author) == ("Um piloto.", found.confidence_score, "reviewer")


@pytest.mark.parametrize(
    ("stopped", "end"),
    [
        pytest.param("timeout_total", "timeout", id="X-49 no time left"),
        pytest.param("budget", "max_rounds", id="X-79 no budget left"),
        pytest.param(None, "max_rounds", id="X-79 stopped from outside"),
    ],
)
def test_a_debate_that_was_stopped(stopped: str | None, end: str) -> None:
    report, debates = hold_rounds(speak(APART), 1)
    breaker = make_breaker(stopped) if stopped else None  # type: ignore[arg-type]  # one of the literals above
    (found,) = settle_debates(report, debates, speak(APART), RULES, LEXICONS, breaker=breaker)
    assert found.ended_by == end


def test_several_conflicts_are_summed_up_with_the_gravest_first() -> None:
    """X-80: the whole is as sure as its least sure part."""
    said = {
        ("commercial", 1): "Recomendo investir em crescimento.",
        ("financial", 1): "Recomendo cortar custos e manter a margem.",
        ("analyst", 1): "O mercado segue incerto; peço cautela.",
        ("market", 1): "A oportunidade é clara; peço ação rápida.",
    }
    positions = speak(said)
    report, debates = hold_rounds(positions, 1)
    results = settle_debates(report, debates, positions, RULES, LEXICONS)
    assert [each.severity for each in results][:1] == ["high"]
    assert len(results) == len(debates) >= 2
    whole = conclude_conflicts(results, report, positions, make_profile(*{seat for seat, _ in said}))
    assert whole.confidence == min(each.confidence_score for each in results)
    assert whole.decision.splitlines()[0] == results[0].final_decision
    assert {each.theme for each in whole.divergences} <= {each.topic for each in report.conflicts}


TEXTS = st.sampled_from([EXPAND, HOLD, NEUTRAL, "Um piloto em Lisboa.", "Esperar.", ""])
SEATS = ("analyst", "commercial", "financial", "market", "reviewer")


@settings(max_examples=40)
@given(
    said=st.dictionaries(st.tuples(st.sampled_from(SEATS), st.integers(1, 3)), TEXTS, min_size=1),
    seed=st.integers(0, 5),
)
def test_the_order_of_seats_never_matters_and_every_conflict_is_settled(
    said: dict[tuple[str, int], str], seed: int
) -> None:
    """STYLE: a finding never depends on the order of seats; C-42: each has a decision with a reason."""
    positions = list(speak(said))
    shuffled = random.Random(seed).sample(positions, len(positions))
    report, debates = hold_rounds(positions, 3)
    again, same = hold_rounds(shuffled, 3)
    assert (report.conflicts, debates) == (again.conflicts, same)
    assert all(each.ended_by is not None and 1 <= len(each.rounds) <= 3 for each in debates)
    results = settle_debates(report, debates, positions, RULES, LEXICONS)
    assert results == settle_debates(report, debates, shuffled, RULES, LEXICONS)
    assert [each.conflict_id for each in results] == [each.conflict_id for each in debates]
    assert all(each.justification.strip() and each.final_decision.strip() for each in results)
