"""Reads how a model is named: `openai:NAME`, NAME, `provider:NAME`, `local`, `local:FILE`, `scripted:FILE`."""

import re
from dataclasses import dataclass
from importlib.util import find_spec

from moot.errors import UsageError
from moot.models.clients import read_key
from moot.models.redaction import redact
from moot.models.served import Kind

PROVIDERS = frozenset({
    "anthropic", "anthropic_bedrock", "azure_ai", "azure_openai", "baseten", "bedrock", "bedrock_converse", "cohere",
    "deepseek", "fireworks", "google_anthropic_vertex", "google_genai", "google_vertexai", "groq", "huggingface", "ibm",
    "litellm", "mistralai", "nvidia", "ollama", "openrouter", "perplexity", "sambanova", "together", "upstage", "xai",
})  # fmt: skip
"""The prefixes that LangChain's init_chat_model knows; any other prefix with a base URL is part of a model's name."""

_ADDRESS = re.compile(r"https?://[^\s/]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model's name, taken apart."""

    kind: Kind
    name: str
    """Without its prefix; for `local` and `scripted` the file, empty for the embedded model."""
    provider: str = ""


def parse_model(spec: str, base_url: str | None = None) -> ModelName:
    """Take a model's name apart; what cannot be meant is a clear error."""
    prefix, colon, rest = spec.partition(":")
    if prefix == "local" and (rest or not colon):
        return ModelName("local", rest)
    if colon and rest and prefix in {"openai", "scripted"}:
        return ModelName("openai" if prefix == "openai" else "scripted", rest)
    if colon and rest and (prefix in PROVIDERS or (base_url is None and prefix.isidentifier())):
        return ModelName("provider", rest, prefix)
    if colon and not rest and prefix in {"local", "scripted"}:
        raise UsageError(f"model {spec!r}: no file is named; write {prefix}:FILE")
    if spec and base_url is not None:
        return ModelName("openai", spec)
    raise UsageError(
        f"model {spec!r}: no server is named; write openai:{spec or 'NAME'}, or give its address with --base-url, "
        "or use local or scripted:FILE"
    )


def check_model(spec: str, base_url: str | None = None) -> ModelName:
    """Take a model's name apart and find out now, not in the middle of a debate, what is missing for it."""
    parsed = parse_model(spec, base_url)
    if parsed.kind == "openai" and base_url is not None and not _ADDRESS.match(base_url):
        raise UsageError(f"base URL {redact(base_url)!r}: not an address; write http://HOST:PORT/v1 or https://HOST/v1")
    if parsed.kind == "openai" and base_url is None and read_key() is None:
        raise UsageError(f"model {spec!r} needs a key: set OPENAI_API_KEY or MOOT_API_KEY in the environment")
    if parsed.kind == "provider" and find_spec("langchain") is None:
        raise UsageError(
            f"model {spec!r}: providers other than openai need LangChain's loader: "
            f"pip install langchain langchain-{parsed.provider.replace('_', '-')}"
        )
    return parsed
