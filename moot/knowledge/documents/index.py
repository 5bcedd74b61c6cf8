"""Stores documents in one SQLite file: their chunks, and an FTS5 index of the stems of these.

The chunks of a document have numbers in a row, from its `first` on. Documents are written in transactions, each whole,
so whoever is killed in the middle leaves a store in which every document is as it was or as it is. The file can be
deleted at any time: it is made from the documents again.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from moot.errors import StoreError
from moot.knowledge.documents.chunks import Passage, name_chunk, name_document, split_chunk_id
from moot.knowledge.documents.statutes import ARTICLE_NAMES, Article, name_statute
from moot.knowledge.documents.terms import index_terms
from moot.policies.language import Language

_VERSION = 1
_FREQUENT = 1000
"""A stem in more chunks than this is looked up in a table of its own: counting it would take too long."""
_MANY_CHANGES = 1000
"""After so many changed chunks the whole index is put in order; while they are written it is left alone."""

_SCHEMA = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, source TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL, stamp TEXT NOT NULL, language TEXT NOT NULL, first INTEGER NOT NULL, chunks INTEGER NOT NULL);
CREATE UNIQUE INDEX documents_by_chunk ON documents (first);
CREATE TABLE chunks (id INTEGER PRIMARY KEY, heading TEXT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE frequent (term TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE stems USING fts5(heading, body, tokenize='ascii');
INSERT INTO stems (stems, rank) VALUES ('automerge', 0);
INSERT INTO stems (stems, rank) VALUES ('crisismerge', 64);
INSERT INTO stems (stems, rank) VALUES ('rank', 'bm25(2.0, 1.0)');
"""


class StoredDocument(NamedTuple):
    """Holds what the index knows of a document."""

    digest: str
    stamp: str
    chunks: int


class CutDocument(NamedTuple):
    """Holds a document that was read and cut into chunks."""

    path: str
    known: StoredDocument
    language: Language
    chunks: list[Passage]


class Chunk(NamedTuple):
    """Holds one chunk as it is cited."""

    id: str
    text: str
    heading: str
    locator: str


class _IndexFacts(NamedTuple):
    """Holds what every query needs to know of the index as a whole."""

    version: int
    chunks: int
    languages: tuple[Language, ...]
    frequent: dict[str, int]


