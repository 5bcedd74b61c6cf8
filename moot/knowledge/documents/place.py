"""Where the store of a folder is: in the folder itself, or in the user's cache when that cannot be written."""

import os
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path

from moot.errors import InputError, StoreError

FOLDER = ".moot"
NAME = "knowledge.db"


def find_store(root: Path) -> Path:
    """Name the file of a root's store; the folder it lies in exists afterwards."""
    folder = root / FOLDER
    for path in (folder, folder / NAME):
        if path.is_symlink():
            raise InputError(f"{path}: a link, which could lead anywhere; remove it")
    if _writable(root, folder):
        return folder / NAME
    digest = blake2b(os.fsencode(root), digest_size=8).hexdigest()
    cache = user_cache_path("moot") / "knowledge"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{cache}: cannot be made: {error.strerror}; make {root} writable") from error
    return cache / f"{root.name or 'root'}-{digest}.db"


def _writable(root: Path, folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return False
    file = folder / NAME
    return os.access(folder, os.W_OK) and (os.access(file, os.W_OK) or not file.exists()) and os.access(root, os.R_OK)
