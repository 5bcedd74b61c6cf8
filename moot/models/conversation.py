"""Holds one turn with one model: asks, tries again, asks in another way, asks once to mend the answer."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig

from moot.configs.scripts import AnswerMode
from moot.errors import MootError
from moot.models.answer import AnswerStatus
from moot.models.base_chat import Foresight, StreamedChatModel, TurnName
from moot.models.cleaning import one_line
from moot.models.hedging import Latencies, race
from moot.models.journal import Journal, NoJournal, make_key
from moot.models.modes import Ways, estimate_form, estimate_messages, write_headers, write_messages, write_options
from moot.models.reading import AnswerReading, read_answer
from moot.models.reply import Reply
from moot.models.retries import Fatal, Fault, Rejected, Transient, Unaffordable, classify, retrying
from moot.models.served import Served
from moot.models.settings import Settings
from moot.models.usage import LeaseAccount, estimate_tokens, now, skip_time
from moot.models.wire import Wire
from moot.policies.limits.calls import CountedTokens, ResendPlan, judge_report, plan_resend
from moot.prompts import Prompt
from moot.state.budget import Intent, Usage

_log = logging.getLogger("moot.models")

_UNSEEN: RunnableConfig = {"tags": ["nostream"]}
"""LangGraph leaves what has this tag out of the messages it streams."""

_HEDGED = ("openai", "provider")
"""The kinds of models that a server answers for."""
_QUOTED = 6000
"""Characters of an unusable answer that are shown to the model again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, of whom, and when in the debate."""

    prompt: Prompt
    schema: type[Wire]
    headers: Mapping[str, str | int]
    """thread, phase, seat and round."""
    number: int = 1
    """Counts the actor's turns of the same phase and round."""
    journal: Journal = field(default_factory=NoJournal)


@dataclass(slots=True)
class TurnEnding:
    """How a turn with a model ended."""

    status: AnswerStatus
    reading: AnswerReading = field(default_factory=AnswerReading)
    raw: str = ""
    flags: tuple[str, ...] = ()
    error: str | None = None
    way: AnswerMode | None = None


@dataclass(slots=True)
class _Request:
    """One request that was written down, and what comes back."""

    attempt: int
    messages: list[BaseMessage]
    options: dict[str, Any]
    spoken: int
    estimated: int
    expected: int
    """Tokens of the messages, with the form, and as this model counts."""
    reply: Reply = field(default_factory=Reply)


