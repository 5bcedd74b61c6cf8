"""A person decides: what they are shown, what they may answer, and what follows from it."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.types import Command

from moot import Result, build_graph, debate, open_store, resume, review, show
from moot.errors import InputError, ThreadError, UsageError
from moot.runs import CONNECTIONS
from moot.stores import Store
from tests.support.scripts import EXECUTIVES, QUESTION, Watch, council, listen, say, synthesis, views, write

AGREED = views((1, 1, 1, 1))


async def pause(tmp_path: Path, store: str | Store, *more: Any, **options: Any) -> Result:
    """A debate that waits for a person: its confidence is too low."""
    script = (*more, AGREED, views((1, 1, 1, 1), 2), views((1, 1, 1, 1), 3), views((1, 1, 1, 1), 4))
    model = write(tmp_path, *script, synthesis(40, gaps=["the price of entry"]), council(90))
    return await debate(QUESTION, model=model, store=store, thread="t", **options)


def leave_for_another_machine(folder: Path) -> None:
    """What the process has opened is closed, and the scripts stay behind."""
    for file in folder.glob("*.yaml"):
        file.unlink()
    CONNECTIONS.clear()


@pytest.fixture
def store() -> Store:
    return open_store("memory:")


async def test_everything_a_person_needs_is_in_the_request(tmp_path: Path, store: Store) -> None:
    """INTERFACES 4, Q-05, D-130: question, proposal, why, both sides with evidence, what is missing, cost so far."""
    sides = [
        *views(
            (0, 1, 1, 1), seats=("cro", "cfo"), claims=[{"id": "C1", "statement": "Demand doubled", "evidence": ["E1"]}]
        ),
        *views((0, 1, 1, 1), seats=("", "", "coo", "cmo")),
    ]
    result = await pause(
        tmp_path, store, sides, context=[{"id": "E1", "text": "A survey."}], value_at_risk=5000,
        overrides={"rounds.max": 1},
    )  # fmt: skip
    assert result.status == "needs_review"
    assert result.review is not None
    assert result.review.response is None
    request: Any = result.review.request
    (action,) = request["action_requests"]
    (config,) = request["review_configs"]
    assert action["args"] == action["arguments"]
    assert config == {"action_name": action["name"], "allowed_decisions": ["approve", "edit", "reject", "respond"]}
    # What a person may edit, and nothing else.
    assert action["args"] == {"decision": "Expand into Europe with a pilot."}
    args = request["details"]
    assert args["question"] == QUESTION
    assert args["decision"] == result.decision == "Expand into Europe with a pilot."
    assert args["confidence"] == result.confidence == pytest.approx(0.40)
    assert any("40 % is below 50 %" in reason for reason in args["reasons"])
    assert [side["seats"] for side in args["sides"]] == [["cro"], ["cfo"], ["coo"], ["cmo"]]
    assert args["sides"][0]["evidence"] == ["E1"]
    assert args["sides"][0]["claims"] == ["Demand doubled"]
    assert args["missing"]["kind"] == "irresolvable_conflict"
    assert args["missing"]["option_a"]["defenders"] == ["cro"]
    assert args["missing"]["find_out"] == ["the price of entry"]
    assert "Nothing is recommended" in args["missing"]["statement"]
    assert args["cost"]["calls"] == result.usage.calls == 5
    assert args["cost"]["tokens"] == result.usage.prompt_tokens + result.usage.completion_tokens
    assert args["value_at_risk"] == 5000
    assert QUESTION in action["description"]
    # Agent Inbox reads the same under other names.
    assert request["action_request"]["args"] == action["args"]
    assert request["config"]["allow_accept"]


@pytest.mark.parametrize(
    ("answer", "status", "decision"),
    [
        pytest.param({"type": "approve"}, "decided", "Expand into Europe with a pilot.", id="INTERFACES 4 approve"),
        pytest.param({"type": "edit", "decision": "Wait."}, "decided", "Wait.", id="INTERFACES 4 edit"),
        pytest.param(
            {"type": "edit", "edited_action": {"name": "decide", "args": {"decision": "Wait."}}},
            "decided", "Wait.", id="INTERFACES 4 edit as LangChain writes it",
        ),
        pytest.param({"type": "reject", "message": "no"}, "rejected", None, id="INTERFACES 4 reject"),
        pytest.param({"type": "reject"}, "rejected", None, id="INTERFACES 4 reject without a word"),
    ],
)  # fmt: skip
async def test_a_person_decides(
    tmp_path: Path, store: Store, answer: dict[str, Any], status: str, decision: str | None
) -> None:
    await pause(tmp_path, store)
    with listen() as heard:
        result = await review("t", {"decisions": [answer]}, store=store, reviewer="ana")
    assert not heard.requests
    assert (result.status, result.decision) == (status, decision)
    # the decider is logged, so an edited decision is marked as the person's.
    assert result.decider == "human: ana"
    assert result.review is not None
    assert result.review.response is not None
    assert (result.review.response.type, result.review.response.reviewer) == (answer["type"], "ana")
    assert await show("t", store=store) == result


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        pytest.param([{"type": "accept", "args": None}], "decided", id="INTERFACES 4 accept"),
        pytest.param([{"type": "edit", "args": {"action": "decide", "args": {"decision": "Wait."}}}], "decided",
                     id="INTERFACES 4 edit of the inbox"),
        pytest.param([{"type": "ignore", "args": None}], "rejected", id="INTERFACES 4 ignore"),
    ],
)  # fmt: skip
async def test_the_inbox_answers_in_its_own_form(
    tmp_path: Path, store: Store, answer: list[dict[str, Any]], status: str
) -> None:
    await pause(tmp_path, store)
    assert (await review("t", answer, store=store)).status == status


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param({"decisions": []}, "exactly one", id="INTERFACES 4 no decision"),
        pytest.param({"decisions": [{"type": "approve"}] * 2}, "exactly one", id="INTERFACES 4 two decisions"),
        pytest.param({"decisions": [{"type": "maybe"}]}, "maybe", id="INTERFACES 4 unknown type"),
        pytest.param({"decisions": [{"type": "edit"}]}, "text", id="INTERFACES 4 edit without a text"),
        pytest.param({"decisions": [{"type": "respond", "message": " "}]}, "text", id="INTERFACES 4 blank guidance"),
        pytest.param("yes", "several things", id="INTERFACES 4 a bare word"),
        pytest.param(None, "neither", id="INTERFACES 4 nothing"),
        pytest.param(["approve"], "object", id="INTERFACES 4 a list of words"),
    ],
)
async def test_a_wrong_answer_leaves_the_pause(tmp_path: Path, store: Store, answer: object, said: str) -> None:
    paused = await pause(tmp_path, store)
    with pytest.raises(InputError, match=said):
        await review("t", answer, store=store)
    assert await show("t", store=store) == paused
    assert (await review("t", {"decisions": [{"type": "approve"}]}, store=store)).status == "decided"


async def test_a_server_that_sends_a_wrong_answer_is_told(tmp_path: Path, store: Store) -> None:
    """INTERFACES 4: the graph itself pauses again with the same request, and says what is wrong."""
    await pause(tmp_path, store)
    graph = build_graph("conclave", checkpointer=store)
    config: Any = {"configurable": {"thread_id": "t"}}
    before = (await graph.aget_state(config)).interrupts
    again = await graph.ainvoke(Command(resume={"decisions": [{"type": "maybe"}]}), config)
    (pending,) = again["__interrupt__"]
    assert "maybe" in pending.value["problem"]
    assert pending.value["action_requests"] == before[0].value["action_requests"]
    done = await graph.ainvoke(Command(resume=[{"type": "accept", "args": None}]), config)
    assert done["outcome"].status == "decided"
    assert [each.response.type for each in done["reviews"]] == ["approve"]


async def test_guidance_opens_one_more_round(tmp_path: Path, store: Store) -> None:
    """X-22, INTERFACES 4 respond: the words reach every seat's prompt, and the gate looks again."""
    sure = say("synthesize", None, 2, reply={"decision": "Expand into Europe, now we know.", "confidence": 90})
    await pause(tmp_path, store, sure)
    watch = Watch()
    with listen() as heard:
        result = await review(
            "t", {"decisions": [{"type": "respond", "message": "Mind the churn."}]}, store=store, watch=watch
        )
    assert heard.seats("revise", 2) == list(EXECUTIVES)
    assert all("Mind the churn." in each.prompt for each in heard.of("revise", 2))
    assert "Mind the churn." in heard.of("synthesize")[0].prompt
    assert [each["refinement"] for each in watch.named("reopened")] == [1]
    assert [each.number for each in result.rounds] == [1, 2]
    assert (result.status, result.decision, result.decider) == (
        "decided",
        "Expand into Europe, now we know.",
        "synthesizer",
    )
    assert result.review is not None
    assert result.review.response is not None
    assert result.review.response.text == "Mind the churn."


