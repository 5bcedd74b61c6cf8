"""Finds the documents of a folder, inside its allowed folders only, and the file that holds their index.

- The root is the folder that was named, when it holds one of the allowed folders (D-54: `knowledge/`,
  `processing/insights/`); a folder inside an allowed one stands for that part of it.
- Links are not followed. One that leads out of the allowed folders is refused; one that stays inside is left out, as
  what it leads to is read at its own place.
- Names that begin with a dot are left out.
- The index lies in the root itself, or in the user's cache when the root cannot be written.
"""

import os
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

from moot.catalogue import SOURCE_LANGUAGE, speak
from moot.errors import InputError, StoreError
from moot.knowledge.documents.readers import DOCUMENT_FORMATS, is_document
from moot.policies.limits.leases import check_scope, is_external, split_path


class RefusedDocument(NamedTuple):
    """Names a file that was not read, and why."""

    path: str
    reason: str


class DocumentRoot(NamedTuple):
    """Names a root and the folders below it that are read."""

    root: Path
    folders: tuple[str, ...]
    scope: tuple[str, ...]


class _DocumentListing(NamedTuple):
    """Lists the documents below a root, and what was refused."""

    documents: tuple[str, ...]
    """Relative to the root, with forward slashes, in order."""
    refused: tuple[RefusedDocument, ...]


def locate_documents(directory: str | Path, scope: Sequence[str]) -> DocumentRoot:
    """Find the root and the allowed folders that a named folder stands for."""
    named = str(directory)
    if is_external(named):
        raise InputError(f"{named}: external sources are forbidden: they cannot be checked or traced; name a folder")
    try:
        path = Path(named).resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{named}: no such folder; check the path") from error
    if not path.is_dir():
        raise InputError(f"{named}: not a folder; name the folder that holds the documents")
    allowed = tuple(parts for folder in scope if (parts := split_path(folder)) is not None)
    below = tuple("/".join(parts) for parts in allowed if os.path.lexists(path.joinpath(*parts)))
    if below:
        return DocumentRoot(path, below, tuple(scope))
    above = _find_allowed_parent(path, allowed)
    if above is None:
        folders = ", ".join(scope) or "no folder at all"
        raise InputError(
            f"{named}: documents are read from {folders} below it, and none is there; "
            "put them there, or allow other folders with --set rag.internal.scope=[...]"
        )
    return DocumentRoot(*above, tuple(scope))


def list_documents(place: DocumentRoot) -> _DocumentListing:
    """List every document below a root, and say of everything else why it is none."""
    documents: list[str] = []
    refused: list[RefusedDocument] = []
    for folder in place.folders:
        for path, problem in _walk(place, folder):
            if problem:
                refused.append(RefusedDocument(path, problem))
            else:
                documents.append(path)
    return _DocumentListing(tuple(sorted(set(documents))), tuple(sorted(set(refused))))


def _find_allowed_parent(path: Path, allowed: Sequence[tuple[str, ...]]) -> tuple[Path, tuple[str, ...]] | None:
    """Find the allowed folder a path lies in, the innermost first."""
    parts = path.parts
    for start in range(len(parts) - 1, 0, -1):
        if any(steps and parts[start : start + len(steps)] == steps for steps in allowed):
            return Path(*parts[:start]), ("/".join(parts[start:]),)
    return None


def _walk(place: DocumentRoot, folder: str) -> Iterator[tuple[str, str]]:
    """Yield each file below a folder with what is wrong with it; nothing is wrong with a document."""
    steps = Path(folder).parts
    for count in range(1, len(steps) + 1):
        if place.root.joinpath(*steps[:count]).is_symlink():
            yield folder, "a link, which could lead out of the allowed folders; move the folder itself here"
            return
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(place.root / here) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            yield here, f"cannot be listed: {error.strerror}"
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            path = f"{here}/{entry.name}" if here else entry.name
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif not entry.is_symlink() or _leads_out(place, path):
                yield path, _find_fault(place, path, entry)


def _find_fault(place: DocumentRoot, path: str, entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "a link that leads out of the allowed folders"
    if not path.isprintable() or "\\" in path:
        return "its name has characters that cannot be cited"
    if not entry.is_file(follow_symlinks=False):
        return "not a plain file"
    if not is_document(path):
        return f"not a format that is read: {', '.join(DOCUMENT_FORMATS)}"
    inside = check_scope(path, place.scope)
    return "" if inside.allowed else speak(SOURCE_LANGUAGE).tell(inside.reason)


def _leads_out(place: DocumentRoot, path: str) -> bool:
    try:
        target = (place.root / path).resolve(strict=True).relative_to(place.root)
    except (OSError, ValueError, RuntimeError):
        return True
    # Whatever lies at the target or below it: an allowed folder itself counts as inside.
    return not check_scope(f"{target.as_posix()}/x", place.scope).allowed


_INDEX_FOLDER = ".moot"
_INDEX_NAME = "knowledge.db"


def find_index_file(root: Path) -> Path:
    """Name the file of a root's index; the folder it lies in exists afterwards."""
    folder = root / _INDEX_FOLDER
    for path in (folder, folder / _INDEX_NAME):
        if path.is_symlink():
            raise InputError(f"{path}: a link, which could lead anywhere; remove it")
    if _is_writable(root, folder):
        return folder / _INDEX_NAME
    digest = blake2b(os.fsencode(root), digest_size=8).hexdigest()
    cache = user_cache_path("moot") / "knowledge"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{cache}: cannot be made: {error.strerror}; make {root} writable") from error
    return cache / f"{root.name or 'root'}-{digest}.db"


def _is_writable(root: Path, folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return False
    file = folder / _INDEX_NAME
    return os.access(folder, os.W_OK) and (os.access(file, os.W_OK) or not file.exists()) and os.access(root, os.R_OK)
