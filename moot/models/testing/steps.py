"""Performs the steps of models without a wire: pauses, pieces of an answer, and errors.

A scripted and a replayed model differ only in where their steps come from. Their errors are the very types that the
openai client raises, so whoever handles a real failure handles these too. The client is imported only when something
has to fail.
"""

import asyncio
import math
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk
from typing_extensions import override

from moot.models.base_chat import StreamedChatModel
from moot.models.request import Request, read_request

FOREVER = math.inf

Step = float | ChatGenerationChunk | Exception
"""A pause in seconds, a piece of the answer, or the error that ends it."""

_ADDRESS = "http://model.invalid/v1/chat/completions"
"""An address that can never be reached (RFC 6761); the client's errors want one."""

ErrorFamily = Literal["status", "timeout", "connection", "stream", "other"]

_TYPES: Mapping[int, str] = {
    400: "BadRequestError",
    401: "AuthenticationError",
    403: "PermissionDeniedError",
    404: "NotFoundError",
    409: "ConflictError",
    422: "UnprocessableEntityError",
    429: "RateLimitError",
}

_BROKEN = frozenset({"APIConnectionError", "TransportError", "ClientError"})
"""The connection errors of the openai, httpx and aiohttp packages, by name."""


class SteppedChatModel(StreamedChatModel):
    """A chat model that performs steps instead of asking a server."""

    @abstractmethod
    def take_steps(self, request: Request) -> Iterator[Step]:
        """Decide what happens in answer to a request."""

    @override
    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for step in self.take_steps(read_request(messages, kwargs)):
            if isinstance(step, Exception):
                raise step
            if isinstance(step, ChatGenerationChunk):
                yield step
            else:
                await (asyncio.Event().wait() if step == FOREVER else asyncio.sleep(step))

    @override
    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        for step in self.take_steps(read_request(messages, kwargs)):
            if isinstance(step, Exception):
                raise step
            if isinstance(step, ChatGenerationChunk):
                yield step
            elif step == FOREVER:
                raise client_timeout()  # without a loop nobody could ever end the wait
            else:
                time.sleep(step)


def piece_of(text: str, tool: str | None = None, *, first: bool = True) -> ChatGenerationChunk:
    """Make a piece of an answer; with a tool's name, of the arguments of its call."""
    if tool is None:
        return ChatGenerationChunk(message=AIMessageChunk(content=text))
    call = tool_call_chunk(name=tool if first else None, args=text, id="call_1" if first else None, index=0)
    return ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[call]))


def last_piece(
    usage: UsageMetadata | None, *, model: str, reason: str | None = "stop", refusal: str | None = None
) -> ChatGenerationChunk:
    """Make the end of an answer: why it ended if the server said so, what it used, and the refusal if it was one."""
    message = AIMessageChunk(
        content="",
        additional_kwargs={} if refusal is None else {"refusal": refusal},
        response_metadata={"model_name": model, **({} if reason is None else {"finish_reason": reason})},
        usage_metadata=usage,
        chunk_position="last",
    )
    return ChatGenerationChunk(message=message)


def status_error(
    status: int, text: str, *, said: str | None = None, code: str | None = None, retry_after: float | None = None
) -> Exception:
    """Make the error for an answer with this HTTP status; `said` is the server's own message."""
    import httpx2
    import openai

    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    response = httpx2.Response(status, headers=headers, request=httpx2.Request("POST", _ADDRESS))
    name = _TYPES.get(status, "InternalServerError" if status >= 500 else "APIStatusError")
    body = {"message": said or text, "type": None, "code": code}
    error: Exception = getattr(openai, name)(text, response=response, body=body)
    return error


def connection_error(message: str = "Connection error.") -> Exception:
    """Make the error for a connection that broke or never came about."""
    import httpx2
    import openai

    return openai.APIConnectionError(message=message, request=httpx2.Request("POST", _ADDRESS))


def client_timeout() -> Exception:
    """Make the error for a client that gave up waiting by itself."""
    import httpx2
    import openai

    return openai.APITimeoutError(httpx2.Request("POST", _ADDRESS))


def stream_error(message: str) -> Exception:
    """Make the error for a stream that carries an error instead of an answer."""
    import httpx2
    import openai

    return openai.APIError(message, httpx2.Request("POST", _ADDRESS), body=None)


def family_of(error: BaseException) -> ErrorFamily:
    """Find out what an error is to whoever handles it, whichever client it comes from."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(getattr(error, "status_code", None), int):
        return "status"
    if "APITimeoutError" in names or isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, OSError | EOFError) or names & _BROKEN:
        return "connection"
    return "stream" if "APIError" in names else "other"


def unknown_error(kind: str, text: str) -> Exception:
    """Make an error of a type that is known only by its name."""
    named: type[Exception] = type(kind if kind.isidentifier() else "Error", (Exception,), {})
    return named(text)