class DocumentIndex:
    """Reads and writes an open index; threads that share one take turns."""

    def __init__(self, path: Path, *, timeout: float = 30.0) -> None:
        self.path = path
        self._facts: _IndexFacts | None = None
        with _explain_errors(path):
            self._db = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute("PRAGMA cache_size=-32768")
            self._db.execute("PRAGMA wal_autocheckpoint=4000")
            self._prepare()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """Return the open database, for whoever searches it."""
        return self._db

    def _prepare(self) -> None:
        if self._version() == 0:
            with self.writing():
                # Somebody else may have been quicker.
                if self._version() == 0:
                    for statement in filter(str.strip, _SCHEMA.split(";\n")):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version={_VERSION}")
        if self._version() != _VERSION:
            raise StoreError(f"{self.path}: written by another version of moot; delete the file and ingest again")
        self._db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, stems, row)")

    def _version(self) -> int:
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return version

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write all of it or nothing."""
        with _explain_errors(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
            # Our own writing does not change the version that others see change.
            self._facts = None

    def known(self, folder: str = "") -> dict[str, StoredDocument]:
        """The documents below a folder, by their path."""
        start = f"{folder}/" if folder else ""
        rows = self._db.execute("SELECT path, digest, stamp, chunks FROM documents WHERE substr(path, 1, ?) = ?",
                                (len(start), start))  # fmt: skip
        return {path: StoredDocument(digest, stamp, chunks) for path, digest, stamp, chunks in rows}

    def put(self, documents: Iterable[CutDocument]) -> None:
        """Write documents in the place of what they were before, all or none; their source ids stay."""
        with self.writing():
            for document in documents:
                self._put(document)

    def _put(self, document: CutDocument) -> None:
        row = self._db.execute("SELECT source FROM documents WHERE path = ?", (document.path,)).fetchone()
        if row is not None:
            self._clear(document.path)
        source = row[0] if row else name_document(document.path, self._is_taken)
        last = self._db.execute("SELECT first + chunks FROM documents ORDER BY first DESC LIMIT 1").fetchone()
        first, (digest, stamp, count) = last[0] if last else 1, document.known
        self._db.execute(
            "INSERT INTO documents (path, source, digest, stamp, language, first, chunks) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (document.path, source, digest, stamp, document.language, first, count),
        )
        numbered = list(enumerate(document.chunks, start=first))
        self._db.executemany(
            "INSERT INTO chunks (id, heading, place, text) VALUES (?, ?, ?, ?)",
            [(at, chunk.heading, chunk.place, chunk.text) for at, chunk in numbered],
        )
        stems = _list_stems(document.chunks, document.language)
        self._db.executemany(
            "INSERT INTO stems (rowid, heading, body) VALUES (?, ?, ?)",
            [(at, *pair) for at, pair in enumerate(stems, start=first)],
        )

    def touch(self, path: str, stamp: str) -> None:
        """Remember that a document is still what it was."""
        with self.writing():
            self._db.execute("UPDATE documents SET stamp = ? WHERE path = ?", (stamp, path))

    def remove(self, path: str) -> None:
        """Forget a document."""
        with self.writing():
            self._clear(path)

    def _clear(self, path: str) -> None:
        row = self._db.execute("SELECT first, first + chunks FROM documents WHERE path = ?", (path,)).fetchone()
        if row is not None:
            self._db.execute("DELETE FROM stems WHERE rowid >= ? AND rowid < ?", row)
            self._db.execute("DELETE FROM chunks WHERE id >= ? AND id < ?", row)
            self._db.execute("DELETE FROM documents WHERE path = ?", (path,))

    def _is_taken(self, source: str) -> bool:
        return self._db.execute("SELECT 1 FROM documents WHERE source = ?", (source,)).fetchone() is not None

    def settle(self, changed: int) -> None:
        """Make searching fast again after some chunks have changed."""
        with self.writing():
            if changed >= _MANY_CHANGES:
                self._db.execute("INSERT INTO stems (stems) VALUES ('optimize')")
            else:
                self._db.execute("INSERT INTO stems (stems, rank) VALUES ('merge', 200)")
            self._db.execute("DELETE FROM frequent")
            self._db.execute("INSERT INTO frequent SELECT term, doc FROM temp.terms WHERE doc > ?", (_FREQUENT,))

    def count(self) -> tuple[int, int]:
        """Count documents and chunks."""
        documents, chunks = self._db.execute("SELECT count(*), coalesce(sum(chunks), 0) FROM documents").fetchone()
        return documents, chunks

    def facts(self) -> _IndexFacts:
        """Return what does not change from query to query; it is read again when somebody has written."""
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        if self._facts is None or self._facts.version != version:
            languages = self._db.execute("SELECT DISTINCT language FROM documents ORDER BY language").fetchall()
            frequent = dict(self._db.execute("SELECT term, chunks FROM frequent").fetchall())
            self._facts = _IndexFacts(version, self.count()[1], tuple(row[0] for row in languages), frequent)
        return self._facts

    def frequency(self, stem: str) -> int:
        """Count the chunks in which a stem stands."""
        known = self.facts().frequent.get(stem)
        if known is None:
            row = self._db.execute("SELECT doc FROM temp.terms WHERE term = ?", (stem,)).fetchone()
            known = row[0] if row else 0
        return known

    def fetch(self, numbers: Sequence[int]) -> list[Chunk]:
        """Read chunks by their row, in the order given."""
        rows = self._db.execute(
            "SELECT c.id, d.source, c.id - d.first + 1, d.path, c.heading, c.place, c.text FROM chunks c "
            "JOIN documents d ON d.first = (SELECT max(first) FROM documents WHERE first <= c.id) "
            "WHERE c.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(numbers)),),
        )
        found = {
            row: Chunk(name_chunk(source, number), text, heading, f"{path}#{place}" if place else path)
            for row, source, number, path, heading, place, text in rows
        }
        return [found[number] for number in numbers if number in found]

    def find_article(self, cited: Article, *, bare: bool = False) -> Chunk | None:
        """Find the first chunk of a cited article; None when no statute of that name has it, or several do."""
        rows = self._db.execute(
            "SELECT c.id, c.heading, d.path FROM chunks c "
            "JOIN documents d ON d.first = (SELECT max(first) FROM documents WHERE first <= c.id) "
            "WHERE substr(c.place, 1, instr(c.place || ';', ';') - 1) IN (SELECT value FROM json_each(?)) "
            "ORDER BY c.id",
            (json.dumps([f"{name} {cited.number}" for name in ARTICLE_NAMES]),),
        ).fetchall()
        named = ((row, path, name_statute(heading, path)) for row, heading, path in reversed(rows))
        # Where only its place makes a number an article, it is none of the year that is part of the statute's name.
        year = f"{cited.statute} {cited.number}" if bare else ""
        places = {path: row for row, path, names in named if cited.statute in names and year not in names}
        return self.fetch([*places.values()])[0] if len(places) == 1 else None

    def holds(self, chunk_id: str) -> bool:
        """Say whether there is a chunk of this id."""
        parts = split_chunk_id(chunk_id)
        if parts is None or name_chunk(*parts) != chunk_id:
            return False
        found = self._db.execute("SELECT 1 FROM documents WHERE source = ? AND ? BETWEEN 1 AND chunks", parts)
        return found.fetchone() is not None


def _list_stems(chunks: Iterable[Passage], language: Language) -> Iterator[tuple[str, str]]:
    """Write each chunk's heading and text as the index keeps them."""
    heading = stems = ""
    for chunk in chunks:
        if chunk.heading != heading:
            heading, stems = chunk.heading, index_terms(chunk.heading, language)
        yield stems, index_terms(chunk.text, language)


@contextmanager
def open_index(path: Path) -> Iterator[DocumentIndex]:
    """Open an index and close it again."""
    with closing(DocumentIndex(path)) as index:
        yield index


@contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: the knowledge store cannot be used: {error}") from error
