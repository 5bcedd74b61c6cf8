"""The framed block of a tripped breaker (D-52, D-53, W-D7)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from moot.catalogue import speaking
from moot.state.findings import Breaker, Target
from moot.views.terminal.breaker_block import draw_breaker
from moot.views.terminal.story import write_report
from tests.views.debates import argue, say

W_D7 = Breaker(
    reason="max_rounds",
    explanation="Round 3 of 3 ended without agreement.",
    rounds=3,
    max_rounds=3,
    convergence=0.55,
    consensus=("timing: next quarter",),
    divergences=("recommendation: expand or wait", "premises: demand"),
    agents_in_conflict=("cro", "cfo"),
    target="council",
)


def draw_in_portuguese(breaker: Breaker) -> str:
    """The source's own words, in a Portuguese debate."""
    with speaking("pt"):
        return draw_breaker(breaker)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("⚠ CIRCUIT BREAKER ATIVADO", id="D-52 title"),
        pytest.param("MOTIVO: Round 3 of 3 ended without agreement.", id="D-52 reason"),
        pytest.param("RODADAS EXECUTADAS: 3 de 3", id="W-D7 rounds"),
        pytest.param("CONVERGENCIA FINAL: 55%", id="W-D7 convergence"),
        pytest.param("ESTADO DO DEBATE:", id="D-52 state"),
        pytest.param("• Consensos alcancados: timing: next quarter", id="D-52 consensus"),
        pytest.param("• Divergencias nao resolvidas: recommendation: expand or wait; premises", id="D-52 divergences"),
        pytest.param("• Agentes em conflito: CRO; CFO", id="D-52 agents"),
        pytest.param("ACAO: Escalando para COUNCIL", id="W-D7 action"),
    ],
)
def test_every_label_is_printed(line: str) -> None:
    assert line in draw_in_portuguese(W_D7)


@pytest.mark.parametrize(
    ("target", "word"),
    [
        pytest.param("council", "COUNCIL", id="D-52 council"),
        pytest.param("human", "HUMANO", id="D-52 human"),
    ],
)
def test_the_target_is_named(target: Target, word: str) -> None:
    assert f"Escalando para {word} " in draw_in_portuguese(W_D7.model_copy(update={"target": target}))


def test_what_is_unknown_or_empty_is_a_dash() -> None:
    bare = W_D7.model_copy(update={"convergence": None, "consensus": (), "divergences": (), "agents_in_conflict": ()})
    block = draw_in_portuguese(bare)
    assert "CONVERGENCIA FINAL: - " in block
    assert "Agentes em conflito: - " in block


@given(st.lists(st.text(max_size=120), max_size=4))
def test_the_frame_is_always_83_wide(texts: list[str]) -> None:
    """D-52: whatever the agents wrote, in whatever script."""
    block = draw_breaker(W_D7.model_copy(update={"divergences": tuple(texts)}))
    assert {cell_len(line) for line in block.splitlines()} == {83}


async def test_the_report_begins_with_the_block(tmp_path: Path) -> None:
    """D-52, W-D7: a debate that never agrees, stopped at its last round."""
    wavering = [
        say("synthesize", decision="Wait", confidence=62),
        say("council_critic", premises=18, evidence=18, logic=18, alternatives=18, conflicts=18),
        say("council_synthesizer", decision="Wait a year", confidence=80),
        *(
            say(["position", "revise"], seat, number, recommendation=f"{word} {number}", stance=f"{word} {number}")
            for number in (1, 2)
            for seat, word in (("cro", "expand"), ("cfo", "wait"), ("coo", "sell"), ("cmo", "hire"))
        ),
    ]
    question = "Should we expand into Europe?"
    story = await argue(tmp_path, wavering, question, overrides={"rounds.max": 2}, value_at_risk=50_000)
    report = write_report(story.state, story.result)
    assert report.startswith("┌")
    assert "ROUNDS RUN: 2 of 2" in report
    assert "ACTION: Escalating to HUMAN" in report
    assert "ROUND 2: rebuttals" in report
