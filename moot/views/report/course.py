"""Describes how the debate went: its rounds, what people were asked, what it used, and where its record comes from.

A request to a person may come from another program, so nothing in it is taken on trust.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from moot.catalogue import current_translator, say
from moot.state.findings import Checklist, RoundRecord
from moot.state.outcome import ReviewResponse
from moot.state.positions import Position
from moot.views.report.story import Story
from moot.views.result.summaries import SeatUsage
from moot.views.wording import capital, say_status
from moot.views.wording.figures import say_number
from moot.views.wording.names import say_decided_by

_UNFOLDED = 12
"""A longer debate folds its middle rounds."""
_FIRST, _LAST = 3, 5
_LANGUAGES = {"en": "English", "pt": "Portuguese", "id": "Indonesian"}

_Request = Mapping[str, JsonValue]


class Timeline(NamedTuple):
    """The rounds in order, those that are folded apart; what was said outside a closed round; and the end."""

    first: Sequence[RoundRecord]
    folded: Sequence[RoundRecord]
    last: Sequence[RoundRecord]
    unclosed: Sequence[Position]
    """What was said to a simple question, or before somebody stopped the debate."""
    routed: str
    """Why the question went this way."""
    ending: str


def describe_timeline(story: Story) -> Timeline:
    """Describe the rounds and how they ended."""
    result, records = story.result, story.result.rounds
    closed = {record.number for record in records}
    fold = len(records) > _UNFOLDED
    decided_by = say_decided_by(result)
    if story.state.get("outcome"):
        by = f" {decided_by}" if decided_by and not story.refused else ""
        ending = f"{say_status(result)}{by}"
    else:
        ending = say_status(result) if result.status != "failed" else say("report.head.not_finished")
    return Timeline(
        first=records[:_FIRST] if fold else records,
        folded=records[_FIRST:-_LAST] if fold else (),
        last=records[-_LAST:] if fold else (),
        unclosed=[each for each in result.positions if each.round not in closed],
        routed=_say_routed(story),
        ending=ending,
    )


def _say_routed(story: Story) -> str:
    """Say why a question went its way: one that was refined first is argued because of that."""
    routing = story.state.get("routing")
    if routing is None:
        return ""
    if story.result.refinement is not None and routing.route != "refine":
        return say("report.routed.refined")
    return current_translator().tell(routing.reason)


class _ReviewedSide(NamedTuple):
    """One side of what a person was asked to decide."""

    seats: Sequence[str]
    view: str
    evidence: Sequence[str]


class ReviewFacts(NamedTuple):
    """What a person was asked, and the answer if there is one."""

    response: ReviewResponse | None
    allowed: Sequence[str]
    problem: str
    description: str
    decision: str
    reasons: Sequence[str]
    sides: Sequence[_ReviewedSide]


def describe_reviews(story: Story) -> list[ReviewFacts]:
    """Describe every request to a person with its answer, the open one last."""
    done = [(each.request, each.response) for each in story.state.get("reviews") or []]
    last = story.result.review
    if last is not None and (last.request, last.response) not in done:
        done.append((last.request, last.response))
    listed = [_review(request, response) for request, response in done]
    reasons = list(map(str, story.result.escalation.reasons))
    if listed and last is not None and last.response is None and reasons and _is_retold(story):
        # An open request was written in the debate's language; why a person is asked is known as facts, too.
        listed[-1] = listed[-1]._replace(reasons=reasons)
    return listed


def _is_retold(story: Story) -> bool:
    """Tell whether moot speaks another language here than the debate's."""
    return current_translator().language != story.result.language


