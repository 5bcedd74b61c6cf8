"""People read the names of seats where models wrote agent 1, agent 2."""

from typing import Any

import pytest

from moot.configs import load_profile
from moot.state.evidence import Evidence
from moot.state.positions import Change, Position
from moot.state.protocol import Protocol
from moot.views.result import name_seats


def rename(text: str, *, question: str = "Shall we?", evidence: str = "") -> str:
    change = Change(what=text, because=("agent 3 C1",))
    position = Position(seat="market", round=2, recommendation=text, changes=(change,))
    state: Any = {
        "question": question,
        "evidence": [Evidence(id="E1", text=evidence)],
        "protocol": Protocol(profile=load_profile("boardroom"), parts={}, fingerprint="x"),
        "positions": [position],
    }
    named = name_seats(state)["positions"][0]
    assert state["positions"] == [position]  # what the next prompts are made from stays as it was said
    assert named.changes[0].what == named.recommendation
    return str(named.recommendation)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("pedido pelo agente 4", "pedido pelo Market"),
        ("As Agent 3 shows (agent 3 C1)", "As Financial shows (Financial C1)"),
        ("agentes 3 e 5 aceitam", "agentes Financial e Reviewer aceitam"),
        ("agents 1, 2 and 4", "agents Analyst, Commercial and Market"),
        ("menurut agen 1", "menurut Analyst"),
        ("agent 9 is nobody", "agent 9 is nobody"),
        ("12 agents in 3 shops", "12 agents in 3 shops"),
        ("the agent 007", "the agent 007"),
    ],
)
def test_numbers_become_names(text: str, read: str) -> None:
    assert rename(text) == read


@pytest.mark.parametrize(
    "case",
    [
        pytest.param({"question": "Which of agent 1 and agent 2 do we buy?"}, id="the question speaks of agents"),
        pytest.param({"evidence": "Agent 2 was rated best."}, id="the evidence does"),
    ],
)
def test_agents_of_the_question_are_left_alone(case: dict[str, str]) -> None:
    assert rename("agent 2 is better", **case) == "agent 2 is better"
