"""Answers machines that watch the desk: whether it works, and how many debates stand how, as Prometheus reads it."""

import time
from collections import Counter
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from moot import __version__
from moot.desk.backend import STATUSES_BY_FILTER, Backend, InboxFilter, InboxQuery, Person
from moot.desk.page_request import Desk
from moot.errors import MootError
from moot.models.cleaning import one_line

_MOST_PAGES = 40
"""So many pages of debates are counted for each group of statuses; a larger number is reported as this many."""
_COUNTED: tuple[InboxFilter, ...] = ("waiting", "running", "decided", "undecided")


async def show_health(request: Request) -> Response:
    """Say whether debates can be read; open to everybody, and says nothing about any of them."""
    desk: Desk = request.app.state.desk
    try:
        await desk.backend.search(InboxQuery(), Person())
    except MootError as error:
        return JSONResponse({"status": "unavailable", "reason": one_line(str(error))}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


async def show_metrics(request: Request) -> Response:
    """Count the debates; where people need a token, machines need one too, as `Authorization: Bearer`."""
    desk: Desk = request.app.state.desk
    if desk.settings.guarded:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or desk.settings.identify(token.strip(), "metrics") is None:
            return PlainTextResponse("a token is needed\n", 401, headers={"www-authenticate": "Bearer"})
    try:
        counts, oldest = await _count(desk.backend)
    except MootError as error:
        return PlainTextResponse(f"# {one_line(str(error))}\n", 503)
    lines = "\n".join(_write(counts, time.time() - oldest if oldest is not None else 0.0))
    return PlainTextResponse(f"{lines}\n", media_type="text/plain; version=0.0.4")


async def _count(backend: Backend) -> tuple[Counter[str], float | None]:
    """Count debates by status, and find since when the longest waiting one waits."""
    counts: Counter[str] = Counter()
    waiting: list[float] = []
    for show in _COUNTED:
        for number in range(1, _MOST_PAGES + 1):
            page = await backend.search(InboxQuery(show, page=number), Person())
            counts.update(entry.status for entry in page.entries)
            waiting += [entry.updated_at for entry in page.entries if show == "waiting"]
            if not page.more:
                break
    return counts, min(waiting, default=None)


def _write(counts: Counter[str], waits: float) -> Iterator[str]:
    yield "# HELP moot_debates Debates by status."
    yield "# TYPE moot_debates gauge"
    for status in sorted({status for show in _COUNTED for status in STATUSES_BY_FILTER[show]}):
        yield f'moot_debates{{status="{status}"}} {counts[status]}'
    yield "# HELP moot_longest_wait_seconds How long the debate that has waited longest for a person waits."
    yield "# TYPE moot_longest_wait_seconds gauge"
    yield f"moot_longest_wait_seconds {max(0.0, waits):.0f}"
