"""A debate as a conversation: what chat front ends send and show (INTERFACES 9)."""

import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from moot import build_graph, debate, open_store, review
from moot.errors import InputError
from tests.support.scripts import EXECUTIVES, QUESTION, say, synthesis, views, write

AGREED = views((1, 1, 1, 1))
QUICK = {"rounds.max": 1, "council.enabled": False}
PROPOSED = "Expand into Europe with a pilot."


class Chat:
    """A conversation on one thread of one graph, as a front end has it."""

    def __init__(self, folder: Path, *script: Any, confidence: int = 40) -> None:
        later = views((1, 1, 1, 1), 2)
        self.graph = build_graph("conclave", checkpointer=InMemorySaver())
        self.context: Any = {"model": write(folder, *script, AGREED, later, synthesis(confidence)), "overrides": QUICK}
        self.config: Any = {"configurable": {"thread_id": "t"}}

    async def write(self, text: Any, **more: Any) -> list[tuple[str, str, Any]]:
        """Send a message, and return all messages: who, name and text."""
        return await self.run({"messages": [{"type": "human", "content": text}], **more})

    async def run(self, given: Any) -> list[tuple[str, str, Any]]:
        values = await self.graph.ainvoke(given, self.config, context=self.context)
        return [(each.type, each.name or "", each.content) for each in values["messages"]]

    @property
    async def state(self) -> Any:
        return await self.graph.aget_state(self.config)


async def test_a_message_is_a_question(tmp_path: Path) -> None:
    chat = Chat(tmp_path, confidence=90)
    told = await chat.write([{"type": "text", "text": QUESTION}])
    assert told[0] == ("human", "", [{"type": "text", "text": QUESTION}])
    assert sorted(name for _, name, _ in told[1:-1]) == sorted(EXECUTIVES)
    kind, name, text = told[-1]
    assert (kind, name) == ("ai", "moot")
    assert PROPOSED in text
    assert text.startswith("**Decided**")
    state = await chat.state
    assert (state.values["question"], state.values["status"]) == (QUESTION, "decided")


async def test_a_question_opens_the_conversation_too(tmp_path: Path) -> None:
    """Front ends take the first message for the title of a thread."""
    told = await Chat(tmp_path, confidence=90).run({"question": QUESTION})
    assert told[0] == ("human", "", QUESTION)


async def test_critiques_and_revisions_are_told(tmp_path: Path) -> None:
    split = [views((1, 1, 1, 1), seats=("cro", "cfo")), views((0, 1, 1, 1), seats=("", "", "coo", "cmo"))]
    chat = Chat(tmp_path, *split)
    chat.context["overrides"] = {"rounds.max": 2, "council.enabled": False}
    told = await chat.write(QUESTION)
    phases = [each.additional_kwargs.get("phase") for each in (await chat.state).values["messages"]]
    assert [phase for phase in dict.fromkeys(phases) if phase] == ["position", "critique", "revise", "request"]
    assert {name for _, name, _ in told[1:-1]} == set(EXECUTIVES)


@pytest.mark.parametrize(
    ("answer", "status", "decision", "read", "ended"),
    [
        pytest.param("approve", "decided", PROPOSED, "approve", "A person approved it", id="approve"),
        pytest.param("edit: Rent first.", "decided", "Rent first.", "edit", "those of the proposal", id="edit"),
        pytest.param("reject: too early", "rejected", None, "reject", "rejected what was proposed: too", id="reject"),
    ],
)
async def test_a_message_answers_a_debate_that_waits(
    tmp_path: Path, answer: str, status: str, decision: str | None, read: str, ended: str
) -> None:
    chat = Chat(tmp_path)
    told = await chat.write(QUESTION)
    state = await chat.state
    # The pause is a message, and the same page as in the request.
    assert told[-1][2] == state.interrupts[0].value["description"]
    assert (state.values["status"], state.values["decision"]) == ("needs_review", None)
    told = await chat.write(answer)
    assert f"**{read}**" in told[-2][2]
    assert ended in told[-1][2]
    assert "is not met" not in told[-1][2], "a person ended it, whatever was not met before"
    state = await chat.state
    assert (state.values["status"], state.values["decision"]) == (status, decision)
    assert [each.response.type for each in state.values["reviews"]] == [read]
    assert not state.interrupts


async def test_what_is_unclear_is_asked_again(tmp_path: Path) -> None:
    chat = Chat(tmp_path)
    await chat.write(QUESTION)
    told = await chat.write("yes")
    assert "write one of: approve" in told[-1][2]
    state = await chat.state
    assert "several things" in state.interrupts[0].value["problem"]
    assert state.next == ("human_review",)
    await chat.write("approve")
    state = await chat.state
    assert state.values["status"] == "decided"
    assert "problem" not in state.values["reviews"][0].request


