"""Boardrooms through the compiled graph: W-C1..W-C3, W-C5, W-C13, W-C15, W-C16 and what C-24..C-49 ask of a run."""

from collections.abc import Mapping
from typing import Any

import pytest

from moot import load_profile
from moot.policies.agreement import ClosedRound, Strategy
from moot.state.conflicts import ConsensusResult
from moot.state.findings import Convergence
from moot.state.protocol import Profile, Seat
from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
SALES = "As vendas caíram: como responder?"
EUROPE = "Devemos entrar em um novo mercado?"
SOURCES = [{"id": f"E{number}", "text": f"fonte {number}"} for number in range(1, 6)]

INVEST = "Sugiro elevar o investimento em marketing ($500K) em busca de leads e crescimento comercial."
CUT = "Pelas contas, $500K de investimento devolvem só $300K. Sugiro cortar custos já e manter a margem."
CAUTION = "O mercado europeu segue incerto; peço cautela e um estudo profundo antes de expandir."
HURRY = "A oportunidade europeia é clara; peço ação rápida para conquistar market share."
NEUTRAL = "Os relatórios semanais trazem os números pedidos."
PHASES = "Plano em fases: 3 meses de estudo, 6 meses de piloto, 12 meses de expansão se o piloto funcionar."
ARGUMENTS = {  # W-C1, rounds 2 and 3
    ("commercial", 2): "Sem o investimento perdemos fatia de mercado.",
    ("financial", 2): "Sem lucro não há capital para investir.",
    ("commercial", 3): "Aceito um investimento pequeno de $100K em canais digitais.",
    ("financial", 3): "Marketing digital moderado de $100K, retorno esperado de $150K, com acompanhamento.",
}


def hold(seat: str, text: str, number: int = 1, evidence: int = 0, **fields: Any) -> Entry:
    """Let a department answer, or argue in a later round; `evidence` counts its claims that cite something."""
    claims = [{"statement": f"fato {place}", "evidence": [f"E{place}"]} for place in range(1, evidence + 1)]
    reply = {
        "recommendation": text,
        "stance": text[:24] + seat,
        "reasoning": f"{seat} explica sua visão.",
        "claims": claims,
        "confidence": 70,
    }
    return say("position" if number == 1 else "revise", seat, number, reply={**reply, **fields})


def silent(seat: str) -> Entry:
    return say(["position", "repair"], seat, fail="refusal")


def room(texts: Mapping[str, str], **fields: Any) -> list[Entry]:
    """First answers: who is not named says nothing that could be contradicted."""
    return [hold(seat, texts.get(seat, NEUTRAL), **(fields if seat in texts else {})) for seat in DEPARTMENTS]


def argued(texts: Mapping[tuple[str, int], str], **fields: Any) -> list[Entry]:
    return [hold(seat, text, number, **fields) for (seat, number), text in texts.items()]


def mediates(decision: str = PHASES, confidence: int = 95, **fields: Any) -> Entry:
    return say("synthesize", "reviewer", reply={"decision": decision, "confidence": confidence, **fields})


def measured(*values: float) -> Strategy:
    """Inject a round's convergence in the place of the shared words (X-41)."""

    def judge(closed: ClosedRound) -> Convergence:
        value = values[closed.round - 1]
        return Convergence(converged=value >= closed.rules.threshold, value=value, reason="injected")

    return judge


async def meet(stage: Stage, *parts: Any, question: str = SALES, **options: Any) -> Ran:
    return await stage.run(question, *parts, ACCEPTED, **{"profile": "boardroom", "context": SOURCES, **options})


def settled(ran: Ran) -> ConsensusResult:
    assert ran.result.consensus_results is not None
    (result,) = ran.result.consensus_results
    return result


ACCEPTED = say("accept", reply={"stance": "accepts", "because": "Resolve o que pedi."})
"""What every party says about a ruling unless its test says otherwise."""
POSITIONS = [("position", seat, 1) for seat in DEPARTMENTS]
SALES_ROOM = [silent("reviewer"), *room({"commercial": INVEST, "financial": CUT})]


