"""Makes lines that fit a terminal: cut, wrapped and indented in cells, without signs that could play tricks on it."""

from collections.abc import Iterable

from rich.cells import cell_len, chop_cells

from moot.models.cleaning import redact
from moot.program import find_named_store

TEXT_WIDTH = 78
"""Fits a terminal of 80 columns."""


def clean_line(text: str) -> str:
    """Take line breaks out of a text and control signs, which could play tricks on a terminal."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def blank_controls(line: str) -> str:
    """Turn the control signs of a line into blanks; everything else stays."""
    return line if line.isprintable() else "".join(sign if sign.isprintable() else " " for sign in line)


def clip_line(text: str, limit: int) -> str:
    """Cut a text to so many cells, and mark it when it was cut."""
    line = clean_line(text)
    return line if cell_len(line) <= limit else f"{chop_cells(line, limit - 1)[0].rstrip()}…"


def wrap(text: str, width: int = TEXT_WIDTH) -> list[str]:
    """Break a text into lines of at most so many cells; a word that is longer is broken."""
    lines: list[str] = []
    for word in clean_line(text).split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if cell_len(joined) <= width:
            lines[-1:] = [joined]
        else:
            lines += chop_cells(word, width)
    return lines


def wrap_lines(text: str, width: int = TEXT_WIDTH) -> list[str]:
    """Break a text into lines and keep the breaks it has: the conditions of a decision stand one by one."""
    return [line for part in text.splitlines() if part.strip() for line in wrap(part, width)]


def bullets(texts: Iterable[str], width: int = TEXT_WIDTH, *, indent: str = "  ", mark: str = "- ") -> list[str]:
    """Write a list for people: one mark per text, its further lines indented."""
    return [line for text in texts for line in hang(f"{indent}{mark}", text, width)]


def hang(head: str, text: str, width: int = TEXT_WIDTH) -> list[str]:
    """Write a text behind a head, its further lines indented under its first; a long head has a line of its own."""
    if cell_len(head) > width // 2:
        lead = " " * (len(head) - len(head.lstrip()))
        inside = width - len(lead) - 4
        return [
            *(f"{lead}{line}" for line in wrap(head, inside)),
            *(f"{lead}    {line}" for line in wrap(text, inside)),
        ]
    lines = wrap(text, width - cell_len(head)) or [""]
    return [f"{head}{lines[0]}".rstrip(), *(f"{' ' * cell_len(head)}{line}" for line in lines[1:])]


def name_place(thread: str, store: str | None = None) -> str:
    """Name a debate as a command does; a store's password is masked."""
    store = store or find_named_store()
    return f"{thread} --store {redact(store)}" if store else thread