async def test_guidance_is_argued(tmp_path: Path) -> None:
    sure = say("synthesize", None, 2, reply={"decision": "Expand into Europe, now we know.", "confidence": 90})
    chat = Chat(tmp_path, sure)
    await chat.write(QUESTION)
    told = await chat.write("Mind the churn.")
    assert any("**guidance**" in text for _, _, text in told)
    state = await chat.state
    assert state.values["guidance"] == ["Mind the churn."]
    assert state.values["decision"] == "Expand into Europe, now we know."


async def test_another_question_on_the_thread_begins_anew(tmp_path: Path) -> None:
    """Nothing of the first debate, nor of what was given for it, reaches the second."""
    chat = Chat(tmp_path, confidence=90)
    first = await chat.write(QUESTION, value_at_risk=3.0)
    assert (await chat.state).values["case"].value_at_risk == 3.0
    told = await chat.write("Should we expand into Asia?")
    assert told[: len(first)] == first
    values = (await chat.state).values
    assert values["question"] == "Should we expand into Asia?"
    assert values["case"].value_at_risk is None
    assert len(values["positions"]) == len(EXECUTIVES)
    assert len(told) == 2 * len(first)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param({}, "needs a question", id="nothing"),
        pytest.param({"messages": []}, "needs a question", id="no message"),
        pytest.param({"messages": [{"type": "ai", "content": "Hello"}]}, "needs a question", id="not a person's"),
        pytest.param({"question": QUESTION, "context": {"a": 1}}, "context: a text, a list", id="evidence by no form"),
        pytest.param({"question": QUESTION, "incident": "x"}, "^incident: Input should be", id="an incident in words"),
        pytest.param(
            {"messages": [{"type": "human", "content": [{"type": "image", "url": "x"}]}]},
            "attachment of type 'image' cannot be read", id="a picture",
        ),
    ],
)  # fmt: skip
async def test_what_is_no_question_is_refused_in_one_line(tmp_path: Path, given: Any, said: str) -> None:
    with pytest.raises(InputError, match=said) as refused:
        await Chat(tmp_path).run(given)
    assert "\n" not in str(refused.value)


async def test_every_client_can_show_the_request(tmp_path: Path) -> None:
    """Agent Inbox fails on null and draws a box per argument; Agent Chat UI needs a message: what they read, typed."""
    chat = Chat(tmp_path)
    await chat.write(QUESTION)
    state = await chat.state
    request = json.loads(json.dumps(state.interrupts[0].value))
    (action,) = request["action_requests"]
    assert action["args"] == action["arguments"] == request["action_request"]["args"] == {"decision": PROPOSED}
    assert action["description"] == request["description"]
    assert not list(find_nulls(request))
    assert all(isinstance(each, bool) for each in request["config"].values())
    assert state.values["messages"]
    for heading in ("Why you are asked", "Who says what", "What a decision needs", "Cost so far", "What your answer"):
        assert f"**{heading}" in request["description"], heading


async def test_the_request_speaks_the_language_of_the_debate(tmp_path: Path) -> None:
    store, model = open_store("memory:"), write(tmp_path, AGREED, synthesis(40))
    asked = "Devemos expandir a empresa para a Europa neste ano?"
    result = await debate(asked, model=model, store=store, thread="t", overrides=QUICK)
    assert result.review is not None
    page = str(result.review.request["description"])
    assert "**Por que você foi consultado**" in page
    assert "Why you are asked" not in page
    assert (await review("t", "Aprovo", store=store)).status == "decided"


async def test_a_client_resumes_with_a_plain_text(tmp_path: Path) -> None:
    chat = Chat(tmp_path)
    await chat.write(QUESTION)
    await chat.run(Command(resume="approve"))
    assert (await chat.state).values["status"] == "decided"


def find_nulls(value: Any, place: str = "") -> Any:
    if value is None:
        yield place
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from find_nulls(each, f"{place}.{key}")


async def test_a_message_answers_a_refined_question_that_waits(tmp_path: Path) -> None:
    """X-72: an approval with a gap open waits for a person, in a chat as well."""
    gap = {"aspect": "métricas", "gap": "no measure", "suggestion": "count finished tasks"}
    verdict = {"status": "needs_refinement", "justification": "It cannot be measured.", "improvements": [gap]}
    script = [
        say("classify", reply={"classification": "complete", "reasoning": "It is a question."}),
        say("methodology", reply=verdict),
        say("force", reply={"status": "approved", "justification": "Good enough."}),
    ]
    chat = Chat(tmp_path, *script)
    chat.graph = build_graph("research", checkpointer=InMemorySaver())
    chat.context = {**chat.context, "overrides": {"refinement.max": 0}}
    await chat.write("Do quiet offices raise output?")
    assert (await chat.state).next == ("review_question",)
    await chat.write("approve")
    state = await chat.state
    assert (state.values["status"], state.interrupts) == ("decided", ())
