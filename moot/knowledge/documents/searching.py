"""Finds the chunks that answer a query: BM25 over stems, in two steps.

1. SQLite ranks the chunks that hold the rarest words of the query. Frequent words would match most of a large store,
   so only so many words are used as stay within `_MAX_CANDIDATES` matches; the rarest is always used.
2. The best `_SHORTLIST_SIZE` of them are ranked again by all words of the query, the frequent ones included. A word in
   a heading counts for two in the text; words that stand side by side in the query and in the text count once more.

A word of several stems (one per language) counts as one word. Equal scores keep the order of the documents.
"""

import math
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from moot.knowledge.documents.index import Chunk, DocumentIndex
from moot.knowledge.documents.terms import query_terms

_MAX_CANDIDATES = 1200
_SHORTLIST_SIZE = 50
_MAX_QUERY_CHARS = 2000
"""Characters; what an agent asks beyond them is not read."""
_MAX_QUERY_WORDS = 32

_BM25_K1 = 1.2
_BM25_B = 0.75
_AVERAGE_STEMS = 70
"""Stems of an average chunk: chunks are cut to one size, so the average is not counted again and again."""
_HEADING_WEIGHT = 2.0
_PAIR_WEIGHT = 0.5

_QueryWord = tuple[str, ...]


class _SearchHit(NamedTuple):
    """Holds a chunk that was found, and how well it fits."""

    chunk: Chunk
    score: float


def search_documents(index: DocumentIndex, query: str, limit: int) -> list[_SearchHit]:
    """Find the chunks that fit a query best, the best first."""
    facts = index.facts()
    words = query_terms(query[:_MAX_QUERY_CHARS], facts.languages)[:_MAX_QUERY_WORDS]
    counts = {word: sum(map(index.frequency, word)) for word in words}
    known = [word for word in words if counts[word]]
    if not known:
        return []
    weights = {word: math.log(1 + max(0.0, facts.chunks - counts[word] + 0.5) / (counts[word] + 0.5)) for word in known}
    rows = _fetch_shortlist(index.connection, _write_match(known, counts))
    scored = sorted((-_score(heading, body, known, weights), row) for row, heading, body in rows)[:limit]
    chunks = index.fetch([row for _, row in scored])
    return [_SearchHit(chunk, round(-score, 4)) for chunk, (score, _) in zip(chunks, scored, strict=True)]


def _write_match(known: Sequence[_QueryWord], counts: dict[_QueryWord, int]) -> str:
    """Write the query of the first step: any of the rarest words, or all words where each is frequent."""
    rarest = sorted(known, key=lambda word: (counts[word], word))
    chosen, matches = [], 0
    for word in rarest:
        matches += counts[word]
        if matches > _MAX_CANDIDATES:
            break
        chosen.append(word)
    if chosen:
        return " OR ".join(map(_match_any_stem, chosen))
    # Every word is frequent: the fewest chunks hold several of them at once.
    return " AND ".join(map(_match_any_stem, rarest[:3]))


def _match_any_stem(word: _QueryWord) -> str:
    stems = [f'"{stem}"' for stem in word]
    return stems[0] if len(stems) == 1 else f"({' OR '.join(stems)})"


def _fetch_shortlist(connection: sqlite3.Connection, match: str) -> list[tuple[int, str, str]]:
    # `rank` is sorted inside the index: only the rows that are returned are read.
    return connection.execute(
        "SELECT rowid, heading, body FROM stems WHERE stems MATCH ? ORDER BY rank LIMIT ?", (match, _SHORTLIST_SIZE)
    ).fetchall()


def _score(heading: str, body: str, known: Sequence[_QueryWord], weights: dict[_QueryWord, float]) -> float:
    stems, above = body.split(), heading.split()
    norm = _BM25_K1 * (1 - _BM25_B + _BM25_B * len(stems) / _AVERAGE_STEMS)
    score, text = 0.0, f" {body} "
    before: _QueryWord = ()
    for word in known:
        found = 0.0
        for stem in word:
            found += stems.count(stem)
            if above:
                found += _HEADING_WEIGHT * above.count(stem)
        if found:
            score += weights[word] * found * (_BM25_K1 + 1) / (found + norm)
            if before and any(f" {a} {b} " in text for a in before for b in word):
                score += _PAIR_WEIGHT * min(weights[before], weights[word])
        before = word if found else ()
    return score
