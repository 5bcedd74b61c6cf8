"""Defines the tools: ask, status, review, say, resume, report, list_debates and find_conflicts (INTERFACES 9)."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial, wraps
from typing import Annotated, Any, Literal, ParamSpec, TypeVar
from uuid import uuid4

from anyio import CancelScope
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ElicitRequest, ElicitRequestFormParams, ElicitResult, TextContent
from mcp_types import InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, Field, ValidationError

from moot import __version__
from moot.catalogue import frame_language, speak
from moot.configs import profile_names
from moot.errors import InputError, MootError
from moot.mcp.answers import DebateAnswer, say_fate_to_tools
from moot.mcp.conflict_finder import find_conflicts_in
from moot.mcp.listing import DebateList, tell_debates
from moot.mcp.running import RunningDebates, TellProgress
from moot.models.cleaning import one_line
from moot.policies.language import find_language
from moot.runs import debate, inspect, read_result, resume, review
from moot.runs.index import list_debates
from moot.runs.live import say_to
from moot.stores import Store
from moot.views.terminal import write_report

_INSTRUCTIONS = (
    "Ask a question that deserves more than one opinion: several agents argue it and return a decision with its "
    "reasons, dissent and price, or wait for a person. Never approve in a person's place: ask them first."
)
_MAX_REPORT = 60_000
_REVIEW = "review"

_Answer = Annotated[CallToolResult, DebateAnswer]
_Remark = Annotated[str, Field(description="What they shall know.")]
_Thread = Annotated[str, Field(description="The thread_id that ask returned or list_debates lists.")]
_Seconds = Annotated[float, Field(ge=0, description="How long to wait; the debate goes on after that.")]
_Profile = Annotated[
    str, Field(description="Who argues, and how; empty: as this server was set up.", examples=list(profile_names()))
]
_Options = Annotated[
    list[str] | None, Field(description="The answers to choose from; without them the agents find their own.")
]
_Evidence = Annotated[
    str | list[str] | None, Field(description="Facts the agents may cite, as E1, E2 and so on in this order.")
]
_P = ParamSpec("_P")
_T = TypeVar("_T")
Decision = Literal["approve", "edit", "reject", "respond"]


class ReviewForm(BaseModel):
    """What a person is asked when a debate pauses."""

    decision: Decision = Field(description="approve, edit (your text decides), reject, or respond (guidance)")
    text: str = Field("", description="The new decision, a reason, or guidance.")


@dataclass(frozen=True, slots=True)
class AskSettings:
    """What every debate of this server is started with."""

    store: Store
    model: str | None = None
    base_url: str | None = None
    profile: str = "conclave"
    """Who argues where a client names nobody."""
    remote: bool = False
    """Whether clients are on other machines: they may name no file of this one."""


def make_server(settings: AskSettings) -> MCPServer:
    """Make a server whose debates live in one store."""
    running = RunningDebates(settings.store)

    @asynccontextmanager
    async def live(_: MCPServer) -> AsyncIterator[None]:
        try:
            yield
        finally:
            # A client that is gone cancels what is under way here; what a model was asked is waited for all the same.
            with CancelScope(shield=True):
                await running.drain()

    server = _Server("moot", version=__version__, instructions=_INSTRUCTIONS, lifespan=live, log_level="WARNING")
    tools = _Tools(settings, running)
    for tool in (tools.ask, tools.status, tools.review, tools.say, tools.resume, tools.list_debates):
        server.add_tool(_told(tool))
    server.add_tool(_told(tools.report), structured_output=False)
    server.add_tool(_told(tools.find_conflicts))
    return server


class _Server(MCPServer):
    """The SDK's server, whose word on arguments of the wrong form is one line."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool by its name."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            raise ToolError(f"{name}: {_list_faults(error.__cause__)}") from error


def _told(tool: Callable[_P, Awaitable[_T]]) -> Callable[_P, Awaitable[_T]]:
    """Turn what a user can do something about into one line; anything else is a failure of ours."""

    @wraps(tool)
    async def tell(*given: _P.args, **named: _P.kwargs) -> _T:
        try:
            return await tool(*given, **named)
        except MootError as error:
            raise ToolError(one_line(str(error))) from error

    return tell


