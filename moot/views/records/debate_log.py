"""Writes the debate log: one YAML document per debate with the keys of the sources (D-85..D-89).

Inside, the fields have the ids of the locale table; outside, its literals. Percentages are numbers from 0 to 100, null
where nothing could be measured. Every round carries all fields, whatever its kind (X-25). A thread id that is no UUID
is turned into one, always the same, because D-85 asks for a UUID.
"""

from typing import Annotated, Any
from uuid import NAMESPACE_URL, UUID, uuid5

import yaml
from pydantic import ConfigDict, Field

from moot.catalogue import say
from moot.configs.tables import load_literals, write_literal
from moot.policies.critique.evidence import name_unverified
from moot.policies.verdict import adjust_confidence
from moot.policies.verdict.review import QUESTION_ACTION
from moot.state.base import Texts, Value
from moot.state.debate import MultiAgentState
from moot.state.findings import RoundRecord, Target
from moot.views.records.write import RECORD_WRITERS, RecordFiles
from moot.views.result import Result
from moot.views.wording.figures import as_percentage

_Percent = Annotated[float, Field(ge=0, le=100)] | None
_PROTOCOL = "DEBATE-DYNAMICS-PROTOCOL 1.0.0"
"""The protocol that governs the log (D-01)."""


def _key(name: str) -> str:
    return write_literal("log", name)


def _one_of(group: str) -> Any:
    return Field(json_schema_extra={"enum": [*load_literals().groups[group].values()]})


class Logged(Value):
    """A part of the log: its fields are written under the literals of the locale table."""

    model_config = ConfigDict(alias_generator=_key, populate_by_name=True)


class LoggedRound(Logged):
    """A round (D-86)."""

    number: int
    kind: str = _one_of("round_kind")
    duration_ms: int
    convergence: _Percent
    responded: Texts
    timed_out: Texts
    position_changes: int


class LoggedQueries(Logged):
    """What was looked up (D-87)."""

    rag_total: int
    rag_succeeded: int
    rag_timed_out: int
    rag_chunks: Texts


class LoggedResult(Logged):
    """How it ended (D-88)."""

    final_convergence: _Percent
    confidence: _Percent
    escalated_to: str = _one_of("target")
    circuit_breaker: bool


class LoggedMetrics(Logged):
    """What it took (D-89)."""

    total_ms: int
    tokens: int
    rounds_run: int


class DebateLog(Logged):
    """One debate (D-85)."""

    session: str = Field(json_schema_extra={"format": "uuid"})
    started: str = Field(json_schema_extra={"format": "date-time"})
    ended: str | None
    """Null while the debate is not over."""
    question: str
    seats: Texts
    rounds: tuple[LoggedRound, ...]
    rag: LoggedQueries
    result: LoggedResult
    metrics: LoggedMetrics


class DebateLogFile(Logged):
    """The document with its one root key."""

    root: DebateLog


def project_log(state: MultiAgentState, result: Result) -> DebateLogFile:
    """Read the log off a debate."""
    outcome, routing = state.get("outcome"), state["routing"]
    seats = dict.fromkeys((*routing.seats, *routing.critics))
    return DebateLogFile(
        root=DebateLog(
            session=_session(result.thread_id),
            started=state["case"].started_at,
            ended=(outcome.ended_at or None) if outcome else None,
            question=result.question,
            seats=_upper(tuple(seats)),
            rounds=tuple(_round(record) for record in result.rounds),
            rag=LoggedQueries(
                rag_total=result.rag.total,
                rag_succeeded=result.rag.succeeded,
                rag_timed_out=result.rag.timed_out,
                rag_chunks=result.rag.chunks_cited,
            ),
            result=LoggedResult(
                final_convergence=as_percentage(result.convergence),
                confidence=as_percentage(_confidence(state, result)),
                escalated_to=write_literal("target", escalated_to(state, result)),
                circuit_breaker=result.circuit_breaker is not None,
            ),
            metrics=LoggedMetrics(
                total_ms=result.usage.wall_ms,
                tokens=result.usage.prompt_tokens + result.usage.completion_tokens,
                rounds_run=len(result.rounds),
            ),
        )
    )


@RECORD_WRITERS.register("debate_log")
def render_log(state: MultiAgentState, result: Result) -> RecordFiles:
    """Write the log as YAML; the header names the protocol and its version (D-01), the end who ran out of time (D-79).

    Where it rests on rules that no expert has verified, or on articles out of force, the end says so as well.
    Those lines are comments: the document has the keys of the sources and no other.
    """
    document = project_log(state, result).model_dump(mode="json", by_alias=True)
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=120)
    idea = _tell_origin(result)
    late = "".join(f"# {event.text}\n" for event in state.get("events") or () if event.kind == "timeout")
    doubts = name_unverified(state.get("evidence") or [], state.get("positions") or [])
    unverified = "".join(f"# {' '.join(str(each).split())}\n" for each in doubts)
    return {"debate_log.yaml": f"# {_PROTOCOL}\n{idea}{text}{_tell_confidence(result)}{late}{unverified}"}


def _tell_confidence(result: Result) -> str:
    """Tell as a comment how sure the result is in the end, and why: the key is the synthesis's own."""
    if result.confidence is None or not result.confidence_steps:
        return ""
    steps = "; ".join(" ".join(str(step).split()) for step in result.confidence_steps)
    return f"# {say('figure.final_confidence', share=result.confidence)}: {steps}\n"


def _tell_origin(result: Result) -> str:
    """Tell as a comment what the user wrote, or what became of it, where the query is only one of the two."""
    found = result.refinement
    if found is None:
        return ""
    other = ("idea", found.idea) if found.idea != result.question else ("refined", found.question)
    return "" if other[1] == result.question else f"# {other[0]}: {' '.join(other[1].split())}\n"


def escalated_to(state: MultiAgentState, result: Result) -> Target:
    """Find who looked at the result in the end: a person, else whoever the gate chose."""
    requests = [review.request for review in state.get("reviews") or []]
    if result.review is not None and result.status == "needs_review":
        requests.append(result.review.request)
    # A person who steers a refinement is no escalation.
    asked = any(_action(request) in ("decide", QUESTION_ACTION) for request in requests)
    return "human" if asked else result.escalation.target


def _action(request: dict[str, Any]) -> str:
    actions = request.get("action_requests") or [{}]
    return str(actions[0].get("name", ""))


def _confidence(state: MultiAgentState, result: Result) -> float | None:
    """Take the confidence of the synthesis: what everybody reads, unless a council reckoned another one (D-102)."""
    if result.council is None:
        return result.confidence
    adjusted = adjust_confidence(state)
    return adjusted.value if adjusted else None


def _round(record: RoundRecord) -> LoggedRound:
    return LoggedRound(
        number=record.number,
        kind=write_literal("round_kind", record.kind),
        duration_ms=record.duration_ms,
        convergence=as_percentage(record.convergence),
        responded=_upper(record.responded),
        timed_out=_upper(record.timed_out),
        position_changes=record.position_changes,
    )


def _upper(seats: Texts) -> Texts:
    return tuple(seat.upper() for seat in seats)


def _session(thread: str) -> str:
    try:
        return str(UUID(thread))
    except ValueError:
        return str(uuid5(NAMESPACE_URL, f"moot:{thread}"))
