"""What people were asked, and what they answered.

A request may come from another program, so nothing in it is taken on trust.
"""

from collections.abc import Mapping

from pydantic import JsonValue

from moot.state.outcome import ReviewResponse
from moot.views.report.element import NOTHING, Html, join, tag
from moot.views.report.parts import Tone, bullets, card, fold, pill, said, seat_names
from moot.views.report.story import Story
from moot.views.wording import capital

_ANSWERS: dict[str, tuple[str, Tone]] = {
    "approve": ("approved", "good"),
    "edit": ("edited", "info"),
    "reject": ("rejected", "bad"),
    "respond": ("asked for more", "warn"),
}

Request = Mapping[str, JsonValue]


def view_review(story: Story) -> Html:
    """Every request to a person with its answer, the open one last."""
    done = [(each.request, each.response) for each in story.state.get("reviews") or []]
    last = story.result.review
    if last is not None and (last.request, last.response) not in done:
        done.append((last.request, last.response))
    return join(_review(story, request, response) for request, response in done)


def _review(story: Story, request: Request, response: ReviewResponse | None) -> Html:
    args = read_arguments(request)
    return card(
        _answer(story, response) if response else _waiting(story, request),
        said(story, _text(request, "problem"), class_="said note"),
        fold("What was asked", _asked(story, args, request), opened=response is None),
    )


def read_arguments(request: Request) -> Request:
    """The arguments of a request; empty when it has none."""
    actions = request.get("action_requests")
    first = actions[0] if isinstance(actions, list) and actions else None
    args = first.get("args") if isinstance(first, dict) else None
    return args if isinstance(args, dict) else {}


def _answer(story: Story, response: ReviewResponse) -> Html:
    words, tone = _ANSWERS[response.type]
    who = tag("b", tag("bdi", response.reviewer or "A person"))
    return join(tag("p", who, " ", pill(words, tone), class_="marks"), said(story, response.text, class_="said lead"))


def _waiting(story: Story, request: Request) -> Html:
    configs = request.get("review_configs")
    first = configs[0] if isinstance(configs, list) and configs else None
    allowed = _texts(first, "allowed_decisions") if isinstance(first, dict) else []
    return join(
        tag("p", pill("waiting for an answer", "warn"), class_="marks"),
        tag("p", "Possible answers: ", ", ".join(allowed)) if allowed else None,
        tag("p", tag("code", f"moot review {story.result.thread_id}"), class_="command"),
    )


def _asked(story: Story, args: Request, request: Request) -> Html:
    reasons, sides = bullets(story, _texts(args, "reasons")), _sides(story, args)
    if not (reasons or sides or _text(args, "decision")):
        return said(story, _text(request, "description"))
    return join(
        join(tag("h3", "Proposed"), said(story, _text(args, "decision"))) if _text(args, "decision") else None,
        join(tag("h3", "Why a person is asked"), reasons) if reasons else None,
        join(tag("h3", "The sides"), sides) if sides else None,
    )


def _sides(story: Story, args: Request) -> Html:
    given = args.get("sides")
    sides = [side for side in given if isinstance(side, dict)] if isinstance(given, list) else []
    items = [
        tag(
            "li",
            seat_names(story, _texts(side, "seats")),
            said(story, _text(side, "view")),
            said(story, capital(f"evidence: {', '.join(_texts(side, 'evidence'))}"), class_="said note")
            if _texts(side, "evidence")
            else None,
            class_="side",
        )
        for side in sides
    ]
    return tag("ul", items, class_="sides") if items else NOTHING


def _text(values: Request, name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _texts(values: Request, name: str) -> list[str]:
    found = values.get(name)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list | tuple) else []