async def test_a_financial_conflict_with_injected_convergence(stage: Stage) -> None:
    """W-C1, C-24..C-27, C-29, C-45..C-47, C-64: 0.3, 0.4, 0.7; financial decides by its last argument."""
    parts = (
        SALES_ROOM,
        argued({key: text for key, text in ARGUMENTS.items() if key[1] == 2}),
        hold("commercial", ARGUMENTS["commercial", 3], 3, evidence=1, confidence=60),
        hold("financial", ARGUMENTS["financial", 3], 3, evidence=2, confidence=100),
    )
    ran = await meet(stage, *parts, strategy=measured(0.3, 0.4, 0.7))
    found = settled(ran)
    assert ran.result.conflict_report is not None
    (conflict,) = ran.result.conflict_report.conflicts
    assert (conflict.conflict_type, conflict.severity, conflict.requires_debate) == ("financial", "high", True)
    assert {"investir vs cortar", "crescimento vs margem"} <= set(conflict.key_differences)
    assert [each.convergence for each in found.debate_rounds] == [0.3, 0.4, 0.7]
    assert found.debate_rounds[1].arguments["commercial"] == ARGUMENTS["commercial", 2]
    # C-12, C-13: found, argued and settled one after the other, each at its time.
    times = [conflict.detected_at, *(each.timestamp for each in found.debate_rounds), found.resolved_at]
    assert sorted(filter(None, times)) == times
    assert (found.total_rounds, found.ended_by, found.resolver_agent) == (3, "converged", "financial")
    assert found.final_decision == ARGUMENTS["financial", 3]
    assert (found.supporting_agents, found.opposing_agents) == (("commercial", "financial"), ())
    assert found.confidence_score == pytest.approx(0.76)  # 1.0 x 0.4 + 0.3 + 3 x 0.02
    assert any(INVEST in each for each in found.trade_offs_acknowledged)
    assert any("fatia de mercado" in each for each in found.trade_offs_acknowledged)
    assert any("lucro" in each for each in found.trade_offs_acknowledged)
    assert found.justification.strip()  # C-42
    result = ran.result
    assert (result.status, result.decision, result.decider) == ("decided", found.final_decision, "financial")
    assert (result.stop_reason, result.convergence) == ("converged", 0.7)
    assert result.confidence == found.confidence_score
    wanted = [("revise", seat, number) for seat in ("commercial", "financial") for number in (2, 3)]
    # DESIGN 9: whoever did not decide is asked about the decision.
    asked = [call for call in ran.calls if call[0] not in ("repair", "position")]
    assert asked == [("accept", "commercial", 3), *sorted(wanted)]
    (told,) = ran.watch.named("consensus")
    assert told["consensus_count"] == 1
    assert any(each.kind == "consensus" for each in ran.state["events"])


async def test_a_financial_conflict_by_shared_words(stage: Stage) -> None:
    """W-C1, C-25, C-28, C-57, X-41, X-79: words never meet, so the third round ends it and financial still decides."""
    ran = await meet(stage, SALES_ROOM, argued(ARGUMENTS))
    found = settled(ran)
    assert (found.total_rounds, found.ended_by) == (3, "max_rounds")
    assert all((each.convergence or 0.0) < 0.7 for each in found.debate_rounds)
    assert (ran.result.status, ran.result.stop_reason) == ("decided", "max_rounds")
    assert ran.result.circuit_breaker is not None
    assert ran.result.circuit_breaker.agents_in_conflict == ("commercial", "financial")
    assert ran.result.escalation.target == "none"
    assert ran.result.decision == ARGUMENTS["financial", 3]
    assert [each.responded for each in ran.result.rounds] == [
        ("analyst", "commercial", "financial", "market"),
        ("commercial", "financial"),
        ("commercial", "financial"),
    ]


async def test_no_conflict(stage: Stage) -> None:
    """W-C2, C-48, X-46: nothing is argued; the reviewer reads all five answers and decides with them in view."""
    texts = {
        "commercial": "Criar um programa de fidelidade com rewards ajuda a reter clientes.",
        "market": "Fidelidade é tendência entre concorrentes; vale implementar o programa.",
        "reviewer": "O programa de fidelidade merece um teste.",
    }
    read = mediates("Testar o programa de fidelidade.", 80)
    ran = await meet(stage, room(texts, confidence=80), read, question="Como melhorar a retenção?")
    assert ran.calls == [*POSITIONS, ("synthesize", "reviewer", 1)]
    assert all(text in ran.prompt("synthesize", "reviewer") for text in texts.values())
    report = ran.result.conflict_report
    assert report is not None
    assert (report.total_conflicts, report.requires_debate) == (0, False)
    assert ran.result.consensus_results is None
    assert (ran.result.status, ran.result.stop_reason) == ("decided", "no_conflict")
    assert (ran.result.decision, ran.result.decider) == ("Testar o programa de fidelidade.", "reviewer")
    assert ran.result.circuit_breaker is None