async def test_a_reviewers_guidance_explains_a_change(tmp_path: Path, store: Store) -> None:
    """X-27: who changes its stance because of the reviewer's words may name them."""
    moved = views((0, 1, 1, 1), 2, choice="new", changes=[{"what": "all", "because": ["guidance"]}])
    await pause(tmp_path, store, moved)
    result = await review("t", {"decisions": [{"type": "respond", "message": "Think again."}]}, store=store)
    assert result.rounds[1].position_changes == 4
    assert result.rounds[1].unexplained_changes == 0


async def test_guidance_beyond_the_limit_is_an_impasse(tmp_path: Path, store: Store) -> None:
    """W-D23 D-49 X-17 X-81: two refinements are done, a third is asked for: impasse, the council looks, then a person.

    The same words each time: it is the limit that counts, not what was said.
    """
    respond = {"decisions": [{"type": "respond", "message": "Again."}]}
    await pause(tmp_path, store, overrides={"circuit_breaker.max_iterations": 9})
    for number in (2, 3):
        result = await review("t", respond, store=store)
        assert (result.status, len(result.rounds)) == ("needs_review", number)
    with listen() as heard:
        result = await review("t", respond, store=store)
    assert not heard.of("revise")
    assert len(result.rounds) == 3
    assert result.circuit_breaker is not None
    assert result.circuit_breaker.reason == result.stop_reason == "max_refinements"
    assert str(result.circuit_breaker.explanation).startswith("IMPASSE")
    assert (result.escalation.target, result.escalation.impasse) == ("human", True)
    assert heard.of("council_critic")
    assert result.council is not None
    assert result.council.impasse
    # The confidence that called the person is still too low, so the council's path needs their word.
    assert (result.status, result.decision) == ("needs_review", "Expand into Europe, pilot first.")
    # D-131: the council looks once; asked again, the pause returns at once.
    with listen() as heard:
        result = await review("t", respond, store=store)
    assert not heard.requests
    assert (result.status, result.escalation.target) == ("needs_review", "human")
    done = await review("t", {"decisions": [{"type": "approve"}]}, store=store)
    assert (done.status, done.decision, done.stop_reason) == (
        "decided",
        "Expand into Europe, pilot first.",
        "max_refinements",
    )


