"""Thirty hypotheses whose evidence is invented, misquoted or irrelevant never win; with true evidence the same do."""

from typing import Any, NamedTuple

import pytest

from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

QUESTION = "Why did orders fail after 14:00?"
EVENTS = [
    ("L12", "13:02:10", "INFO", "inventory", "heartbeat ok"),
    ("L90", "13:12:44", "ERROR", "catalog", "thumbnail decode failed file=/img/77120.webp: InvalidImageException"),
    ("L140", "13:36:05", "INFO", "catalog", "deployed version 4.18.2 (was 4.18.1)"),
    ("L200", "13:47:10", "ERROR", "notifications", "smtp-1 reset by peer, switched to smtp-2"),
    ("L310", "13:57:42", "INFO", "orders", "flags refreshed version=2208 changed=[order_list_full_history:on]"),
    ("L325", "14:00:41", "WARN", "orders", "slow statement list_orders 8841ms rows=18211"),
    ("L330", "14:01:22", "WARN", "orders", "pool shopdb-main exhausted: active=40 idle=0 waiting=3"),
    ("L335", "14:01:31", "ERROR", "orders", "create order failed: PoolTimeoutException: no connection within 5000ms"),
    ("L336", "14:01:31", "ERROR", "gateway", "POST /api/orders 503 upstream=orders 5058ms"),
    ("L400", "14:18:03", "ERROR", "payments", "webhook signature mismatch source=paybridge-sandbox"),
]
INCIDENT = {
    "events": [
        {"id": name, "timestamp": f"2025-03-11T{at}.000", "severity": level, "component": component, "message": text}
        for name, at, level, component, text in EVENTS
    ],
    "error_messages": [{"error_type": "PoolTimeoutException", "message": "no connection", "component": "orders"}],
    "similar_incidents": [
        {
            "incident_id": "INC-071",
            "root_cause": "A reporting job without an index held every connection of shopdb-main",
            "root_cause_category": "resource",
            "components": ["orders"],
        }
    ],
    "causal_paths": [
        {"events": ["slow statement report_shipments", "create order failed"], "error_type": "PoolTimeout"}
    ],
    "patterns": [{"pattern": "orders → gateway", "frequency": 4}],
}


class Cause(NamedTuple):
    """A hypothesis and what really supports it."""

    text: str
    category: str
    true: tuple[str, ...]


FLAG = Cause(
    "The flag order_list_full_history made list_orders exhaust the pool shopdb-main.", "config",
    ("Log: L310 changed=[order_list_full_history:on]", "Log: L330 pool shopdb-main exhausted: active=40"),
)  # fmt: skip
SLOW = Cause(
    "Slow list_orders statements held every connection of shopdb-main.", "resource",
    ("Log: L325 slow statement list_orders 8841ms", "Historical: INC-071 held every connection of shopdb-main"),
)  # fmt: skip
CHAIN = Cause(
    "A slow statement in orders starved order creation, and the gateway answered 503.", "resource",
    ("Historical: P1 slow statement report_shipments", "Pattern: orders -> gateway"),
)  # fmt: skip

BAD = [
    ("invented", FLAG, "Log: L424242 exploded"),
    ("invented", FLAG, "Log: L311 flag order_list_full_history switched on"),
    ("invented", FLAG, "Log: L310 and L999 flags refreshed"),
    ("invented", FLAG, "Log: operator disabled the pool of shopdb-main by hand"),
    ("invented", SLOW, "Historical: INC-999 held every connection of shopdb-main"),
    ("invented", SLOW, "Historical: an outage in 2019 had the same slow statement"),
    ("invented", SLOW, "Log: OutOfMemoryError in list_orders"),
    ("invented", CHAIN, "Historical: P7 slow statement report_shipments"),
    ("invented", CHAIN, "Pattern: payments -> gateway"),
    ("invented", CHAIN, "Pattern: gateway -> orders"),
    ("misquoted", FLAG, "Log: L310 changed=[order_list_full_history:off]"),
    ("misquoted", FLAG, "Log: L310 flags refreshed version=2209"),
    ("misquoted", FLAG, "Log: L330 pool shopdb-main exhausted: active=0 idle=40"),
    ("misquoted", FLAG, "Log: L330 pool shopdb_replica exhausted: active=40"),
    ("misquoted", SLOW, "Log: L325 slow statement list_orders 884ms"),
    ("misquoted", SLOW, "Log: L325 slow statement create_orders 8841ms"),
    ("misquoted", SLOW, "Log: L335 connection within 5000ms"),
    ("misquoted", SLOW, "Historical: INC-071 an expired certificate broke payments"),
    ("misquoted", CHAIN, 'Log: L336 "POST /api/orders 504"'),
    ("misquoted", CHAIN, "Historical: P1 a deployment broke the certificate"),
    ("irrelevant", FLAG, "Log: L12 heartbeat ok"),
    ("irrelevant", FLAG, "Log: L90 thumbnail decode failed"),
    ("irrelevant", FLAG, "Log: L400 webhook signature mismatch"),
    ("irrelevant", FLAG, "Log: L200 smtp-1 reset by peer"),
    ("irrelevant", SLOW, "Log: L12 inventory heartbeat ok"),
    ("irrelevant", SLOW, "Log: L140 deployed version 4.18.2"),
    ("irrelevant", SLOW, "Log: L400 webhook signature mismatch source=paybridge-sandbox"),
    ("irrelevant", CHAIN, "Log: L12 heartbeat ok"),
    ("irrelevant", CHAIN, "Log: L90 InvalidImageException"),
    ("irrelevant", CHAIN, "Log: L140 deployed version 4.18.2 (was 4.18.1)"),
]

