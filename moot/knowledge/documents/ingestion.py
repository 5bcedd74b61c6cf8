"""Brings an index up to date with its folder: what changed is read again, what is gone is removed."""

import os
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from moot.errors import InputError
from moot.knowledge.documents.chunks import cut_chunks
from moot.knowledge.documents.folders import (
    DocumentRoot,
    RefusedDocument,
    find_index_file,
    list_documents,
    locate_documents,
)
from moot.knowledge.documents.index import CutDocument, DocumentIndex, StoredDocument, open_index
from moot.knowledge.documents.readers import read_document, read_file_bytes
from moot.knowledge.documents.statutes import split_articles
from moot.knowledge.documents.terms import guess_document_language

_SETTLED_SECONDS = 2.0
"""A file that changed less than so many seconds ago may change again without its stamp telling."""

_TRANSACTION_BYTES = 250_000
"""Bytes of documents that are written in one transaction."""

_Tell = Callable[[str], None]


class IngestReport(NamedTuple):
    """Reports what was read from a folder."""

    root: Path
    store: Path
    documents: int
    """How many there are in the store now."""
    chunks: int
    read: int
    unchanged: int
    removed: int
    bytes: int
    seconds: float
    refused: tuple[RefusedDocument, ...]

    def summary(self) -> dict[str, Any]:
        """Return the same as plain values, for JSON."""
        refused = [{"path": each.path, "reason": each.reason} for each in self.refused]
        return {**self._asdict(), "root": str(self.root), "store": str(self.store), "refused": refused}


class _Progress:
    """Counts while documents are read, and keeps them until enough are there to be written together."""

    def __init__(self, index: DocumentIndex, refused: Sequence[RefusedDocument]) -> None:
        self.index = index
        self.refused = list(refused)
        self.read = self.unchanged = self.removed = self.bytes = self.changed = 0
        self._waiting: list[CutDocument] = []
        self._size = 0

    def take(self, document: CutDocument, size: int) -> None:
        """Keep a document; small ones are written together, which is faster and as safe."""
        self._waiting.append(document)
        self._size += size
        self.read += 1
        self.bytes += size
        self.changed += document.known.chunks
        if self._size >= _TRANSACTION_BYTES:
            self.write()

    def write(self) -> None:
        """Write what waits."""
        if self._waiting:
            self.index.put(self._waiting)
            self._waiting, self._size = [], 0


def ingest_documents(directory: str | Path, scope: Sequence[str], tell: _Tell = lambda _: None) -> IngestReport:
    """Read what changed below a folder into its store; `tell` hears of every document that is read."""
    started = time.monotonic()
    place = locate_documents(directory, scope)
    listing = list_documents(place)
    store = find_index_file(place.root)
    with open_index(store) as index:
        tally = _Progress(index, listing.refused)
        known = {path: each for folder in place.folders for path, each in index.known(folder).items()}
        for path in listing.documents:
            _read_changed(place, path, known.get(path), tally, tell)
        tally.write()
        # A document that is there but could not be read stays as it was: nothing is lost by a slip.
        there = {*listing.documents, *(each.path for each in listing.refused)}
        for path in sorted(known.keys() - there):
            index.remove(path)
            tally.removed += 1
            tally.changed += known[path].chunks
        if tally.changed:
            index.settle(tally.changed)
        documents, chunks = index.count()
    return IngestReport(
        place.root, store, documents, chunks, tally.read, tally.unchanged, tally.removed, tally.bytes,
        round(time.monotonic() - started, 3), tuple(sorted(set(tally.refused))),
    )  # fmt: skip


def _read_changed(place: DocumentRoot, path: str, known: StoredDocument | None, tally: _Progress, tell: _Tell) -> None:
    """Read one document if it is new or changed."""
    try:
        stamp = _stamp(place.root / path)
        if known and stamp and known.stamp == stamp:
            tally.unchanged += 1
            return
        raw = read_file_bytes(place.root / path)
        digest = blake2b(raw, digest_size=16).hexdigest()
        if known and known.digest == digest:
            tally.index.touch(path, stamp)
            tally.unchanged += 1
            return
        tell(path)
        reading = read_document(path, raw)
        chunks = cut_chunks(split_articles(reading.passages) or reading.passages)
    except InputError as error:
        kept = "; what was read before is kept" if known else ""
        tally.refused.append(RefusedDocument(path, f"{error}{kept}"))
        return
    tally.refused += [RefusedDocument(path, note) for note in reading.notes]
    language = guess_document_language(chunk.text for chunk in chunks)
    tally.take(CutDocument(path, StoredDocument(digest, stamp, len(chunks)), language, chunks), len(raw))


def _stamp(file: Path) -> str:
    """Describe a file so that a change shows without reading it; empty when it has just been written."""
    try:
        found = os.lstat(file)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}") from error
    if time.time() - found.st_ctime < _SETTLED_SECONDS:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}:{found.st_ctime_ns}:{found.st_ino}"
