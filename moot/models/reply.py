"""What has arrived of one answer so far. It is filled piece by piece, so an interruption loses nothing."""

from dataclasses import dataclass, field

from langchain_core.messages import AIMessage


@dataclass(slots=True)
class Reply:
    """The pieces of one answer; joined once, because adding message to message is quadratic."""

    texts: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    refusal: str = ""
    finish: str = ""
    model: str = ""
    """The model's own name for itself, where it says so."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int = 0

    @property
    def text(self) -> str:
        """The answer: the arguments of the function call if there is one, else the text."""
        return "".join(self.arguments) or "".join(self.texts)

    def hear(self, piece: AIMessage) -> None:
        """Take in a piece."""
        content = piece.content
        if content:
            self.texts.append(content if isinstance(content, str) else str(piece.text))
        self.arguments += [call["args"] for call in getattr(piece, "tool_call_chunks", ()) if call["args"]]
        if piece.additional_kwargs:
            self.refusal += piece.additional_kwargs.get("refusal") or ""
        if piece.response_metadata:
            self.finish = piece.response_metadata.get("finish_reason") or self.finish
            self.model = piece.response_metadata.get("model_name") or self.model
        if piece.usage_metadata:
            self.prompt_tokens = piece.usage_metadata["input_tokens"]
            self.completion_tokens = piece.usage_metadata["output_tokens"]
            self.cached_tokens = (piece.usage_metadata.get("input_token_details") or {}).get("cache_read") or 0