HONEST = {
    "hypothesis": "The gateway lost its upstream.",
    "category": "network",
    "confidence": 40,
    "reasoning": "It answered 503.",
    "evidence": ["Log: L336 503 upstream=orders"],
}


def answers(cause: Cause, evidence: list[str]) -> list[Entry]:
    best = {
        "hypothesis": cause.text,
        "category": cause.category,
        "confidence": 95,
        "reasoning": "It came first, and everything else follows.",
        "affected_components": ["orders"],
        "evidence": evidence,
    }
    most = {"evidence_quality": 30, "reasoning_strength": 25, "confidence_calibration": 20, "completeness": 12}
    some = {"evidence_quality": 20, "reasoning_strength": 15, "confidence_calibration": 10, "completeness": 7}
    judged = [
        {"hypothesis_id": "hybrid_1", **most, "consistency": 9},
        {"hypothesis_id": "log_1", **some, "consistency": 3},
        {"hypothesis_id": "kg_1", **some, "consistency": 0},
    ]
    return [
        say("position", "hybrid", reply={"hypotheses": [best]}),
        say("position", reply={"hypotheses": [HONEST]}),
        say("judge", reply={"evaluations": judged}),
    ]


async def run(stage: Stage, entries: list[Entry]) -> Ran:
    return await stage.run(QUESTION, *entries, profile="rca", incident=INCIDENT, overrides={"rounds.max": 1})


def test_there_are_thirty() -> None:
    kinds = [kind for kind, _, _ in BAD]
    assert {kind: kinds.count(kind) for kind in kinds} == {"invented": 10, "misquoted": 10, "irrelevant": 10}


@pytest.mark.parametrize(("kind", "cause", "evidence"), BAD, ids=[f"{kind} {text}" for kind, _, text in BAD])
async def test_bad_evidence_never_wins(stage: Stage, kind: str, cause: Cause, evidence: str) -> None:
    """R-33, R-42: a judge who is impressed with 96 of 100 changes nothing; the honest hypothesis with 55 wins."""
    ran = await run(stage, answers(cause, [evidence]))
    assert ran.result.decision == HONEST["hypothesis"]
    judged: Any = ran.state["judgements"][0].evaluated_hypotheses
    (evaluation,) = [each for each in judged if each.hypothesis_id == "hybrid_1"]
    assert (evaluation.evidence_quality, evaluation.supported, evaluation.judge_score) == (0, False, 66)
    marked = "SHARES NOTHING WITH IT" if kind == "irrelevant" else "DOES NOT HOLD"
    lines = ran.prompt("judge", "judge").splitlines()
    assert any(marked in line and evidence in line for line in lines)


@pytest.mark.parametrize("cause", [FLAG, SLOW, CHAIN], ids=["flag", "slow", "chain"])
async def test_true_evidence_wins(stage: Stage, cause: Cause) -> None:
    ran = await run(stage, answers(cause, list(cause.true)))
    assert (ran.result.status, ran.result.decision, ran.result.confidence) == ("decided", cause.text, 0.95)
    assert ran.result.rca is not None
    assert ran.result.rca.final_hypothesis is not None
    assert ran.result.rca.final_hypothesis.judge_score == 96


async def test_alone_bad_evidence_is_no_root_cause(stage: Stage) -> None:
    """DESIGN 9: a winner without supported evidence is reported, and is no root cause."""
    first, _, last = answers(FLAG, ["Log: L424242 exploded"])
    ran = await run(stage, [first, say(["position", "repair"], reply={"hypotheses": []}), last])
    assert (ran.result.status, ran.result.decision) == ("inconclusive", None)
    assert ran.result.rca is not None
    assert ran.result.rca.missing == "unsupported"
    assert ran.result.rca.final_hypothesis is not None
    assert ran.result.rca.final_hypothesis.confidence == 0.1


async def test_a_cause_that_others_argue_as_well_against_is_not_certain(stage: Stage) -> None:
    """X-62 amended: three causes in one component are no consensus; what scores alike is not ruled out."""
    causes = {"log_focused": FLAG, "kg_focused": CHAIN, "hybrid": SLOW}
    marks = {"evidence_quality": 28, "reasoning_strength": 22, "confidence_calibration": 18, "completeness": 12}
    judged = [{"hypothesis_id": f"{seat}_1", **marks, "consistency": 9} for seat in ("log", "kg", "hybrid")]
    made = {
        seat: {"hypothesis": each.text, "category": each.category, "confidence": 88, "evidence": list(each.true)}
        for seat, each in causes.items()
    }
    parts = [
        *(say(["position", "revise"], seat, reply={"hypotheses": [each]}) for seat, each in made.items()),
        say("judge", reply={"evaluations": judged}),
        say("ballot", reply={"options": [{"label": seat, "seats": [seat]} for seat in causes]}),
    ]
    ran = await stage.run(QUESTION, *parts, profile="rca", incident=INCIDENT)
    found, synthesis, ballot = ran.result.rca, ran.result.synthesis, ran.result.ballot
    assert found is not None
    assert found.final_hypothesis is not None
    assert found.stop_reason != "consensus"
    chosen, rival = found.final_hypothesis.hypothesis, {each.text for each in causes.values()}
    assert not rival & {each.hypothesis for each in found.final_hypothesis.ruled_out}
    assert synthesis is not None
    assert synthesis.uncertainty == "irresolvable_conflict"
    assert [side.view for each in synthesis.divergences for side in each.sides if side.view != chosen]
    assert ballot is not None
    assert (ballot.settled, ballot.open) == (None, False)
