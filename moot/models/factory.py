"""Makes the models a debate asks: by name, once, and shared by all seats that use them."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import finalize

from langchain_core.language_models import BaseChatModel

from moot.errors import ModelError, UsageError
from moot.models.bounds import Size
from moot.models.clients import NO_KEY, read_key, shared_clients
from moot.models.names import ModelName, check_model, parse_model
from moot.models.provider import ProviderChat
from moot.models.served import ALL_WAYS, Kind, Served, Way
from moot.models.settings import Settings

if TYPE_CHECKING:
    from moot.models.testing import Recording, ReplayChatModel

STRICT_HOSTS = ("api.openai.com", ".openai.azure.com", "openrouter.ai")
"""Services that refuse length bounds in a strict schema."""


_WAYS: Mapping[Kind, tuple[Way, ...]] = {
    # The embedded model's chat template drops functions without a word.
    "local": ("schema", "prompt"),
    # LangChain's models have functions in common, and no other structured output.
    "provider": ("function", "prompt"),
}


class Models:
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
        """The model of this name, ready to be asked."""
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
        parsed = parse_model(spec, self._settings.base_url)
        match parsed.kind:
            case "openai":
                served = await _openai(spec, parsed.name, self._settings.base_url)
            case "local":
                served = await _local(spec, parsed.name or None)
            case "scripted":
                served = _scripted(spec, parsed.name)
            case _:
                served = _provider(spec, parsed, self._settings)
        return self._recorded(served)

    def _recorded(self, served: Served) -> Served:
        """The model with a recorder around it, if the debate is recorded."""
        if self._settings.record is None:
            return served
        from moot.models.testing import Recording, RecordingChatModel

        if self._recording is None:
            self._recording = Recording(self._settings.record, {"model": self._settings.model})
            finalize(self, self._recording.close)
        return replace(served, model=RecordingChatModel(inner=served.model, recording=self._recording))

    def _replayed(self, spec: str, path: str) -> Served:
        """The recording in place of the model, asked in the same ways as the model it stands for."""
        from moot.models.testing import ReplayChatModel

        if self._replay is None:
            self._replay = ReplayChatModel.from_file(path)
        told = self._replay.about.get("model") if spec == self._settings.model else None
        parsed = parse_model(told or spec, self._settings.base_url or "")
        name = _local_name(parsed.name) if parsed.kind == "local" else parsed.name
        size: Size = "compact" if parsed.kind == "local" else "full"
        return Served(
            spec,
            "scripted" if parsed.kind == "scripted" else name,
            "replay",
            self._replay,
            ways=_WAYS.get(parsed.kind, ALL_WAYS),
            size=size,
        )


async def _openai(spec: str, name: str, base_url: str | None, key: str | None = None) -> Served:
    key = key or read_key()
    if key is None and base_url is None:
        raise UsageError(f"model {spec!r} needs a key: set OPENAI_API_KEY or MOOT_API_KEY in the environment")
    host = urlsplit(base_url).hostname or "" if base_url else "api.openai.com"
    strict = host.endswith(STRICT_HOSTS)
    model = await _chat(name, base_url, key or NO_KEY, plain_limit=not strict)
    return Served(spec, name, "openai", model, strict=strict, base_url=base_url or "")


async def _chat(name: str, base_url: str | None, key: str, *, plain_limit: bool) -> BaseChatModel:
    # Heavy imports, and what the first request would load: before any lease's clock runs.
    from pydantic import SecretStr

    from moot.models.chat import StreamingChat

    return StreamingChat(
        model_name=name,
        openai_api_base=base_url,
        openai_api_key=SecretStr(key),
        http_async_client=(await shared_clients()).openai,
        http_socket_options=(),  # for a client nobody uses, about which it would warn whoever has a proxy
        max_retries=0,
        stream_usage=True,
        plain_limit=plain_limit,
        use_responses_api=False,
    )


async def _local(spec: str, path: str | None) -> Served:
    from moot.models.testing import open_local_model, slot

    server = await asyncio.to_thread(open_local_model, path)
    name = _local_name(path or "")
    model = await _chat(name, server.base_url, server.api_key, plain_limit=True)
    return Served(spec, name, "local", model, ways=_WAYS["local"], size="compact", queue=slot)


def _local_name(path: str) -> str:
    return f"local:{PurePath(path).stem}" if path else "local"


def _scripted(spec: str, path: str) -> Served:
    from moot.models.testing import ScriptedChatModel

    return Served(spec, "scripted", "scripted", ScriptedChatModel.from_file(path))


def _provider(spec: str, parsed: ModelName, settings: Settings) -> Served:
    """A model of any provider that LangChain knows, once its package is installed."""
    try:
        load: Any = import_module("langchain.chat_models").init_chat_model
        options = {} if settings.temperature is None else {"temperature": settings.temperature}
        model = load(parsed.name, model_provider=parsed.provider, max_tokens=settings.max_answer_tokens, **options)
    except ImportError as error:
        package = f"langchain-{parsed.provider.replace('_', '-')}"
        raise UsageError(f"model {spec!r}: its package is missing: pip install langchain {package}") from error
    except ValueError as error:
        raise ModelError(f"model {spec!r} cannot be used: {error}") from error
    return Served(spec, parsed.name, "provider", ProviderChat(inner=model), ways=_WAYS["provider"])
