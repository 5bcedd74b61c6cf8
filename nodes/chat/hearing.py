"""Lets a running debate hear what people say to it, from the next wave on and without pausing.

Words reach a debate through the store of whoever drives it, or, on a LangGraph server, through the server's own store:
an item under the namespace `moot, remarks, THREAD` with a `text` and perhaps an `author`. They are taken in by the
steps that come before a wave, so that all seats of a wave have read the same. What arrives when nobody is asked any
more is kept in the record as not heard.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from langgraph.config import get_config
from langgraph.runtime import get_runtime
from langgraph.store.base import BaseStore

from moot.errors import InputError
from moot.models.cleaning import clean_text, redact
from moot.nodes.asking import announce
from moot.nodes.chat.messages import make_message
from moot.nodes.context import AsyncNode, StateUpdate, current_run
from moot.state.debate import MultiAgentState
from moot.state.outcome import Case
from moot.state.reducers import merge_remarks
from moot.state.remarks import Remark
from moot.views.chat import ChatEntry

REMARKS_NAMESPACE = ("moot", "remarks")
"""Where clients of a LangGraph server put what they say, each debate under the name of its thread."""
LAST_STEP = "emit"
"""The step after which nobody is asked."""
HEARING_STEPS = frozenset(
    (
        "route", "answer", "open_round", "judge", "settle", "checkpoint", "audit", "synthesize", "escalate",
        "council_synthesizer", "request_review", "orchestrator", "structurer", "methodologist", "force_decision",
        LAST_STEP,
    )
)  # fmt: skip
"""The steps that come before a wave, or are one actor's alone."""

_LONGEST, _LONGEST_NAME = 2_000, 80
_MOST = 200
"""Remarks of one debate that are read from a server's store."""
PERSON = "person"


def write_remark(text: str, author: str = "", *, identity: str = "", said_at: str = "") -> Remark:
    """Make a remark of what somebody says; blank and endless ones are refused."""
    said = redact(clean_text(text)).strip()
    if not said:
        raise InputError("say: there is nothing to say; write what everyone in the debate is to hear")
    if len(said) > _LONGEST:
        raise InputError(
            f"say: {len(said):,} characters are more than the {_LONGEST:,} that fit every prompt; shorten it, or give "
            "documents as evidence: moot fork THREAD --round N --evidence FILE"
        )
    now = said_at or datetime.now(UTC).isoformat(timespec="milliseconds")
    name = " ".join(redact(clean_text(author)).split())[:_LONGEST_NAME]
    return Remark(id=identity or uuid4().hex, said_at=now, text=said, author=name)


def hear_remarks(node: AsyncNode, step: str) -> AsyncNode:
    """Let a step of the debate take in what was said since the last one."""

    async def hearing(state: MultiAgentState) -> StateUpdate:
        fresh = await _find_fresh(state, step)
        if not fresh:
            return await node(state)
        told: MultiAgentState = {**state, "remarks": merge_remarks(state.get("remarks") or [], fresh)}
        announce("remarks", remarks=[each.model_dump() for each in fresh])
        update = await node(told)
        # Not as human messages: the last of those is read as an answer.
        entries = [ChatEntry(PERSON, f"remark {each.id}", each.round or 0, each.text) for each in fresh]
        messages = [make_message(state["case"], each) for each in entries]
        return {**update, "remarks": fresh, "messages": [*messages, *update.get("messages", ())]}

    return hearing


async def _find_fresh(state: MultiAgentState, step: str) -> list[Remark]:
    """Find what the debate has not taken in yet; a replayed debate hears what was heard then, where it was heard."""
    known = {each.id for each in state.get("remarks") or ()}
    run, number = current_run(), state.get("round", 0)
    if run.replay is not None:
        from moot.models.testing.recording import read_recorded_remarks

        then = read_recorded_remarks(run.replay)
        return [each for each in then if each.id not in known and (each.heard_in, each.round) == (step, number)]
    said = [*(await run.remarks() if run.remarks is not None else ()), *await _read_server_store(state["case"])]
    place = {} if step == LAST_STEP else {"round": number, "heard_in": step}
    fresh = [each.model_copy(update=place) for each in said if each.id not in known]
    if fresh and run.record is not None and place:
        from moot.models.testing.recording import record_remarks

        record_remarks(run.record, fresh)
    return fresh


async def _read_server_store(case: Case) -> Sequence[Remark]:
    """Read what clients of a LangGraph server said to this thread; what is no remark is passed over.

    A thread of a server may have had another debate before: what was said to that one is over.
    """
    store: BaseStore | None = get_runtime().store
    thread = get_config().get("configurable", {}).get("thread_id")
    if store is None or not thread:
        return ()
    items = await store.asearch((*REMARKS_NAMESPACE, str(thread)), limit=_MOST)
    read = [_read_item(item.key, item.value, item.created_at.isoformat()) for item in items]
    return [each for each in read if each is not None and each.said_at > case.heard_until]


def _read_item(key: str, value: Mapping[str, Any], said_at: str) -> Remark | None:
    text, author = value.get("text"), value.get("author", "")
    if not isinstance(text, str) or not isinstance(author, str):
        return None
    try:
        return write_remark(text, author, identity=key, said_at=said_at)
    except InputError:
        return None
