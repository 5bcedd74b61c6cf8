"""What the debate cost, and which seat used how much of it."""

from collections.abc import Sequence

from moot.views.report.element import Child, Html, join, tag
from moot.views.report.parts import seat_name, table
from moot.views.report.plots import draw_bar
from moot.views.report.story import Story
from moot.views.result import SeatUsage
from moot.views.wording import say_money, say_percent, say_time, say_usage


def view_usage(story: Story) -> Html:
    """The sum, and a row per actor with its share of the cost; of the tokens where prices are unknown."""
    usage = story.result.usage
    by_money = bool(usage.cost) and all(used.cost is not None for used in usage.by_seat.values())
    amounts = {seat: _amount(used, by_money=by_money) for seat, used in usage.by_seat.items()}
    total = sum(amounts.values())
    order = sorted(usage.by_seat, key=lambda seat: (-amounts[seat], seat))
    rows = [_row(story, seat, usage.by_seat[seat], amounts[seat] / total if total else 0.0) for seat in order]
    head = ("Who", "Share of cost" if by_money else "Share of tokens", "Calls", "Read", "Written", "Cost", "Time")
    return join(
        tag("p", say_usage(usage), class_="sum"),
        tag("p", "Some numbers are estimates: a server did not report them.", class_="note")
        if usage.estimated
        else None,
        table("What each one used", head, rows, "numeric"),
    )


def _amount(used: SeatUsage, *, by_money: bool) -> float:
    return (used.cost or 0.0) if by_money else float(used.prompt_tokens + used.completion_tokens)


def _row(story: Story, seat: str, used: SeatUsage, share: float) -> Sequence[Child]:
    return (
        seat_name(story, seat),
        tag("span", draw_bar(share, colour="accent"), tag("span", say_percent(share)), class_="share"),
        f"{used.calls:,}",
        f"{used.prompt_tokens:,}",
        f"{used.completion_tokens:,}",
        say_money(used.cost),
        say_time(used.wall_ms),
    )
