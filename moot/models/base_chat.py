"""Defines what chat models other than the OpenAI client have in common.

Each says how it streams; a whole answer is the stream put together.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Literal, NamedTuple

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel, agenerate_from_stream, generate_from_stream
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata, add_usage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from typing_extensions import override

from moot.models.dialects import Dialect

Foresight = Literal["asked", "ended", "late", "open"]
"""What follows in a replayed turn: a further request, its end, the end of its time, or nobody knows."""


class TurnName(NamedTuple):
    """Which turn of a debate is meant."""

    seat: str
    phase: str
    round: int
    number: int


class StreamedChatModel(BaseChatModel):
    """A chat model that is described by its streams."""

    @property
    def known_phases(self) -> frozenset[str] | None:
        """The phases it was given answers for; None for a model that answers by itself."""
        return None

    def foresee(self, thread: str, turn: TurnName, phase: str, attempt: int) -> Foresight:  # noqa: ARG002  # no matter
        """Say what follows in a turn; only a recording knows."""
        return "open"

    @override
    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return await agenerate_from_stream(self._astream(messages, stop, run_manager, **kwargs))

    @override
    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return generate_from_stream(self._stream(messages, stop, run_manager, **kwargs))


class WrappingChatModel(StreamedChatModel):
    """Wraps another chat model."""

    inner: BaseChatModel

    @property
    @override
    def known_phases(self) -> frozenset[str] | None:
        return self.inner.known_phases if isinstance(self.inner, StreamedChatModel) else None

    @property
    def model_name(self) -> str:
        """The name of the model inside."""
        return str(getattr(self.inner, "model_name", None) or getattr(self.inner, "model", ""))


class ProviderChat(WrappingChatModel):
    """A provider's chat model that is asked in OpenAI's form, and sends what its package can of it."""

    dialect: Dialect = Dialect()

    @override
    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        model: Runnable[Any, Any] = self.inner
        if kwargs.get("tools"):
            name = kwargs["tools"][0]["function"]["name"]
            model = self.inner.bind_tools(kwargs["tools"], tool_choice=name)
        options = self.dialect.translate(kwargs)
        # Without callbacks: the outer call reports every piece already.
        counted: UsageMetadata | None = None
        async with aclosing(model.astream(messages, {"callbacks": []}, stop=stop, **options)) as pieces:  # type: ignore[type-var]  # an async generator
            async for piece in pieces:
                if isinstance(piece, AIMessageChunk):
                    if piece.usage_metadata:
                        # Each piece reports what it adds; whoever listens keeps the last report.
                        counted = add_usage(counted, piece.usage_metadata)
                        piece.usage_metadata = counted
                    yield ChatGenerationChunk(message=piece)

    @property
    @override
    def _llm_type(self) -> str:
        return "provider"
