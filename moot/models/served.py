"""Opens the models a debate asks: by name, once, and shared by all seats that use them."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from inspect import isawaitable
from typing import TYPE_CHECKING
from weakref import finalize

from langchain_core.language_models import BaseChatModel

from moot.configs.scripts import AnswerMode
from moot.models.base_chat import ProviderChat, StreamedChatModel
from moot.models.bounds import Size
from moot.models.dialects import find_dialect
from moot.models.providers import (
    ALL_WAYS,
    ModelKind,
    ModelName,
    check_model,
    find_provider,
    name_local,
    parse_model,
)
from moot.models.settings import Settings

if TYPE_CHECKING:
    from moot.models.openai_chat import OpenAIChat
    from moot.models.testing.recording import Recording, ReplayChatModel


@dataclass(frozen=True, slots=True)
class Served:
    """A model that is ready to be asked."""

    spec: str
    """As the user named it."""
    name: str
    """As usage and prices know it."""
    kind: ModelKind
    model: BaseChatModel
    ways: tuple[AnswerMode, ...] = ALL_WAYS
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

    def can_answer(self, phase: str) -> bool:
        """Tell whether a question that a debate can do without is worth asking.

        The embedded model is too small for it; a script or a recording has an answer for the phase, or has not.
        """
        known = self.model.known_phases if isinstance(self.model, StreamedChatModel) else None
        return self.kind != "local" and (known is None or phase in known)


class ModelPool:
    """Opens models by name. Those that hold connections belong to the running event loop."""

    def __init__(self, settings: Settings) -> None:
        if settings.replay is None:
            for spec in settings.models:
                check_model(spec, settings.base_url)
        self._settings = settings
        self._opened: dict[tuple[asyncio.AbstractEventLoop | None, str], Served] = {}
        self._opening: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}
        self._recording: Recording | None = None
        self._replay: ReplayChatModel | None = None

    async def open(self, spec: str) -> Served:
        """Open the model of this name, or return it if it is open."""
        loop = asyncio.get_running_loop()
        served = self._opened.get((loop, spec)) or self._opened.get((None, spec))
        if served is None:
            async with self._opening.setdefault(loop, asyncio.Lock()):
                served = self._opened.get((loop, spec)) or self._opened.get((None, spec))
                if served is None:
                    self._forget_closed_loops()
                    served = await self._make(spec)
                    bound = served.kind in {"openai", "local", "provider"}
                    self._opened[loop if bound else None, spec] = served
        return served

    def _forget_closed_loops(self) -> None:
        for key in [key for key in self._opened if key[0] is not None and key[0].is_closed()]:
            del self._opened[key]
        for loop in [loop for loop in self._opening if loop.is_closed()]:
            del self._opening[loop]

    async def _make(self, spec: str) -> Served:
        if self._settings.replay is not None:
            return self._replayed(spec, self._settings.replay)
        return self._recorded(await _open_model(spec, self._settings))

    def _recorded(self, served: Served) -> Served:
        """Put a recorder around a model, if the debate is recorded."""
        if self._settings.record is None:
            return served
        from moot.models.testing.recording import Recording, RecordingChatModel

        if self._recording is None:
            self._recording = Recording(self._settings.record, {"model": self._settings.model})
            finalize(self, self._recording.close)
        return replace(served, model=RecordingChatModel(inner=served.model, recording=self._recording))

    def _replayed(self, spec: str, path: str) -> Served:
        """Put the recording in place of the model, asked in the same ways as the model it stands for."""
        from moot.models.testing.recording import ReplayChatModel

        if self._replay is None:
            self._replay = ReplayChatModel.from_file(path)
        told = self._replay.about.get("model") if spec == self._settings.model else None
        parsed = parse_model(told or spec, self._settings.base_url or "")
        common = find_dialect(parsed.provider).ways if _is_foreign(parsed) else ALL_WAYS
        provider = find_provider(parsed)
        return Served(
            spec, _name_usage(parsed), "replay", self._replay, ways=provider.ways or common, size=provider.size
        )


async def _open_model(spec: str, settings: Settings) -> Served:
    """Open a model, and find out what kind of chat model its provider returned."""
    parsed = parse_model(spec, settings.base_url)
    provider = find_provider(parsed)
    opened = provider.open(parsed.name, settings)
    model = await opened if isawaitable(opened) else opened
    ways, strict, base_url = ALL_WAYS, False, ""
    chat = _find_openai_chat(model)
    if chat is not None:
        model, strict, base_url = chat, chat.is_strict, chat.openai_api_base or ""
    elif not isinstance(model, StreamedChatModel):
        dialect = find_dialect(parsed.provider)
        model, ways = ProviderChat(inner=model, dialect=dialect), dialect.ways
    return Served(
        spec,
        _name_usage(parsed),
        parsed.kind,
        model,
        ways=provider.ways or ways,
        size=provider.size,
        strict=strict,
        base_url=base_url,
        queue=provider.queue,
    )


def _name_usage(parsed: ModelName) -> str:
    """Name a model as usage and prices know it."""
    match parsed.kind:
        case "local":
            return name_local(parsed.name)
        case "scripted":
            return "scripted"
        case "provider" if parsed.provider == "rehearsed":
            return "scripted"
        case _:
            return parsed.name


def _is_foreign(parsed: ModelName) -> bool:
    """Tell whether a model is opened by a package that speaks another language than OpenAI's."""
    return parsed.kind == "provider" and parsed.provider != "azure_openai"


def _find_openai_chat(model: BaseChatModel) -> "OpenAIChat | None":
    """Return a model with moot's own stream, if it is one or is LangChain's plain client of OpenAI or Azure."""
    if "langchain_openai" not in sys.modules:
        return None  # a heavy import, and without it nobody can have made one
    from langchain_openai import AzureChatOpenAI, ChatOpenAI

    from moot.models.openai_chat import OpenAIChat

    if type(model) is ChatOpenAI or type(model) is AzureChatOpenAI:
        return OpenAIChat.from_chat(model)
    return model if isinstance(model, OpenAIChat) else None
