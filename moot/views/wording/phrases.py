"""How records and answers are worded for people: shares, money, time, and lines that fit."""

import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, chop_cells

from moot.models import redact
from moot.policies.verdict import describe_confidence
from moot.views.result import UsageSummary

WIDTH = 78
"""Fits a terminal of 80 columns."""


def percent(share: float | None) -> float | None:
    """A share as a percentage; whole ones without a fraction."""
    if share is None:
        return None
    points = round(share * 100, 2)
    return int(points) if points.is_integer() else points


def say_percent(share: float | None) -> str:
    """A share for people; one that nobody knows is not zero."""
    return "unknown" if share is None else f"{round(share * 100, 1):g} %"


def say_confidence(share: float | None) -> str:
    """A confidence in a word and a number."""
    return "unknown" if share is None else f"{describe_confidence(share)} ({share:.0%})".replace("%", " %")


def say_count(number: int, thing: str, things: str | None = None) -> str:
    """A number with its noun: 1 call, 2 calls."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def say_time(milliseconds: int) -> str:
    """A duration for people."""
    seconds = milliseconds / 1000
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.1f} h"


def say_money(cost: float | None) -> str:
    """An amount of money for people; an unknown price is not free."""
    if cost is None:
        return "price unknown"
    if cost == 0:
        return "no charge"
    return f"US$ {cost:.4f}" if cost < 1 else f"US$ {cost:,.2f}"


def say_usage(usage: UsageSummary) -> str:
    """What a debate used, in one line."""
    about = "about " if usage.estimated else ""
    tokens = f"{about}{usage.prompt_tokens + usage.completion_tokens:,} tokens"
    return ", ".join((say_count(usage.calls, "call"), tokens, say_money(usage.cost), say_time(usage.wall_ms)))


def name_place(thread: str, store: str | None) -> str:
    """A debate as a command names it; a store's password is nobody's business."""
    return f"{thread} --store {redact(store)}" if store else thread


def one_line(text: str) -> str:
    """A text without line breaks and control signs, which could play tricks on a terminal."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def harmless(line: str) -> str:
    """A line of our own with what others named in it: control signs become blanks, everything else stays."""
    return line if line.isprintable() else "".join(sign if sign.isprintable() else " " for sign in line)


def clip(text: str, limit: int) -> str:
    """A text cut to so many cells, and marked when it was."""
    line = one_line(text)
    return line if cell_len(line) <= limit else f"{chop_cells(line, limit - 1)[0].rstrip()}…"


def wrap(text: str, width: int = WIDTH) -> list[str]:
    """Lines of at most so many cells; a word that is longer is broken."""
    lines: list[str] = []
    for word in one_line(text).split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if cell_len(joined) <= width:
            lines[-1:] = [joined]
        else:
            lines += chop_cells(word, width)
    return lines


def bullets(texts: Iterable[str], width: int = WIDTH, *, indent: str = "  ", mark: str = "- ") -> list[str]:
    """A list for people: one mark per text, its further lines indented."""
    return [line for text in texts for line in hang(f"{indent}{mark}", text, width)]


def hang(head: str, text: str, width: int = WIDTH) -> list[str]:
    """A text behind a head, its further lines indented under its first; a long head has a line of its own."""
    if cell_len(head) > width // 2:
        lead = " " * (len(head) - len(head.lstrip()))
        inside = width - len(lead) - 4
        return [
            *(f"{lead}{line}" for line in wrap(head, inside)),
            *(f"{lead}    {line}" for line in wrap(text, inside)),
        ]
    lines = wrap(text, width - cell_len(head)) or [""]
    return [f"{head}{lines[0]}".rstrip(), *(f"{' ' * cell_len(head)}{line}" for line in lines[1:])]


def listed(names: Sequence[str]) -> str:
    """Names in a row: a, b and c."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def paragraph(text: str, indent: str = "") -> str:
    """A longer text of our own, wrapped."""
    return textwrap.fill(" ".join(text.split()), WIDTH, initial_indent=indent, subsequent_indent=indent)
