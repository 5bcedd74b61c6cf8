"""A model that is ready to be asked, and what we know of it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Literal

from langchain_core.language_models import BaseChatModel

from moot.models.bounds import Size

Way = Literal["schema", "function", "prompt"]
"""The ways of asking for a structured answer, in the order they are tried."""

ALL_WAYS: tuple[Way, ...] = ("schema", "function", "prompt")
Kind = Literal["openai", "provider", "local", "scripted", "replay"]


@dataclass(frozen=True, slots=True)
class Served:
    """A model that is ready to be asked."""

    spec: str
    """As the user named it."""
    name: str
    """As usage and prices know it."""
    kind: Kind
    model: BaseChatModel
    ways: tuple[Way, ...] = ALL_WAYS
    size: Size = "full"
    strict: bool = False
    """Schemas go without length bounds and with the strict flag (see schemas)."""
    base_url: str = ""
    queue: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    """Held while asking; a model with one slot lets callers wait here, before their clock starts."""

    @property
    def key(self) -> tuple[str, str]:
        """What a way of asking is remembered by."""
        return (self.name, self.base_url)
