"""Shows one debate: the report's views, live while it runs; and lets people go on with it."""

import time
from collections.abc import Sequence
from typing import Any, get_args

from starlette.responses import JSONResponse, Response, StreamingResponse

from moot.catalogue import speaking
from moot.configs import profile_names
from moot.desk.backend import DebateStanding, DrawnViews
from moot.desk.composing import can_seat
from moot.desk.inbox import TONES, describe_entry
from moot.desk.live_events import describe_utterance
from moot.desk.page_request import PageRequest, check_debate_id
from moot.errors import UsageError
from moot.policies.agreement.ballot import open_ballot
from moot.state.ballot import BallotOption
from moot.state.critiques import CritiqueSeverity
from moot.stores import Entry
from moot.views.conversation import Listener
from moot.views.report import Story, render_headline, render_sections
from moot.views.wording import say_word
from moot.views.wording.names import say_actors, say_seat

MAX_REMARK_LENGTH = 2_000
_TOLD = ("heard", "heard_next", "waits_for_person", "waits_for_resume", "not_heard", "stopping")
"""What a page can say after something was said to a debate, or it was stopped."""
_STREAM = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def show_debate(page: PageRequest) -> Response:
    """Show the whole debate; after somebody spoke or stopped it, say what becomes of that."""
    standing = await page.backend.read(check_debate_id(page.request.path_params["thread"]), page.who, fresh=False)
    page, told = page.about(standing), page.request.query_params.get("told", "")
    standing = standing.tell_in(page.t.language)
    notice = page.t(f"remark.told.{told}") if told in _TOLD else ""
    return page.show("debate.html", **_view(page, standing), notice=notice, longest=MAX_REMARK_LENGTH)


async def show_views(page: PageRequest) -> Response:
    """Show the part of the page that changes while the debate runs."""
    standing = await page.backend.read(check_debate_id(page.request.path_params["thread"]), page.who, fresh=False)
    page = page.about(standing)
    standing = standing.tell_in(page.t.language)
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


async def say_something(page: PageRequest) -> Response:
    """Tell the debate something; where it stands decides who hears it."""
    thread = check_debate_id(page.request.path_params["thread"])
    said = await page.backend.say(thread, page.form.text("text", MAX_REMARK_LENGTH), page.who)
    return page.go(f"/debates/{thread}?told={said.fate}")


async def stop_debate(page: PageRequest) -> Response:
    """Stop a debate once everybody who speaks has finished; it can be resumed."""
    thread = check_debate_id(page.request.path_params["thread"])
    await page.backend.stop(thread, page.who)
    return page.go(f"/debates/{thread}?told=stopping")


async def go_on(page: PageRequest) -> Response:
    """Resume a debate that was interrupted."""
    thread = check_debate_id(page.request.path_params["thread"])
    await page.backend.resume(thread, page.who)
    return page.go(f"/debates/{thread}")


def _view(page: PageRequest, standing: DebateStanding) -> dict[str, Any]:
    """Collect everything the page shows."""
    with speaking(page.t.language, standing.story.result.seat_titles if standing.story else None):
        return _collect(page, standing)


def _collect(page: PageRequest, standing: DebateStanding) -> dict[str, Any]:
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
        "frame": page.t.language,
        "decision": drawn.headline if entry.status != "running" else "",
        "sections": [(section.id, section.title, section.body) for section in drawn.sections],
        "live": _live(story) if entry.status == "running" else {},
        "talk": _talk(story) if entry.status == "running" else [],
        "parent": entry.parent or (story.result.ancestry[-1] if story and story.result.ancestry else ""),
        "rounds": [record.number for record in story.result.rounds] if story else [],
        "seats": _seats(story),
        "again": _list_again(page, entry, story),
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
    profile, result = (story.profile, story.result) if story else (None, None)
    return {
        "actors": say_actors(),
        "severities": {name: say_word("word.severity", name) for name in get_args(CritiqueSeverity)},
        "share": result.convergence if result else None,
        "threshold": story.threshold if story else None,
        "options": [(each.id, each.wording, [say_seat(seat) for seat in each.seats]) for each in _options(story)],
        "tokens": result.usage.prompt_tokens + result.usage.completion_tokens if result else 0,
        "cost": result.usage.cost if result else 0.0,
        "most_tokens": profile.budget.tokens if profile else None,
        "most_cost": profile.budget.cost if profile else None,
    }


def _options(story: Story | None) -> Sequence[BallotOption]:
    """List what is voted on: what the last round left, else what was given to choose from."""
    if story is None:
        return ()
    return story.result.ballot.options if story.result.ballot else open_ballot(story.state["case"].options)


def _talk(story: Story | None) -> list[dict[str, Any]]:
    """Tell everything that was said so far, in order."""
    return [describe_utterance(each) for each in Listener().hear(story.state)] if story else []


def _list_again(page: PageRequest, entry: Entry, story: Story | None) -> list[tuple[str, str]] | None:
    """List the seats without which a debate may be asked again; None while it cannot be."""
    profile = story.profile if story else None
    if profile is None or entry.status in ("running", "interrupted") or profile.name not in profile_names():
        return None
    seats = profile.seat_ids if page.backend.can_seat and can_seat(profile) and len(profile.seats) > 2 else ()
    return [(seat, say_seat(seat)) for seat in seats]


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
