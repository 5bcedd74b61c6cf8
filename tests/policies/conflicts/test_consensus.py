"""Settling conflicts: rounds, decision maker, stances, confidence, trade-offs, and what is left open."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from moot.policies.conflicts.consensus import (
    ArgumentProvider,
    Hearing,
    Measure,
    _argue_conflict,
    _measure_content,
    _quote_outputs,
    build_consensus,
    close_conflict_round,
    list_participants,
    settle_conflict,
)
from moot.policies.conflicts.decisions import _weigh_confidence, choose_decision_maker, find_stances
from moot.policies.conflicts.reading import Output
from moot.policies.language import jaccard, words
from moot.state.conflicts import AgentPosition, Conflict, ConsensusResult, DebateEnd, DebateRound
from moot.state.protocol import ConflictRules, ConflictSeverity
from tests.policies.conflict_cases import AGREEMENT, FINANCIAL, LEXICONS, RISK, RULES, detect, position

WC1_ROUNDS = (
    ("Investimento é necessário para recuperar mercado", "Retorno não justifica investimento"),
    ("Sem investimento, perderemos market share", "Sem lucro, não temos capital para investir"),
    ("Investimento pequeno em marketing digital, $100K", "Retorno esperado seria $150K, viável"),
)
"""The arguments the guide quotes for its first example."""
ACCEPTED = (*WC1_ROUNDS[:2], ("Aceito um investimento pequeno em marketing digital, $100K", WC1_ROUNDS[2][1]))


def scripted(rounds: Sequence[tuple[str, str]]) -> ArgumentProvider:
    """Commercial says the first, financial the second argument of each round."""

    def provide(agent: str, conflict: Conflict, number: int, history: tuple[DebateRound, ...]) -> str:
        assert len(history) == number - 1
        return rounds[number - 1][agent == "financial"]

    return provide


def injected(*values: float) -> Measure:
    """A measure that returns these values one after the other (X-41)."""
    left = iter(values)
    return lambda _: next(left)


def build(outputs: Mapping[str, Output], rules: ConflictRules = RULES, **options: object) -> list[ConsensusResult]:
    report = detect(outputs, rules)
    return list(build_consensus(report, outputs, rules, LEXICONS, **options))  # type: ignore[arg-type]


def make_conflict(**fields: object) -> Conflict:
    sides: dict[str, object] = {
        "analyst": position("analyst", "Expandir."),
        "market": position("market", "Consolidar."),
    }
    return Conflict.model_validate(
        {
            "conflict_id": "c",
            "conflict_type": "strategic",
            "severity": "high",
            "topic": "expandir vs consolidar",
            "agents_involved": tuple(sides),
            "positions": sides,
            "description": "d",
            "key_differences": ("expandir vs consolidar", "rápido vs lento"),
            "mutual_exclusivity": True,
            "requires_debate": True,
            **fields,
        }
    )


def argued(*arguments: dict[str, str], convergence: float = 0.1) -> tuple[DebateRound, ...]:
    return tuple(
        DebateRound(round_number=number, topic="t", arguments=said, convergence=convergence)
        for number, said in enumerate(arguments, 1)
    )


def settle(
    conflict: Conflict,
    rounds: Sequence[DebateRound] = (),
    positions: Mapping[str, AgentPosition] | None = None,
    ended_by: DebateEnd = "max_rounds",
    rules: ConflictRules = RULES,
    accepted_by: Sequence[str] = (),
) -> ConsensusResult:
    return settle_conflict(
        conflict,
        rounds,
        rules,
        LEXICONS,
        positions=conflict.positions if positions is None else positions,
        execution_id="execution",
        ended_by=ended_by,
        hearing=Hearing(accepted_by=accepted_by),
        language="pt",
    )


# --- the worked examples


def test_the_financial_example_is_settled_in_three_rounds() -> None:
    """W-C1, C-25..C-27, X-40..X-45: injected convergence, scripted arguments, acceptance in round 3."""
    (result,) = build(FINANCIAL["pt"], provider=scripted(ACCEPTED), measure=injected(0.3, 0.4, 0.7))
    assert (result.total_rounds, result.ended_by) == (3, "converged")
    assert [closed.convergence for closed in result.debate_rounds] == [0.3, 0.4, 0.7]
    assert result.resolver_agent == "financial"
    assert result.final_decision == ACCEPTED[2][1]
    assert set(result.supporting_agents) == {"financial", "commercial"}
    assert result.opposing_agents == ()
    assert result.is_unanimous
    assert result.has_consensus
    assert result.confidence_score <= 0.80
    assert result.accepted
    assert not result.escalate
    assert result.unresolved_aspects == ()
    told = "\n".join(result.trade_offs_acknowledged)
    assert "elevar o investimento em marketing ($500K)" in told
    assert WC1_ROUNDS[1][0] in told
    assert WC1_ROUNDS[1][1] in told
    assert "(Comercial)" in result.justification


def test_the_risk_example_is_settled_by_the_reviewer() -> None:
    """W-C3, C-37..C-41, X-42: the mediator decides, all support it, 0.78."""
    plan = (
        "Expansão faseada: três meses de estudo, seis de piloto, doze de expansão completa se o piloto funcionar; o "
        "risco fica menor."
    )
    said = {
        "analyst": position("analyst", RISK["pt"]["analyst"], supporting_evidence=("1", "2")),
        "market": position("market", RISK["pt"]["market"], supporting_evidence=("3", "4")),
        "reviewer": position(
            "reviewer", plan, reasoning="Aprender antes.", confidence=0.95, supporting_evidence=("5",)
        ),
    }
    (conflict,) = detect({agent: said[agent] for agent in ("analyst", "market")}).conflicts
    last = {"analyst": "Concordo com as fases.", "market": "De acordo com o plano em fases.", "reviewer": plan}
    result = settle(conflict, argued(last, convergence=0.7), said, ended_by="converged")
    assert result.resolver_agent == "reviewer"
    assert result.final_decision == plan
    assert set(result.supporting_agents) == {"analyst", "market", "reviewer"}
    assert result.opposing_agents == ()
    assert result.confidence_score == pytest.approx(0.78, abs=1e-9)
    assert len(result.trade_offs_acknowledged) == 3
    assert result.justification.startswith("Aprender antes.")


def test_without_the_reviewer_market_decides_the_risk_example() -> None:
    """W-C3, X-42."""
    (result,) = build(RISK["pt"])
    assert result.resolver_agent == "market"


def test_nothing_is_settled_without_a_conflict() -> None:
    """W-C2, C-45, X-46."""
    assert build(AGREEMENT["pt"]) == []


def test_only_conflicts_that_need_it_are_debated() -> None:
    """C-36, C-45."""
    outputs = {"analyst": "Expandir.", "market": "Consolidar.", "financial": "Rápido.", "reviewer": "Gradual."}
    report = detect(outputs)
    assert [conflict.requires_debate for conflict in report.conflicts] == [True, False]
    assert [result.conflict_id for result in build(outputs)] == [report.conflicts[0].conflict_id]


# --- rounds


@pytest.mark.parametrize(
    ("number", "value"),
    [
        pytest.param(0, 1 / 9, id="W-C1 X-41 round 1"),
        pytest.param(1, 1 / 11, id="W-C1 X-41 round 2"),
        pytest.param(2, 0.0, id="W-C1 X-41 round 3"),
    ],
)
def test_word_overlap_of_the_quoted_arguments(number: int, value: float) -> None:
    a, b = WC1_ROUNDS[number]
    assert jaccard(frozenset(words(a)), frozenset(words(b))) == pytest.approx(value)


@pytest.mark.parametrize(
    ("values", "rounds", "ended_by"),
    [
        pytest.param((0.70,), 1, "converged", id="W-C13 C-26 at the threshold"),
        pytest.param((0.6999, 0.9), 2, "converged", id="W-C13 just below goes on"),
        pytest.param((0.1, 0.2, 0.3), 3, "max_rounds", id="C-25 C-52 never more than three"),
        pytest.param((0.1, 0.2, 0.7), 3, "converged", id="C-26 in the last round"),
    ],
)
def test_when_a_debate_ends(values: tuple[float, ...], rounds: int, ended_by: DebateEnd) -> None:
    (conflict,) = detect(FINANCIAL["pt"]).conflicts
    held, end = _argue_conflict(conflict, conflict.agents_involved, scripted(WC1_ROUNDS), measure=injected(*values))
    assert (len(held), end) == (rounds, ended_by)
    assert [closed.round_number for closed in held] == list(range(1, rounds + 1))


def test_repeated_arguments_end_the_debate() -> None:
    """X-43, C-33: finished outputs say the same in every round; that is recorded."""
    (result,) = build(FINANCIAL["pt"])
    assert (result.total_rounds, result.ended_by) == (2, "repeated")
    assert "repetiram" in result.reasoning_summary


def test_the_number_of_rounds_and_the_threshold_are_settings() -> None:
    """C-52, C-26."""
    (one,) = build(FINANCIAL["pt"], max_rounds=1)
    (easy,) = build(FINANCIAL["pt"], threshold=0.0)
    assert (one.total_rounds, one.ended_by) == (1, "max_rounds")
    assert (easy.total_rounds, easy.ended_by) == (1, "converged")


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        pytest.param((), 1.0, id="C-33 nobody argues"),
        pytest.param(("a",), 1.0, id="C-33 one argument"),
        pytest.param(("expandir já", ""), 0.0, id="C-33 an empty argument"),
        pytest.param(("Expandir a loja", "expandindo lojas"), 1.0, id="C-28 content words, not spellings"),
        pytest.param(("azul", "verde"), 0.0, id="C-28 nothing in common"),
        pytest.param(("expandir", "não expandir"), 0.5, id="C-28 a negation is content"),
    ],
)
def test_convergence_of_content(arguments: tuple[str, ...], value: float) -> None:
    assert _measure_content(arguments) == value


@given(st.lists(st.text(), max_size=4))
def test_convergence_is_bounded_and_symmetric(arguments: list[str]) -> None:
    assert 0.0 <= _measure_content(arguments) <= 1.0
    assert _measure_content(arguments) == pytest.approx(_measure_content(arguments[::-1]))


@given(st.text(min_size=1).filter(str.strip))
def test_identical_arguments_converge(argument: str) -> None:
    assert _measure_content((argument, argument)) == 1.0


def test_a_measure_outside_its_bounds_is_clipped() -> None:
    conflict = make_conflict()
    closed, end = close_conflict_round(
        conflict, (), {"analyst": "a", "market": "b"}, measure=lambda _: 7.0, timestamp="now"
    )
    assert (closed.convergence, closed.timestamp, end) == (1.0, "now", "converged")


def test_convergence_is_measured_between_the_parties_only() -> None:
    """X-42: a mediator that takes part does not blur whether the parties agree."""
    seen: list[Sequence[str]] = []

    def watch(arguments: Sequence[str]) -> float:
        seen.append(arguments)
        return 1.0

    close_conflict_round(make_conflict(), (), {"analyst": "a", "market": "b", "reviewer": "c"}, measure=watch)
    assert seen == [["a", "b"]]


def test_arguments_are_quoted_from_the_lines_about_the_topic() -> None:
    """C-33: up to three lines with a word of the topic, else the first two."""
    conflict = make_conflict()
    text = "Um.\nExpandir dá lucro.\nDois.\nA expansão cabe.\nExpandimos já.\nExpandir é bom."
    quote = _quote_outputs({"analyst": text, "market": "Um.\nDois.\nTrês."})
    assert quote("analyst", conflict, 1, ()).count("\n") == 2
    assert quote("market", conflict, 1, ()) == "Um.\nDois."
    assert quote("nobody", conflict, 1, ()) == ""


# --- decision maker


@pytest.mark.parametrize(
    ("candidates", "decider"),
    [
        pytest.param(("analyst", "market"), "market", id="W-C14 C-30"),
        pytest.param(("commercial", "market"), "commercial", id="W-C14"),
        pytest.param(("financial", "commercial"), "financial", id="W-C14 C-27"),
        pytest.param(("analyst", "reviewer"), "reviewer", id="W-C14 C-58 any and the reviewer"),
        pytest.param(("cro", "cfo"), "cfo", id="C-30 nobody on the list: the most confident"),
        pytest.param(("cro", "analyst"), "analyst", id="C-30 priority before confidence"),
    ],
)
def test_who_decides(candidates: tuple[str, ...], decider: str) -> None:
    confidences = {"cfo": 0.9}
    said = {agent: position(agent, confidence=confidences.get(agent, 0.7)) for agent in candidates}
    chosen = choose_decision_maker(said, RULES.priority)
    assert chosen is not None
    assert chosen.agent == decider
    assert chosen.rule == ("confidence" if decider == "cfo" else "priority")


def test_of_equally_confident_agents_the_first_by_name_decides() -> None:
    chosen = choose_decision_maker({"b": position("b"), "a": position("a")}, ())
    assert chosen is not None
    assert chosen.agent == "a"
    assert choose_decision_maker({}, RULES.priority) is None


def test_the_reviewer_takes_part_only_with_an_output() -> None:
    """X-42."""
    conflict = make_conflict()
    assert list_participants(conflict, ["analyst"], RULES) == ("analyst", "market")
    assert list_participants(conflict, ["reviewer"], RULES) == ("analyst", "market", "reviewer")
    assert list_participants(conflict, ["market"], ConflictRules(priority=("market",))) == ("analyst", "market")


# --- confidence


@pytest.mark.parametrize(
    ("own", "supporters", "opponents", "evidence", "severity", "confidence"),
    [
        pytest.param(0.5, 1, 1, 0, "critical", 0.15, id="W-C9"),
        pytest.param(0.5, 1, 1, 0, "high", 0.35, id="W-C10"),
        pytest.param(0.7, 1, 1, 0, "high", 0.43, id="W-C11"),
        pytest.param(1.0, 2, 0, 3, "high", 0.76, id="W-C1 full support, three items"),
        pytest.param(0.7, 2, 0, 3, "high", 0.64, id="W-C1 confidence 0.7"),
        pytest.param(0.7, 1, 1, 3, "high", 0.49, id="W-C1 half support"),
        pytest.param(0.95, 3, 0, 5, "medium", 0.78, id="W-C3 X-40"),
        pytest.param(1.0, 1, 0, 99, "low", 0.80, id="X-40 never above 0.8"),
        pytest.param(0.0, 0, 2, 0, "critical", 0.0, id="C-29 never below 0"),
        pytest.param(0.5, 0, 0, 0, "high", 0.5, id="C-32 nobody against it is full support"),
    ],
)
def test_confidence(
    own: float, supporters: int, opponents: int, evidence: int, severity: ConflictSeverity, confidence: float
) -> None:
    assert _weigh_confidence(own, supporters, opponents, evidence, severity) == pytest.approx(confidence, abs=1e-9)


@pytest.mark.parametrize(("evidence", "bonus"), [(0, 0.0), (3, 0.06), (5, 0.10), (9, 0.10)])
def test_evidence_adds_up_to_a_tenth(evidence: int, bonus: float) -> None:
    """W-C12."""
    without = _weigh_confidence(0.5, 1, 0, 0, "high")
    assert _weigh_confidence(0.5, 1, 0, evidence, "high") - without == pytest.approx(bonus)


def test_confidence_can_be_normalised() -> None:
    """X-40."""
    assert _weigh_confidence(1.0, 1, 0, 5, "high", normalise=True) == 1.0
    assert _weigh_confidence(0.7, 1, 1, 0, "high", normalise=True) == pytest.approx(0.43 / 0.8)


@given(
    st.floats(0, 1),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 99),
    st.sampled_from(["low", "medium", "high", "critical"]),
    st.booleans(),
)
def test_confidence_is_a_share(
    own: float, supporters: int, opponents: int, evidence: int, severity: ConflictSeverity, normalise: bool
) -> None:
    value = _weigh_confidence(own, supporters, opponents, evidence, severity, normalise=normalise)
    assert 0.0 <= value <= (1.0 if normalise else 0.8)


# --- stances


@pytest.mark.parametrize(
    ("argument", "stance"),
    [
        pytest.param("Vamos abrir duas lojas em Recife", "supporting", id="X-44 similar to the decision"),
        pytest.param("Aceito.", "supporting", id="X-44 explicit acceptance"),
        pytest.param("Não aceito.", "opposing", id="X-44 explicit refusal"),
        pytest.param("Discordo.", "opposing", id="X-44 disagreement"),
        pytest.param("Não devemos expandir.", "opposing", id="X-44 an opposing pair is still there"),
        pytest.param("O clima muda.", "neutral", id="X-44 neither"),
    ],
)
def test_stances(argument: str, stance: str) -> None:
    found = find_stances(
        "Vamos abrir duas lojas em Recife e expandir",
        "market",
        {"market": "x", "analyst": argument},
        ("market", "analyst"),
        LEXICONS,
        support=0.7,
        language="pt",
    )
    assert "analyst" in getattr(found, stance)
    assert "market" in found.supporting


@pytest.mark.parametrize(
    ("language", "words_of_consent"),
    [("pt", "Concordo com isso."), ("en", "I agree with that."), ("id", "Saya setuju dengan itu.")],
)
def test_acceptance_is_understood_in_every_language(language: str, words_of_consent: str) -> None:
    """X-44, X-90."""
    found = find_stances("Z", "b", {"a": words_of_consent, "b": "Z"}, ("a", "b"), LEXICONS, support=0.7)
    assert "a" in found.supporting


def test_agents_may_accept_outside_their_words() -> None:
    result = settle(make_conflict(), argued({"analyst": "x", "market": "Consolidar."}), accepted_by=("analyst",))
    assert set(result.supporting_agents) == {"analyst", "market"}


@given(st.text(), st.text())
def test_every_participant_has_exactly_one_stance(a: str, b: str) -> None:
    """X-44."""
    result = settle(make_conflict(), argued({"analyst": a, "market": b}))
    everybody = [*result.supporting_agents, *result.opposing_agents, *result.neutral_agents]
    assert sorted(everybody) == ["analyst", "market"]


# --- what a decision leaves open


def test_a_decision_below_the_minimum_is_returned_but_not_accepted() -> None:
    """X-48, X-80, C-54, W-C10: the reason stands among the open points, and it is escalated."""
    low = {
        agent: position(agent, text, confidence=0.1)
        for agent, text in (("analyst", "Expandir."), ("market", "Não expandir."))
    }
    result = settle(make_conflict(positions=low, mutual_exclusivity=False))
    assert result.final_decision == "Não expandir."
    assert (result.accepted, result.escalate, result.severity) == (False, True, "high")
    assert any("0,19" in aspect and "0,40" in aspect for aspect in result.unresolved_aspects)
    assert result.confidence_flags == ("below_minimum",)


@pytest.mark.parametrize(
    ("fields", "ended_by", "confidence", "severity"),
    [
        pytest.param({}, "max_rounds", 0.1, "critical", id="X-39 grave, exclusive, apart, unsure"),
        pytest.param({}, "repeated", 0.1, "critical", id="X-39 the arguments ran out"),
        pytest.param({}, "converged", 0.1, "high", id="X-39 not when it converged"),
        pytest.param({}, "max_rounds", 0.9, "high", id="X-39 not when the decision is sure"),
        pytest.param({"mutual_exclusivity": False}, "max_rounds", 0.1, "high", id="X-39 not with a single pair"),
        pytest.param({"severity": "medium"}, "max_rounds", 0.1, "medium", id="X-39 not below high"),
    ],
)
def test_when_a_conflict_becomes_critical(
    fields: dict[str, object], ended_by: DebateEnd, confidence: float, severity: ConflictSeverity
) -> None:
    said = {
        "analyst": position("analyst", "Expandir.", confidence=confidence),
        "market": position("market", "Não expandir.", confidence=confidence),
    }
    result = settle(make_conflict(positions=said, **fields), ended_by=ended_by)
    assert result.severity == severity
    assert (severity == "critical") == ("critical" in result.confidence_flags)
    assert result.escalate == (confidence < 0.4)


def test_critical_costs_confidence() -> None:
    """W-C9, C-29, X-39."""
    said = {
        "analyst": position("analyst", "Expandir.", confidence=0.5),
        "market": position("market", "Não expandir.", confidence=0.5),
    }
    result = settle(make_conflict(positions=said))
    assert result.severity == "critical"
    assert result.confidence_score == pytest.approx(0.15)
    assert not result.accepted


def test_a_timeout_is_noted() -> None:
    """X-49, C-55, C-57: the completed rounds count."""
    result = settle(make_conflict(), argued({"analyst": "Expandir.", "market": "Consolidar."}), ended_by="timeout")
    assert any("tempo" in aspect for aspect in result.unresolved_aspects)
    assert "timeout" in result.confidence_flags
    assert result.total_rounds == 1


def test_open_pairs_are_those_of_the_last_round() -> None:
    """X-44: what was settled on the way is not open."""
    rounds = argued(
        {"analyst": "Expandir rápido.", "market": "Consolidar, gradual."},
        {"analyst": "Expandir.", "market": "Consolidar."},
    )
    assert settle(make_conflict(), rounds).unresolved_aspects == ("expandir vs consolidar",)
    assert settle(make_conflict()).unresolved_aspects == make_conflict().key_differences


def test_trade_offs_have_no_cap() -> None:
    """C-34, X-45: rejected positions, then key differences, then risks; the order is kept."""
    rounds = argued(
        {"analyst": "Sem expansão, perdemos espaço. Há risco de atraso.", "market": "Sem caixa não há loja."}
    )
    entries = settle(make_conflict(), rounds).trade_offs_acknowledged
    assert len(entries) == 6
    assert entries[0].endswith("Expandir.")
    assert entries[1].endswith("expandir vs consolidar")
    assert entries[2].endswith("rápido vs lento")


def test_the_justification_names_the_strongest_point_of_the_other_side() -> None:
    """X-51, C-41, C-58: priority says who decides, not that the others are ignored."""
    said = {
        "analyst": position("analyst", "Expandir.", reasoning="A demanda dobrou.", confidence=0.9),
        "market": position("market", "Consolidar.", reasoning="O caixa é curto."),
    }
    why = settle(make_conflict(positions=said)).justification
    assert why.startswith("O caixa é curto.")
    assert "A demanda dobrou." in why


def test_the_decider_may_adopt_another_position() -> None:
    """X-51, C-42: the reviewer does not always win; the decision is its last argument, not its position."""
    rounds = argued({"analyst": "Expandir.", "market": "Então expandir."})
    result = settle(make_conflict(), rounds)
    assert (result.resolver_agent, result.final_decision) == ("market", "Então expandir.")
    assert "analyst" in result.supporting_agents


@pytest.mark.parametrize(
    ("positions", "decision"),
    [
        pytest.param({}, "Informação insuficiente", id="C-35 no positions"),
        pytest.param(
            {"analyst": position("analyst", " "), "market": position("market", "")},
            "Conflito não resolvido",
            id="C-35 no decision maker",
        ),
    ],
)
def test_nobody_can_decide(positions: dict[str, AgentPosition], decision: str) -> None:
    result = settle(make_conflict(positions=positions))
    assert result.final_decision.startswith(decision)
    assert (result.confidence_score, result.accepted, result.escalate) == (0.0, False, True)
    assert result.resolver_agent == "none"
    assert result.justification


@pytest.mark.parametrize("justification", ["", "  \n"])
def test_a_result_without_justification_is_invalid(justification: str) -> None:
    """C-42."""
    fields = settle(make_conflict()).model_dump()
    with pytest.raises(ValidationError, match="justification"):
        ConsensusResult.model_validate({**fields, "justification": justification})


@pytest.mark.parametrize(
    ("supporters", "opponents", "unanimous", "consensus"),
    [
        pytest.param(2, 0, True, True, id="C-14 unanimous"),
        pytest.param(2, 1, False, True, id="C-14 two thirds"),
        pytest.param(1, 1, False, False, id="C-14 half"),
        pytest.param(0, 0, True, False, id="C-14 nobody took a side"),
    ],
)
def test_unanimity_and_consensus(supporters: int, opponents: int, unanimous: bool, consensus: bool) -> None:
    fields = settle(make_conflict()).model_dump()
    sides = {"supporting_agents": ("s",) * supporters, "opposing_agents": ("o",) * opponents}
    result = ConsensusResult.model_validate({**fields, **sides})
    assert (result.is_unanimous, result.has_consensus) == (unanimous, consensus)


@pytest.mark.parametrize("outputs", [FINANCIAL, RISK], ids=["W-C1", "W-C3"])
@pytest.mark.parametrize("language", ["pt", "en", "id"])
def test_the_same_input_gives_the_same_result(outputs: dict[str, dict[str, str]], language: str) -> None:
    """W-C16, C-10: every field filled, and filled alike."""
    first, second = build(outputs[language]), build(dict(reversed(outputs[language].items())))
    assert first == second
    assert all(result.justification and result.reasoning_summary for result in first)


def test_wording_follows_the_language_of_the_texts() -> None:
    """X-90."""
    told: Callable[[str], str] = lambda language: build(FINANCIAL[language])[0].reasoning_summary  # noqa: E731
    assert ("rodada" in told("pt"), "round" in told("en"), "putaran" in told("id")) == (True, True, True)
