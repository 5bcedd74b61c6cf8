"""Reads one request of one person (session, language, form) and writes the answer to it.

What a browser sends is bounded and checked, and what is wrong is named beside its field.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from moot import __version__
from moot.catalogue import frame_language, speaking
from moot.desk.access import SESSION_COOKIE, SESSION_LIFETIME, DeskSettings, Session, Sessions
from moot.desk.backend import Backend, DebateStanding, Person
from moot.desk.guard import log_refusal
from moot.desk.locales import DESK_LANGUAGES, DeskTranslator, choose_language
from moot.errors import InputError, MootError, ThreadError, UsageError
from moot.models.cleaning import one_line
from moot.views.pages import make_environment

_MAX_FIELDS = 100
MAX_QUESTION_LENGTH = 8_000
MAX_TEXT_LENGTH = 8_000
MAX_EVIDENCE_LENGTH = 60_000
MAX_NAME_LENGTH = 80
MAX_SEARCH_LENGTH = 200

_THREAD = re.compile(r"[\w.:@+-]{1,128}", re.ASCII)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class _ForgedFormError(Exception):
    """Says that a form lacks the proof of its page; answered with 403."""


@dataclass(frozen=True)
class FormData:
    """Holds the fields of a form, by name."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def text(self, name: str, limit: int = MAX_TEXT_LENGTH) -> str:
        """Read one text, without control signs; a longer one is refused, not cut."""
        value = _CONTROL.sub("", (self.fields.get(name) or [""])[0]).replace("\r\n", "\n").strip()
        if len(value) > limit:
            raise InputError(f"{name}: at most {limit:,} signs; these are {len(value):,}")
        return value

    def texts(self, name: str) -> list[str]:
        """Read all values of a field that may be chosen more than once."""
        return [value for value in self.fields.get(name) or [] if value]

    def has(self, name: str) -> bool:
        """Say whether a box is ticked."""
        return bool(self.text(name, 100))


async def _read_form(request: Request, session: Session) -> FormData:
    """Read the form of a request; one that does not carry the session's own proof is refused."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        pairs = parse_qsl(body, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise InputError(f"the form has more than {_MAX_FIELDS} fields") from error
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    given = (fields.pop("csrf", None) or [""])[0]
    if not compare_digest(given.encode(), session.csrf.encode()):
        raise _ForgedFormError
    return FormData(fields)


def check_debate_id(thread: str) -> str:
    """Return an id that could name a debate; anything else names none."""
    if not _THREAD.fullmatch(thread):
        raise ThreadError("there is no such debate")
    return thread


def split_evidence(text: str, first: int = 1) -> list[dict[str, str]]:
    """Split paragraphs into pieces of evidence E1, E2, ...; `[id] text` names a piece oneself."""
    pieces: list[dict[str, str]] = []
    for paragraph in filter(None, (part.strip() for part in re.split(r"\n\s*\n", text))):
        named = re.match(r"\[([\w.:-]{1,60})\]\s*(?=\S)", paragraph)
        key = named[1] if named else f"E{first + len(pieces)}"
        pieces.append({"id": key, "text": paragraph[named.end() :] if named else paragraph})
    if len({piece["id"] for piece in pieces}) < len(pieces):
        raise InputError("evidence: two pieces have the same id")
    return pieces


@dataclass(frozen=True)
class Desk:
    """Holds what all requests share."""

    backend: Backend
    settings: DeskSettings = field(default_factory=DeskSettings)
    sessions: Sessions = field(default_factory=Sessions)


@dataclass(frozen=True)
class PageRequest:
    """Holds one request, with everything a page needs to answer it."""

    request: Request
    desk: Desk
    session: Session
    t: DeskTranslator
    form: FormData = field(default_factory=FormData)

    @property
    def backend(self) -> Backend:
        """Return the place where the debates live."""
        return self.desk.backend

    @property
    def who(self) -> Person:
        """Return who asks."""
        return self.session.person

    def url(self, path: str) -> str:
        """Make an address of the desk, wherever it is mounted."""
        return f"{self.request.scope.get('root_path', '')}{path}"

    def about(self, standing: DebateStanding) -> "PageRequest":
        """Turn to one debate: its pages speak its language, unless the person chose another for the desk."""
        if standing.story is None or self.session.language in DESK_LANGUAGES:
            return self
        return replace(self, t=DeskTranslator(frame_language(standing.story.result.language)))

    def show(self, template: str, status: int = 200, **values: Any) -> Response:
        """Render a page, or a part of one."""
        shared = {
            "t": self.t,
            "url": self.url,
            "session": self.session,
            "settings": self.desk.settings,
            "languages": DESK_LANGUAGES,
            "here": _local_path(self.request),
            "version": __version__,
        }
        return HTMLResponse(make_environment("moot.desk").get_template(template).render(**shared, **values), status)

    def tell(self, status: int, title: str, detail: str = "") -> Response:
        """Render a page that says one thing."""
        return self.show("message.html", status, title=self.t(title), detail=detail)

    def go(self, path: str) -> Response:
        """Send the browser to another page, by GET."""
        return RedirectResponse(self.url(path), 303)


_Handler = Callable[[PageRequest], Awaitable[Response]]


def as_page(
    handler: _Handler, *, public: bool = False, fragment: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Make a page of a handler; who has not signed in yet is sent to the sign-in page."""

    async def answer(request: Request) -> Response:
        page, cookie = _open(request)
        if page.desk.settings.guarded and not page.session.trusted and not public:
            if fragment:
                return Response(status_code=401)
            response = page.go(f"/login?next={quote(_local_path(request), safe='')}")
        else:
            response = await _attempt(handler, page)
        return keep_cookie(response, page.request, cookie)

    return answer


