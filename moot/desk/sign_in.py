"""Signs people in and out, and sets their language."""

import asyncio

from starlette.responses import Response

from moot.desk.access import SESSION_COOKIE, Session
from moot.desk.backend import InboxQuery, Person
from moot.desk.guard import log_refusal
from moot.desk.locales import DESK_LANGUAGES
from moot.desk.page_request import MAX_NAME_LENGTH, PageRequest, keep_cookie, safe_path
from moot.errors import UsageError

_MAX_TOKEN_LENGTH = 4_096
_WRONG_TOKEN_DELAY = 0.3
"""Seconds before a wrong token is answered."""
_GUESSING_DELAY = 2.0
"""Seconds before a token is looked at, for a client that showed many wrong ones."""


async def show_sign_in(page: PageRequest) -> Response:
    """Show the page where people say who they are."""
    if not page.desk.settings.guarded or page.session.trusted:
        return page.go("/")
    return page.show("login.html", next=safe_path(page.request.query_params.get("next", "/")), problem="", name="")


async def sign_in(page: PageRequest) -> Response:
    """Check a token; who has the right one gets a session of their own."""
    form, desk = page.form, page.desk
    token, name = form.text("token", _MAX_TOKEN_LENGTH), form.text("name", MAX_NAME_LENGTH)
    next_path = safe_path(form.text("next", 2_000) or "/")
    client = page.request.client.host if page.request.client else ""
    guessing = desk.sessions.is_guessing(client)
    if guessing:
        # Slowed down, not shut out: behind the same address there may be somebody with the right token.
        await asyncio.sleep(_GUESSING_DELAY)
    person = await _identify(page, token, name)
    if person is None or not person.name:
        desk.sessions.note_wrong(client)
        log_refusal(page.request.scope, "wrong token")
        await asyncio.sleep(_WRONG_TOKEN_DELAY)
        status, problem = (429, "login.wait") if guessing else (403, "login.wrong")
        return page.show("login.html", status, next=next_path, problem=page.t(problem), name=name)
    desk.sessions.close(page.request.cookies.get(SESSION_COOKIE))
    # A new session, so that a cookie somebody planted before is worth nothing.
    cookie = desk.sessions.open(Session(person, trusted=True, language=page.session.language))
    return keep_cookie(page.go(next_path), page.request, cookie)


async def _identify(page: PageRequest, token: str, name: str) -> Person | None:
    settings = page.desk.settings
    if settings.asks_server and token:
        person = Person(name, token)
        try:
            await page.backend.search(InboxQuery(), person)
        except UsageError:
            return None
        return person
    found = settings.identify(token, name)
    return Person(found) if found is not None else None


async def sign_out(page: PageRequest) -> Response:
    """End the session."""
    page.desk.sessions.close(page.request.cookies.get(SESSION_COOKIE))
    return page.go("/")


async def set_language(page: PageRequest) -> Response:
    """Remember the language for this session."""
    wanted = page.form.text("language", 10)
    page.session.language = wanted if wanted in DESK_LANGUAGES else ""
    return page.go(safe_path(page.form.text("next", 2_000) or "/"))
