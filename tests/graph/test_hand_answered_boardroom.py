"""A boardroom answered by hand, in Portuguese: four rounds, a person who sends the proposal back, one who dissents.

What its author meant: commercial chooses the majority's option in round 2 and says that it would return to the
exclusive contract; market chooses it in round 3 and refuses it without a way out. Neither has agreed.
"""

import asyncio
import json
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
import yaml

from moot.views.result import Result
from moot.views.terminal import describe_request, tell_story, write_answer
from tests.support.records import read_records
from tests.support.scripts import say
from tests.support.stage import Ran, Stage

FILE = Path(__file__).parent.parent / "data" / "hand_answered" / "atlas.yaml"
STORY: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
RETURN = "volto ao contrato exclusivo"
WAY_OUT = "Sem uma saída sem multa caso as vendas da marca caiam, eu recusaria."
CAP = "ao menos a multa deve ficar limitada a três meses de fornecimento"
TIED_DOWN = "ficamos presos por 12 meses"
ONE_SIDED = "assinaríamos uma cláusula de um lado só"
TO_A_PERSON = {"escalation.emit": 0.95, "escalation.human": 0.95}
"""No decision is sure enough, so that a person is asked whatever becomes of the evidence."""


SAME = say(
    "compare",
    reply={
        "pairs": [
            {"a": "decision", "b": "option", "recommendation": "full"}
            | dict.fromkeys(("premises", "risks", "timing"), "partial")
        ]
    },
)
"""The reviewer states the option with the terms of others: whether it does is not told by words."""


class Played(NamedTuple):
    """The debate at its first pause, at its second one after the person had answered, and at its end."""

    proposed: Ran
    sent_back: Ran
    ended: Ran


@cache
def play() -> Played:
    """Play the whole debate, once for all tests."""

    async def run(folder: str) -> Played:
        stage = Stage(Path(folder))
        first = await stage.run(
            STORY["question"],
            [SAME, *STORY["answers"]],
            profile="boardroom",
            context=STORY["context"],
            overrides=TO_A_PERSON,
        )
        second = await stage.review(first, "respond", STORY["asked"])
        return Played(first, second, await stage.review(second, "approve"))

    with TemporaryDirectory() as folder:
        return asyncio.run(run(folder))


def between(result: Result, one: str, other: str) -> Any:
    """Find how the conflict of two seats was settled."""
    assert result.conflict_report is not None
    pair = {one, other}
    names = [each.conflict_id for each in result.conflict_report.conflicts if {*each.agents_involved} == pair]
    return next(each for each in result.consensus_results or () if each.conflict_id in names)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_condition_keeps_open_what_the_choice_alone_would_close() -> None:
    """C-26: in round 2 commercial chooses the majority's option with a contrary fallback, and nobody accepts it."""
    ran = play().proposed
    debates = {each.parties: each for each in ran.state["conflict_debates"]}
    for parties in (("analyst", "commercial"), ("commercial", "financial"), ("commercial", "reviewer")):
        values = [closed.convergence for closed in debates[parties].rounds]
        assert len(values) == 3  # argued on in round 3
        assert values[1] < 0.7
        assert values[2] == 1.0  # commercial gave both conditions up
    assert RETURN in ran.prompt("revise", "reviewer", 3)


def test_a_reservation_is_no_agreement_and_stays_on_record() -> None:
    """C-10, X-44: market votes like everybody in round 3; what it reserves is told with every figure."""
    ran = play().proposed
    result = ran.result
    assert (result.status, result.stop_reason, result.convergence) == ("needs_review", "max_rounds", 1.0)
    assert result.ballot is not None
    assert result.ballot.settled == "A"
    open_one, agreed = between(result, "market", "reviewer"), between(result, "commercial", "financial")
    assert (open_one.ended_by, open_one.settled_by) == ("max_rounds", "decision")
    assert open_one.debate_rounds[-1].convergence == 0.5
    assert any(TIED_DOWN in text for text in open_one.unresolved_aspects)
    assert (agreed.ended_by, agreed.settled_by) == ("converged", "agreement")
    assert not any("market" in text for text in agreed.unresolved_aspects)
    # nothing cut the debate off; all vote for one option, and what is reserved is told beside it.
    assert result.circuit_breaker is None
    convergence = ran.state["convergence"]
    assert any(WAY_OUT in str(fact.values.get("text")) for fact in convergence.open)


