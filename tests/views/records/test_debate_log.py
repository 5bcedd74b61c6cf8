"""The debate log has every key of the sources, with the right types (D-85..D-89, X-25, W-D25)."""

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import yaml

from moot.state.evidence import Evidence
from moot.state.findings import Escalation, RoundRecord, Target
from moot.state.outcome import Review
from moot.views.records.debate_log import escalated_to, render_log
from tests.views.debates import Story, argue, say


def read(story: Story) -> dict[str, Any]:
    document = yaml.safe_load(render_log(story.state, story.result)["debate_log.yaml"])
    assert list(document) == ["debate_log"]
    log: dict[str, Any] = document["debate_log"]
    return log


def test_every_key_is_there_and_no_other(legal: Story) -> None:
    """W-D25, D-85..D-89."""
    log = read(legal)
    assert set(log) == {
        "session_id", "timestamp_inicio", "timestamp_fim", "query", "participantes",
        "rodadas", "rag_queries", "resultado", "metricas",
    }  # fmt: skip
    assert set(log["rag_queries"]) == {"total", "sucesso", "timeout", "chunks_citados"}
    assert set(log["resultado"]) == {"convergencia_final", "confianca_sintese", "escalado_para", "circuit_breaker"}
    assert set(log["metricas"]) == {"tempo_total_ms", "tokens_consumidos", "rodadas_executadas"}
    for rodada in log["rodadas"]:
        # every round carries the union of the fields.
        assert set(rodada) == {
            "numero", "tipo", "duracao_ms", "convergencia",
            "agentes_responderam", "agentes_timeout", "mudancas_posicao",
        }  # fmt: skip


def test_the_values_have_the_right_types(legal: Story) -> None:
    """W-D25: percentages are numbers, times are ISO, the session is a UUID."""
    log = read(legal)
    assert str(UUID(log["session_id"])) == log["session_id"] == legal.result.thread_id
    began, ended = (datetime.fromisoformat(log[key]) for key in ("timestamp_inicio", "timestamp_fim"))
    assert began <= ended
    assert log["query"] == legal.result.question
    assert log["participantes"] == ["NLA", "ALA"]
    assert [each["numero"] for each in log["rodadas"]] == [1, 2]
    assert log["rodadas"][0]["agentes_responderam"] == ["NLA", "ALA"]
    assert log["rodadas"][0]["agentes_timeout"] == []
    assert log["resultado"] == {
        "convergencia_final": 100.0,
        "confianca_sintese": 72.0,
        "escalado_para": "NENHUM",
        "circuit_breaker": False,
    }
    assert log["metricas"]["rodadas_executadas"] == 2
    assert log["metricas"]["tokens_consumidos"] > 0
    assert isinstance(log["metricas"]["tempo_total_ms"], int)


def test_the_header_names_the_protocol_and_its_version(legal: Story) -> None:
    """D-01."""
    first = str(render_log(legal.state, legal.result)["debate_log.yaml"]).splitlines()[0]
    assert first == "# DEBATE-DYNAMICS-PROTOCOL 1.0.0"


def test_rules_that_nobody_verified_are_told_as_a_comment(legal: Story) -> None:
    """L-44: in every output, and the keys stay those of the sources."""
    rule = Evidence(id="BAL-003", kind="rule", text="A rule.", verified=False)
    state: Any = {**legal.state, "evidence": [rule], "positions": []}
    text = str(render_log(state, legal.result)["debate_log.yaml"])
    assert text.splitlines()[-1].startswith("# ")
    assert "BAL-003" in text.splitlines()[-1]
    assert yaml.safe_load(text) == yaml.safe_load(str(render_log(legal.state, legal.result)["debate_log.yaml"]))


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        pytest.param(RoundRecord(number=1, kind="positions", duration_ms=5), "posicoes_iniciais", id="X-25 round 1"),
        pytest.param(RoundRecord(number=2, kind="rebuttals", duration_ms=5), "rebatidas_cruzadas", id="X-25 round 2"),
        pytest.param(RoundRecord(number=3, kind="refinement", duration_ms=5), "refinamento_final", id="X-25 round 3"),
    ],
)
def test_rounds_are_named_by_their_ids(legal: Story, record: RoundRecord, kind: str) -> None:
    result = legal.result.model_copy(update={"rounds": (record,)})
    [rodada] = read(Story(legal.state, result))["rodadas"]
    assert rodada["tipo"] == kind
    # what could not be measured is null, not zero.
    assert rodada["convergencia"] is None


def test_a_thread_that_is_no_uuid_becomes_always_the_same_one(legal: Story) -> None:
    """D-85: the session is a UUID."""
    renamed = Story(legal.state, legal.result.model_copy(update={"thread_id": "my-debate"}))
    assert UUID(read(renamed)["session_id"]).version == 5
    assert read(renamed)["session_id"] == read(renamed)["session_id"] != legal.result.thread_id


DECIDE: dict[str, Any] = {"action_requests": [{"name": "decide"}]}
REFINE: dict[str, Any] = {"action_requests": [{"name": "refine"}]}


@pytest.mark.parametrize(
    ("target", "requests", "expected"),
    [
        pytest.param("none", [], "none", id="D-88 nobody"),
        pytest.param("council", [], "council", id="D-88 council"),
        pytest.param("human", [DECIDE], "human", id="D-88 human"),
        pytest.param("council", [DECIDE], "human", id="D-88 the council passed it on"),
        pytest.param("none", [REFINE], "none", id="F-47 steering a refinement is no escalation"),
    ],
)
def test_who_looked_at_it(legal: Story, target: Target, requests: list[dict[str, Any]], expected: Target) -> None:
    result = legal.result.model_copy(update={"escalation": Escalation(target=target, reasons=())})
    reviews = [Review(request=request, round=at) for at, request in enumerate(requests)]
    assert escalated_to({**legal.state, "reviews": reviews}, result) == expected


async def test_a_debate_that_waits_has_no_end_yet(tmp_path: Path) -> None:
    """D-85, D-88: paused for a person, the log says so and stays open."""
    entries = [
        say("position", "cro", recommendation="Expand", stance="expand", confidence=60),
        say(["position", "revise"], recommendation="Wait", stance="wait", confidence=60),
        say("synthesize", decision="Wait", confidence=30),
    ]
    story = await argue(tmp_path, entries, "Should we expand into Europe?", overrides={"rounds.max": 2})
    assert story.result.status == "needs_review"
    log = read(story)
    assert log["timestamp_fim"] is None
    assert log["resultado"]["escalado_para"] == "HUMANO"
    assert log["resultado"]["confianca_sintese"] == 30.0
    assert log["participantes"] == ["CRO", "CFO", "COO", "CMO"]
