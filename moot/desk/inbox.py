"""The first page: what waits, since when, why, and what is at stake."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, get_args
from urllib.parse import urlencode

from starlette.responses import Response

from moot.desk.backend import Query, Shelf
from moot.desk.forms import LONGEST_SEARCH
from moot.desk.visit import Visit
from moot.stores import Entry

TONES: Mapping[str, str] = {
    "running": "info",
    "interrupted": "warn",
    "needs_review": "warn",
    "decided": "good",
    "rejected": "bad",
    "inconclusive": "warn",
    "aborted": "bad",
    "failed": "bad",
}
"""How a status is coloured; its name always stands beside the colour."""
_SHELVES: tuple[Shelf, ...] = get_args(Shelf)
_LAST_PAGE = 10_000
_LONGEST_REASON = 240


async def show_inbox(visit: Visit) -> Response:
    """One page of debates; the same address with `part` gives the list alone."""
    asked = visit.request.query_params
    query = read_query(asked.get("show", ""), asked.get("q", ""), asked.get("page", ""))
    found = await visit.backend.search(query, visit.who)
    now = time.time()
    values: dict[str, Any] = {
        "query": query,
        "items": [describe(visit, entry, now) for entry in found.entries],
        "shelves": _SHELVES,
        "link": lambda **changes: link(visit, query, **changes),
        "more": found.more,
    }
    return visit.show("inbox_list.html" if asked.get("part") else "inbox.html", **values)


def read_query(shelf: str, search: str, page: str) -> Query:
    """What is looked for; what makes no sense is left out."""
    number = int(page) if page.isdecimal() and page.isascii() and len(page) < 8 else 1
    words = "".join(sign for sign in search if sign.isprintable()).strip()[:LONGEST_SEARCH]
    known: Shelf = next((each for each in _SHELVES if each == shelf), "waiting")
    return Query(known, words, min(max(number, 1), _LAST_PAGE))


def link(visit: Visit, query: Query, **changes: Any) -> str:
    """The address of another page of the inbox."""
    values = {"show": query.shelf, "q": query.search, "page": 1, **changes}
    return visit.url(f"/?{urlencode({name: value for name, value in values.items() if value})}")


def describe(visit: Visit, entry: Entry, now: float) -> dict[str, Any]:
    """One debate as the list shows it."""
    t, reason = visit.t, entry.reason.replace(".;", ";")
    return {
        "thread": entry.thread,
        "address": visit.url(f"/debates/{entry.thread}{'/review' if entry.status == 'needs_review' else ''}"),
        "question": entry.question,
        "status": t.known(f"status.{entry.status}", entry.status),
        "tone": TONES.get(entry.status, "plain"),
        "profile": entry.profile,
        "reason": reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON].rstrip()}…",
        "age": t.age(now - entry.updated_at) if entry.updated_at else "",
        "moment": say_moment(entry.updated_at),
        "value": t.amount(entry.value_at_risk) if entry.value_at_risk is not None else "",
        "parent": entry.parent,
    }


def say_moment(moment: float) -> str:
    """A point in time for machines and tooltips."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds") if moment else ""
