"""Where each seat stands at the end, and how it came there."""

from collections.abc import Sequence

from moot.policies.verdict import describe_confidence
from moot.state.positions import Position
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import bullets, fold, pill, quoted, said, seat_name
from moot.views.report.plots import draw_bar
from moot.views.report.story import Story
from moot.views.wording import capital, say_percent


def view_positions(story: Story) -> Html:
    """The last position of each seat, and the seats that said nothing."""
    cards = [_position(story, each) for each in story.latest]
    silent = [seat for seat in story.seats if seat not in {each.seat for each in story.latest}]
    if not story.result.positions:
        return NOTHING
    return join(
        tag("div", cards, class_="grid cards") if cards else None,
        (_silent(story, seat) for seat in silent),
    )


def _position(story: Story, position: Position) -> Html:
    title = story.titles.get(position.seat)
    return tag(
        "article",
        tag("h3", seat_name(story, position.seat), tag("span", title, class_="quiet") if title else None),
        _confidence(position),
        said(story, position.recommendation, class_="said lead"),
        _path(story, position.seat),
        pill(position.status, "warn") if position.status != "ok" else None,
        pill("changed without a reason", "warn") if position.unexplained else None,
        fold("Premises, risks and reasoning", _more(story, position)),
        class_="card",
    )


def _confidence(position: Position) -> Html | None:
    share = position.confidence
    if share is None:
        return None
    words = f"{capital(describe_confidence(share))} confidence, {say_percent(share)}"
    return tag("div", tag("p", words, class_="quiet"), draw_bar(share), class_="measure")


def _path(story: Story, seat: str) -> Html | None:
    """Every stance the seat held, in order."""
    held = [each for each in story.result.positions if each.seat == seat and each.stance]
    stances = list(dict.fromkeys(each.stance for each in sorted(held, key=lambda each: each.round)))
    if len(stances) < 2:
        return None
    return tag("p", tag("span", "Moved: ", class_="label"), _arrows(story, stances), class_="note")


def _arrows(story: Story, stances: Sequence[str | None]) -> Child:
    shown = stances if len(stances) <= 6 else (*stances[:2], "…", *stances[-3:])
    return [(" → " if at else None, quoted(story, stance)) for at, stance in enumerate(shown)]


def _more(story: Story, position: Position) -> Html:
    timing = tag("p", tag("span", "Timing: ", class_="label"), quoted(story, position.timing))
    return join(
        _listed(story, "Premises", position.premises),
        _listed(story, "Risks", position.risks),
        timing if (position.timing or "").strip() else None,
        said(story, position.reasoning),
        _listed(story, "Limits", position.limitations),
        _listed(story, "Open questions", position.open_questions),
    )


def _listed(story: Story, title: str, texts: Sequence[str] | None) -> Html:
    items = bullets(story, texts or ())
    return join(tag("h4", title), items) if items else NOTHING


def _silent(story: Story, seat: str) -> Html:
    errors = [each.error or each.status for each in story.result.positions if each.seat == seat]
    if not errors:
        return NOTHING
    return tag("p", seat_name(story, seat), " gave no usable answer: ", quoted(story, errors[-1]), class_="note")
