"""Decides what agents may look up, and finds what they cite of it.

- Internal sources only: a source is a relative path inside one of the allowed folders. Addresses, absolute paths,
  drive letters, home folders and steps upwards are refused (D-54, D-55, D-59).
- The debate has one allowance for all agents (D-56). Five queries run, the sixth is refused (X-18); one that ran out of
  time counts, a refused one does not.
- The first reason that holds is named: switched off, nothing asked, an address, used up.
"""

import re
from collections.abc import Sequence

from moot.policies.limits.budget import count_queries
from moot.state.base import Texts, Value
from moot.state.evidence import Query
from moot.state.facts import Fact, state_fact
from moot.state.protocol import RetrievalRules

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://|^\s*(?:www\.|mailto:|file:|data:\w+/)", re.IGNORECASE)
_ROOTED = re.compile(r"^(?:/|~|[A-Za-z]:)")
_CITATION = re.compile(r"\[RAG:[^\[\]\s]+\]")


class Admission(Value):
    """Whether something may be looked up, and why."""

    allowed: bool
    reason: Fact


def admit_query(
    text: str,
    rules: RetrievalRules,
    queries: Sequence[Query] = (),
    *,
    leased: int | None = None,
) -> Admission:
    """Decide whether a query may run; it searches the allowed folders only."""
    internal = rules.internal
    if not internal.enabled:
        return _refuse(state_fact("retrieval.off"))
    if not text.strip():
        return _refuse(state_fact("retrieval.empty"))
    if is_external(text):
        return _refuse(state_fact("retrieval.external"))
    used = count_queries(queries)
    if used >= internal.max_queries:
        return _refuse(state_fact("retrieval.used_up", used=used, most=internal.max_queries))
    if leased is not None and leased <= 0:
        return _refuse(state_fact("retrieval.none_left"))
    return Admission(allowed=True, reason=state_fact("retrieval.number", number=used + 1, most=internal.max_queries))


def check_scope(path: str, scope: Sequence[str]) -> Admission:
    """Decide whether a source lies inside one of the allowed folders."""
    if is_external(path):
        return _refuse(state_fact("retrieval.external"))
    parts = split_path(path)
    if parts is None:
        return _refuse(state_fact("retrieval.no_path", path=path))
    for folder in scope:
        start = split_path(folder)
        if start is not None and len(parts) > len(start) and parts[: len(start)] == start:
            return Admission(allowed=True, reason=state_fact("retrieval.inside", folder=folder))
    if not scope:
        return _refuse(state_fact("retrieval.outside_all", path=path))
    return _refuse(state_fact("retrieval.outside", path=path, folders=tuple(scope)))


def is_external(text: str) -> bool:
    """Say whether a text names an address outside instead of asking for something inside."""
    return _ADDRESS.search(text) is not None


def split_path(path: str) -> tuple[str, ...] | None:
    """Split a relative path into its steps; None when it is absolute, leads upwards or is no path."""
    plain = path.strip().replace("\\", "/")
    if not plain or "\0" in plain or _ROOTED.match(plain):
        return None
    steps = tuple(step for step in plain.split("/") if step not in ("", "."))
    # A step of dots and blanks only is read as "upwards" by some systems.
    return None if any(not step.strip(". ") for step in steps) else steps


def find_citations(text: str) -> Texts:
    """List the chunks that a text cites as agents do, `[RAG:id]` (D-57), each once, in their order."""
    return tuple(dict.fromkeys(_CITATION.findall(text)))


def _refuse(reason: Fact) -> Admission:
    return Admission(allowed=False, reason=reason)
