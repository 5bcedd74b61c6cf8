"""Reads the function call of a streamed answer, in a form that nobody parses on the way.

langchain-core reads the arguments of every piece, and of all pieces together, as JSON that was cut short. A server can
write arguments for which that takes minutes: forty thousand brackets block the event loop for a minute and a half. And
it can call a thousand functions, which are compared with each other when pieces are added up. We read arguments
ourselves, once, with bounds (`extract`), and of several calls the first one counts.
"""

from collections.abc import Iterable
from typing import Any, Self

from langchain_core.messages import AIMessageChunk
from langchain_core.messages.tool import ToolCallChunk, tool_call_chunk
from typing_extensions import override


class UnparsedChunk(AIMessageChunk):
    """A piece of an answer whose function calls stay as they came; what such pieces add up to is one too."""

    @override
    def init_tool_calls(self) -> Self:  # type: ignore[override]  # a validator there, and none here
        """Leave the arguments as they are."""
        return self


class FirstCall:
    """Follows the first function call of one answer through its pieces."""

    def __init__(self) -> None:
        self._index: int | None = None

    def read(self, calls: Iterable[tuple[int, dict[str, Any]]]) -> list[ToolCallChunk]:
        """Put what one network read brings of the call into one chunk; nothing, if it brings none of it.

        A call comes with its place in its event, which is its index where a server gives none.
        """
        arguments, names = [], [("", "")]
        for place, call in calls:
            said, index = call.get("function"), call.get("index", place)
            index = index if isinstance(index, int) else place
            self._index = index if self._index is None else self._index
            if index == self._index and isinstance(said, dict):
                arguments.append(_text(said.get("arguments")))
                names.append((_text(said.get("name")), _text(call.get("id"))))
        if not arguments:
            return []
        name, key = ("".join(part) or None for part in zip(*names, strict=True))
        return [tool_call_chunk(name=name, args="".join(arguments), id=key, index=self._index)]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
