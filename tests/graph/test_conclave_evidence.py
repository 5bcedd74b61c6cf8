"""What claims stand on, who may change its mind, and what may be looked up."""

from pathlib import Path
from typing import Any

import pytest

from moot import build_graph, open_store
from moot.errors import ProfileError
from moot.policies.limits.leases import admit_query
from moot.state.evidence import Query
from tests.support.scripts import (
    EXECUTIVES,
    Levels,
    council,
    criticise,
    hold,
    listen,
    run,
    say,
    synthesis,
    views,
    write,
)

SURVEY = {"id": "E1", "text": "Demand doubled in 2025."}
CLAIM = {"id": "C1", "statement": "Demand doubled", "kind": "fact", "evidence": ["E1"]}
APART: Levels = (0, 1, 1, 1)
"""The recommendations differ: capped at 69 of 100."""


def give_in(because: list[str], seat: str | list[str] | None = None) -> dict[str, Any]:
    """In round 2 everybody else takes up what cro holds."""
    advice = views(APART)[0]["reply"]["recommendation"]
    fields = {"premises": ["demand grows"], "risks": ["currency swings"], "timing": "within six months"}
    change = {"what": "the recommendation", "because": because}
    return hold(seat, 2, recommendation=advice, stance=advice, keeps_position="no", changes=[change], **fields)


@pytest.mark.parametrize(
    ("because", "explained"),
    [
        pytest.param(["E1"], True, id="issue 4 (4) evidence moved them"),
        pytest.param(["K1"], True, id="issue 4 (4) a critique moved them"),
        pytest.param(["[RAG:E1]"], True, id="D-57 evidence cited as a chunk"),
        pytest.param([], False, id="issue 4 (4) nothing is named"),
        pytest.param(["K9"], False, id="issue 4 (4) a critique that does not exist"),
        pytest.param(["the others agree"], False, id="issue 4 (4) peer pressure is no reason"),
    ],
)
async def test_a_change_of_stance_needs_a_reason(tmp_path: Path, because: list[str], explained: bool) -> None:
    """An unexplained flip is recorded and counted, and does not raise convergence (X-27, X-84)."""
    result = await run(
        tmp_path, views(APART, claims=[CLAIM]), criticise("cro", {"target": "cfo"}), give_in(because), synthesis(85),
        council(), context=[SURVEY], overrides={"rounds.max": 2},
    )  # fmt: skip
    last = result.rounds[1]
    # Everybody but cro has moved; the count does not depend on whether they say why (D-86).
    moved = {each.seat for each in result.positions if each.round == 2} - {"cro"}
    assert last.position_changes == 4  # cro says "no" too
    flagged = {each.seat for each in result.positions if each.round == 2 and each.unexplained}
    assert flagged == (set() if explained else moved)
    assert last.unexplained_changes == len(flagged)
    assert last.convergence == pytest.approx(1.0 if explained else 0.69)
    assert result.stop_reason == ("converged" if explained else "max_rounds")
    # What they said stays on record.
    assert len({each.stance for each in result.positions if each.round == 2}) == 1


async def test_a_flip_explained_later_counts_then(tmp_path: Path) -> None:
    """X-84: until a seat names its reason it counts with what it held before."""
    silent, told = give_in([]), give_in(["E1"])
    told["when"] = {"phase": "revise", "round": 3}
    advice = synthesis(85, decision=told["reply"]["recommendation"])
    result = await run(tmp_path, views(APART, claims=[CLAIM]), silent, told, advice, context=[SURVEY])
    assert [each.convergence for each in result.rounds] == pytest.approx([0.69, 0.69, 1.0])
    assert [each.unexplained_changes for each in result.rounds] == [0, 3, 0]


async def test_agreement_cites_evidence_where_there_is_some(tmp_path: Path) -> None:
    """X-84: all say the same at once and cite nothing; they are told, and the debate ends when one of them does."""
    script = [*views((1, 1, 1, 1)), *views((1, 1, 1, 1), 2, claims=[CLAIM]), synthesis(85)]
    with listen() as heard:
        result = await run(tmp_path, script, context=[SURVEY])
    assert [each.convergence for each in result.rounds] == pytest.approx([0.69, 1.0])
    assert (result.status, result.stop_reason) == ("decided", "converged")
    assert all("nobody has cited a source of this debate" in each.prompt for each in heard.of("revise", 2))
    # Without sources there is nothing to cite.
    alone = await run(tmp_path, script)
    assert (alone.stop_reason, len(alone.rounds)) == ("converged", 1)


