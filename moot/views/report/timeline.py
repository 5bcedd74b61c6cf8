"""What happened, in order: the question, the rounds, who stepped in, and how it ended."""

from collections.abc import Iterable, Sequence

from moot.state.findings import RoundRecord
from moot.state.positions import Position
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import fold, pill, quoted, said, seat_name, seat_names
from moot.views.report.plots import draw_bar
from moot.views.report.story import Story
from moot.views.wording import (
    BREAKER,
    KIND,
    ROUTE,
    STATUS,
    TARGET,
    capital,
    say_audit,
    say_confidence,
    say_count,
    say_decider,
    say_moment,
    say_percent,
    say_time,
)

SHOWN = 12
"""A longer debate folds its middle rounds."""
HEAD, TAIL = 3, 5


def view_timeline(story: Story) -> Html:
    """The rounds and what followed them."""
    return tag("ol", _start(story), _rounds(story), _unclosed(story), _interventions(story), class_="timeline")


def _entry(title: Child, *children: Child, class_: str = "") -> Html:
    return tag("li", tag("h3", title), *children, class_=class_ or None)


def _start(story: Story) -> Html:
    case, routing = story.state.get("case"), story.state.get("routing")
    when = say_moment(case.started_at) if case else ""
    why = routing.reason if routing else ""
    return _entry(
        "The question was asked",
        tag("p", capital(ROUTE[story.result.route]), f", {when}" if when else None, class_="quiet"),
        said(story, why, class_="said note"),
    )


def _rounds(story: Story) -> Html:
    records = story.result.rounds
    if len(records) <= SHOWN:
        return join(_round(story, record) for record in records)
    middle = records[HEAD : len(records) - TAIL]
    title = f"Rounds {middle[0].number} to {middle[-1].number}"
    inner = tag("ol", (_round(story, record) for record in middle), class_="timeline")
    return join(
        (_round(story, record) for record in records[:HEAD]),
        tag("li", fold(title, inner), class_="more"),
        (_round(story, record) for record in records[-TAIL:]),
    )


def _round(story: Story, record: RoundRecord) -> Html:
    said_then = [each for each in story.result.positions if each.round == record.number]
    marks = (("out of time", record.timed_out), ("failed", record.failed))
    return _entry(
        f"Round {record.number}: {KIND[record.kind].lower()}",
        _agreement(story, record),
        tag("p", "Answered: ", seat_names(story, record.responded), class_="quiet") if record.responded else None,
        (tag("p", pill(name, "warn"), " ", seat_names(story, seats)) for name, seats in marks if seats),
        _changes(story, record, said_then),
        _positions(story, said_then),
        _critiques(story, record.number),
        _audit(story, record.number),
    )


def _agreement(story: Story, record: RoundRecord) -> Html:
    if record.convergence is None:
        return tag("p", f"{story.measure} could not be measured · {say_time(record.duration_ms)}", class_="quiet")
    words = f"{story.measure} {say_percent(record.convergence)} · {say_time(record.duration_ms)}"
    bar = draw_bar(record.convergence, threshold=story.threshold, colour="second")
    return tag("div", tag("p", words, class_="quiet"), bar, class_="measure")


def _changes(story: Story, record: RoundRecord, positions: Sequence[Position]) -> Html:
    if not record.position_changes and not record.unexplained_changes:
        return NOTHING
    without = f", {record.unexplained_changes} without a reason" if record.unexplained_changes else ""
    lines = [
        tag("li", seat_name(story, position.seat), " ", quoted(story, change.what), _because(change.because))
        for position in positions
        for change in position.changes
    ]
    head = tag("p", f"{say_count(record.position_changes, 'seat')} changed position{without}")
    return join(head, tag("ul", lines, class_="points") if lines else None)


def _because(ids: Iterable[str]) -> Html | None:
    names = ", ".join(ids)
    return tag("span", f" because of {names}", class_="quiet") if names else None


def _positions(story: Story, positions: Sequence[Position]) -> Html:
    rows = [
        tag(
            "li",
            seat_name(story, each.seat),
            tag("span", f" {say_confidence(each.confidence)}", class_="quiet") if each.confidence is not None else None,
            f" {each.status}" if each.status != "ok" else None,
            said(story, each.recommendation or each.error),
            class_="side",
        )
        for each in positions
    ]
    return fold("What each seat said", tag("ul", rows, class_="sides")) if rows else NOTHING


def _critiques(story: Story, number: int) -> Html:
    made = [each for each in story.result.critiques if each.round == number]
    if not made:
        return NOTHING
    settled = sum(each.resolved for each in made)
    return tag("p", f"{say_count(len(made), 'critique')} followed, {settled} settled in the end", class_="quiet")


def _audit(story: Story, number: int) -> Html:
    audit = story.result.audit
    if audit is None or audit.round != number:
        return NOTHING
    return tag("p", f"An auditor probed the agreement: {say_audit(audit)}", class_="quiet")


def _unclosed(story: Story) -> Html:
    """What was said outside a closed round: to a simple question, or before somebody stopped the debate."""
    closed = {record.number for record in story.result.rounds}
    rest = [each for each in story.result.positions if each.round not in closed]
    title = "One agent answered" if story.result.route == "simple" else "A round that was not closed"
    return _entry(title, _positions(story, rest)) if rest else NOTHING


def _interventions(story: Story) -> Html:
    result = story.result
    breaker, council, review = result.circuit_breaker, result.council, result.review
    response = review.response if review else None
    end = story.state.get("outcome")
    return join(
        _entry("The circuit breaker stopped it", tag("p", BREAKER[breaker.reason]), class_="stop") if breaker else None,
        _entry(f"Handed to {TARGET[result.escalation.target]}", _reasons(story)) if _escalated(story) else None,
        _entry("The council looked at it", tag("p", f"Confidence {say_confidence(council.confidence)}"))
        if council
        else None,
        _entry("A person answered", tag("p", capital(response.type))) if response else None,
        _entry(f"{STATUS[result.status]}{_by(story)}", tag("p", say_moment(end.ended_at), class_="quiet"), class_="end")
        if end
        else _entry(STATUS[result.status] if result.status != "failed" else "Not finished", class_="end"),
    )


def _escalated(story: Story) -> bool:
    return story.result.escalation.target != "none"


def _reasons(story: Story) -> Html:
    return join(said(story, reason, class_="said note") for reason in story.result.escalation.reasons)


def _by(story: Story) -> str:
    name = say_decider(story.result)
    return f" by {name}" if name and not story.result.decider.startswith("checklist") else ""
