"""Finds out from a model's name who provides it, and opens models of the providers that come with moot.

A model is named `openai:NAME`, NAME with a base URL, `local`, `local:FILE`, `scripted:FILE` or `provider:NAME`.
A provider is a function from a model's name and the settings to a chat model of LangChain. It is registered by name,
with the decorator `@PROVIDERS.register("name")` or as an entry point in the group `moot.providers`; the providers that
come with moot are registered below in the same way. What nobody has registered is left to LangChain's
`init_chat_model`.
"""

import asyncio
import difflib
import os
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from moot.configs.scripts import AnswerMode
from moot.errors import UnknownNameError, UsageError
from moot.models.bounds import Size
from moot.models.cleaning import one_line, redact_address
from moot.models.dialects import find_dialect
from moot.models.settings import Settings
from moot.registry import Registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from langchain_core.language_models import BaseChatModel

ALL_WAYS: tuple[AnswerMode, ...] = ("schema", "function", "prompt")
"""The ways of asking for a structured answer, in the order they are tried."""

ModelKind = Literal["openai", "provider", "local", "scripted", "replay"]

_NO_KEY = "none"
"""What a server of one's own is sent when no key is set; the client insists on one."""

_LANGCHAIN = frozenset({
    "anthropic", "anthropic_bedrock", "azure_ai", "azure_openai", "baseten", "bedrock", "bedrock_converse", "cohere",
    "deepseek", "fireworks", "google_anthropic_vertex", "google_genai", "google_vertexai", "groq", "huggingface", "ibm",
    "litellm", "mistralai", "nvidia", "ollama", "openrouter", "perplexity", "sambanova", "together", "upstage", "xai",
})  # fmt: skip
"""The prefixes that LangChain's init_chat_model knows; any other prefix with a base URL is part of a model's name."""

_AZURE = ("AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY")
"""What Azure's client reads, by the names that Microsoft gave them."""

_ADDRESS = re.compile(r"https?://[^\s/]+", re.IGNORECASE)

_OpenModel = Callable[[str, Settings], "BaseChatModel | Awaitable[BaseChatModel]"]
"""Opens the model of a name; it may be a coroutine function."""


@dataclass(frozen=True, slots=True)
class Provider:
    """Opens models, and says what is known of all of them."""

    open: _OpenModel
    ways: tuple[AnswerMode, ...] | None = None
    """The ways of asking its models understand; None leaves it to the kind of chat model that is opened."""
    size: Size = "full"
    queue: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    """Held while asking; a model with one slot lets callers wait here, before their clock starts."""

    def __post_init__(self) -> None:
        """Refuse what cannot be called."""
        if not callable(self.open):
            raise TypeError("a provider is a function from a model's name and the settings to a chat model")


PROVIDERS: Registry[Provider] = Registry("provider", "moot.providers", Provider)


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model's name, taken apart."""

    kind: ModelKind
    name: str
    """Without its prefix; for `local` and `scripted` the file, empty for the embedded model."""
    provider: str = ""
    """The prefix, where it is not the kind itself."""

    @property
    def is_registered(self) -> bool:
        """Whether a registered provider opens it, not LangChain's loader."""
        return self.kind != "provider" or self.provider in PROVIDERS.names()


def parse_model(spec: str, base_url: str | None = None) -> ModelName:
    """Take a model's name apart; what cannot be meant is a clear error."""
    prefix, colon, rest = spec.partition(":")
    if prefix == "local" and (rest or not colon):
        return ModelName("local", rest)
    if colon and rest and prefix in {"openai", "scripted"}:
        return ModelName("openai" if prefix == "openai" else "scripted", rest)
    if colon and rest and (prefix in _LANGCHAIN or prefix in PROVIDERS.names()):
        return ModelName("provider", rest, prefix)
    if colon and rest and base_url is None and prefix.isidentifier():
        _refuse_misspelt(spec, prefix)
        return ModelName("provider", rest, prefix)  # LangChain may know more providers than we do
    if colon and not rest and prefix in {"local", "scripted"}:
        raise UsageError(f"model {spec!r}: no file is named; write {prefix}:FILE")
    if colon and not rest:
        raise UsageError(f"model {spec!r}: no model is named; write {prefix or 'openai'}:NAME")
    if spec and base_url is not None:
        return ModelName("openai", spec)
    raise UsageError(
        f"model {spec!r}: no server is named; write openai:{spec or 'NAME'}, or give its address with --base-url, "
        "or use local or scripted:FILE"
    )


def _refuse_misspelt(spec: str, prefix: str) -> None:
    close = difflib.get_close_matches(prefix, sorted({*PROVIDERS.names(), *_LANGCHAIN}), n=1)
    if close:
        raise UnknownNameError(f"model {spec!r}: {prefix!r} is not a known provider; did you mean {close[0]!r}?")


