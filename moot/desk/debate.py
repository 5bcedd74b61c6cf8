"""One debate: the report's views, live while it runs; and how to go on with it."""

import time
from typing import Any

from markupsafe import Markup
from starlette.responses import JSONResponse, Response, StreamingResponse

from moot.desk.backend import Standing
from moot.desk.forms import check_thread
from moot.desk.inbox import TONES, describe
from moot.desk.visit import Visit
from moot.errors import UsageError
from moot.views.report import SECTIONS, Html, Story, draw_bar, view_decision
from moot.views.wording import say_seat

_STREAM = {"cache-control": "no-store", "x-accel-buffering": "no"}


def markup(view: Html) -> Markup:
    """A view of the report as the templates know markup: its texts are escaped where it was made."""
    return Markup(str(view))  # noqa: S704  # only Html gets here, and only element.py makes it


async def show_debate(visit: Visit) -> Response:
    """The whole debate."""
    standing = await visit.backend.read(check_thread(visit.request.path_params["thread"]), visit.who, fresh=False)
    return visit.show("debate.html", **view(visit, standing))


async def show_views(visit: Visit) -> Response:
    """The part of the page that changes while the debate runs."""
    standing = await visit.backend.read(check_thread(visit.request.path_params["thread"]), visit.who, fresh=False)
    if standing.entry.status != "running":
        return visit.show("debate_views.html", **view(visit, standing))
    # Many watch a running debate, and its views hold nothing of the session: what one was shown, all are shown.
    key = f"page {visit.t.language} {visit.url('')}"
    if key not in standing.drawn:
        draw(standing)
        shown = visit.show("debate_views.html", **view(visit, standing))
        standing.drawn[key] = Html(bytes(shown.body).decode())
    return Response(standing.drawn[key], media_type="text/html")


async def send_events(visit: Visit) -> Response:
    """Server-sent events of a running debate; 204 tells the browser that there is nothing to wait for."""
    thread = check_thread(visit.request.path_params["thread"])
    watching = visit.backend.watch(thread, visit.who)
    frames = await watching.__aenter__()
    if frames is None:
        await watching.__aexit__(None, None, None)
        return Response(status_code=204)

    async def stream() -> Any:
        try:
            yield b"retry: 2000\n\n"
            async for frame in frames:
                yield frame
        finally:
            await watching.__aexit__(None, None, None)

    return StreamingResponse(stream(), media_type="text/event-stream", headers=_STREAM)


async def send_result(visit: Visit) -> Response:
    """The result document."""
    standing = await visit.backend.read(check_thread(visit.request.path_params["thread"]), visit.who)
    if standing.story is None:
        raise UsageError("the debate has not begun yet")
    return JSONResponse(standing.story.result.model_dump(mode="json"))


async def go_on(visit: Visit) -> Response:
    """Resume a debate that was interrupted."""
    thread = check_thread(visit.request.path_params["thread"])
    await visit.backend.resume(thread, visit.who)
    return visit.go(f"/debates/{thread}")


def view(visit: Visit, standing: Standing) -> dict[str, Any]:
    """Everything the page shows."""
    entry, story = standing.entry, standing.story
    parts = draw(standing)
    return {
        "item": describe(visit, entry, time.time()),
        "tone": TONES.get(entry.status, "plain"),
        "running": entry.status == "running",
        "interrupted": entry.status == "interrupted",
        "waits": standing.asked is not None,
        "answer": standing.last_answer,
        "language": story.result.language if story else "",
        "decision": markup(parts["decision"]) if parts and entry.status != "running" else "",
        "sections": [
            (section.id, visit.t.known(f"section.{section.id}", section.title), markup(parts[section.id]))
            for section in SECTIONS
            if parts.get(section.id)
        ],
        "live": _live(story),
        "parent": entry.parent or (story.result.ancestry[-1] if story and story.result.ancestry else ""),
        "rounds": [record.number for record in story.result.rounds] if story else [],
        "seats": _seats(story),
        "can_fork": visit.backend.can_fork and bool(story and story.result.rounds) and entry.status != "running",
    }


def draw(standing: Standing) -> dict[str, Html]:
    """The report's views, drawn once for everybody who looks at the same standing."""
    if standing.story is not None and not standing.drawn:
        standing.drawn["decision"] = view_decision(standing.story)
        standing.drawn.update({section.id: section.view(standing.story) for section in SECTIONS})
    return standing.drawn


def _live(story: Story | None) -> dict[str, Any]:
    """Where a running debate stands, for the strip above its views."""
    share = story.result.convergence if story else None
    threshold = story.threshold if story else None
    return {
        "share": share,
        "threshold": threshold,
        "bar": markup(draw_bar(share, threshold=threshold, colour="second")),
    }


def _seats(story: Story | None) -> list[dict[str, Any]]:
    profile = story.profile if story else None
    if story is None or profile is None:
        return []
    last = {each.seat: each for each in story.latest}
    return [
        {
            "id": seat,
            "name": say_seat(seat),
            "colour": story.colour(seat) or profile.seat_ids.index(seat) % 8 + 1,
            "text": last[seat].recommendation if seat in last else "",
            "confidence": last[seat].confidence if seat in last else None,
        }
        for seat in profile.seat_ids
    ]
