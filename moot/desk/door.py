"""Coming in, going out, and choosing a language."""

import asyncio

from starlette.responses import Response

from moot.desk.backend import Person, Query
from moot.desk.forms import LONGEST_NAME
from moot.desk.guard import log_refusal
from moot.desk.locales import LANGUAGES
from moot.desk.sessions import COOKIE, Session
from moot.desk.visit import Visit, keep_cookie, safe_path
from moot.errors import UsageError

LONGEST_TOKEN = 4_096
HESITATION = 0.3
"""Seconds before a wrong token is answered."""


async def show_door(visit: Visit) -> Response:
    """The page where people say who they are."""
    if not visit.desk.settings.guarded or visit.session.trusted:
        return visit.go("/")
    return visit.show("login.html", next=safe_path(visit.request.query_params.get("next", "/")), problem="", name="")


async def come_in(visit: Visit) -> Response:
    """Check a token; who has the right one gets a session of their own."""
    form, desk = visit.form, visit.desk
    token, name = form.text("token", LONGEST_TOKEN), form.text("name", LONGEST_NAME)
    next_path = safe_path(form.text("next", 2_000) or "/")
    if not desk.sessions.may_try():
        return visit.show("login.html", 429, next=next_path, problem=visit.t("login.wait"), name=name)
    person = await _identify(visit, token, name)
    if person is None or not person.name:
        desk.sessions.note_wrong()
        log_refusal(visit.request.scope, "wrong token")
        await asyncio.sleep(HESITATION)
        return visit.show("login.html", 403, next=next_path, problem=visit.t("login.wrong"), name=name)
    desk.sessions.close(visit.request.cookies.get(COOKIE))
    # A new session, so that a cookie somebody planted before is worth nothing.
    cookie = desk.sessions.open(Session(person, trusted=True, language=visit.session.language))
    return keep_cookie(visit.go(next_path), visit.request, cookie)


async def _identify(visit: Visit, token: str, name: str) -> Person | None:
    settings = visit.desk.settings
    if settings.asks_server and token:
        person = Person(name, token)
        try:
            await visit.backend.search(Query(), person)
        except UsageError:
            return None
        return person
    found = settings.identify(token, name)
    return Person(found) if found is not None else None


async def go_out(visit: Visit) -> Response:
    """End the session."""
    visit.desk.sessions.close(visit.request.cookies.get(COOKIE))
    return visit.go("/")


async def choose_language(visit: Visit) -> Response:
    """Remember the language for this session."""
    wanted = visit.form.text("language", 10)
    visit.session.language = wanted if wanted in LANGUAGES else ""
    return visit.go(safe_path(visit.form.text("next", 2_000) or "/"))
