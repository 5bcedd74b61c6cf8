"""Rulings that a party opposes, as two boardrooms answered them by hand.

What their author meant: the warehouse cannot hold the sorter and the drying beds, so that market opposes whatever puts
the sorter there; commercial and financial find in round 2 that they do not contradict each other.
"""

import asyncio
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml

from moot.views.chat import write_ending
from moot.views.terminal import describe_request, tell_story, write_answer
from tests.support.records import read_records
from tests.support.stage import Ran, Stage

FOLDER = Path(__file__).parent.parent / "data" / "hand_answered"
MELBOURNE = "Deixar Melbourne e São Paulo sem contrato até a visita de junho é abrir mão de dois dos três compradores"
FIRST_RULING = "As camas de microlotes não entram no galpão 2 em 2027"


@cache
def play(story: str) -> Ran:
    """Play a debate once for all tests."""
    name = "wattle" if story == "wattle" else "caparao"
    told: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    answers = told["answers"] if story == "wattle" else [*told["positions"], *told[story]]

    async def run(folder: str) -> Ran:
        stage = Stage(Path(folder))
        return await stage.run(told["question"], answers, profile="boardroom", context=told["context"])

    with TemporaryDirectory() as folder:
        return asyncio.run(run(folder))


def flat(text: str) -> str:
    return " ".join(text.split())


def details(ran: Ran) -> dict[str, str]:
    assert ran.result.warrant is not None
    return {each.id: str(each.detail) for each in ran.result.warrant.conditions}


def dissent(ran: Ran) -> str:
    """Take the section of the short answer that says who holds something else."""
    return flat(write_answer(ran.result)).partition("Divergência ")[2].partition(" Riscos ")[0]


def seats(names: Iterable[Any]) -> list[str]:
    return sorted({str(each.seat) for each in names})


def test_who_opposes_a_ruling_that_nobody_argued_is_heard_before_it_stands() -> None:
    """X-34, DESIGN 9 (heard): the reviewer alone saw the conflict, and market had no rebuttal."""
    ran = play("late")
    assert seats(ran.asked("accept", number=1)) == ["analyst", "market"]
    assert seats([*ran.asked("revise", number=2), *ran.asked("revise", number=3)]) == ["analyst", "market"]
    (conflict,) = ran.result.conflict_report.conflicts if ran.result.conflict_report else ()
    assert (conflict.found_by, conflict.requires_debate) == ("mediator", True)
    (settled,) = ran.result.consensus_results or ()
    assert [each.round_number for each in settled.debate_rounds] == [1, 2, 3]
    assert settled.opposing_agents == ("market",)
    for prompt in (ran.prompt("revise", "analyst", 2), ran.prompt("synthesize", "reviewer", 3)):
        assert FIRST_RULING in prompt
        assert "opposes it: A decisão adia os microlotes" in prompt
    assert details(ran)["heard"] == "quem foi contestado pôde responder"
    assert any("conflito que só ela tinha visto" in str(each["text"]) for each in read_events(ran))


def read_events(ran: Ran) -> list[dict[str, Any]]:
    records: dict[str, str] = read_records(ran.state, ran.result)  # type: ignore[arg-type]
    return list(json.loads(records["debate_summary.json"])["events"])


def test_opposition_is_told_first_and_never_cut() -> None:
    """DESIGN 9 (accepted): who opposes it is listed, in every output, before what speaks for it."""
    ran = play("late")
    result = ran.result
    assert result.status == "decided"
    records: dict[str, str] = read_records(ran.state, result)  # type: ignore[arg-type]
    answer = flat(write_answer(result))
    assert answer.startswith("DECIDIDO pelo Revisor; contra: Mercado ")
    assert answer.index(f"Mercado se opõe à decisão: {MELBOURNE}") < answer.index("Confiança ")
    assert details(ran)["accepted"].startswith("contra: Mercado; ")
    for text in (tell_story(result), write_ending(result), *(records[each] for each in ("report.txt", "report.html"))):
        assert f"Mercado se opõe à decisão: {MELBOURNE}" in flat(text)
    assert MELBOURNE in json.loads(records["debate_summary.json"])["caveats"][0]
    assert MELBOURNE in str(json.loads(records["result.json"])["caveats"][0])
    (gate,) = (each for each in ran.watch.events if each["event"] == "escalated")
    assert (gate["target"], gate["opposing"]) == ("none", ["market"])