async def test_a_slight_conflict_is_reported_and_not_argued(stage: Stage) -> None:
    """C-19, C-53, W-C6, X-34: a tactical pair that nobody recommends is LOW; yet nobody says there was no conflict."""
    texts = {
        "market": "O lançamento foi rápido.",
        "commercial": "Um caminho rápido.",
        "reviewer": "Um caminho gradual.",
    }
    ran = await meet(stage, room(texts), mediates("Um caminho gradual."))
    report = ran.result.conflict_report
    assert report is not None
    assert [(each.conflict_type, each.severity, each.requires_debate) for each in report.conflicts] == [
        ("tactical", "low", False)
    ]
    assert (ran.asked("revise"), ran.result.stop_reason) == ([], "converged")


async def test_recommendations_that_exclude_each_other_are_argued(stage: Stage) -> None:
    """X-34: whatever the class."""
    texts = {"market": "Recomendo um lançamento rápido.", "reviewer": "Recomendo um lançamento gradual."}
    ran = await meet(stage, room(texts), *(hold(seat, "Aceito um piloto.", 2) for seat in texts), mediates())
    assert ran.result.conflict_report is not None
    assert [
        (each.conflict_type, each.severity, each.requires_debate) for each in ran.result.conflict_report.conflicts
    ] == [("tactical", "medium", True)]


async def test_a_risk_conflict_is_decided_by_the_reviewer(stage: Stage) -> None:
    """W-C3, C-37..C-41, X-42, X-50: the mediator is no party, is asked once with all there is, and its words stand."""
    texts = {
        ("analyst", 2): "Aceito avançar em etapas depois do estudo.",
        ("market", 2): "Aceito avançar em etapas depois do estudo.",
    }
    trade_offs = ["Cautela e oportunidade em equilíbrio", "Fases reduzem o risco", "Aprende-se antes da expansão"]
    ran = await meet(
        stage,
        room({"analyst": CAUTION, "market": HURRY}),
        hold("analyst", texts["analyst", 2], 2, evidence=3, keeps_position="partly"),
        hold("market", texts["market", 2], 2, evidence=2, keeps_position="partly"),
        mediates(tensions=trade_offs, consensus_points=["O estudo reduz a incerteza", "A janela existe"]),
        question=EUROPE,
    )
    found = settled(ran)
    assert ran.result.conflict_report is not None
    (conflict,) = ran.result.conflict_report.conflicts
    assert (conflict.conflict_type, conflict.severity, conflict.agents_involved) == (
        "risk",
        "medium",
        ("analyst", "market"),
    )
    assert (found.resolver_agent, found.final_decision, found.total_rounds) == ("reviewer", PHASES, 2)
    assert sorted(found.supporting_agents) == ["analyst", "market", "reviewer"]
    assert found.opposing_agents == ()
    assert found.confidence_score == pytest.approx(0.78, abs=1e-9)  # 0.95 x 0.4 + 0.3 + 5 x 0.02
    assert set(trade_offs) <= set(found.trade_offs_acknowledged)
    assert "O estudo reduz a incerteza" in found.justification
    assert (ran.result.decision, ran.result.decider, ran.result.status) == (PHASES, "reviewer", "decided")
    shown = ran.prompt("synthesize", "reviewer")
    for text in (CAUTION, HURRY, texts["analyst", 2], "A against C (risk conflict of medium severity)", "you mediate"):
        assert text in shown
    assert len(ran.requests) == 5 + 2 + 1 + 2


async def test_without_the_reviewer_the_market_decides(stage: Stage) -> None:
    """W-C3, C-30: and it is told that it decides, by which rule (X-51, X-85)."""
    ran = await meet(
        stage,
        silent("reviewer"),
        room({"analyst": CAUTION, "market": HURRY}),
        *(hold(seat, "Aceito avançar em etapas.", 2) for seat in ("analyst", "market")),
        question=EUROPE,
    )
    assert (settled(ran).resolver_agent, ran.result.decision) == ("market", "Aceito avançar em etapas.")
    rule = "You decide, because you come first in the order of decision: what you argue last stands."
    assert rule in ran.prompt("revise", "market", 2)
    assert "You decide" not in ran.prompt("revise", "analyst", 2)
    assert ran.asked("synthesize") == []