async def test_agreement_that_never_cites_is_no_agreement(tmp_path: Path) -> None:
    """X-84: the limit of rounds ends it, and somebody looks at it."""
    rounds = [entry for number in (1, 2, 3) for entry in views((1, 1, 1, 1), number)]
    result = await run(tmp_path, rounds, synthesis(85), council(), context=[SURVEY])
    assert (result.stop_reason, result.escalation.target != "none") == ("max_rounds", True)
    let = await run(tmp_path, rounds, synthesis(85), context=[SURVEY], overrides={"convergence.needs_evidence": False})
    assert (let.stop_reason, len(let.rounds)) == ("converged", 1)


@pytest.mark.parametrize("execution", ["parallel", "sequential"])
async def test_first_positions_are_independent(tmp_path: Path, execution: str) -> None:
    """X-84: in round 1 nobody sees what the others say, in whatever order they speak."""
    said = views((1, 1, 1, 1), reasoning="a very telling word: zanzibar")
    with listen() as heard:
        await run(tmp_path, said, synthesis(85), overrides={"rounds.execution.position": execution})
    assert len(heard.of("position")) == 4
    assert not any("zanzibar" in each.prompt for each in heard.of("position"))


async def test_rewording_is_no_change(tmp_path: Path) -> None:
    """X-27: the same stance in other letters needs no reason."""
    again = views(APART, 2)
    for entry in again:
        entry["reply"]["stance"] = entry["reply"]["stance"].upper() + "!"
    result = await run(tmp_path, views(APART), again, synthesis(85), council(), overrides={"rounds.max": 2})
    assert (result.rounds[1].position_changes, result.rounds[1].unexplained_changes) == (0, 0)


async def test_every_claim_gets_a_verdict(tmp_path: Path) -> None:
    """INTERFACES 3 evidence, L-02, D-141: supported, unsupported or unknown, and each seat's share."""
    claims = [
        CLAIM,
        {"id": "C2", "statement": "Churn is low", "kind": "fact"},
        {"id": "C3", "statement": "Invented", "kind": "fact", "evidence": ["E9"]},
        {"id": "C4", "statement": "We should go", "kind": "recommendation"},
    ]
    result = await run(tmp_path, views((1, 1, 1, 1), claims=claims), synthesis(85), context=[SURVEY])
    mine = {each.claim_id: each.verdict for each in result.evidence.claims if each.seat == "cfo"}
    assert mine == {"C1": "supported", "C2": "unsupported", "C3": "unsupported", "C4": "unknown"}
    assert {each.round for each in result.evidence.claims} == {1}
    # C4 needs none, so there is nothing to check in it.
    assert result.evidence.unsupported_share == pytest.approx(dict.fromkeys(EXECUTIVES, 2 / 3))


async def test_the_synthesizer_is_told_what_stands_on_nothing(tmp_path: Path) -> None:
    """D-113 Q-04: an assertion without evidence is opinion, and whoever sums up knows which ones are."""
    claims = [CLAIM, {"id": "C2", "statement": "Churn is low", "kind": "fact"}]
    with listen() as heard:
        await run(tmp_path, views((1, 1, 1, 1), claims=claims), synthesis(85), context=[SURVEY])
    told = heard.of("synthesize")[0].prompt.partition("<unsupported")[2]
    assert "C2" in told
    assert "C1" not in told


async def test_evidence_of_the_caller_is_put_to_every_seat(tmp_path: Path) -> None:
    """L-08, INTERFACES 5: it keeps its ids."""
    with listen() as heard:
        await run(tmp_path, views((1, 1, 1, 1)), synthesis(85), context=[SURVEY])
    assert all("E1" in each.prompt and "Demand doubled in 2025." in each.prompt for each in heard.of("position"))


