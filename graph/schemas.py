"""Describes to other programs what a graph takes, may be set to, and returns: forms are built from these schemas."""

from typing import Annotated, Any, Literal, get_type_hints

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from moot.state.ballot import Ballot
from moot.state.base import Confidence
from moot.state.debate import DebateInput, MultiAgentState
from moot.state.outcome import OutcomeStatus, Risk
from moot.state.protocol import Route
from moot.state.warrant import Warrant


class GraphState(MultiAgentState, total=False):
    """The state of a debate, with the conversation that chat front ends show."""

    messages: Annotated[list[AnyMessage], add_messages]


IntakeState: Any = TypedDict(
    "IntakeState",
    {**get_type_hints(GraphState, include_extras=True), **get_type_hints(DebateInput)},  # type: ignore[misc]  # of both
    total=False,
)
"""What the intake reads: what is given now, and what the thread knows from before."""


class DebateOutput(TypedDict, total=False):
    """What a graph returns; everything else stays in its state."""

    status: OutcomeStatus | None
    decision: str | None
    confidence: float | None
    ballot: Ballot | None
    warrant: Warrant | None
    usage: dict[str, Any] | None
    messages: list[AnyMessage]


class _ChatMessage(BaseModel):
    """A message of a conversation."""

    model_config = ConfigDict(extra="allow", title="Message")

    type: Literal["human", "ai", "system", "tool"] = Field(description="Who speaks: a person or the debate.")
    content: str | list[str | dict[str, Any]] = Field(
        description="The text, in Markdown; what a chat front end sent as parts comes back as parts."
    )
    name: str | None = Field(None, description="The seat that speaks, or `moot`.")
    id: str | None = None


class _GivenMessage(BaseModel):
    """A message of a conversation; who speaks is its `type`, or its `role` as OpenAI's clients name it."""

    model_config = ConfigDict(
        extra="allow", title="Message", json_schema_extra={"anyOf": [{"required": ["type"]}, {"required": ["role"]}]}
    )

    type: Literal["human", "user", "ai", "assistant", "system", "tool"] = Field("human", description="Who speaks.")
    role: Literal["user", "human", "assistant", "ai", "system", "tool"] = Field("user", description="Who speaks.")
    content: str | list[str | dict[str, Any]] = Field(description="The text, or its parts.")


class _EvidenceItem(BaseModel):
    """A piece of evidence that agents may cite by its id."""

    model_config = ConfigDict(title="Evidence")

    id: str = Field(description="What agents cite, for example E1.")
    text: str


class _InputForm(BaseModel):
    """A question to debate. Either `question` or `messages` is needed; everything else is optional."""

    # A form sends what was left empty as it is, so only the one that is needed has to have something in it.
    model_config = ConfigDict(
        title="DebateInput",
        json_schema_extra={
            "anyOf": [
                {"required": ["question"], "properties": {"question": {"minLength": 1}}},
                {"required": ["messages"], "properties": {"messages": {"minItems": 1}}},
            ]
        },
    )

    question: str = Field("", description="What is to be decided, in one sentence or many.")
    messages: list[_GivenMessage] = Field(
        [], description="A conversation; its last human message is the question, or the answer to a debate that waits."
    )
    options: list[str] = Field(
        [],
        description="The answers to choose from, 2 to 12; without them the seats find their own.",
        json_schema_extra={"maxItems": 12, "not": {"minItems": 1, "maxItems": 1}},
    )
    context: str | list[str] | list[_EvidenceItem] = Field(
        "", description="Evidence: one text, several texts, or texts with ids that agents cite."
    )
    route: Route | None = Field(None, description="Skip the routing and go this way.")
    risk: Risk | None = Field(None, description="The worst that a wrong decision can do.")
    value_at_risk: float | None = Field(None, ge=0, description="Money that depends on the decision.")
    irreversible: bool = Field(default=False, description="Whether the decision cannot be undone.")
    domain_hint: str | None = Field(None, description="The domain of the question, where a protocol knows domains.")
    incident: dict[str, Any] | None = Field(
        None, description="For root causes: events, error_messages, entities and timeline."
    )


class _ContextForm(BaseModel):
    """Settings of a run. Nothing is needed: the environment, then the profile, fill the gaps."""

    model_config = ConfigDict(title="Context")

    model: str | None = Field(
        None,
        description="`openai:NAME`, `provider:NAME`, a bare name with `base_url`, or `local`.",
        examples=["openai:gpt-4.1-mini", "anthropic:claude-sonnet-4-5", "local"],
    )
    base_url: str | None = Field(
        None, description="An OpenAI-compatible server.", examples=["http://127.0.0.1:11434/v1"]
    )
    seat_models: dict[str, str] = Field(
        {}, description="A model of its own for a seat or a role.", examples=[{"cfo": "openai:gpt-4.1"}]
    )
    overrides: dict[str, Any] = Field(
        {}, description="Settings of the profile by dotted key.", examples=[{"rounds.max": 2, "budget.tokens": 50000}]
    )


class _UsageForm(BaseModel):
    """What the debate used; a cost that is null is unknown, not zero."""

    model_config = ConfigDict(title="Usage")

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    wall_ms: int
    estimated: bool = False


class _OutputForm(BaseModel):
    """How a debate stands: decided, waiting for a person, or ended without a decision."""

    model_config = ConfigDict(title="DebateOutput")

    status: OutcomeStatus | None = Field(None, description="`decided` is the only status with a released decision.")
    decision: str | None = Field(None, description="The released decision; null while nothing is decided.")
    confidence: Confidence | None = None
    ballot: Ballot | None = Field(None, description="Who votes for what.")
    warrant: Warrant | None = Field(None, description="What a decision needed, and what of it was met.")
    usage: _UsageForm | None = None
    messages: list[_ChatMessage] = Field([], description="The debate as a conversation; the decision comes last.")


INPUT_SCHEMA, CONTEXT_SCHEMA, OUTPUT_SCHEMA = (
    form.model_json_schema() for form in (_InputForm, _ContextForm, _OutputForm)
)
"""What a server publishes for each of its graphs."""
