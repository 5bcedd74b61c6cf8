"""Shows what a person is asked to decide: what is proposed, both sides with their evidence, and four possible answers.

An answer belongs to the very pause its form was drawn for. The first one counts; a later one changes nothing, and
whoever sent it sees what was decided meanwhile, with their own words kept.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

from starlette.responses import Response

from moot.catalogue import frame_language, speaking
from moot.desk.backend import DebateStanding, OpenRequest, Person
from moot.desk.inbox import describe_entry
from moot.desk.page_request import MAX_NAME_LENGTH, MAX_TEXT_LENGTH, PageRequest, check_debate_id
from moot.errors import InputError
from moot.policies.verdict.review import DecisionType
from moot.state.outcome import ReviewResponse
from moot.views.report import Story, render_sections
from moot.views.wording import say_closed_critique, say_council, say_flag, say_open_critique
from moot.views.wording.disputes import list_party_views, say_norm_conflict, say_terms
from moot.views.wording.figures import say_count, say_money, say_time
from moot.views.wording.names import say_seat
from moot.views.wording.refinement import say_wish
from moot.views.wording.warrants import find_missing_seats

_KINDS: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")
_NEED_TEXT = ("edit", "respond")
_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("decision", "question", "idea"), ""),
    **dict.fromkeys(("reasons", "caveats", "improvements", "assumptions", "consensus", "grounds"), ()),
    **dict.fromkeys(("missing", "council")),
}
"""What a request of another kind does not say."""


async def show_review(page: PageRequest) -> Response:
    """Show the page on which somebody decides."""
    thread = check_debate_id(page.request.path_params["thread"])
    standing = await page.backend.read(thread, page.who)
    if standing.asked is None:
        return page.go(f"/debates/{thread}")
    return _form(page.about(standing), standing, standing.asked, {})


async def answer_review(page: PageRequest) -> Response:
    """Take an answer: check it, let it be confirmed, and pass it on."""
    thread = check_debate_id(page.request.path_params["thread"])
    standing = await page.backend.read(thread, page.who)
    page = page.about(standing)
    mark, given = page.form.text("mark", 200), _given(page)
    if standing.asked is None or standing.asked.mark != mark:
        return _too_late(page, standing, given)
    problem = _problem(page, standing.asked, given)
    if problem:
        return _form(page, standing, standing.asked, given, problem, status=400)
    if not page.form.has("confirmed"):
        values: dict[str, Any] = {
            "item": describe_entry(page, standing.entry, time.time()),
            "given": given,
            "mark": mark,
        }
        return page.show("confirm.html", proposed=standing.asked.arguments.get("decision") or "", **values)
    who = Person(given["reviewer"], page.who.key)
    answer = ReviewResponse(type=cast("DecisionType", given["kind"]), text=given["text"], reviewer=who.name)
    verdict = await page.backend.review(thread, mark, answer, who)
    if not verdict.accepted:
        return _too_late(page, await page.backend.read(thread, page.who), given)
    if not page.desk.settings.guarded:
        page.session.person = who
    return page.go(f"/debates/{thread}?answered={answer.type}")


def _given(page: PageRequest) -> dict[str, str]:
    """Read what the form says. Who came in with a token decides under that name and no other."""
    kind = page.form.text("kind", 20)
    named = page.who.name if page.desk.settings.guarded else page.form.text("reviewer", MAX_NAME_LENGTH)
    text = page.form.text(f"text_{kind}", MAX_TEXT_LENGTH) if kind in _KINDS else ""
    return {"kind": kind, "text": text, "reviewer": named}


def _problem(page: PageRequest, asked: OpenRequest, given: Mapping[str, str]) -> str:
    if given["kind"] not in asked.allowed:
        return page.t("review.choose")
    if given["kind"] in _NEED_TEXT and not given["text"]:
        return page.t(f"review.needs_text_{given['kind']}")
    return "" if given["reviewer"] else page.t("review.needs_name")


def _form(
    page: PageRequest,
    standing: DebateStanding,
    asked: OpenRequest,
    given: Mapping[str, str],
    problem: str = "",
    status: int = 200,
) -> Response:
    standing = standing.tell_in(page.t.language)
    if standing.story is None:
        raise InputError("the debate has not begun yet")
    with speaking(page.t.language, standing.story.result.seat_titles):
        return _show_form(page, standing, standing.story, asked, given, problem, status)


def _show_form(
    page: PageRequest,
    standing: DebateStanding,
    story: Story,
    asked: OpenRequest,
    given: Mapping[str, str],
    problem: str,
    status: int,
) -> Response:
    return page.show(
        "review.html",
        status,
        item=describe_entry(page, standing.entry, time.time()),
        asked=asked,
        a={**_NOTHING, **asked.arguments, "reasons": _list_reasons(page, story, asked.arguments)},
        wishes=[say_wish(gap) for gap in asked.arguments.get("improvements") or []],
        party_views=list(list_party_views(asked.arguments)),
        council=list(say_council(asked.arguments.get("council") or {})),
        norms=[say_norm_conflict(each) for each in story.result.norm_conflicts],
        critiques=[say_open_critique(each) for each in asked.arguments.get("critiques") or []],
        closed=[say_closed_critique(each) for each in asked.arguments.get("closed_critiques") or []],
        case=_describe_case(page, story, asked.arguments),
        sides=[_describe_side(story, side) for side in asked.arguments.get("sides") or []],
        kinds=[kind for kind in _KINDS if kind in asked.allowed],
        given={"kind": "", "text": "", "reviewer": page.who.name, **given},
        problem=problem or str(asked.request.get("problem") or ""),
        language=story.result.language,
        frame=page.t.language,
        longest=MAX_TEXT_LENGTH,
        refines="choices" in asked.arguments,
        missing_seats=[say_seat(seat) for seat in find_missing_seats(story.result)],
        grounds=[
            (section.id, section.title, section.body) for section in render_sections(story, only=("warrant", "ballot"))
        ],
    )


def _too_late(page: PageRequest, standing: DebateStanding, given: Mapping[str, str]) -> Response:
    """Tell what was decided meanwhile, and keep what the person wrote."""
    result = standing.story.result if standing.story else None
    return page.show(
        "too_late.html",
        409,
        item=describe_entry(page, standing.entry, time.time()),
        answer=standing.last_answer,
        decision=(result.decision or "") if result and standing.asked is None else "",
        waits=standing.asked is not None,
        given=given,
    )


def _describe_case(page: PageRequest, story: Story, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Collect the numbers somebody needs beside the proposal; an unknown one is left out."""
    t, cost, profile = page.t, arguments.get("cost") or {}, story.profile
    value, currency = arguments.get("value_at_risk"), profile.escalation.currency if profile else ""
    share = arguments.get("confidence")
    return {
        "confidence": t.percent(share) if share is not None else "",
        "agreement": t.percent(story.result.convergence) if story.result.convergence is not None else "",
        "value": f"{currency} {t.amount(value)}" if value is not None else "",
        "irreversible": bool(arguments.get("irreversible")),
        "rounds": say_count(arguments.get("rounds") or len(story.result.rounds), "rounds"),
        "calls": say_count(cost.get("calls", story.result.usage.calls), "calls"),
        "tokens": say_count(cost.get("tokens", 0), "tokens"),
        "money": say_money(cost.get("money")),
        "seconds": say_time(round(cost["seconds"] * 1000)) if "seconds" in cost else "",
        "steps": [str(step) for step in story.result.confidence_steps],
        "flags": [say_flag(flag) for flag in arguments.get("confidence_flags") or []],
    }


def _describe_side(story: Story, side: Mapping[str, Any]) -> dict[str, Any]:
    """Describe one side with its claims and its sources unfolded; a source nobody knows is named as such."""
    verdicts = {
        claim.statement: line.verdict
        for line in story.result.evidence.claims
        if (claim := story.claims.get((line.seat, line.round, line.claim_id))) is not None
    }
    ids = [str(each) for each in side.get("evidence") or []]
    return {
        "seats": [{"name": say_seat(seat), "colour": story.colour(seat)} for seat in side.get("seats") or []],
        "view": side.get("view") or "",
        "terms": list(say_terms(side)),
        "claims": [(text, verdicts.get(text, "")) for text in dict.fromkeys(side.get("claims") or [])],
        "sources": [story.sources[each][1] for each in ids if each in story.sources],
        "unknown": [each for each in ids if each not in story.sources],
    }


def _list_reasons(page: PageRequest, story: Story, arguments: Mapping[str, Any]) -> Sequence[str]:
    """List why a person is asked; the request says it in the debate's language, the story in the page's."""
    asked = arguments.get("reasons") or ()
    told = story.result.escalation.reasons
    return asked if page.t.language == frame_language(story.result.language) or not told else list(map(str, told))
