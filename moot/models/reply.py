"""Collects one answer as it arrives."""

from dataclasses import dataclass, field

from langchain_core.messages import AIMessage

from moot.models.cleaning import clean_text, hide_secrets
from moot.models.retries import Fatal
from moot.models.usage import now

MOST_TEXT = 200_000
"""Characters of an answer: forty times what is asked for, and read in a fraction of a second."""


@dataclass(slots=True)
class Reply:
    """Collects the pieces of one answer as they arrive, so an interruption loses nothing.

    They are joined once, because adding message to message is quadratic.
    """

    texts: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    finish: str = ""
    heard: bool = False
    """Whether the server said anything at all."""
    usage: tuple[int, int, int] | None = None
    """Prompt, completion and cached tokens, if the server reported them."""
    begun: float | None = None
    """When the first piece with something in it came."""
    _room: int = MOST_TEXT
    _function: int | None = None

    @property
    def text(self) -> str:
        """The answer: the arguments of the function call if there is one, else the text."""
        text: str = hide_secrets(clean_text("".join(self.arguments) or "".join(self.texts)))
        return text

    @property
    def refusal(self) -> str:
        """Why the model declines to answer, if it does."""
        refusal: str = hide_secrets(clean_text("".join(self.refusals)))
        return refusal

    def hear(self, piece: AIMessage) -> None:
        """Take in a piece; of several function calls the first one counts."""
        self.heard = True
        content = piece.content
        if content:
            self._keep(self.texts, content if isinstance(content, str) else str(piece.text))
        for call in getattr(piece, "tool_call_chunks", ()):
            self._function = call["index"] if self._function is None else self._function
            if call["args"] and call["index"] == self._function:
                self._keep(self.arguments, call["args"])
        if piece.additional_kwargs:
            self._keep(self.refusals, str(piece.additional_kwargs.get("refusal") or ""))
        if piece.response_metadata:
            self.finish = str(piece.response_metadata.get("finish_reason") or self.finish)
        if piece.usage_metadata:
            cached = (piece.usage_metadata.get("input_token_details") or {}).get("cache_read") or 0
            self.usage = (piece.usage_metadata["input_tokens"], piece.usage_metadata["output_tokens"], cached)

    def _keep(self, pieces: list[str], text: str) -> None:
        if self.begun is None and text:
            self.begun = now()
        self._room -= len(text)
        if self._room < 0:
            raise Fatal(f"the answer is longer than {MOST_TEXT} characters")
        pieces.append(text)
