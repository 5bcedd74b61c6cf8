"""Chat models without a wire: they take a request apart into steps, and the steps are performed.

A scripted and a replayed model differ only in where their steps come from.
"""

import asyncio
import math
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk
from typing_extensions import override

from moot.models.faults import client_timeout
from moot.models.request import Request, read_request
from moot.models.streamed import StreamedChatModel

FOREVER = math.inf

Step = float | ChatGenerationChunk | Exception
"""A pause in seconds, a piece of the answer, or the error that ends it."""


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
    """A piece of an answer; with a tool's name, of the arguments of its call."""
    if tool is None:
        return ChatGenerationChunk(message=AIMessageChunk(content=text))
    call = tool_call_chunk(name=tool if first else None, args=text, id="call_1" if first else None, index=0)
    return ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[call]))


def last_piece(
    usage: UsageMetadata | None, *, model: str, reason: str | None = "stop", refusal: str | None = None
) -> ChatGenerationChunk:
    """The end of an answer: why it ended if the server said so, what it used, and the refusal if it was one."""
    message = AIMessageChunk(
        content="",
        additional_kwargs={} if refusal is None else {"refusal": refusal},
        response_metadata={"model_name": model, **({} if reason is None else {"finish_reason": reason})},
        usage_metadata=usage,
        chunk_position="last",
    )
    return ChatGenerationChunk(message=message)
