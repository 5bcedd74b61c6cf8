"""Any chat model of LangChain, spoken to in the one dialect the rest of the edge uses."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables import Runnable
from typing_extensions import override

from moot.models.streamed import AroundChatModel


class ProviderChat(AroundChatModel):
    """A provider's chat model that understands OpenAI's `tools`, and ignores headers it could not send."""

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

    @property
    @override
    def _llm_type(self) -> str:
        return "provider"