async def test_the_reviewer_decides_as_a_party_too_once_it_has_heard_everybody(stage: Stage) -> None:
    """X-42, X-51: one ruling for all conflicts, in the place of what the reviewer argued before it heard the rest."""
    texts = {"market": "Recomendo consolidar a operação.", "reviewer": "Recomendo expandir para a Europa."}
    ran = await meet(stage, room(texts), *(hold(seat, "Aceito um piloto.", 2) for seat in texts), mediates())
    found = settled(ran)
    assert (found.resolver_agent, len(ran.asked("synthesize"))) == ("reviewer", 1)
    assert (ran.result.decision, found.final_decision) == (PHASES, PHASES)
    # The round is on record as it was argued.
    assert found.debate_rounds[-1].arguments["reviewer"] == "Aceito um piloto."


async def test_a_mediator_that_does_not_answer(stage: Stage) -> None:
    """X-43, X-79: its first answer is proposed, and the run says that it fell back."""
    ran = await meet(
        stage,
        room({"analyst": CAUTION, "market": HURRY, "reviewer": "Um piloto pequeno responde melhor."}),
        *(hold(seat, "Aceito avançar em etapas.", 2) for seat in ("analyst", "market")),
        say(["synthesize", "repair"], "reviewer", fail="refusal"),
        question=EUROPE,
    )
    assert (settled(ran).resolver_agent, ran.result.decision) == ("reviewer", "Um piloto pequeno responde melhor.")
    assert [each["seat"] for each in ran.watch.named("fallback")] == ["reviewer"]
    # DESIGN 9: what was not shown does not hold; a person is asked whether it stands.
    assert ran.result.status == "needs_review"
    assert str(ran.result.escalation.reasons[0]).startswith("definição: ")


async def test_only_one_agent_has_output(stage: Stage) -> None:
    """W-C5, C-20: an empty report, and what there is stands; one of five is no quorum, so a person decides."""
    ran = await meet(
        stage, *(silent(seat) for seat in DEPARTMENTS if seat != "market"), hold("market", HURRY), question=EUROPE
    )
    assert ran.result.conflict_report is not None
    assert ran.result.conflict_report.total_conflicts == 0
    assert (ran.result.decision, ran.result.status) == (HURRY, "needs_review")
    assert str(ran.result.escalation.reasons[0]).startswith("quórum: 1 de 5 respostas; sem resposta de: Analista")


@pytest.mark.parametrize(
    ("value", "rounds"), [pytest.param(0.70, 1, id="W-C13 0.70"), pytest.param(0.6999, 2, id="W-C13 0.6999")]
)
async def test_the_threshold_is_inclusive(stage: Stage, value: float, rounds: int) -> None:
    """C-26: convergence of 0.70 in round 1 ends the debate before anybody argues."""
    ran = await meet(stage, SALES_ROOM, argued(ARGUMENTS), strategy=measured(value, 0.9))
    assert (settled(ran).total_rounds, settled(ran).ended_by) == (rounds, "converged")
    assert len(ran.asked("revise")) == 2 * (rounds - 1)


async def test_repeated_arguments_stop_early(stage: Stage) -> None:
    """X-43, C-57: round 2 says what round 1 said, so there is no round 3; it is on record."""
    ran = await meet(stage, SALES_ROOM, argued({("commercial", 2): INVEST, ("financial", 2): CUT}))
    found = settled(ran)
    assert (found.total_rounds, found.ended_by) == (2, "repeated")
    assert (ran.result.stop_reason, ran.result.status, ran.result.decision) == ("loop", "decided", CUT)
    assert ran.state["loop"].detected


async def test_each_conflict_is_a_debate_of_its_own(stage: Stage) -> None:
    """C-24, C-36, C-47: one result per conflict; who has settled its conflict argues no further."""
    meets = "Aceito avançar em etapas depois do estudo."
    ran = await meet(
        stage,
        room({"analyst": CAUTION, "market": HURRY, "commercial": INVEST, "financial": CUT}),
        *(hold(seat, meets, 2) for seat in ("analyst", "market")),
        *(argued(ARGUMENTS), mediates("Investir $100K e estudar a Europa.")),
        question=EUROPE,
    )
    results = ran.result.consensus_results
    assert results is not None
    assert [(each.severity, each.total_rounds, each.ended_by) for each in results] == [
        ("high", 3, "max_rounds"),
        ("medium", 2, "converged"),
    ]
    assert sorted(each.seat for each in ran.asked("revise", number=2)) == [
        "analyst",
        "commercial",
        "financial",
        "market",
    ]
    assert sorted(each.seat for each in ran.asked("revise", number=3)) == ["commercial", "financial"]
    assert HURRY in ran.prompt("revise", "financial", 2)
    assert meets not in ran.prompt("revise", "financial", 3)
    assert len(ran.asked("synthesize", "reviewer")) == 1
    assert {each.final_decision for each in results} == {"Investir $100K e estudar a Europa."}
    assert ran.result.confidence == min(each.confidence_score for each in results)


