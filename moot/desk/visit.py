"""One request of one person: who they are, in which language, and how an answer is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from moot import __version__
from moot.desk.backend import Backend, Person
from moot.desk.forms import ForgedError, Form, read_form
from moot.desk.guard import log_refusal
from moot.desk.locales import LANGUAGES, Words, choose_language
from moot.desk.sessions import COOKIE, LIFETIME, Session, Sessions
from moot.desk.settings import DeskSettings
from moot.errors import MootError, ThreadError, UsageError
from moot.models import one_line


@dataclass(frozen=True)
class Desk:
    """What all requests share."""

    backend: Backend
    settings: DeskSettings = field(default_factory=DeskSettings)
    sessions: Sessions = field(default_factory=Sessions)


@dataclass(frozen=True)
class Visit:
    """One request, with everything a page needs to answer it."""

    request: Request
    desk: Desk
    session: Session
    t: Words
    form: Form = field(default_factory=Form)

    @property
    def backend(self) -> Backend:
        """Where the debates live."""
        return self.desk.backend

    @property
    def who(self) -> Person:
        """Who sits there."""
        return self.session.person

    def url(self, path: str) -> str:
        """An address of the desk, wherever it is mounted."""
        return f"{self.request.scope.get('root_path', '')}{path}"

    def show(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page, or a part of one."""
        shared = {
            "t": self.t,
            "url": self.url,
            "session": self.session,
            "settings": self.desk.settings,
            "languages": LANGUAGES,
            "here": local_path(self.request),
            "version": __version__,
        }
        return HTMLResponse(_templates().get_template(template).render(**shared, **values), status)

    def tell(self, status: int, title: str, detail: str = "") -> Response:
        """A page that says one thing."""
        return self.show("message.html", status, title=self.t(title), detail=detail)

    def go(self, path: str) -> Response:
        """Send the browser to another page, by GET."""
        return RedirectResponse(self.url(path), 303)


Handler = Callable[[Visit], Awaitable[Response]]


def page(handler: Handler, *, public: bool = False, fragment: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """Make a page of a handler; who has not come in yet is sent to the door."""

    async def answer(request: Request) -> Response:
        visit, cookie = _open(request)
        if visit.desk.settings.guarded and not visit.session.trusted and not public:
            if fragment:
                return Response(status_code=401)
            response = visit.go(f"/login?next={quote(local_path(request), safe='')}")
        else:
            response = await _attempt(handler, visit)
        return keep_cookie(response, visit.request, cookie)

    return answer


def change(handler: Handler, *, public: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """Make a change of a handler: only with the proof that the form came from a page of ours."""

    async def answer(request: Request) -> Response:
        visit, cookie = _open(request)
        if cookie is not None or (visit.desk.settings.guarded and not visit.session.trusted and not public):
            log_refusal(request.scope, "nobody has come in")
            return keep_cookie(visit.tell(403, "refused.session"), request, cookie)
        try:
            visit = replace(visit, form=await read_form(request, visit.session))
        except ForgedError:
            log_refusal(request.scope, "the form does not carry the page's proof")
            return visit.tell(403, "refused.forged")
        except UsageError as error:
            return visit.tell(400, "refused.input", str(error))
        return await _attempt(handler, visit)

    return answer


def _open(request: Request) -> tuple[Visit, str | None]:
    """The visit of a request, and the cookie of a session that begins with it."""
    desk: Desk = request.app.state.desk
    session, cookie = desk.sessions.find(request.cookies.get(COOKIE)), None
    if session is None:
        session = Session(Person(name=desk.settings.reviewer if not desk.settings.guarded else ""))
        cookie = desk.sessions.open(session)
    language = choose_language(session.language, request.headers.get("accept-language", ""))
    return Visit(request, desk, session, Words(language)), cookie


async def _attempt(handler: Handler, visit: Visit) -> Response:
    """Answer; whatever the user can do something about becomes a page that says so."""
    try:
        return await handler(visit)
    except ThreadError as error:
        return visit.tell(404, "refused.thread", one_line(str(error)))
    except UsageError as error:
        return visit.tell(400, "refused.input", one_line(str(error)))
    except MootError as error:
        return visit.tell(503, "refused.unavailable", one_line(str(error)))


def keep_cookie(response: Response, request: Request, cookie: str | None) -> Response:
    """Let the browser remember its session: no script may read it, no other site may send it."""
    if cookie is not None:
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=int(LIFETIME),
            path=request.scope.get("root_path", "") or "/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return response


def local_path(request: Request) -> str:
    """The path within the desk, with its query."""
    path = request.url.path.removeprefix(request.scope.get("root_path", "")) or "/"
    return f"{path}?{request.url.query}" if request.url.query else path


def safe_path(path: str) -> str:
    """A path of the desk to go on to; an address of somebody else becomes the inbox."""
    parts = urlsplit(path)
    if parts.scheme or parts.netloc or not path.startswith("/") or path.startswith("//") or "\\" in path:
        return "/"
    return path


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("moot.desk"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