def _review(request: _Request, response: ReviewResponse | None) -> ReviewFacts:
    arguments = _mapping(_mapping(_first(request.get("action_requests"))).get("args"))
    asked = _mapping(request.get("details")) or arguments
    given = asked.get("sides")
    sides = [side for side in given if isinstance(side, dict)] if isinstance(given, list) else []
    return ReviewFacts(
        response=response,
        allowed=_texts(_mapping(_first(request.get("review_configs"))), "allowed_decisions"),
        problem=_text(request, "problem"),
        description=_text(request, "description"),
        decision=_text(asked, "decision"),
        reasons=_texts(asked, "reasons"),
        sides=[_ReviewedSide(_texts(side, "seats"), _text(side, "view"), _texts(side, "evidence")) for side in sides],
    )


def _first(value: JsonValue) -> JsonValue:
    return value[0] if isinstance(value, list) and value else None


def _mapping(value: JsonValue) -> _Request:
    return value if isinstance(value, dict) else {}


def _text(values: _Request, name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _texts(values: _Request, name: str) -> list[str]:
    found = values.get(name)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list | tuple) else []


class UsageFacts(NamedTuple):
    """What each actor used, the greatest share first."""

    by_money: bool
    rows: Sequence[tuple[str, SeatUsage, float]]
    """The actor, what it used, and its share."""
    forecast: Sequence[Sequence[str]] = ()
    """What was forecast and what it came to: calls, tokens, money."""


def describe_usage(story: Story) -> UsageFacts:
    """Describe each actor's share of the cost; of the tokens where prices are unknown."""
    usage = story.result.usage
    by_money = bool(usage.cost) and all(used.cost is not None for used in usage.by_seat.values())
    amounts = {
        seat: (used.cost or 0.0) if by_money else float(used.prompt_tokens + used.completion_tokens)
        for seat, used in usage.by_seat.items()
    }
    total = sum(amounts.values())
    order = sorted(usage.by_seat, key=lambda seat: (-amounts[seat], seat))
    rows = [(seat, usage.by_seat[seat], amounts[seat] / total if total else 0.0) for seat in order]
    return UsageFacts(by_money, rows, _compare_forecast(story))


def _compare_forecast(story: Story) -> list[list[str]]:
    """Set what was forecast beside what was used."""
    case, usage = story.state.get("case"), story.result.usage
    if case is None or case.expected is None:
        return []
    expected = case.expected
    rows = [
        [say("report.forecast_calls"), *map(say_number, (*expected.calls, usage.calls))],
        [
            say("report.forecast_tokens"),
            *map(say_number, (*expected.tokens, usage.prompt_tokens + usage.completion_tokens)),
        ],
    ]
    if expected.cost is not None and usage.cost is not None:
        rows.append([say("report.forecast_cost"), *(say_number(amount, 4) for amount in (*expected.cost, usage.cost))])
    return rows


class RecordFacts(NamedTuple):
    """What identifies the debate, and what was checked before, during and after it (D-90..D-92)."""

    language: str
    value_at_risk: str
    models: str
    """The models of the seats that have one of their own."""
    checks: str
    checklists: Sequence[tuple[str, Checklist]]


def describe_record(story: Story) -> RecordFacts:
    """Describe where the record comes from."""
    protocol, lists = story.state.get("protocol"), story.state.get("checklists") or []
    own = protocol.models.by_seat if protocol else {}
    count = sum(len(each.checks) for each in lists)
    failed = sum(not check.passed for each in lists for check in each.checks)
    return RecordFacts(
        language=capital(current_translator().language_name(story.result.language)),
        value_at_risk=_value(story),
        models=", ".join(f"{seat}: {name}" for seat, name in sorted(own.items())),
        checks=say("report.checks", passed=count - failed, n=count),
        checklists=[(say(f"report.stage.{each.stage}", round=each.round), each) for each in lists],
    )


def _value(story: Story) -> str:
    case, profile = story.state.get("case"), story.profile
    if case is None or case.value_at_risk is None:
        return ""
    currency = profile.escalation.currency if profile else ""
    undone = f", {say('request.irreversible')}" if case.irreversible else ""
    return f"{currency} {say_number(case.value_at_risk, 0)}{undone}".strip()
