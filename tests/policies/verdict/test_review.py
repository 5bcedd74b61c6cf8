"""Reading a person's answer, whichever client sent it (INTERFACES 4)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.review.reading import DecisionType, read_response
from tests.support.words import english

ALL: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")


def decide(**decision: Any) -> dict[str, Any]:
    return {"decisions": [decision]}


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        pytest.param(decide(type="approve"), "approve", "", id="LangChain approve"),
        pytest.param(decide(type="reject"), "reject", "", id="LangChain reject"),
        pytest.param(decide(type="reject", message="too dear"), "reject", "too dear", id="LangChain reject and why"),
        pytest.param(decide(type="respond", message="Mind churn."), "respond", "Mind churn.", id="LangChain respond"),
        pytest.param(decide(type="edit", decision=" Wait. "), "edit", "Wait.", id="edit, plainly"),
        pytest.param(
            decide(type="edit", edited_action={"name": "decide", "args": {"question": "?", "decision": "Wait."}}),
            "edit", "Wait.", id="LangChain edit: the edited action",
        ),
        pytest.param(
            decide(type="edit", edited_action={"name": "decide", "arguments": {"decision": "Wait."}}),
            "edit", "Wait.", id="edited action under its other name",
        ),
        pytest.param([{"type": "accept", "args": None}], "approve", "", id="Agent Inbox accept"),
        pytest.param([{"type": "ignore", "args": None}], "reject", "", id="Agent Inbox ignore"),
        pytest.param([{"type": "response", "args": "Mind churn."}], "respond", "Mind churn.", id="Agent Inbox reply"),
        # Its page has no button to reject with: what allows to reject opens the box for a response.
        pytest.param([{"type": "response", "args": "Reject: too early."}], "reject", "too early.", id="Inbox rejects"),
        pytest.param([{"type": "response", "args": "reject"}], "reject", "", id="Agent Inbox rejects without a reason"),
        pytest.param([{"type": "response", "args": "approve"}], "respond", "approve", id="a response never approves"),
        pytest.param(
            [{"type": "edit", "args": {"action": "decide", "args": {"decision": "Wait."}}}], "edit", "Wait.",
            id="Agent Inbox edit",
        ),
        pytest.param({"type": "approve"}, "approve", "", id="one decision without its list"),
        pytest.param(decide(type=" APPROVE "), "approve", "", id="case and spaces do not matter"),
        pytest.param(decide(type="respond", decision="", message="Mind."), "respond", "Mind.", id="a blank field"),
        pytest.param(({"type": "approve"},), "approve", "", id="a tuple, as a checkpoint may give it back"),
    ],
)  # fmt: skip
def test_what_is_understood(answer: object, kind: str, text: str) -> None:
    """Q-05: both forms mean the same."""
    read = read_response(answer, ALL)
    assert english(read.problem) == ""
    assert read.response is not None
    assert (read.response.type, read.response.text) == (kind, text)


@pytest.mark.parametrize(
    ("answer", "allowed", "said"),
    [
        pytest.param({"decisions": []}, ALL, "exactly one decision is wanted, 0 were given", id="none"),
        pytest.param({"decisions": [{"type": "approve"}] * 2}, ALL, "2 were given", id="two"),
        pytest.param({"decisions": "approve"}, ALL, "neither", id="decisions is a text"),
        pytest.param({"decisions": None}, ALL, "neither", id="decisions is null"),
        pytest.param("yes", ALL, "several things; write one of: approve, edit: your text, reject", id="a bare yes"),
        pytest.param(" ", ALL, "several things", id="a blank text"),
        pytest.param("approve", ("edit", "reject"), "approve is not possible here", id="X-16 nothing proposed"),
        pytest.param("edit:", ALL, "edit needs a text", id="an edit without a text"),
        pytest.param("more", ("approve", "reject"), "respond is not possible here", id="X-15 no guidance"),
        pytest.param(b"approve", ALL, "neither", id="bytes"),
        pytest.param(None, ALL, "neither", id="nothing"),
        pytest.param(True, ALL, "neither", id="yes"),
        pytest.param({}, ALL, "neither", id="an empty object"),
        pytest.param(["approve"], ALL, "an object with a type", id="a list of words"),
        pytest.param([{}], ALL, "unknown type 'None'; use one of approve, edit, reject, respond", id="no type"),
        pytest.param([{"type": ["approve"]}], ALL, "unknown type", id="the type is a list"),
        pytest.param(decide(type="maybe"), ALL, "unknown type 'maybe'", id="an unknown type"),
        pytest.param(
            decide(type="approve"), ("edit", "reject"), "approve is not possible here; use one of edit, reject",
            id="X-16 nothing can be approved where nothing is proposed",
        ),
        pytest.param(decide(type="edit"), ALL, "edit needs a text: the new decision", id="edit without a text"),
        pytest.param(decide(type="edit", decision=" "), ALL, "edit needs a text", id="a blank edit"),
        pytest.param(decide(type="respond"), ALL, "respond needs a text: what the agents", id="respond without a text"),
    ],
)  # fmt: skip
def test_what_is_not_an_answer(answer: object, allowed: tuple[DecisionType, ...], said: str) -> None:
    """Q-05: what is wrong is said in one line."""
    read = read_response(answer, allowed)
    assert read.response is None
    assert said in english(read.problem)
    assert "\n" not in english(read.problem)


@pytest.mark.parametrize(
    ("answer", "reviewer"),
    [
        pytest.param({"reviewer": "ana", "decisions": [{"type": "approve"}]}, "ana", id="X-85 of the whole answer"),
        pytest.param(decide(type="approve", reviewer="rui"), "rui", id="X-85 of the decision"),
        pytest.param(
            {"reviewer": "ana", "decisions": [{"type": "approve", "reviewer": "rui"}]}, "rui", id="X-85 the nearer one"
        ),
        pytest.param({"reviewer": 7, "decisions": [{"type": "approve"}]}, "", id="X-85 not a name"),
    ],
)
def test_who_answered(answer: object, reviewer: str) -> None:
    read = read_response(answer, ALL)
    assert read.response is not None
    assert read.response.reviewer == reviewer


def test_text_wrapped_too_deep_is_no_text() -> None:
    """Q-05: hostile nesting ends in a clear problem, not in a traceback."""
    wrapped: dict[str, Any] = {"args": "hello"}
    for _ in range(3000):
        wrapped = {"args": wrapped}
    assert "needs a text" in english(read_response([{"type": "respond", **wrapped}], ALL).problem)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "decisions", "args", "message", "decision", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(answer=_JSON, allowed=st.lists(st.sampled_from(ALL), unique=True))
def test_anything_is_either_read_or_explained(answer: object, allowed: list[DecisionType]) -> None:
    """Q-05: never both, never neither."""
    read = read_response(answer, allowed)
    assert (read.response is None) == bool(read.problem)
    if read.response is not None:
        assert read.response.type in allowed
        assert read.response.text or read.response.type not in ("edit", "respond")


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        pytest.param("approve", "approve", "", id="INTERFACES 9 approve"),
        pytest.param("  Approved! ", "approve", "", id="INTERFACES 9 with a sign"),
        pytest.param("Aprovo.", "approve", "", id="INTERFACES 9 Portuguese"),
        pytest.param("Saya setuju", "approve", "", id="INTERFACES 9 Indonesian"),
        pytest.param("reject", "reject", "", id="INTERFACES 9 reject"),
        pytest.param("Reject: too early", "reject", "too early", id="INTERFACES 9 reject with a reason"),
        pytest.param("edit: Rent first.", "edit", "Rent first.", id="INTERFACES 9 edit"),
        pytest.param("approve it only after a pilot", "respond", "approve it only after a pilot", id="a condition"),
        pytest.param("I do not approve", "respond", "I do not approve", id="a denial"),
        pytest.param("approve: with a pilot", "respond", "approve: with a pilot", id="an approval with more words"),
        pytest.param("Mind: the churn", "respond", "Mind: the churn", id="guidance with a colon"),
    ],
)
def test_a_plain_text_is_never_guessed_into_an_approval(text: str, kind: str, said: str) -> None:
    read = read_response(text, ALL)
    assert read.response is not None
    assert (read.response.type, read.response.text) == (kind, said)