class _Tools:
    """The tools; each first line is what a model reads of it."""

    def __init__(self, settings: AskSettings, running: RunningDebates) -> None:
        self._settings, self._running = settings, running

    async def ask(
        self,
        question: Annotated[str, Field(description="What is to be decided, in the language to argue in.")],
        ctx: Context[Any, Any],
        profile: _Profile = "",
        options: _Options = None,
        context: _Evidence = None,
        wait_seconds: _Seconds = 600,
    ) -> _Answer | InputRequiredResult:
        """Start a debate; returns when it ends or pauses for a person, or after wait_seconds (it then goes on)."""
        if ctx.request_state:
            # The client comes back with what a person answered; the debate is not started again.
            return await self._take_input(ctx, ctx.request_state, wait_seconds)
        thread = str(uuid4())
        given = [context] if isinstance(context, str) else context or []
        begin = partial(
            debate,
            question,
            profile=self._choose_profile(profile),
            model=self._settings.model,
            base_url=self._settings.base_url,
            store=self._settings.store,
            thread=thread,
            options=options or (),
            context=[{"id": f"E{number}", "text": text} for number, text in enumerate(given, 1)],
        )
        self._running.start(thread, begin, find_language(question) or "")
        return await self._conclude(ctx, thread, wait_seconds)

    def _choose_profile(self, wanted: str) -> str:
        if self._settings.remote and wanted and wanted not in (*profile_names(), self._settings.profile):
            raise InputError(f"profile {wanted!r}: there is none of this name; use {', '.join(profile_names())}")
        return wanted or self._settings.profile

    async def status(self, thread_id: _Thread) -> _Answer:
        """Say how a debate stands."""
        return _tell(await self._running.stand(thread_id))

    async def review(
        self,
        thread_id: _Thread,
        decision: Annotated[Decision, Field(description="What the person answered; respond is guidance for a round.")],
        ctx: Context[Any, Any],
        text: Annotated[str, Field(description="Their new decision, reason or guidance.")] = "",
        wait_seconds: _Seconds = 600,
    ) -> _Answer | InputRequiredResult:
        """Answer a debate that waits for a person, with what that person said; never on your own."""
        if ctx.request_state:
            return await self._take_input(ctx, ctx.request_state, wait_seconds)
        await self._answer(thread_id, decision, text)
        return await self._conclude(ctx, thread_id, wait_seconds)

    async def say(self, thread_id: _Thread, text: _Remark) -> _Answer:
        """Tell a running debate something without pausing it; every agent hears it from the next wave on."""
        said = await say_to(thread_id, text, author="mcp", store=self._settings.store)
        standing = await self._running.stand(thread_id)
        fate = say_fate_to_tools(said.fate, standing.language)
        return _tell(standing.giving_first(fate))

    async def resume(
        self, thread_id: _Thread, ctx: Context[Any, Any], wait_seconds: _Seconds = 600
    ) -> _Answer | InputRequiredResult:
        """Go on with a debate that was cancelled or interrupted; nobody who answered is asked again."""
        if ctx.request_state:
            return await self._take_input(ctx, ctx.request_state, wait_seconds)
        entry = await self._settings.store.entry(thread_id)
        if entry is not None and entry.status == "needs_review":
            return await self._offer(ctx, thread_id, await self._running.stand(thread_id), wait_seconds)
        begin = partial(resume, thread_id, store=self._settings.store)
        self._running.start(thread_id, begin, await self._find_language(thread_id))
        return await self._conclude(ctx, thread_id, wait_seconds)

    async def report(self, thread_id: _Thread) -> str:
        """Return the whole story of a debate as text: rounds, positions, critiques, votes, conditions and cost."""
        snapshot = await inspect(thread_id, store=self._settings.store)
        result = read_result(snapshot, thread_id)
        text = write_report(snapshot.values, result)  # type: ignore[arg-type]  # a state
        cut = speak(frame_language(result.language))("mcp.cut")
        return text if len(text) <= _MAX_REPORT else f"{text[:_MAX_REPORT]}\n{cut}"

    async def list_debates(
        self, pending: Annotated[bool, Field(description="Only those that wait for a person.")] = False
    ) -> Annotated[CallToolResult, DebateList]:
        """List the newest debates; pending ones wait for a person."""
        return tell_debates(await list_debates(self._settings.store, pending=pending, limit=20), pending=pending)

    async def find_conflicts(
        self,
        question: Annotated[str, Field(description="What they were asked.")],  # noqa: ARG002
        outputs: Annotated[dict[str, str], Field(description="The seat of the boardroom, and what it wrote.")],
    ) -> dict[str, Any]:
        """Find conflicts between finished outputs of agents (seat to text), and settle them; no model is called."""
        return find_conflicts_in(outputs)

    async def _answer(self, thread: str, decision: Decision, text: str) -> None:
        response = {"decisions": [{"type": decision, "text": text}]}
        begin = partial(review, thread, response, reviewer="mcp", store=self._settings.store)
        self._running.start(thread, begin, await self._find_language(thread))

    async def _find_language(self, thread: str) -> str:
        """Find the language of a debate; empty for one that nobody knows, which its driver then says."""
        try:
            case = (await inspect(thread, store=self._settings.store)).values.get("case")
        except MootError:
            return ""
        return case.language if case is not None else ""

    async def _conclude(
        self, ctx: Context[Any, Any], thread: str, seconds: float
    ) -> CallToolResult | InputRequiredResult:
        """Wait for a debate; where it pauses and the client can ask its person, have them asked until it ends."""
        return await self._offer(ctx, thread, await self._running.wait(thread, seconds, _progress_to(ctx)), seconds)

    async def _offer(
        self, ctx: Context[Any, Any], thread: str, answer: DebateAnswer, seconds: float
    ) -> CallToolResult | InputRequiredResult:
        """Tell how a debate stands; one that waits is offered to the person of a client that can ask them."""
        if answer.status != "needs_review" or not _can_elicit(ctx):
            return _tell(answer)
        page = await self._describe_pause(thread)
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            params = ElicitRequestFormParams(message=page, requested_schema=ReviewForm.model_json_schema())
            return InputRequiredResult(input_requests={_REVIEW: ElicitRequest(params=params)}, request_state=thread)
        try:
            given = await ctx.elicit(page, ReviewForm)
        except ValueError as error:  # what came back is not what the form asks for
            return _tell(_add_problem(answer, error))
        return _tell(answer) if given.action != "accept" else await self._take_form(ctx, thread, given.data, seconds)

    async def _take_input(
        self, ctx: Context[Any, Any], thread: str, seconds: float
    ) -> CallToolResult | InputRequiredResult:
        given = (ctx.input_responses or {}).get(_REVIEW)
        if not isinstance(given, ElicitResult) or given.action != "accept":
            return _tell(await self._running.stand(thread))
        try:
            form = ReviewForm.model_validate(given.content or {})
        except ValidationError as error:
            return _tell(_add_problem(await self._running.stand(thread), error))
        return await self._take_form(ctx, thread, form, seconds)

    async def _take_form(
        self, ctx: Context[Any, Any], thread: str, form: ReviewForm, seconds: float
    ) -> CallToolResult | InputRequiredResult:
        """Answer as a person filled in the form; what cannot be used leaves the debate waiting, and says why."""
        try:
            await self._answer(thread, form.decision, form.text)
            return await self._conclude(ctx, thread, seconds)
        except InputError as error:
            return _tell(_add_problem(await self._running.stand(thread), error))

    async def _describe_pause(self, thread: str) -> str:
        snapshot = await inspect(thread, store=self._settings.store)
        request: Mapping[str, Any] = snapshot.interrupts[0].value if snapshot.interrupts else {}
        return str(request.get("description", ""))


def _tell(answer: DebateAnswer) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=answer.as_text())], structured_content=answer.model_dump(mode="json")
    )


def _add_problem(answer: DebateAnswer, problem: Exception) -> DebateAnswer:
    """Say first why what a person answered could not be used."""
    why = _list_faults(problem) if isinstance(problem, ValidationError) else one_line(str(problem))
    said = f"{speak(frame_language(answer.language))('chat.problem')}: {why}"
    return answer.giving_first(said)


def _list_faults(error: ValidationError) -> str:
    """List what is wrong with arguments or a form, each by its name."""
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())


def _progress_to(ctx: Context[Any, Any]) -> TellProgress:
    async def tell(turns: int, message: str) -> None:
        await ctx.report_progress(turns, None, message)

    return tell


def _can_elicit(ctx: Context[Any, Any]) -> bool:
    able = ctx.client_capabilities
    return able is not None and able.elicitation is not None
