"""Shows a debate and its fork side by side, and the form that makes a fork."""

import time
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from moot.configs import flatten_settings
from moot.desk.backend import DebateStanding, ForkRequest
from moot.desk.inbox import describe_entry
from moot.desk.page_request import MAX_EVIDENCE_LENGTH, FormData, PageRequest, check_debate_id, split_evidence
from moot.desk.starting import offered_settings, read_overrides
from moot.errors import InputError, MootError
from moot.views.pages import Chart, ChartLine, chart_lines
from moot.views.report import Story
from moot.views.wording import say_stop
from moot.views.wording.figures import say_money, say_time
from moot.views.wording.names import say_seat


async def show_comparison(page: PageRequest) -> Response:
    """Show two debates next to each other."""
    names = [check_debate_id(page.request.query_params.get(side, "")) for side in ("a", "b")]
    standings = [await page.backend.read(name, page.who, fresh=False) for name in names]
    stories = [standing.story for standing in standings]
    return page.show(
        "compare.html",
        items=[describe_entry(page, standing.entry, time.time()) for standing in standings],
        running=[standing.entry.thread for standing in standings if standing.entry.status == "running"],
        facts=_facts(page, standings),
        decisions=[(story.result.decision or "") if story else "" for story in stories],
        languages_said=[story.result.language if story else "" for story in stories],
        seats=_seats(stories),
        changes=_changes(stories),
        plot=_plot(page, stories),
    )


def _facts(page: PageRequest, standings: Sequence[DebateStanding]) -> list[tuple[str, list[str], bool]]:
    """List what can be told by a number or a word; what differs is marked."""
    t = page.t
    rows: list[tuple[str, list[str]]] = [
        ("compare.status", [describe_entry(page, each.entry, 0)["status"] for each in standings])
    ]
    results = [each.story.result if each.story else None for each in standings]

    def add(key: str, read: Any) -> None:
        rows.append((key, [read(result) if result else "–" for result in results]))

    add("report.confidence", lambda result: t.percent(result.confidence))
    add("report.part.agreement", lambda result: t.percent(result.convergence))
    add("report.rounds", lambda result: str(len(result.rounds)))
    add("compare.stopped", lambda result: say_stop(result) or "–")
    add("report.calls", lambda result: t.number(result.usage.calls))
    add("live.tokens", lambda result: t.number(result.usage.prompt_tokens + result.usage.completion_tokens))
    add("report.cost", lambda result: say_money(result.usage.cost))
    add("report.time", lambda result: say_time(result.usage.wall_ms))
    return [(t(key), values, len(set(values)) > 1) for key, values in rows]


def _seats(stories: Sequence[Story | None]) -> list[dict[str, Any]]:
    """List what each seat said last, on either side."""
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
    """List the settings in which the two differ."""
    profiles = [story.profile if story else None for story in stories]
    if None in profiles:
        return []
    flat = [dict(flatten_settings(profile.model_dump(mode="json"))) for profile in profiles if profile]
    flat = [{**each, "seats": ", ".join(seat["id"] for seat in each["seats"])} for each in flat]
    keys = [key for key in flat[0] | flat[1] if flat[0].get(key) != flat[1].get(key)]
    return [(key, _short(flat[0].get(key)), _short(flat[1].get(key))) for key in keys]


def _short(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _plot(page: PageRequest, stories: Sequence[Story | None]) -> Chart | None:
    """Chart both courses of agreement together."""
    lines = [
        ChartLine(name, [(record.number, record.convergence) for record in story.result.rounds], colour)
        for name, story, colour in zip("AB", stories, (1, 2), strict=True)
        if story and any(record.convergence is not None for record in story.result.rounds)
    ]
    if not lines:
        return None
    threshold = next((story.threshold for story in stories if story), None)
    ends = "; ".join(f"{line.name} {page.t.percent(line.points[-1][1])}" for line in lines)
    return chart_lines("both", page.t("report.agreement_by_round"), ends, lines, threshold=threshold)


async def show_fork(page: PageRequest) -> Response:
    """Show the form that makes a fork."""
    return await _form(page, FormData())


async def fork_debate(page: PageRequest) -> Response:
    """Branch a debate and show both next to each other."""
    thread = check_debate_id(page.request.path_params["thread"])
    try:
        new = await page.backend.fork(thread, _read_branch(page.form), page.who)
    except MootError as error:
        return await _form(page, page.form, str(error), status=400)
    return page.go(f"/compare?a={thread}&b={new}")


def _read_branch(form: FormData) -> ForkRequest:
    """Read how the fork differs."""
    number = form.text("round", 4)
    if not (number.isascii() and number.isdecimal()):
        raise InputError("round: name the round to go on from")
    evidence = split_evidence(form.text("evidence", MAX_EVIDENCE_LENGTH))
    named = [{**piece, "id": f"new-{piece['id']}"} if piece["id"][1:].isdecimal() else piece for piece in evidence]
    return ForkRequest(int(number), [seat[:40] for seat in form.texts("without")], read_overrides(form), named)


async def _form(page: PageRequest, form: FormData, problem: str = "", status: int = 200) -> Response:
    standing = await page.backend.read(check_debate_id(page.request.path_params["thread"]), page.who)
    story = standing.story
    if story is None or not page.backend.can_fork:
        raise InputError(page.t("fork.impossible"))
    profile = story.profile
    settings = dict(flatten_settings(profile.model_dump(mode="json"))) if profile else {}
    return page.show(
        "fork.html",
        status,
        item=describe_entry(page, standing.entry, time.time()),
        rounds=[record.number for record in story.result.rounds],
        seats=[(seat, say_seat(seat)) for seat in (profile.seat_ids if profile else ())],
        offered=[
            (each, settings.get(each.key)) for each in offered_settings() if each.key.startswith(("rounds", "con"))
        ],
        value=lambda name: (form.fields.get(name) or [""])[0],
        left_out=form.texts("without"),
        problem=problem,
        longest_evidence=MAX_EVIDENCE_LENGTH,
    )