async def test_guidance_beyond_the_iterations_stays_with_the_person(tmp_path: Path, store: Store) -> None:
    """D-48 D-66: no impasse and no council, the person is told that no round is left."""
    await pause(tmp_path, store, overrides={"circuit_breaker.max_iterations": 1})
    with listen() as heard:
        result = await review("t", {"decisions": [{"type": "respond", "message": "More."}]}, store=store)
    assert not heard.requests
    assert result.status == "needs_review"
    assert (result.escalation.target, result.escalation.impasse) == ("human", False)
    assert result.stop_reason == "max_iterations"
    assert result.review is not None
    request: Any = result.review.request
    reasons = request["details"]["reasons"]
    # What the decision lacks comes first.
    assert reasons[0] == "limits: a limit (iterations) ended the debate before it was settled; a person has to look"
    assert any("No further round can be opened" in reason for reason in reasons)


async def test_what_the_council_said_reaches_the_person(tmp_path: Path, store: Store) -> None:
    """D-73 W-D21: the council's path is proposed, and why it was not enough is the first reason."""
    model = write(tmp_path, AGREED, synthesis(60), council(59))
    result = await debate(QUESTION, model=model, store=store, thread="t")
    assert result.review is not None
    args: Any = result.review.request["details"]
    assert args["decision"] == result.decision == "Expand into Europe, pilot first."
    assert args["reasons"][0] == "The council's confidence counts as 59 %, below 60 %."
    assert args["council"]["critic"]["premises"] == 16


async def test_a_simple_answer_cannot_be_argued(tmp_path: Path, store: Store) -> None:
    """X-15: one agent alone has nobody to argue with, so guidance is not offered."""
    model = write(tmp_path, say("answer", reply={"answer": "Yes.", "confidence": 30}))
    await debate(QUESTION, model=model, store=store, thread="t", route="simple")
    with pytest.raises(InputError, match="respond is not possible here"):
        await review("t", {"decisions": [{"type": "respond", "message": "More."}]}, store=store)


async def test_paused_here_reviewed_there(tmp_path: Path) -> None:
    """Issue 4 (8): another session of the store answers; the time waited costs nothing."""
    url = f"sqlite:///{tmp_path}/debates.db"
    paused = await pause(tmp_path, url)
    listed = open_store(url)
    async with listed:
        (entry,) = await listed.entries(statuses=["needs_review"])
    assert (entry.thread, entry.question) == ("t", QUESTION)
    assert "below 50 %" in entry.reason
    result = await review("t", {"decisions": [{"type": "approve"}]}, store=url)
    assert result.status == "decided"
    assert result.usage == paused.usage
    assert result.fingerprint == paused.fingerprint


async def test_whoever_decides_needs_no_model(tmp_path: Path) -> None:
    """Q-05: approved on a machine that has neither the model nor its key; only guidance asks again."""
    url = f"sqlite:///{tmp_path}/debates.db"
    await pause(tmp_path, url)
    leave_for_another_machine(tmp_path)
    with pytest.raises(UsageError, match="script"):
        await review("t", {"decisions": [{"type": "respond", "message": "More."}]}, store=url)
    assert (await review("t", {"decisions": [{"type": "approve"}]}, store=url)).status == "decided"


async def test_only_a_debate_that_waits_is_reviewed(tmp_path: Path, store: Store) -> None:
    approve = {"decisions": [{"type": "approve"}]}
    with pytest.raises(ThreadError, match="not in the store"):
        await review("t", approve, store=store)
    await pause(tmp_path, store)
    with pytest.raises(ThreadError, match="waits for a person"):
        await resume("t", store=store)
    await review("t", approve, store=store)
    with pytest.raises(ThreadError, match="waits for nobody"):
        await review("t", approve, store=store)


async def test_one_interrupt_at_a_time(tmp_path: Path, store: Store) -> None:
    """INTERFACES 4: chat clients resume without an id."""
    await pause(tmp_path, store)
    graph = build_graph("conclave", checkpointer=store)
    snapshot = await graph.aget_state({"configurable": {"thread_id": "t"}})
    assert len(snapshot.interrupts) == 1
    assert snapshot.next == ("human_review",)
