"""Finds the best model within reach: one that is named, a key, a model server on this machine, the embedded model.

Nothing is sent but the question which models a server has, and a key goes nowhere except to the address that was set
beside it.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from importlib.util import find_spec
from threading import Thread
from typing import Any, Literal
from urllib.request import HTTPRedirectHandler, build_opener
from urllib.request import Request as HttpRequest

from typing_extensions import override

from moot.models.cleaning import one_line

LOCAL_PORTS: Mapping[int, str] = {11434: "Ollama", 1234: "LM Studio", 8000: "vLLM", 8080: "llama.cpp"}
"""Where model servers usually listen, the most common one first."""

KEY_MODEL = "openai:gpt-4.1-mini"
"""Answers for whoever has a key and names no model."""

_SECONDS = 0.5
_MAX_BYTES = 1_000_000
_NOT_FOR_CHAT = ("embed", "rerank", "whisper", "tts")
"""Parts of the names of models that cannot argue."""


@dataclass(frozen=True, slots=True)
class FoundModel:
    """Names a model that can be used now, and says how it was found."""

    model: str
    source: Literal["named", "key", "server", "embedded"]
    base_url: str | None = None
    server: str = ""
    """The kind of server that was found, such as Ollama."""

    @property
    def settings(self) -> dict[str, str]:
        """The environment variables that name this model; none where the environment names it already."""
        address = {"MOOT_BASE_URL": self.base_url} if self.base_url else {}
        return {} if self.source == "named" else {"MOOT_MODEL": self.model, **address}

    @property
    def reason(self) -> str:
        """Why this one, in words."""
        match self.source:
            case "named":
                return f"{self.model}, as MOOT_MODEL says"
            case "key":
                return f"{self.model}, because there is a key; MOOT_MODEL names another"
            case "server":
                return f"{self.model}, served by {self.server} at {self.base_url}"
            case "embedded":
                why = "no key and no server were found"
                return f"the embedded model, which shows how a debate runs and knows little: {why}"


def find_best_model(environment: Mapping[str, str] | None = None, ports: Mapping[int, str] = LOCAL_PORTS) -> FoundModel:
    """Find the model that answers best: named, then a key, then a server on this machine, then the embedded one."""
    named = os.environ if environment is None else environment
    key, address = named.get("MOOT_API_KEY") or named.get("OPENAI_API_KEY"), named.get("MOOT_BASE_URL") or None
    if named.get("MOOT_MODEL"):
        return FoundModel(named["MOOT_MODEL"], "named", address)
    if address is not None:
        model = find_served_model(address, key)
        if model is not None:
            return FoundModel(model, "server", address, "MOOT_BASE_URL")
    elif key:
        return FoundModel(KEY_MODEL, "key")
    return next(iter(find_local_servers(ports)), FoundModel("local", "embedded"))


def find_local_servers(ports: Mapping[int, str] = LOCAL_PORTS) -> list[FoundModel]:
    """List the model servers that answer at their usual ports on this machine, each with its first model."""
    addresses = {f"http://127.0.0.1:{port}/v1": name for port, name in ports.items()}
    served = ((address, name, find_served_model(address)) for address, name in addresses.items())
    return [FoundModel(model, "server", address, name) for address, name, model in served if model is not None]


def find_served_model(address: str, key: str | None = None) -> str | None:
    """Ask a server which model it has first that can argue; None where no such server listens, or not in time."""
    found: list[str | None] = []
    # Whatever listens there may send a byte now and then, so its time is kept from outside.
    asking = Thread(target=lambda: found.append(_ask_models(address, key)), daemon=True)
    asking.start()
    asking.join(2 * _SECONDS)
    return found[0] if found else None


def _ask_models(address: str, key: str | None) -> str | None:
    headers, (path, mark, query) = {"Authorization": f"Bearer {key}"} if key else {}, address.partition("?")
    try:
        asked = HttpRequest(f"{path.rstrip('/')}/models{mark}{query}", headers=headers)  # noqa: S310  # http, checked by whoever set it
        with build_opener(_NoRedirects).open(asked, timeout=_SECONDS) as answer:
            found = json.loads(answer.read(_MAX_BYTES))["data"]
        names = [str(each["id"]) for each in found]
    except (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError):
        return None
    fit = (name for name in names if name == one_line(name) and not any(part in name.lower() for part in _NOT_FOR_CHAT))
    return next(fit, None)


class _NoRedirects(HTTPRedirectHandler):
    """Stays with the server that was asked: it would be followed to any other, key and all."""

    @override
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def has_embedded_model() -> bool:
    """Say whether the extra with the embedded model is installed."""
    return find_spec("xllamacpp") is not None
