"""Puts the desk together: one ASGI application, wherever it is served from."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from moot.desk import comparing, debate, inbox, probes, reviewing, sign_in, starting
from moot.desk.access import DeskSettings
from moot.desk.backend import Backend
from moot.desk.guard import RequestGuard
from moot.desk.page_request import Desk, as_action, as_page
from moot.views.pages import read_style


def make_app(backend: Backend, settings: DeskSettings | None = None) -> Starlette:
    """Build the desk as an ASGI application."""
    desk = Desk(backend, settings or DeskSettings())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await backend.aclose()

    app = Starlette(routes=_routes(), middleware=[Middleware(RequestGuard, settings=desk.settings)], lifespan=lifespan)
    app.state.desk = desk
    return app


def _routes() -> list[Route | Mount]:
    thread = "/debates/{thread}"
    return [
        Route("/", as_page(inbox.show_inbox), methods=["GET"]),
        Route("/start", as_page(starting.show_start), methods=["GET"]),
        Route("/start", as_action(starting.start), methods=["POST"]),
        Route("/start/forecast", as_action(starting.show_forecast), methods=["POST"]),
        Route("/start/profile", as_action(starting.send_profile), methods=["POST"]),
        Route("/compare", as_page(comparing.show_comparison), methods=["GET"]),
        Route("/login", as_page(sign_in.show_sign_in, public=True), methods=["GET"]),
        Route("/login", as_action(sign_in.sign_in, public=True), methods=["POST"]),
        Route("/logout", as_action(sign_in.sign_out), methods=["POST"]),
        Route("/language", as_action(sign_in.set_language, public=True), methods=["POST"]),
        Route(thread, as_page(debate.show_debate), methods=["GET"]),
        Route(f"{thread}/views", as_page(debate.show_views, fragment=True), methods=["GET"]),
        Route(f"{thread}/events", as_page(debate.send_events, fragment=True), methods=["GET"]),
        Route(f"{thread}/result.json", as_page(debate.send_result, fragment=True), methods=["GET"]),
        Route(f"{thread}/resume", as_action(debate.go_on), methods=["POST"]),
        Route(f"{thread}/say", as_action(debate.say_something), methods=["POST"]),
        Route(f"{thread}/stop", as_action(debate.stop_debate), methods=["POST"]),
        Route(f"{thread}/review", as_page(reviewing.show_review), methods=["GET"]),
        Route(f"{thread}/review", as_action(reviewing.answer_review), methods=["POST"]),
        Route(f"{thread}/fork", as_page(comparing.show_fork), methods=["GET"]),
        Route(f"{thread}/fork", as_action(comparing.fork_debate), methods=["POST"]),
        Route("/health", probes.show_health, methods=["GET"]),
        Route("/metrics", probes.show_metrics, methods=["GET"]),
        Route("/static/report.css", _report_style, methods=["GET"]),
        Mount("/static", StaticFiles(directory=str(files("moot.desk") / "static"))),
    ]


async def _report_style(_: Request) -> Response:
    return Response(read_style(), media_type="text/css", headers={"cache-control": "no-cache"})
