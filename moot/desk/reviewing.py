"""The review: what is proposed, both sides with their evidence, and four possible answers.

An answer belongs to the very pause its form was drawn for. The first one counts; a later one changes nothing, and
whoever sent it sees what was decided meanwhile, with their own words kept.
"""

import time
from collections.abc import Mapping
from typing import Any, cast

from starlette.responses import Response

from moot.desk.backend import Asked, Person, Standing
from moot.desk.forms import LONGEST_NAME, LONGEST_TEXT, check_thread
from moot.desk.inbox import describe
from moot.desk.visit import Visit
from moot.errors import InputError
from moot.policies.verdict import DecisionType
from moot.state.outcome import ReviewResponse
from moot.views.report import Story
from moot.views.wording import say_flag, say_money, say_seat, say_time

KINDS: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")
_NEED_TEXT = ("edit", "respond")
_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("decision", "question"), ""),
    **dict.fromkeys(("reasons", "improvements", "consensus"), ()),
    **dict.fromkeys(("missing", "council")),
}
"""What a request of another kind does not say."""


async def show_review(visit: Visit) -> Response:
    """The page on which somebody decides."""
    thread = check_thread(visit.request.path_params["thread"])
    standing = await visit.backend.read(thread, visit.who)
    if standing.asked is None:
        return visit.go(f"/debates/{thread}")
    return _form(visit, standing, standing.asked, {})


async def answer_review(visit: Visit) -> Response:
    """Take an answer: check it, let it be confirmed, and pass it on."""
    thread = check_thread(visit.request.path_params["thread"])
    standing = await visit.backend.read(thread, visit.who)
    mark, given = visit.form.text("mark", 200), _given(visit)
    if standing.asked is None or standing.asked.mark != mark:
        return _too_late(visit, standing, given)
    problem = _problem(visit, standing.asked, given)
    if problem:
        return _form(visit, standing, standing.asked, given, problem, status=400)
    if not visit.form.has("confirmed"):
        values: dict[str, Any] = {"item": describe(visit, standing.entry, time.time()), "given": given, "mark": mark}
        return visit.show("confirm.html", proposed=standing.asked.arguments.get("decision") or "", **values)
    who = Person(given["reviewer"], visit.who.key)
    answer = ReviewResponse(type=cast("DecisionType", given["kind"]), text=given["text"], reviewer=who.name)
    verdict = await visit.backend.review(thread, mark, answer, who)
    if not verdict.accepted:
        return _too_late(visit, await visit.backend.read(thread, visit.who), given)
    if not visit.desk.settings.guarded:
        visit.session.person = who
    return visit.go(f"/debates/{thread}?answered={answer.type}")


def _given(visit: Visit) -> dict[str, str]:
    """What the form says. Who came in with a token decides under that name and no other."""
    kind = visit.form.text("kind", 20)
    named = visit.who.name if visit.desk.settings.guarded else visit.form.text("reviewer", LONGEST_NAME)
    text = visit.form.text(f"text_{kind}", LONGEST_TEXT) if kind in KINDS else ""
    return {"kind": kind, "text": text, "reviewer": named}


def _problem(visit: Visit, asked: Asked, given: Mapping[str, str]) -> str:
    if given["kind"] not in asked.allowed:
        return visit.t("review.choose")
    if given["kind"] in _NEED_TEXT and not given["text"]:
        return visit.t(f"review.needs_text_{given['kind']}")
    return "" if given["reviewer"] else visit.t("review.needs_name")


def _form(
    visit: Visit, standing: Standing, asked: Asked, given: Mapping[str, str], problem: str = "", status: int = 200
) -> Response:
    if standing.story is None:
        raise InputError("the debate has not begun yet")
    return visit.show(
        "review.html",
        status,
        item=describe(visit, standing.entry, time.time()),
        asked=asked,
        a={**_NOTHING, **asked.arguments},
        case=describe_case(visit, standing.story, asked.arguments),
        sides=[describe_side(standing.story, side) for side in asked.arguments.get("sides") or []],
        kinds=[kind for kind in KINDS if kind in asked.allowed],
        given={"kind": "", "text": "", "reviewer": visit.who.name, **given},
        problem=problem or str(asked.request.get("problem") or ""),
        language=standing.story.result.language,
        longest=LONGEST_TEXT,
        refines="choices" in asked.arguments,
    )


def _too_late(visit: Visit, standing: Standing, given: Mapping[str, str]) -> Response:
    """Tell what was decided meanwhile, and keep what the person wrote."""
    result = standing.story.result if standing.story else None
    return visit.show(
        "too_late.html",
        409,
        item=describe(visit, standing.entry, time.time()),
        answer=standing.last_answer,
        decision=(result.decision or "") if result and standing.asked is None else "",
        waits=standing.asked is not None,
        given=given,
    )


def describe_case(visit: Visit, story: Story, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers somebody needs beside the proposal; an unknown one is left out."""
    t, cost, profile = visit.t, arguments.get("cost") or {}, story.profile
    value, currency = arguments.get("value_at_risk"), profile.escalation.currency if profile else ""
    share = arguments.get("confidence")
    return {
        "confidence": t.percent(share) if share is not None else "",
        "agreement": t.percent(story.result.convergence) if story.result.convergence is not None else "",
        "value": f"{currency} {t.amount(value)}" if value is not None else "",
        "irreversible": bool(arguments.get("irreversible")),
        "rounds": arguments.get("rounds") or len(story.result.rounds),
        "calls": cost.get("calls", story.result.usage.calls),
        "tokens": t.number(cost.get("tokens", 0)),
        "money": say_money(cost.get("money")) if "money" in cost else "",
        "seconds": say_time(round(cost["seconds"] * 1000)) if "seconds" in cost else "",
        "flags": [say_flag(flag) for flag in arguments.get("confidence_flags") or []],
    }


def describe_side(story: Story, side: Mapping[str, Any]) -> dict[str, Any]:
    """One side with its claims and its sources unfolded; a source nobody knows is named as such."""
    verdicts = {
        claim.statement: line.verdict
        for line in story.result.evidence.claims
        if (claim := story.claims.get((line.seat, line.round, line.claim_id))) is not None
    }
    ids = [str(each) for each in side.get("evidence") or []]
    return {
        "seats": [{"name": say_seat(seat), "colour": story.colour(seat)} for seat in side.get("seats") or []],
        "view": side.get("view") or "",
        "claims": [(text, verdicts.get(text, "")) for text in dict.fromkeys(side.get("claims") or [])],
        "sources": [story.sources[each][1] for each in ids if each in story.sources],
        "unknown": [each for each in ids if each not in story.sources],
    }