async def test_a_critique_is_settled_by_its_author(tmp_path: Path) -> None:
    """Q-06, X-56a: its author is asked about what was answered; what is not settled stays open and is put again."""
    script = [
        *views((1, 1, 0.5, 0), claims=[CLAIM]),
        criticise("cro", {"target": "cfo"}, {"target": "coo"}),
        *views((1, 1, 0.5, 0), 2, claims=[CLAIM]),
        say("settle", "cro", reply={"verdicts": [{"critique_id": "K1", "verdict": "answered", "reason": "true"}]}),
        hold("cfo", 3, **{**views((1, 1, 1, 1), 3)[1]["reply"], "claims": [{**CLAIM, "statement": "Demand grew"}]}),
        *views((1, 1, 1, 1), 3, claims=[CLAIM]),
    ]
    script.insert(0, say("revise", "cfo", 2, reply={
        **views((1, 1, 0.5, 0), 2)[1]["reply"],
        "claims": [{**CLAIM, "statement": "Demand grew"}],
        "answers": [{"critique_id": "K1", "outcome": "accepted", "reason": "true"}],
        "changes": [{"what": "C1", "because": ["K1"]}],
    }))  # fmt: skip
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(85), context=[SURVEY])
    assert {each.id: each.resolved for each in result.critiques} == {"K1": True, "K2": False}
    assert all(each.resolution for each in result.critiques)
    # K2 was answered in no round, so nobody was asked about it.
    assert [(each.seat, each.round) for each in heard.of("settle")] == [("cro", 2)]
    assert "K2" not in heard.of("settle")[0].prompt
    third = heard.of("revise", 3)[0].prompt
    assert "K2" in third
    assert "K1 " not in third


# Retrieval: no agent looks anything up in the graph yet; what the state and the leases promise is tested here.


async def test_five_queries_are_leased_to_all_seats_together(tmp_path: Path) -> None:
    """W-D16 D-25 D-56 X-18: five in all, divided before the wave; the sixth of the debate would be refused."""
    graph = build_graph("conclave", checkpointer=open_store("memory:"))
    config: Any = {"configurable": {"thread_id": "t"}}
    context: Any = {"model": write(tmp_path, views((1, 1, 1, 1)), synthesis(85))}
    await graph.ainvoke({"question": "Should we expand?"}, config, context=context, interrupt_before=["checkpoint"])
    state = (await graph.aget_state(config)).values
    assert [lease.queries for lease in state["leases"]] == [2, 1, 1, 1]
    queries = [
        Query(seat=seat, round=1, number=number, text="churn", outcome="succeeded", chunks=("CG001_042",))
        for seat, number in (("cro", 1), ("cro", 2), ("cfo", 1), ("coo", 1))
    ]
    queries.append(Query(seat="cmo", round=1, number=1, text="slow", outcome="timed_out"))
    sixth = admit_query("one more", state["protocol"].profile.rag, queries)
    assert not sixth.allowed
    refused = Query(seat="cmo", round=1, number=2, text="one more", outcome="refused", reason=sixth.reason)
    await graph.aupdate_state(config, {"queries": [*queries, refused]}, as_node="position_cmo")
    final = await graph.ainvoke(None, config, context=context)
    from moot.views.result import project_result

    rag = project_result(final, "t").rag  # type: ignore[arg-type]  # a state's values
    # W-D17 D-77: one out of time counts among the five; W-D19 D-57: chunks are listed by their ids.
    assert (rag.total, rag.succeeded, rag.timed_out, rag.refused) == (5, 4, 1, 1)
    assert (rag.chunks_cited, rag.chunks_retrieved) == ((), ("CG001_042",))  # found, and cited by nobody


async def test_queries_of_a_later_wave_share_what_is_left(tmp_path: Path) -> None:
    """W-D16 D-56: the limit is the debate's, not the round's."""
    graph = build_graph("conclave", checkpointer=open_store("memory:"))
    config: Any = {"configurable": {"thread_id": "t"}}
    script = [*views((1, 1, 0.5, 0)), *views((1, 1, 1, 1), 2), synthesis(85)]
    context: Any = {"model": write(tmp_path, script)}
    await graph.ainvoke({"question": "Should we expand?"}, config, context=context, interrupt_before=["checkpoint"])
    asked = [Query(seat="cro", round=1, number=number, text="q", outcome="succeeded") for number in range(1, 5)]
    await graph.aupdate_state(config, {"queries": asked}, as_node="position_cmo")
    await graph.ainvoke(None, config, context=context, interrupt_before=["revise_cro"])
    leases = (await graph.aget_state(config)).values["leases"]
    assert [lease.queries for lease in leases] == [1, 0, 0, 0]


async def test_the_web_is_always_forbidden(tmp_path: Path) -> None:
    """W-D18 D-27 D-55: a profile that asks for it is refused, by either name of the setting."""
    for key in ("rag.external.enabled", "external_search"):
        with pytest.raises(ProfileError):
            await run(tmp_path, overrides={key: True})
