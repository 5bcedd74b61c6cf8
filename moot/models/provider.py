"""Any chat model of LangChain, spoken to in the one dialect the rest of the edge uses."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel, agenerate_from_stream
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from typing_extensions import override


class ProviderChat(BaseChatModel):
    """A provider's chat model that understands OpenAI's `tools`, and ignores headers it could not send."""

    inner: BaseChatModel

    @property
    def model_name(self) -> str:
        """The name of the model inside."""
        return str(getattr(self.inner, "model_name", None) or getattr(self.inner, "model", ""))

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
        # Without callbacks: the outer call reports every piece already.
        async with aclosing(model.astream(messages, {"callbacks": []}, stop=stop)) as pieces:  # type: ignore[type-var]  # an async generator
            async for piece in pieces:
                if isinstance(piece, AIMessageChunk):
                    yield ChatGenerationChunk(message=piece)

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
        raise NotImplementedError("models are asked asynchronously here")

    @property
    @override
    def _llm_type(self) -> str:
        return "provider"
