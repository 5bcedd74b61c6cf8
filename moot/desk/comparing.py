"""A debate and its fork side by side, and the form that makes a fork."""

import time
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from moot.configs import flatten
from moot.desk.backend import Branch, Standing
from moot.desk.debate import markup
from moot.desk.forms import LONGEST_EVIDENCE, Form, check_thread, split_evidence
from moot.desk.inbox import describe
from moot.desk.starting import offered_settings, read_settings
from moot.desk.visit import Visit
from moot.errors import InputError, MootError
from moot.views.report import Line, Story, draw_lines
from moot.views.wording import say_money, say_seat, say_stop, say_time


async def show_comparison(visit: Visit) -> Response:
    """Two debates next to each other."""
    names = [check_thread(visit.request.query_params.get(side, "")) for side in ("a", "b")]
    standings = [await visit.backend.read(name, visit.who, fresh=False) for name in names]
    stories = [standing.story for standing in standings]
    return visit.show(
        "compare.html",
        items=[describe(visit, standing.entry, time.time()) for standing in standings],
        running=[standing.entry.thread for standing in standings if standing.entry.status == "running"],
        facts=_facts(visit, standings),
        decisions=[(story.result.decision or "") if story else "" for story in stories],
        languages_said=[story.result.language if story else "" for story in stories],
        seats=_seats(stories),
        changes=_changes(stories),
        plot=_plot(visit, stories),
    )


def _facts(visit: Visit, standings: Sequence[Standing]) -> list[tuple[str, list[str], bool]]:
    """What can be told by a number or a word; what differs is marked."""
    t = visit.t
    rows: list[tuple[str, list[str]]] = [("status", [describe(visit, each.entry, 0)["status"] for each in standings])]
    results = [each.story.result if each.story else None for each in standings]

    def add(key: str, read: Any) -> None:
        rows.append((key, [read(result) if result else "–" for result in results]))

    add("confidence", lambda result: t.percent(result.confidence))
    add("agreement", lambda result: t.percent(result.convergence))
    add("rounds", lambda result: str(len(result.rounds)))
    add("stopped", lambda result: say_stop(result) or "–")
    add("calls", lambda result: t.number(result.usage.calls))
    add("tokens", lambda result: t.number(result.usage.prompt_tokens + result.usage.completion_tokens))
    add("cost", lambda result: say_money(result.usage.cost))
    add("time", lambda result: say_time(result.usage.wall_ms))
    return [(t(f"compare.{key}"), values, len(set(values)) > 1) for key, values in rows]


def _seats(stories: Sequence[Story | None]) -> list[dict[str, Any]]:
    """What each seat said last, on either side."""
    said = [{each.seat: each for each in story.latest} if story else {} for story in stories]
    names = list(dict.fromkeys(seat for story in stories if story for seat in story.seats))
    first = next((story for story in stories if story), None)
    return [
        {
            "name": say_seat(seat),
            "colour": (first.colour(seat) if first else 0) or at % 8 + 1,
            "texts": [side[seat].recommendation if seat in side else None for side in said],
            "confidences": [side[seat].confidence if seat in side else None for side in said],
        }
        for at, seat in enumerate(names)
    ]


def _changes(stories: Sequence[Story | None]) -> list[tuple[str, str, str]]:
    """The settings in which the two differ."""
    profiles = [story.profile if story else None for story in stories]
    if None in profiles:
        return []
    flat = [dict(flatten(profile.model_dump(mode="json"))) for profile in profiles if profile]
    flat = [{**each, "seats": ", ".join(seat["id"] for seat in each["seats"])} for each in flat]
    keys = [key for key in flat[0] | flat[1] if flat[0].get(key) != flat[1].get(key)]
    return [(key, _short(flat[0].get(key)), _short(flat[1].get(key))) for key in keys]


def _short(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _plot(visit: Visit, stories: Sequence[Story | None]) -> Any:
    """Both courses of agreement in one drawing."""
    lines = [
        Line(name, [(record.number, record.convergence) for record in story.result.rounds], colour)
        for name, story, colour in zip("AB", stories, (1, 2), strict=True)
        if story and any(record.convergence is not None for record in story.result.rounds)
    ]
    if not lines:
        return ""
    threshold = next((story.threshold for story in stories if story), None)
    ends = "; ".join(f"{line.name} {visit.t.percent(line.points[-1][1])}" for line in lines)
    return markup(draw_lines("both", visit.t("compare.plot"), ends, lines, threshold=threshold))


async def show_fork(visit: Visit) -> Response:
    """The form that makes a fork."""
    return await _form(visit, Form())


async def fork(visit: Visit) -> Response:
    """Branch a debate and show both next to each other."""
    thread = check_thread(visit.request.path_params["thread"])
    try:
        new = await visit.backend.fork(thread, read_branch(visit.form), visit.who)
    except MootError as error:
        return await _form(visit, visit.form, str(error), status=400)
    return visit.go(f"/compare?a={thread}&b={new}")


def read_branch(form: Form) -> Branch:
    """How the fork differs."""
    number = form.text("round", 4)
    if not (number.isascii() and number.isdecimal()):
        raise InputError("round: name the round to go on from")
    evidence = split_evidence(form.text("evidence", LONGEST_EVIDENCE))
    named = [{**piece, "id": f"new-{piece['id']}"} if piece["id"][1:].isdecimal() else piece for piece in evidence]
    return Branch(int(number), [seat[:40] for seat in form.texts("without")], read_settings(form), named)


async def _form(visit: Visit, form: Form, problem: str = "", status: int = 200) -> Response:
    standing = await visit.backend.read(check_thread(visit.request.path_params["thread"]), visit.who)
    story = standing.story
    if story is None or not visit.backend.can_fork:
        raise InputError(visit.t("fork.impossible"))
    profile = story.profile
    settings = dict(flatten(profile.model_dump(mode="json"))) if profile else {}
    return visit.show(
        "fork.html",
        status,
        item=describe(visit, standing.entry, time.time()),
        rounds=[record.number for record in story.result.rounds],
        seats=[(seat, say_seat(seat)) for seat in (profile.seat_ids if profile else ())],
        offered=[
            (each, settings.get(each.key)) for each in offered_settings() if each.key.startswith(("rounds", "con"))
        ],
        value=lambda name: (form.fields.get(name) or [""])[0],
        left_out=form.texts("without"),
        problem=problem,
        longest_evidence=LONGEST_EVIDENCE,
    )