class Conversation:
    """Everything said between us and one model in one turn."""

    def __init__(
        self,
        served: Served,
        asked: Asked,
        account: LeaseAccount,
        ways: Ways,
        settings: Settings,
        left: Callable[[], float],
        latencies: Latencies | None = None,
    ) -> None:
        self._served, self._asked, self._account, self._ways, self._settings = served, asked, account, ways, settings
        self._left, self._latencies = left, latencies or Latencies()
        self._way: AnswerMode | None = None
        self._replies: list[Reply] = []
        """What arrives now: the answer to a request, and to the second one where there are two."""
        self._hedged = False
        self._best: AnswerReading = AnswerReading()
        self._raw = ""
        self._repaired = False

    async def hold(self) -> TurnEnding:
        """Ask until there is an answer, or nothing more to try."""
        try:
            return await self._ask()
        except Unaffordable as fault:
            return self._end("failed" if self._account.attempt > 1 else "refused", str(fault))
        except Fault as fault:
            return self._end("failed", str(fault))
        except MootError:
            raise  # a mistake of the caller
        except TimeoutError:
            raise  # the time is over
        except Exception as error:  # noqa: BLE001  # whatever an answer does to those who read it, this seat fails
            return self._break(error)

    def interrupt(self, seconds: float | None) -> TurnEnding:
        """End here and now: the time is over, and what has arrived is what there is (D-74, X-21b)."""
        try:
            for reply in self._replies:
                if self._consider(reply.text).value is not None and reply.finish:
                    return self._end("ok", None)
        except Exception as error:  # noqa: BLE001  # as in hold: whatever arrived, it costs this seat and nobody else
            return self._break(error)
        limit = "its time" if seconds is None else f"{seconds:g} s"
        return self._end("timeout", f"no complete answer within {limit}")

    def _break(self, error: Exception) -> TurnEnding:
        """End with an answer that its reader cannot take."""
        _log.info("%s: the answer could not be read", self._served.name, exc_info=True)
        return self._end("failed", f"the answer could not be read: {type(error).__name__}")

    async def _ask(self) -> TurnEnding:
        way, correction = self._ways.choose(self._served), None
        while True:
            try:
                reply = await self._request(way, correction)
            except Rejected as fault:
                way = self._other_form(way, fault)
                continue
            reading = self._consider(reply.text)
            if reading.value is not None:
                self._ways.worked(self._served, way)
                return self._end("ok", None)
            problem = one_line(_why(reply, reading))
            following = self._after_ignored(way, reply, reading)
            if following is None and self._repaired:
                return self._end("failed", problem, refusal=bool(reply.refusal))
            self._repaired = True
            _log.info("%s: the answer could not be used (%s); asking once more", self._served.name, problem)
            way, correction = following or way, ((reply.text or reply.refusal)[:_QUOTED], problem)

    def _after_ignored(self, way: AnswerMode, reply: Reply, reading: AnswerReading) -> AnswerMode | None:
        """The next way of asking, if the server seems to ignore this one."""
        tried = reading.began or reply.refusal or not reply.text.strip() or reply.finish == "content_filter"
        if tried or self._ways.understands(self._served):
            return None
        return self._ways.give_up(self._served, way)

    def _other_form(self, way: AnswerMode, fault: Rejected) -> AnswerMode:
        if self._ways.drop(self._served, str(fault)):
            return way
        following = self._ways.give_up(self._served, way)
        if following is None:
            raise Fatal(str(fault)) from fault
        _log.info("%s does not take a request by %s; asking by %s", self._served.name, way, following)
        return following

    async def _request(self, way: AnswerMode, correction: tuple[str, str] | None) -> Reply:
        """One request, made again while the server fails."""
        self._way = way
        messages = write_messages(self._asked.prompt, way, self._asked.schema, self._served, correction)
        phase = {} if correction is None else {"phase": "repair"}
        headers = {**self._asked.headers, **phase}
        if self._foresee(headers) == "late":
            raise TimeoutError
        try:
            return await self._once(way, messages, headers)
        except Transient as fault:
            return await self._again(fault, way, messages, headers)

    async def _again(
        self, first: Transient, way: AnswerMode, messages: list[BaseMessage], headers: Mapping[str, str | int]
    ) -> Reply:
        """Try a request again that failed; the machinery for it costs time, so it starts with the first failure."""
        failed: list[Transient] = [first]

        async def attempt() -> Reply:
            if failed:
                raise failed.pop()
            return await self._once(way, messages, headers)

        try:
            return await retrying(self._settings.max_attempts, lambda: self._find_left(headers), self._sleep)(attempt)
        except Transient as fault:
            if self._foresee(headers) == "late":
                raise TimeoutError from fault
            raise

    def _find_left(self, headers: Mapping[str, str | int]) -> float:
        """Say how much time is left for a further attempt; in a replay there is some exactly where one was made."""
        match self._foresee(headers):
            case "asked":
                return math.inf
            case "ended" | "late":
                return 0.0
            case "open":
                return self._left()

    def _foresee(self, headers: Mapping[str, str | int]) -> Foresight:
        """Say what follows in this turn, where a recording says so."""
        model, about = self._served.model, self._asked.headers
        if not isinstance(model, StreamedChatModel) or self._account.attempt == 1:
            return "open"
        turn = TurnName(str(about["seat"]), str(about["phase"]), int(about["round"]), self._asked.number)
        return model.foresee(str(about["thread"]), turn, str(headers["phase"]), self._account.attempt)

    async def _once(self, way: AnswerMode, messages: list[BaseMessage], headers: Mapping[str, str | int]) -> Reply:
        """Ask once; where that takes longer than the model usually needs, ask a second time beside it."""
        request = await self._prepare(way, messages, headers)
        self._replies = [request.reply]
        plan = self._plan_resend()
        if plan is None:
            await self._send(request)
            return self._check(request)
        requests = [request]

        async def again() -> Callable[[], Awaitable[None]] | None:
            if self._plan_resend(sent=True) is None:
                return None  # others were sent again meanwhile
            try:
                second = await self._prepare(way, messages, headers, extra=True)
            except Unaffordable:
                return None
            _log.info("%s takes long; asking a second time", self._served.name)
            requests.append(second)
            self._replies.append(second.reply)
            return lambda: self._send(second)

        won = await race(lambda: self._send(request), again, lambda: request.reply.begun is not None, plan)
        self._hedged = self._hedged or len(requests) > 1
        return self._check(requests[won])

    def _plan_resend(self, *, sent: bool = False) -> ResendPlan | None:
        """Say when a request would be sent again; one that is recorded, or that no server answers, never is."""
        if self._served.kind not in _HEDGED or self._settings.record is not None:
            return None
        left = math.inf if sent else self._left()
        return plan_resend(self._latencies.look(self._served.key), self._settings.hedge, left)

    async def _prepare(
        self, way: AnswerMode, messages: list[BaseMessage], headers: Mapping[str, str | int], *, extra: bool = False
    ) -> "_Request":
        """Make a request that the lease can pay for, and write it down; it is sent when this returned."""
        served, account, schema = self._served, self._account, self._asked.schema
        spoken = estimate_messages(messages)
        estimated = spoken + estimate_form(way, schema, served)
        expected = self._ways.expect(served, estimated)
        limit = account.admit(served.name, expected, self._settings.max_answer_tokens)
        options = write_options(way, schema, served, limit, self._settings.temperature, self._ways.dropped(served))
        reserved = account.reserve(served.name, expected, limit)
        intent = self._intend(messages, reserved)
        options["extra_headers"] = {
            **write_headers({**headers, "attempt": reserved.attempt}),
            "idempotency-key": intent.key,
        }
        request = _Request(reserved.attempt, messages, options, spoken, estimated, expected)
        try:
            await self._asked.journal.write(intent)
        except BaseException:
            account.give_back(reserved.attempt)
            raise
        self._latencies.count(served.key, extra=extra)
        return request

    async def _send(self, request: "_Request") -> None:
        """Send a request and charge it, however it ends."""
        processed, failed, started = True, False, now()
        try:
            await _stream(self._served, request, None if self._settings.shows_tokens else _UNSEEN)
        except Fault as fault:
            processed, failed = fault.status is None, True
            if self._consider(request.reply.text).value is None or not request.reply.finish:
                raise
            # The whole answer had arrived before that: what is paid for is kept.
        finally:
            if not failed:
                begun = request.reply.begun
                self._latencies.note(self._served.key, None if begun is None else begun - started, now() - started)
            usage = self._charge(request, request.expected if processed else 0, estimated=processed)
        if not usage.estimated and not usage.contradicted:
            self._ways.learn(self._served, request.estimated, usage.prompt_tokens)

    def _check(self, request: "_Request") -> Reply:
        reply = request.reply
        if not reply.finish and self._consider(reply.text).value is None:
            raise Transient("the connection ended before the answer did")
        return reply

    def _intend(self, messages: list[BaseMessage], reserved: Usage) -> Intent:
        """Say what is about to be sent, by whom, and the most it can use."""
        about, number = self._asked.headers, self._asked.number
        seat, phase, round_number = str(about["seat"]), str(about["phase"]), int(about["round"])
        key = make_key(messages, about["thread"], seat, phase, round_number, number, reserved.attempt)
        return Intent(key=key, seat=seat, phase=phase, round=round_number, number=number, reserved=reserved)

    def _charge(self, request: "_Request", expected: int, *, estimated: bool) -> Usage:
        """Enter what the server reported, else what was sent and received (Q-07); an error status costs nothing."""
        name, reply = self._served.name, request.reply
        said = estimate_tokens(reply.text)
        if reply.usage is None:
            counted = CountedTokens(prompt=expected, completion=said)
            unanswered = estimated and not reply.heard
            return self._account.enter(request.attempt, name, counted, estimated=estimated, unanswered=unanswered)
        # A script is the user's own word: its numbers are what it is about.
        trusted = name == "scripted"
        counted = judge_report(reply.usage, (0, 0) if trusted else (expected, said), 0 if trusted else request.spoken)
        if counted.contradicted:
            _log.info("%s reports usage that cannot be true; the larger of its report and ours counts", name)
        return self._account.enter(request.attempt, name, counted, estimated=counted.contradicted)

    def _consider(self, text: str) -> AnswerReading:
        """Read an answer, and keep it if none before it said more."""
        reading = read_answer(self._asked.schema, text)
        if text and len(reading.fields) >= len(self._best.fields):
            self._best, self._raw = reading, text
        return reading

    async def _sleep(self, seconds: float) -> None:
        if self._served.kind == "replay":
            skip_time(seconds)
        else:
            await asyncio.sleep(seconds)

    def _end(self, status: AnswerStatus, error: str | None, *, refusal: bool = False) -> TurnEnding:
        best = self._best
        if status == "failed" and best.fields:
            status = "partial"
        kept = status in {"partial", "timeout"} and bool(best.fields) and best.value is None
        possible = {
            "repaired": status == "ok" and (self._repaired or "repaired" in best.flags),
            "partial": kept,
            "raw": "raw" in best.flags or (status == "failed" and bool(self._raw)),
            "refusal": refusal,
            "hedged": self._hedged,
            "usage_contradicted": any(usage.contradicted for usage in self._account.usages),
        }
        flags = tuple(name for name, is_set in possible.items() if is_set)
        return TurnEnding(status, best, self._raw, flags, error, self._way)


async def _stream(served: Served, request: _Request, config: RunnableConfig | None) -> None:
    """Let an answer arrive; whatever a model's package raises becomes a fault."""
    try:
        async with aclosing(served.model.astream(request.messages, config, **request.options)) as pieces:  # type: ignore[type-var]  # an async generator
            async for piece in pieces:
                request.reply.hear(piece)
    except MootError:
        raise  # a mistake of the caller, such as a recording of another debate: no wire is involved
    except Exception as error:
        if served.kind == "replay" and isinstance(error, TimeoutError):
            raise  # where the recorded turn ran out of time, this one does
        # The edge of the process: providers' packages raise what they like, and none of it may pass.
        raise classify(error) from error


def _why(reply: Reply, reading: AnswerReading) -> str:
    """Why an answer cannot be used."""
    if reply.refusal:
        return f"the model declined to answer: {reply.refusal}"
    if reply.finish == "content_filter":
        return "the provider's content filter stopped the answer"
    if reply.finish == "length":
        return f"{reading.problem}: it reached the length limit, so write less"
    return reading.problem or "the answer cannot be used"
