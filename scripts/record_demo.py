"""Records `moot demo` on a real terminal and draws it as one SVG that moves: the picture of the README.

`make pictures` runs it. The terminal's screen is looked at a few times a second; what stands still for long is
shortened, and every line is stored once, however often it is shown. It begins with a screen that has something to read,
and where nothing moves, or nobody wants it to, the last picture stands.
"""

import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyte
from pyte.screens import Char

from tests.cli.terminal import Terminal

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "pictures" / "demo.svg"
COLUMNS, LINES = 92, 28
LOOK, PAUSE, LAST = 0.4, 1.6, 6.0
"""Seconds: between two looks, the longest a picture stands, and how long the last one does."""
ENOUGH = 8
"""Lines that the first picture shows at least: whoever opens the page is not to see an empty screen."""
LONGEST = 240
ASKED, SURE, END = "Your answer:", "Sure?", "SELF-TEST"
CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.43, 19, 14
COLOURS = {
    "default": "#d8dee9", "red": "#f07178", "green": "#a3d977", "brown": "#ffcb6b", "yellow": "#ffcb6b",
    "blue": "#82aaff", "magenta": "#c792ea", "cyan": "#89ddff", "white": "#eceff4", "black": "#5c6370",
}  # fmt: skip

Line = tuple[tuple[str, str], ...]
"""The pieces of a line: text, and its style as attributes."""


class Frame(NamedTuple):
    """One picture, and how long it stands."""

    lines: tuple[Line, ...]
    seconds: float


def main() -> int:
    """Record, and write the picture."""
    frames = list(shorten(record()))
    TARGET.write_text(draw(frames), encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(frames)} pictures, {sum(each.seconds for each in frames):.0f} s")
    return 0


def record() -> Iterator[tuple[float, tuple[Line, ...]]]:
    """Run the demonstration, approve its proposal by typing, and yield what the screen shows until the self-test."""
    with TemporaryDirectory(prefix="moot-") as folder:
        os.chdir(folder)
        store = f"sqlite:///{folder}/debates.db"
        began, typed = time.monotonic(), list[bytes]()
        with Terminal("demo", "--language", "en", columns=COLUMNS, lines=LINES, MOOT_STORE=store) as terminal:
            while time.monotonic() - began < LONGEST and terminal.process.poll() is None:
                shown = terminal.look(LOOK)
                yield time.monotonic(), read_screen(terminal.screen)
                if END in shown:
                    break
                for asked, keys in ((ASKED, b"a\n"), (SURE, b"y\n")):
                    if asked in shown[-200:] and keys not in typed:
                        terminal.look(PAUSE)
                        terminal.press(keys)
                        typed.append(keys)
        os.chdir(ROOT)


def read_screen(screen: pyte.HistoryScreen) -> tuple[Line, ...]:
    """Read every line of a screen, with its colours; once the self-test begins, what stands before it."""
    rows = [*screen.history.top, *(screen.buffer[row] for row in range(LINES))]
    lines = [tuple(_join(row[column] for column in range(COLUMNS))) for row in rows[-2 * LINES :]]
    end = next((at for at, line in enumerate(lines) if any(END in text for text, _ in line)), len(lines))
    return tuple(lines[:end][-LINES:])


def _join(signs: Iterator[Char]) -> Iterator[tuple[str, str]]:
    """Join the signs of a line that look alike; blanks at its end are left out."""
    pieces: list[tuple[str, str]] = []
    for sign in signs:
        style = _style(sign)
        if pieces and pieces[-1][1] == style:
            pieces[-1] = (pieces[-1][0] + sign.data, style)
        else:
            pieces.append((sign.data, style))
    while pieces and not pieces[-1][0].strip():
        pieces.pop()
    yield from pieces


def _style(sign: Char) -> str:
    colour = f"#{sign.fg}" if re.fullmatch("[0-9a-f]{6}", sign.fg) else COLOURS.get(sign.fg, COLOURS["default"])
    fill = "" if colour == COLOURS["default"] else f' fill="{colour}"'
    return fill + (' font-weight="bold"' if sign.bold else "")


def shorten(looks: Iterator[tuple[float, tuple[Line, ...]]]) -> Iterator[Frame]:
    """Join looks that show the same, let none stand for long, and leave out the empty ones at the beginning."""
    before: tuple[float, tuple[Line, ...]] | None = None
    for at, lines in looks:
        if before is None and sum(map(bool, lines)) < ENOUGH:
            continue
        if before is not None and lines != before[1]:
            yield Frame(before[1], round(min(at - before[0], PAUSE), 2))
        if before is None or lines != before[1]:
            before = at, lines
    if before is not None:
        yield Frame(before[1], LAST)


def draw(frames: Sequence[Frame]) -> str:
    """Write an SVG whose pictures follow each other."""
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, LINES * CELL_HEIGHT + 2 * MARGIN + 22
    total = sum(frame.seconds for frame in frames)
    known: dict[Line, int] = {}
    rules, groups, passed = [], [], 0.0
    for number, frame in enumerate(frames):
        start, passed = passed, passed + frame.seconds
        shown = f"{start / total:.3%}{{visibility:visible}}{passed / total:.3%}{{visibility:hidden}}"
        rules.append(f"@keyframes f{number}{{0%{{visibility:hidden}}{shown}}}")
        uses = "".join(_use(line, row, known) for row, line in enumerate(frame.lines) if line)
        last = ' class="last"' if frame is frames[-1] else ""
        groups.append(f'<g{last} style="animation-name:f{number}">{uses}</g>')
    defined = "".join(f'<text id="l{number}">{_write(line)}</text>' for line, number in known.items())
    calm = "@media (prefers-reduced-motion:reduce){g g{animation:none}}"
    moving = f"g g{{visibility:hidden;animation:{total:.1f}s steps(1) infinite}}g g.last{{visibility:visible}}"
    font = "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}"
    dots = "".join(
        f'<circle cx="{20 + 18 * place}" cy="17" r="5.5" fill="{colour}"/>'
        for place, colour in enumerate(("#f07178", "#ffcb6b", "#a3d977"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="moot demo: four agents argue in a terminal, and a person decides">'
        f"<style>{font}{moving}{''.join(rules)}{calm}</style><defs>{defined}</defs>"
        f'<rect width="100%" height="100%" rx="8" fill="#1e222a"/>{dots}'
        f'<g transform="translate({MARGIN} {MARGIN + 32})" fill="{COLOURS["default"]}">{"".join(groups)}</g></svg>\n'
    )


def _use(line: Line, row: int, known: dict[Line, int]) -> str:
    number = known.setdefault(line, len(known))
    return f'<use href="#l{number}" y="{row * CELL_HEIGHT}"/>'


def _write(line: Line) -> str:
    """Write a line; each piece has its own place, whatever the width of the reader's font."""
    column, written = 0, []
    for text, style in line:
        length = len(text) * CELL_WIDTH
        plain = text.strip()
        if plain:
            start = (column + len(text) - len(text.lstrip())) * CELL_WIDTH
            fit = f' textLength="{len(plain) * CELL_WIDTH:.1f}"' if len(plain) > 1 else ""
            written.append(f'<tspan x="{start:.1f}"{fit}{style}>{escape(plain, quote=False)}</tspan>')
        column += round(length / CELL_WIDTH)
    return "".join(written)


if __name__ == "__main__":
    sys.exit(main())