def as_action(handler: _Handler, *, public: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """Make a form's action of a handler: run only with the proof that the form came from a page of ours."""

    async def answer(request: Request) -> Response:
        page, cookie = _open(request)
        if cookie is not None or (page.desk.settings.guarded and not page.session.trusted and not public):
            log_refusal(request.scope, "nobody has come in")
            return keep_cookie(page.tell(403, "refused.session"), request, cookie)
        try:
            page = replace(page, form=await _read_form(request, page.session))
        except _ForgedFormError:
            log_refusal(request.scope, "the form does not carry the page's proof")
            return page.tell(403, "refused.forged")
        except UsageError as error:
            return page.tell(400, "refused.input", str(error))
        return await _attempt(handler, page)

    return answer


def _open(request: Request) -> tuple[PageRequest, str | None]:
    """Find the session of a request, or begin one and return its cookie too."""
    desk: Desk = request.app.state.desk
    session, cookie = desk.sessions.find(request.cookies.get(SESSION_COOKIE)), None
    if session is None:
        person = Person(name=desk.settings.reviewer if not desk.settings.guarded else "")
        session = Session(person, language=desk.settings.language)
        cookie = desk.sessions.open(session)
    language = choose_language(session.language, request.headers.get("accept-language", ""))
    return PageRequest(request, desk, session, DeskTranslator(language)), cookie


async def _attempt(handler: _Handler, page: PageRequest) -> Response:
    """Answer; whatever the user can do something about becomes a page that says so."""
    try:
        with speaking(page.t.language):
            return await handler(page)
    except ThreadError as error:
        return page.tell(404, "refused.thread", one_line(str(error)))
    except UsageError as error:
        return page.tell(400, "refused.input", one_line(str(error)))
    except MootError as error:
        return page.tell(503, "refused.unavailable", one_line(str(error)))


def keep_cookie(response: Response, request: Request, cookie: str | None) -> Response:
    """Let the browser remember its session: no script may read it, no other site may send it."""
    if cookie is not None:
        response.set_cookie(
            SESSION_COOKIE,
            cookie,
            max_age=int(SESSION_LIFETIME),
            path=request.scope.get("root_path", "") or "/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return response


def _local_path(request: Request) -> str:
    """Return the path within the desk, with its query."""
    path = request.url.path.removeprefix(request.scope.get("root_path", "")) or "/"
    return f"{path}?{request.url.query}" if request.url.query else path


def safe_path(path: str) -> str:
    """Return a path of the desk to go on to; an address of somebody else becomes the inbox."""
    parts = urlsplit(path)
    if parts.scheme or parts.netloc or not path.startswith("/") or path.startswith("//") or "\\" in path:
        return "/"
    return path
