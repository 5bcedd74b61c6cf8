"""Chat models of our own: each says how it streams, and a whole answer is the stream put together."""

from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel, agenerate_from_stream, generate_from_stream
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from typing_extensions import override


class StreamedChatModel(BaseChatModel):
    """A chat model that is described by its streams."""

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


class AroundChatModel(StreamedChatModel):
    """A chat model that stands around another one."""

    inner: BaseChatModel

    @property
    def model_name(self) -> str:
        """The name of the model inside."""
        return str(getattr(self.inner, "model_name", None) or getattr(self.inner, "model", ""))
