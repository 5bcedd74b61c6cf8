"""The embedded model: llama.cpp's server inside this process, on a free port of the loopback.

Started when first needed, shared by all seats, stopped when the process ends. One slot, and one thread
to write with (measured: more of either is slower on a busy machine, does not share prefixes and cannot
be repeated), so seats queue: whoever asks holds `slot()`, and only then does its clock start.
The server wants a key that only this process knows, so nobody else on the machine can use it.
"""

import asyncio
import atexit
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from moot.errors import InputError, ModelError
from moot.models.testing.weights import WEIGHTS_NAME, Tell, ensure_weights, log_warning
from moot.program import name_install

_CONTEXT = 8192
"""Tokens of prompt and answer together; a later round of a small debate needs more than half of it."""
_THREADS = "MOOT_LOCAL_THREADS"
"""The environment variable that gives a larger model more than one thread."""
DEMONSTRATION = f"{WEIGHTS_NAME} is a demonstration model: its answers have the right shape, not the right content"

_SILENT = -1
_running: dict[str, tuple["LocalServer", Any]] = {}
_starting = Lock()
_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A running embedded model and how to reach it."""

    base_url: str
    model_name: str
    demonstration: bool
    api_key: str = field(repr=False)


def open_local_model(path: str | None = None, tell: Tell = log_warning) -> LocalServer:
    """Start the embedded model, or the given GGUF file in its place; a running one is shared."""
    with _starting:
        weights = None if path is None else _given(path)
        _require_package()  # before its weights are fetched
        weights = weights or ensure_weights(tell)
        key = str(weights.resolve())
        if key not in _running:
            _running[key] = _start(weights, demonstration=path is None)
        return _running[key][0]


def _close_local_models() -> None:
    """Stop every embedded model of this process."""
    with _starting:
        _running.clear()


@asynccontextmanager
async def slot() -> AsyncIterator[None]:
    """Wait for the embedded model to be free, first come first served; a lease starts only inside."""
    loop = asyncio.get_running_loop()
    async with _slots.setdefault(loop, asyncio.Semaphore(1)):
        yield


def _given(path: str) -> Path:
    weights = Path(path).expanduser()
    try:
        with weights.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise InputError(f"local:{path}: cannot be read: {error.strerror}; give the path of a GGUF file") from error
    if magic != b"GGUF":
        raise InputError(f"local:{path}: not a GGUF file; give the path of a model in GGUF format")
    return weights


def _require_package() -> None:
    # Read when libgomp loads, with the import below: idle threads must sleep instead of spin.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    try:
        import xllamacpp  # noqa: F401  # whether it can be had
    except ImportError as error:
        ways = f"get it: {name_install('xllamacpp')}; or name one with --model, and a server of yours with --base-url"
        raise ModelError(f"the embedded model is not installed; {ways}") from error


def _start(weights: Path, *, demonstration: bool) -> tuple[LocalServer, Any]:
    import xllamacpp

    name, api_key = WEIGHTS_NAME if demonstration else weights.stem, secrets.token_urlsafe(24)
    try:
        server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), weights, name, api_key))
    except RuntimeError as error:
        raise ModelError(f"{weights}: llama.cpp cannot load it; is the file whole, and the memory enough?") from error
    address = f"{server.listening_address}/v1"
    return LocalServer(base_url=address, model_name=name, demonstration=demonstration, api_key=api_key), server


def _parameters(parameters: Any, weights: Path, name: str, api_key: str) -> Any:
    parameters.model.path, parameters.model_alias = str(weights), {name}
    parameters.hostnames, parameters.port, parameters.api_keys = ["127.0.0.1"], 0, [api_key]
    parameters.n_parallel, parameters.n_ctx = 1, _CONTEXT
    parameters.cache_prompt, parameters.cache_ram_mib = True, 256
    parameters.cpuparams.n_threads = _read_threads()
    # Two threads read a prompt in half the time and spin no more than one; only writing suffers from a second one.
    parameters.cpuparams_batch.n_threads = max(_read_threads(), min(2, os.cpu_count() or 1))
    # Greedy and seeded, so that the same debate can be had again.
    parameters.sampling.temp, parameters.sampling.seed = 0.0, 1
    parameters.use_jinja, parameters.ui, parameters.offline, parameters.verbosity = True, False, True, _SILENT
    return parameters


def _read_threads() -> int:
    """How many threads the model may use: one, unless the environment says otherwise."""
    text = os.environ.get(_THREADS, "1")
    if not text.isdecimal() or int(text) < 1:
        raise InputError(f"{_THREADS}={text}: not a number of threads; set 1 or more, or leave it out")
    return int(text)


atexit.register(_close_local_models)