def test_what_its_parties_decided_or_accept_is_no_dissent() -> None:
    """C-07: departments that complement each other do not diverge, and who accepts the ruling holds nothing else."""
    assert "Analista" not in dissent(play("late"))
    seen = dissent(play("seen"))
    assert seen.startswith("Financeiro aceita com reserva: ")
    assert "Comercial" not in seen
    assert "C Não tocar" not in seen


def test_whoever_voted_for_what_opposes_the_decision_is_shown() -> None:
    answer = flat(write_answer(play("late").result)).partition("Votação ")[2]
    assert answer.startswith("D Seul em 2027 sob cobertura alugada, o resto em 2028 (Mercado)")


@pytest.mark.parametrize("story", ["late", "seen"])
def test_nothing_says_that_opposed_parties_agree(story: str) -> None:
    """X-34: neither "agreed enough" nor "nobody contradicted anybody" stands beside a party that opposes."""
    ran = play(story)
    text = flat(f"{write_answer(ran.result, whole=True)} {tell_story(ran.result)}")
    for said in (
        "o que os participantes dizem coincide",
        "acordo suficiente",
        "ninguém foi contestado",
        "não foi debatido",
    ):
        assert said not in text


def test_two_that_accept_each_other_do_not_exclude_each_other_any_more() -> None:
    """X-44: they go on voting for two options, which can be carried out together."""
    ran = play("seen")
    ended = {each.parties: (each.ended_by, len(each.rounds)) for each in ran.state["conflict_debates"]}
    assert ended["commercial", "financial"] == ("converged", 3)
    assert ended["analyst", "market"] == ("max_rounds", 3)
    assert ran.result.ballot is not None
    assert ran.result.ballot.opposed == (("A", "D"),)
    decide = ran.prompt("synthesize", "reviewer")
    assert "no longer disputed: B against C" in decide
    assert "exclude each other: A and D\n" in decide
    assert "option B against option C" not in decide
    assert "A e D se excluem" in flat(write_answer(ran.result))


def test_a_reservation_that_was_extended_is_still_open() -> None:
    """X-44: commercial took over what financial reserved in round 2; October came after that."""
    ran = play("wattle")
    decide = ran.prompt("synthesize", "reviewer")
    assert "reservations: one for each open reservation, of commercial, financial {seat" in decide
    assert "Night hours are decided in October 2027, after the September test." in decide


def test_a_debate_whose_parties_vote_alike_was_not_stopped() -> None:
    """X-06, C-27: what the others recommend goes together with it, and the reviewer rules on what is reserved."""
    ran = play("wattle")
    assert ran.result.circuit_breaker is None
    assert not any(each["event"] == "breaker" for each in ran.watch.events)
    convergence = ran.state["convergence"]
    assert not any(each.code == "agreement.vote_against" for each in convergence.open)
    assert ran.result.review is not None
    asked = flat(describe_request(ran.result.review.request))
    assert "no limit stopped the debate" in asked


def test_the_comparer_sees_the_sources() -> None:
    """That two options need the same room stands in the sources alone."""
    prompt = play("late").prompt("ballot", "comparer")
    assert "O galpão 2, de 640 m², é o único espaço coberto livre." in prompt
    assert "both need what is there once" in prompt


def test_parties_are_told_a_contradiction_as_decided_where_nobody_argued_it() -> None:
    first, last = (play("late").prompt("accept", "market", number) for number in (1, 3))
    assert "a contradiction it saw, and decides: O galpão 2 na safra de 2027" in first
    assert "still open: O galpão 2" not in f"{first}{last}"