def test_each_dispute_and_the_decision_are_told_once() -> None:
    """C-01: seven pairs of seats are three oppositions between options."""
    ran = play().proposed
    found = {"".join(str(side.option) for side in each.sides): each for each in ran.result.disputes}
    assert {options: len(each.conflict_ids) for options, each in found.items()} == {"AC": 3, "AB": 3, "BC": 1}
    first, second, third = found["AC"], found["AB"], found["BC"]
    assert first.sides[0].at_first == ("analyst", "financial", "reviewer")
    assert first.sides[0].now == ("analyst", "commercial", "financial", "market", "reviewer")
    assert [each.seat for each in first.reservations] == ["market"]
    assert (second.settled_by, second.reservations) == ("agreement", ())
    assert third.is_given_up
    text = flat(f"{write_answer(ran.result, whole=True)} {tell_story(ran.result)}")
    assert text.count(flat(str(ran.result.decision))) == 1
    assert "3 disputas entre 7 pares" in text
    assert "terminou em acordo na rodada 3" in text
    assert "todos votam em A agora; Revisor decidiu sobre as reservas" in text


def test_what_the_parties_say_of_the_decision_is_recorded_everywhere() -> None:
    """DESIGN 9: who accepts, with what reservation, in result, records, report, show, request and warrant."""
    paused, result = play().sent_back, play().ended.result
    said = {each.seat: each.stance for each in result.acceptances if each.round == 4}
    assert said == {
        "analyst": "accepts",
        "commercial": "accepts",
        "financial": "accepts",
        "market": "accepts_with_reservation",
    }
    request = paused.result.review
    assert request is not None
    records = read_records(paused.state, result)  # type: ignore[arg-type]
    texts = {
        "request": describe_request(request.request),
        "page of the request": str(request.request["description"]),
        "show": f"{write_answer(result, whole=True)} {tell_story(result)}",
        **{name: records[name] for name in ("report.txt", "report.html", "result.json", "debate_summary.json")},
    }
    for place, text in texts.items():
        assert ONE_SIDED in flat(text), place
    assert "Mercado aceita com reserva" in flat(texts["show"])
    detail = next(each.detail for each in result.warrant.conditions if each.id == "accepted")  # type: ignore[union-attr]
    assert "aceitam: Analista, Comercial e Financeiro; aceitam com reserva: Mercado" in str(detail)
    assert ONE_SIDED in str(detail)
    assert json.loads(texts["debate_summary.json"])["acceptances"][-1]["because"]


def test_who_was_sent_back_sees_the_proposal_and_what_the_person_asks() -> None:
    ran = play().sent_back
    for phase, seat in (("revise", "market"), ("revise", "reviewer"), ("synthesize", "reviewer")):
        prompt = flat(ran.prompt(phase, seat, 4))
        assert "proposed decision: A Vale Alto não assina o contrato exclusivo de 36 meses." in prompt
        assert re.search(rf"(agent 4|market) accepts it with a reservation: Executo .{{0,200}}{TIED_DOWN}", prompt)
        assert "a person was asked because: " in prompt
        assert flat(STORY["asked"]) in prompt
        assert "nothing else is open" not in prompt
    decided = ran.prompt("synthesize", "reviewer", 4)
    assert re.search(rf"^round 4, market: .*{CAP}", decided, re.MULTILINE)
    assert re.search(r"^round 4, financial: Contrapropor 40 t por mês, com piso de 35 t", decided, re.MULTILINE)
    assert f"reservation of market, not accepted by the others: Se a saída sem multa for só um pedido, {CAP}" in decided


def test_no_prompt_is_cut_off_stale_or_asks_for_what_the_protocol_lacks() -> None:
    ran = play().sent_back
    for request in ran.requests:
        assert "…" not in request.prompt
    for request in ran.asked("revise"):
        assert "critique" not in request.prompt.partition("Fields.")[2]
        assert request.prompt.count("recommendation: Acompanho a contraproposta de 40 t") <= 1  # its own position once
    third = ran.prompt("revise", "market", 3)
    assert "option A against option C: agent 1, agent 2, agent 3, agent 5 against agent 4\n" in third
    assert re.search(r"^no longer disputed: .*A against B", third, re.MULTILINE)  # commercial has left B
    assert "You decide" not in ran.prompt("revise", "reviewer", 2)
    accepting = ran.prompt("accept", "market", 4)
    assert "not known: Por que a campanha de 2022 ficou em 58% da meta" in accepting
    assert "still open: Limite da multa se não houver saída sem multa: market: A multa deve ficar" in accepting


@pytest.mark.parametrize("paused", [True, False])
def test_what_people_read_names_seats_and_fits_the_status(paused: bool) -> None:
    ran = play().proposed if paused else play().ended
    text = flat(f"{write_answer(ran.result, whole=True)} {tell_story(ran.result)}")
    assert not re.search(r"\bagentes? \d", text)
    assert "Incluí o prazo de 12 meses, pedido pelo Mercado" in text
    assert ran.result.decider == ("" if paused else "human")
    assert ("Rodadas Chegou-se à última rodada" in text) is paused
    assert "ESCALADO para uma pessoa" in text
    assert ("ESCALADO para uma pessoa, que já respondeu" in text) is not paused
    assert "Perder o segundo turno em dezembro" not in text  # one risk, shared by three
    assert "Chegar a dezembro sem volume novo e perder o segundo turno (Analista, Mercado e Revisor)" in text
    assert "reserva: [doc" not in text
