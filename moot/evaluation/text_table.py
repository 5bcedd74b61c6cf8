"""Tables for a terminal: the first column to the left, numbers to the right, nothing drawn around them."""

from collections.abc import Sequence

from moot.evaluation.stats import Estimate


def draw_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as what they hold."""
    cells = [head, *rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]
    lines = [_line(row, widths) for row in cells]
    lines.insert(1, _line(["-" * width for width in widths], widths))
    return "\n".join(line.rstrip() for line in lines)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.ljust(width) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join((first, *others))


def say_share(share: float | None) -> str:
    """A share as a percentage."""
    return "-" if share is None else f"{share * 100:.1f} %"


def say_points(share: float) -> str:
    """A difference of shares in points."""
    return f"{share * 100:+.1f}"


def say_estimate(estimate: Estimate) -> str:
    """A share and its interval."""
    return f"{estimate.value * 100:.1f} % [{estimate.low * 100:.1f}, {estimate.high * 100:.1f}]"


def say_difference(estimate: Estimate) -> str:
    """A difference in points and its interval."""
    return f"{say_points(estimate.value)} [{say_points(estimate.low)}, {say_points(estimate.high)}]"


def say_amount(amount: float | None) -> str:
    """A number of tokens, or nothing known."""
    return "-" if amount is None else f"{amount:,.0f}"