def check_model(spec: str, base_url: str | None = None) -> ModelName:
    """Take a model's name apart and find out now, not in the middle of a debate, what is missing for it."""
    parsed = parse_model(spec, base_url)
    if parsed.kind == "openai" and base_url is not None and not _ADDRESS.match(base_url):
        raise UsageError(
            f"base URL {redact_address(base_url)!r}: not an address; write http://HOST:PORT/v1 or https://HOST/v1"
        )
    if parsed.kind == "openai" and base_url is None and read_key() is None:
        raise UsageError(f"model {spec!r} needs a key: set OPENAI_API_KEY or MOOT_API_KEY in the environment")
    if not parsed.is_registered and find_spec("langchain") is None:
        raise UsageError(
            f"model {spec!r}: providers other than openai need LangChain's loader: "
            f"pip install langchain langchain-{parsed.provider.replace('_', '-')}"
        )
    if parsed.provider == "azure_openai":
        _check_azure(spec)
    if parsed.kind == "provider" and parsed.is_registered:
        PROVIDERS.get(parsed.provider)  # a plug-in that cannot be loaded is found out now as well
    return parsed


def read_key() -> str | None:
    """Read the key from the environment and from nowhere else; moot's own variable goes first."""
    return os.environ.get("MOOT_API_KEY") or os.environ.get("OPENAI_API_KEY") or None


def find_provider(parsed: ModelName) -> Provider:
    """Find who opens a model: a registered provider, else LangChain's loader."""
    if parsed.is_registered:
        return PROVIDERS.get(parsed.provider or parsed.kind)
    return Provider(lambda name, settings: _load_from_langchain(parsed.provider, name, settings))


@PROVIDERS.register("openai")
async def _open_openai(name: str, settings: Settings) -> "BaseChatModel":
    """Open a model behind an OpenAI-compatible API."""
    key = read_key()
    if key is None and settings.base_url is None:
        raise UsageError(f"model 'openai:{name}' needs a key: set OPENAI_API_KEY or MOOT_API_KEY in the environment")
    # A heavy import: before any lease's clock runs.
    from moot.models.openai_chat import open_chat

    return await open_chat(name, settings.base_url, key or _NO_KEY)


@PROVIDERS.register("azure_openai")
async def _open_azure(name: str, settings: Settings) -> "BaseChatModel":  # noqa: ARG001  # its address is its own
    """Open a deployment of Azure OpenAI; address, key and version are in Azure's own variables."""
    _check_azure(f"azure_openai:{name}")
    from moot.models.openai_chat import open_azure

    return await open_azure(name)


def _check_azure(spec: str) -> None:
    missing = [variable for variable in _AZURE if not os.environ.get(variable)]
    if missing:
        raise UsageError(f"model {spec!r} needs {' and '.join(missing)} in the environment")


@asynccontextmanager
async def _wait_for_local() -> "AsyncIterator[None]":
    from moot.models.testing import slot

    async with slot():
        yield


# The embedded model's chat template drops functions without a word.
@PROVIDERS.register("local", ways=("schema", "prompt"), size="compact", queue=_wait_for_local)
async def _open_local(path: str, settings: Settings) -> "BaseChatModel":  # noqa: ARG001  # it needs none
    """Start the embedded model, or the given GGUF file in its place."""
    from moot.models.openai_chat import open_chat
    from moot.models.testing import open_local_model

    server = await asyncio.to_thread(open_local_model, path or None)
    return await open_chat(name_local(path), server.base_url, server.api_key)


def name_local(path: str) -> str:
    """Name an embedded model as usage and prices know it."""
    return f"local:{PurePath(path).stem}" if path else "local"


@PROVIDERS.register("scripted")
def _open_scripted(path: str, settings: Settings) -> "BaseChatModel":  # noqa: ARG001  # it needs none
    """Open a model that answers from a script."""
    from moot.models.testing import ScriptedChatModel

    return ScriptedChatModel.from_file(path)


@PROVIDERS.register("rehearsed")
def _open_rehearsed(name: str, settings: Settings) -> "BaseChatModel":  # noqa: ARG001  # it needs none
    """Open the rehearsed debate of `moot demo` in a language: `rehearsed:en`, or `rehearsed:en:fast` without pauses."""
    from moot.configs.scripts import load_rehearsal
    from moot.models.testing import ScriptedChatModel

    language, _, pace = name.partition(":")
    rehearsal = load_rehearsal(language)
    return ScriptedChatModel(script=rehearsal.without_pauses() if pace == "fast" else rehearsal.script)


def _load_from_langchain(provider: str, name: str, settings: Settings) -> "BaseChatModel":
    """Open a model of any provider that LangChain knows, once its package is installed."""
    spec = f"{provider}:{name}"
    try:
        load: Any = import_module("langchain.chat_models").init_chat_model
        options = {} if settings.temperature is None else {"temperature": settings.temperature}
        options[find_dialect(provider).opened_with] = settings.max_answer_tokens
        model: BaseChatModel = load(name, model_provider=provider, **options)
    except ImportError as error:
        package = f"langchain-{provider.replace('_', '-')}"
        raise UsageError(f"model {spec!r}: its package is missing: pip install langchain {package}") from error
    except (ValueError, TypeError, LookupError) as error:
        # A key that is not set, a prefix that nobody knows: nothing was asked yet.
        raise UsageError(f"model {spec!r} cannot be used: {one_line(str(error))}") from error
    return model