async def test_beyond_the_limit_the_most_severe_are_kept(stage: Stage) -> None:
    """W-C15, C-51, X-47: 4 x 3 contradictions are 12 conflicts; 10 are kept and 2 reported as dropped."""
    ids = [f"seat_{letter}" for letter in "abcdefg"]
    base = load_profile("boardroom")
    # Seats with one persona would count as voices of one model, of whom three are enough.
    seats = [Seat(id=each, title=each, persona=f"You advise as {each}.").model_dump() for each in ids]
    profile = Profile.model_validate({**base.model_dump(), "seats": seats})
    said = [
        hold(each, "Recomendo expandir já." if place < 4 else "Recomendo consolidar primeiro.")
        for place, each in enumerate(ids)
    ]
    ran = await meet(stage, said, profile=profile, strategy=measured(0.9))
    report = ran.result.conflict_report
    assert report is not None
    assert (report.total_conflicts, report.dropped) == (10, 2)
    assert all(len(each.agents_involved) == 2 for each in report.conflicts)  # pair by pair
    assert len(ran.result.consensus_results or ()) == 10


async def test_the_same_input_gives_the_same_report(stage: Stage) -> None:
    """W-C16, C-15: apart from ids and times."""
    first, second = [await meet(stage, SALES_ROOM, argued(ARGUMENTS)) for _ in range(2)]

    def plain(ran: Ran) -> Any:
        assert ran.result.conflict_report is not None
        left_out: Any = {"execution_id": True, "conflicts": {"__all__": {"conflict_id", "detected_at"}}}
        return ran.result.conflict_report.model_dump(exclude=left_out)

    assert plain(first) == plain(second)


async def unsettled(stage: Stage, **options: Any) -> Ran:
    """A conflict whose decision is not accepted: half support, confidence 20, nothing cited."""
    refusal = "Discordo e mantenho: "
    texts = {
        ("commercial", 2): refusal + INVEST,
        ("financial", 2): refusal + CUT,
        ("commercial", 3): refusal + "Recomendo investir em crescimento.",
        ("financial", 3): refusal + "Recomendo cortar custos e manter a margem.",
        ("commercial", 4): "Aceito a proposta.",
        ("financial", 4): "Aceito investir $50K agora.",
    }
    opposed = say("accept", "commercial", 3, reply={"stance": "opposes", "because": "Sem investir perdemos clientes."})
    ran = await meet(stage, SALES_ROOM, argued(texts, confidence=20), opposed, **options)
    assert ran.result.status == "needs_review"
    return ran


async def test_a_conflict_nobody_could_settle_goes_to_a_person(stage: Stage) -> None:
    """X-39, X-48, X-80, W-C9: below the least confidence it is not accepted, becomes critical, and waits."""
    ran = await unsettled(stage)
    found = settled(ran)
    # 0.2 x 0.4 + half support 0.15 - 0.2 for critical
    assert (found.severity, found.accepted) == ("critical", False)
    assert found.confidence_score == pytest.approx(0.03)
    assert found.opposing_agents == ("commercial",)
    assert "Comercial: Sem investir perdemos clientes." in found.unresolved_aspects
    assert any("não foi resolvido" in each for each in ran.result.escalation.reasons)
    assert ran.result.needs_human_review
    ended = await stage.review(ran, "approve")
    assert (ended.result.status, ended.result.decision) == ("decided", found.final_decision)


async def test_a_persons_guidance_opens_the_conflict_again(stage: Stage) -> None:
    """Only its parties argue once more, with the guidance, and the decision is made anew."""
    ran = await stage.review(await unsettled(stage), "respond", "O teto é $50K.")
    assert sorted(each.seat for each in ran.asked("revise", number=4)) == ["commercial", "financial"]
    assert "O teto é $50K." in ran.prompt("revise", "financial", 4)
    found = settled(ran)
    assert (found.total_rounds, found.final_decision) == (4, "Aceito investir $50K agora.")
    assert found.supporting_agents == ("commercial", "financial")


