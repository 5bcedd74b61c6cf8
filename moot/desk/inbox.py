"""Shows the first page: what waits, since when, why, and what is at stake."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, get_args
from urllib.parse import urlencode

from starlette.responses import Response

from moot.desk.backend import InboxFilter, InboxQuery
from moot.desk.page_request import MAX_SEARCH_LENGTH, PageRequest
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
_FILTERS: tuple[InboxFilter, ...] = get_args(InboxFilter)
_LAST_PAGE = 10_000
_LONGEST_REASON = 240


async def show_inbox(page: PageRequest) -> Response:
    """Show one page of debates; the same address with `part` gives the list alone."""
    asked = page.request.query_params
    query = _read_query(asked.get("show", ""), asked.get("q", ""), asked.get("page", ""))
    found = await page.backend.search(query, page.who)
    now = time.time()
    values: dict[str, Any] = {
        "query": query,
        "items": [describe_entry(page, entry, now) for entry in found.entries],
        "shelves": _FILTERS,
        "link": lambda **changes: _link(page, query, **changes),
        "more": found.more,
    }
    return page.show("inbox_list.html" if asked.get("part") else "inbox.html", **values)


def _read_query(shelf: str, search: str, page: str) -> InboxQuery:
    """Read what is looked for; what makes no sense is left out."""
    number = int(page) if page.isdecimal() and page.isascii() and len(page) < 8 else 1
    words = "".join(sign for sign in search if sign.isprintable()).strip()[:MAX_SEARCH_LENGTH]
    known: InboxFilter = next((each for each in _FILTERS if each == shelf), "waiting")
    return InboxQuery(known, words, min(max(number, 1), _LAST_PAGE))


def _link(page: PageRequest, query: InboxQuery, /, **changes: Any) -> str:
    """Write the address of another page of the inbox."""
    values = {"show": query.show, "q": query.search, "page": 1, **changes}
    return page.url(f"/?{urlencode({name: value for name, value in values.items() if value})}")


def describe_entry(page: PageRequest, entry: Entry, now: float) -> dict[str, Any]:
    """Describe one debate as the list shows it."""
    t, reason = page.t, entry.reason.replace(".;", ";")
    return {
        "thread": entry.thread,
        "address": page.url(f"/debates/{entry.thread}{'/review' if entry.status == 'needs_review' else ''}"),
        "question": entry.question,
        "status": t.known(f"word.status.{entry.status}", entry.status),
        "tone": TONES.get(entry.status, "plain"),
        "profile": entry.profile,
        "reason": reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON].rstrip()}…",
        "age": t.age(now - entry.updated_at) if entry.updated_at else "",
        "moment": _write_timestamp(entry.updated_at),
        "value": t.amount(entry.value_at_risk) if entry.value_at_risk is not None else "",
        "parent": entry.parent,
    }


def _write_timestamp(moment: float) -> str:
    """Write a point in time for machines and tooltips."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds") if moment else ""
