"""Shows one debate: the report's views, live while it runs; and lets people go on with it."""

import time
from typing import Any

from starlette.responses import JSONResponse, Response, StreamingResponse

from moot.desk.backend import DebateStanding, DrawnViews
from moot.desk.inbox import TONES, describe_entry
from moot.desk.page_request import PageRequest, check_debate_id
from moot.errors import UsageError
from moot.views.report import Story, render_headline, render_sections
from moot.views.wording import say_seat

_STREAM = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def show_debate(page: PageRequest) -> Response:
    """Show the whole debate."""
    standing = await page.backend.read(check_debate_id(page.request.path_params["thread"]), page.who, fresh=False)
    return page.show("debate.html", **_view(page, standing))


async def show_views(page: PageRequest) -> Response:
    """Show the part of the page that changes while the debate runs."""
    standing = await page.backend.read(check_debate_id(page.request.path_params["thread"]), page.who, fresh=False)
    if standing.entry.status != "running":
        return page.show("debate_views.html", **_view(page, standing))
    # Many watch a running debate, and its views hold nothing of the session: what one was shown, all are shown.
    key, fragments = f"{page.t.language} {page.url('')}", standing.drawn.fragments
    if key not in fragments:
        shown = page.show("debate_views.html", **_view(page, standing))
        fragments[key] = bytes(shown.body).decode()
    return Response(fragments[key], media_type="text/html")


async def send_events(page: PageRequest) -> Response:
    """Send the events of a running debate; 204 tells the browser that there is nothing to wait for."""
    thread = check_debate_id(page.request.path_params["thread"])
    watching = page.backend.watch(thread, page.who)
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


async def send_result(page: PageRequest) -> Response:
    """Send the result document."""
    standing = await page.backend.read(check_debate_id(page.request.path_params["thread"]), page.who)
    if standing.story is None:
        raise UsageError("the debate has not begun yet")
    return JSONResponse(standing.story.result.model_dump(mode="json"))


async def go_on(page: PageRequest) -> Response:
    """Resume a debate that was interrupted."""
    thread = check_debate_id(page.request.path_params["thread"])
    await page.backend.resume(thread, page.who)
    return page.go(f"/debates/{thread}")


def _view(page: PageRequest, standing: DebateStanding) -> dict[str, Any]:
    """Collect everything the page shows."""
    entry, story = standing.entry, standing.story
    drawn = _draw_views(standing)
    return {
        "item": describe_entry(page, entry, time.time()),
        "tone": TONES.get(entry.status, "plain"),
        "running": entry.status == "running",
        "interrupted": entry.status == "interrupted",
        "waits": standing.asked is not None,
        "answer": standing.last_answer,
        "language": story.result.language if story else "",
        "decision": drawn.headline if entry.status != "running" else "",
        "sections": [
            (section.id, page.t.known(f"section.{section.id}", section.title), section.body)
            for section in drawn.sections
        ],
        "live": _live(story),
        "parent": entry.parent or (story.result.ancestry[-1] if story and story.result.ancestry else ""),
        "rounds": [record.number for record in story.result.rounds] if story else [],
        "seats": _seats(story),
        "can_fork": page.backend.can_fork and bool(story and story.result.rounds) and entry.status != "running",
    }


def _draw_views(standing: DebateStanding) -> DrawnViews:
    """Draw the report's views, once for everybody who looks at the same standing."""
    drawn = standing.drawn
    if standing.story is not None and not drawn.headline:
        drawn.headline, drawn.sections = render_headline(standing.story), render_sections(standing.story)
    return drawn


def _live(story: Story | None) -> dict[str, Any]:
    """Tell where a running debate stands, for the strip above its views."""
    return {
        "share": story.result.convergence if story else None,
        "threshold": story.threshold if story else None,
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