async def test_the_time_runs_out(stage: Stage) -> None:
    """X-49, X-13, C-55, C-57: the timeout is noted, and the mediator still sums up what there is, in its own time.

    DESIGN 9: nobody could answer the other side, so a person decides.
    """
    late = [{**entry, "delay": 30} for entry in argued(ARGUMENTS)]
    ran = await meet(
        stage,
        room({"commercial": INVEST, "financial": CUT, "reviewer": "Um meio-termo parece viável."}),
        *(late, mediates()),
        overrides={"timeout.total": 0.6},
    )
    found = settled(ran)
    assert (found.ended_by, found.total_rounds, "timeout" in found.confidence_flags) == ("timeout", 1, True)
    assert (ran.result.stop_reason, ran.result.status) == ("timeout_total", "needs_review")
    assert "contraditório: sem direito de resposta: Comercial, Financeiro" in ran.result.escalation.reasons
    assert "REDUZIDA POR TIMEOUT" in ran.result.confidence_flags
    assert len(ran.asked("synthesize")) == 1
    assert (ran.result.decision or "").startswith("Plano em fases")


async def test_everybody_answers_at_once_and_alone(stage: Stage) -> None:
    """C-23, C-43, C-50, Q-09: no department sees another's first answer; a failed one does not hold the others up."""
    ran = await meet(stage, silent("reviewer"), room({"commercial": INVEST, "financial": CUT}), argued(ARGUMENTS))
    assert all(INVEST not in each.prompt and CUT not in each.prompt for each in ran.asked("position"))
    assert ran.result.rounds[0].failed == ("reviewer",)
    themes = {"analyst": "diagnose", "commercial": "sales and customers", "financial": "return", "market": "trends"}
    assert all(theme in ran.prompt("position", seat) for seat, theme in themes.items())
    started = [each["seat"] for each in ran.watch.named("seat_started") if each["phase"] == "position"]
    assert sorted(started) == sorted(DEPARTMENTS)


async def test_parties_may_argue_in_turn(stage: Stage) -> None:
    """X-77: who speaks second hears the first; by default both argue at once."""
    parts = (SALES_ROOM, argued(ARGUMENTS))
    at_once = await meet(stage, *parts)
    in_turn = await meet(stage, *parts, overrides={"rounds.execution.revise": "sequential"})
    told = ARGUMENTS["commercial", 2][:24]
    assert told not in at_once.prompt("revise", "financial", 2)
    assert told in in_turn.prompt("revise", "financial", 2)
    assert told not in in_turn.prompt("revise", "commercial", 2)


async def test_conflicts_switched_off(stage: Stage) -> None:
    """C-49: without the gate the seats revise as everywhere else, and there is no report."""
    ran = await meet(
        stage,
        room({"commercial": INVEST, "financial": CUT}),
        say("revise", reply={"recommendation": NEUTRAL, "stance": "relatar", "keeps_position": "no"}),
        say("synthesize", "synthesizer", reply={"decision": "Relatar.", "confidence": 70}),
        overrides={"conflicts.enabled": False},
    )
    assert (ran.result.conflict_report, ran.result.consensus_results) == (None, None)
    assert ran.result.decision == "Relatar."


async def test_a_fork_without_a_party_has_no_conflict(stage: Stage) -> None:
    """Branched off the end of round 2 without commercial, nothing is left to argue."""
    ran = await meet(stage, SALES_ROOM, argued(ARGUMENTS))
    branch = await stage.fork(ran, 2, without=["commercial"])
    assert branch.result.conflict_report is not None
    assert branch.result.conflict_report.total_conflicts == 0
    # What financial argued against commercial has lost its reason: its first answer stands.
    assert (branch.result.stop_reason, branch.result.decision) == ("no_conflict", CUT)
    # Who was no party was not asked in round 2, and so did not fail to answer.
    assert (branch.result.rounds[1].responded, branch.result.rounds[1].failed) == (("financial",), ())
    assert branch.result.status == "decided"
    assert branch.asked("revise", number=3) == []


async def test_a_fork_without_the_mediator_lets_a_party_decide(stage: Stage) -> None:
    """X-42: the same rounds, another decision maker."""
    ran = await meet(stage, room({"commercial": INVEST, "financial": CUT}), argued(ARGUMENTS), mediates("Meio-termo."))
    assert settled(ran).resolver_agent == "reviewer"
    branch = await stage.fork(ran, 2, without=["reviewer"])
    assert (settled(branch).resolver_agent, settled(branch).total_rounds) == ("financial", 3)
