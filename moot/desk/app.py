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

from moot.desk import comparing, debate, door, inbox, reviewing, starting
from moot.desk.backend import Backend
from moot.desk.guard import Guard
from moot.desk.settings import DeskSettings
from moot.desk.visit import Desk, change, page
from moot.views.report import read_style


def make_app(backend: Backend, settings: DeskSettings | None = None) -> Starlette:
    """The desk as an ASGI application."""
    desk = Desk(backend, settings or DeskSettings())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await backend.aclose()

    app = Starlette(routes=_routes(), middleware=[Middleware(Guard, settings=desk.settings)], lifespan=lifespan)
    app.state.desk = desk
    return app


def _routes() -> list[Route | Mount]:
    thread = "/debates/{thread}"
    return [
        Route("/", page(inbox.show_inbox), methods=["GET"]),
        Route("/start", page(starting.show_start), methods=["GET"]),
        Route("/start", change(starting.start), methods=["POST"]),
        Route("/compare", page(comparing.show_comparison), methods=["GET"]),
        Route("/login", page(door.show_door, public=True), methods=["GET"]),
        Route("/login", change(door.come_in, public=True), methods=["POST"]),
        Route("/logout", change(door.go_out), methods=["POST"]),
        Route("/language", change(door.choose_language, public=True), methods=["POST"]),
        Route(thread, page(debate.show_debate), methods=["GET"]),
        Route(f"{thread}/views", page(debate.show_views, fragment=True), methods=["GET"]),
        Route(f"{thread}/events", page(debate.send_events, fragment=True), methods=["GET"]),
        Route(f"{thread}/result.json", page(debate.send_result, fragment=True), methods=["GET"]),
        Route(f"{thread}/resume", change(debate.go_on), methods=["POST"]),
        Route(f"{thread}/review", page(reviewing.show_review), methods=["GET"]),
        Route(f"{thread}/review", change(reviewing.answer_review), methods=["POST"]),
        Route(f"{thread}/fork", page(comparing.show_fork), methods=["GET"]),
        Route(f"{thread}/fork", change(comparing.fork), methods=["POST"]),
        Route("/static/report.css", _report_style, methods=["GET"]),
        Mount("/static", StaticFiles(directory=str(files("moot.desk") / "static"))),
    ]


async def _report_style(_: Request) -> Response:
    return Response(read_style(), media_type="text/css", headers={"cache-control": "no-cache"})
