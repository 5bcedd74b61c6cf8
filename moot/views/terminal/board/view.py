"""Draws the board for a terminal of any width: one line per actor, agreement as a bar, time and money.

Every line is made to fit by itself, in cells and not in characters, so names of 40 letters, right-to-left scripts and
emoji cannot push anything out of its place. The words stand last in a line for the same reason.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from moot.catalogue import say
from moot.views.lines import clean_line, clip_line, wrap
from moot.views.terminal.board.board import Board, Row
from moot.views.wording import say_word
from moot.views.wording.figures import say_money, say_number, whole_percent
from moot.views.wording.names import say_seat

_STYLES = {
    "waiting": "dim",
    "speaking": "cyan",
    "ok": "green",
    "partial": "yellow",
    "timeout": "yellow",
    "failed": "red",
    "refused": "red",
}
_NARROWEST = 20
_PHASE, _SURE, _TOKENS = 10, 5, 8
_BAR = 40
_BESIDE = 40
"""With so many cells or more to the right of an actor, its words stand beside it; else below it."""
_INDENT = 4
_WORD_LINES = 2
"""Lines below the first that what somebody says may take."""
_OPTIONS, _VOTES = 4, 12
_WORDS = {"ok": "", "speaking": ""}
"""What is said is meant to be read; what went wrong has the colour of that."""


@dataclass(frozen=True, slots=True)
class TerminalSigns:
    """Holds the signs an encoding has to draw with."""

    encoding: str
    spinner: str
    marks: dict[str, str]
    bar: str
    """Reached, still to go, and the threshold."""
    ellipsis: str

    def show(self, text: str) -> str:
        """Put a text on one line, with a question mark for each sign the encoding lacks."""
        return clean_line(text).encode(self.encoding, "replace").decode(self.encoding)

    def cut(self, text: str, cells: int) -> str:
        """Cut a text to its beginning."""
        return clip_line(self.show(text), cells).replace("…", self.ellipsis)

    def cut_front(self, text: str, cells: int) -> str:
        """Cut a text to its end: of words that still arrive, the last ones matter."""
        shown = self.show(text)
        if cell_len(shown) <= cells:
            return shown
        shown = shown[-cells:]
        while cell_len(shown) >= cells:
            shown = shown[1:]
        return f"{self.ellipsis}{shown}"


def choose_signs(encoding: str) -> TerminalSigns:
    """Choose the signs a terminal can show."""
    try:
        "⠋✓✗·━─┃…".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        known = encoding if _is_known(encoding) else "ascii"
        marks = {"waiting": ".", "ok": "+", "partial": "!", "timeout": "!", "failed": "x", "refused": "x"}
        return TerminalSigns(known, "|/-\\", marks, "#-|", "~")
    marks = {"waiting": "·", "ok": "✓", "partial": "!", "timeout": "!", "failed": "✗", "refused": "✗"}
    return TerminalSigns(encoding, "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", marks, "━─┃", "…")


def _is_known(encoding: str) -> bool:
    try:
        "".encode(encoding)
    except LookupError:
        return False
    return True


def draw_board(board: Board, width: int, height: int, signs: TerminalSigns) -> list[Text]:
    """Draw the lines of the board; never wider than the terminal, and not higher."""
    width = max(_NARROWEST, width - 1)
    if not board.profile:
        return [
            Text(
                f"{_spin(board, signs)} {say('board.getting_ready')}, {_seconds(board.elapsed)}",
                style="dim",
                no_wrap=True,
            )
        ]
    head = [Text(line, style="bold", no_wrap=True) for line in _flow(_facts(board), width)]
    lines = [Text(""), *head, _agreement(board, width, signs)]
    if height - len(lines) - len(board.rows) > len(board.ballot) + 2:
        lines += _ballot(board, width, signs)
    room = height - len(lines) - 2
    rows = _fitting(list(board.rows.values()), room)
    name = min(max((cell_len(say_seat(row.seat)) for row in rows), default=4), max(8, width // 4))
    layout = _Layout(name, width, max(0, min(_WORD_LINES, room // max(1, len(rows)) - 1)))
    seat, phase, sure, tokens = (say(f"board.{each}") for each in ("seat", "phase", "sure", "tokens"))
    titles = f"  {seat:<{name}} {phase:<{_PHASE}}{sure:>{_SURE}}{tokens:>{_TOKENS}}"
    lines.append(Text(titles[:width], style="dim", no_wrap=True))
    drawn = [line for row in rows for line in _draw_row(board, row, layout, signs)]
    lines += drawn[: max(1, room)]
    if len(rows) < len(board.rows):
        lines.append(Text(f"  {say('board.more', n=len(board.rows) - len(rows))}", style="dim", no_wrap=True))
    return lines


def _fitting(rows: list[Row], room: int) -> list[Row]:
    """Choose as many rows as fit, those who speak first of all."""
    if len(rows) <= max(1, room):
        return rows
    chosen = sorted(rows, key=lambda row: row.standing != "speaking")[: max(1, room - 1)]
    return [row for row in rows if any(row is each for each in chosen)]


def _facts(board: Board) -> Iterator[str]:
    limits, used = board.limits, board.used
    # A refinement that somebody asked for goes beyond the limit.
    most = limits.get("rounds") or 0
    code = "board.round_of" if board.round <= most else "board.round"
    yield say(code, profile=board.profile, round=board.round, most=most) if board.round else board.profile
    yield _against(_seconds(board.elapsed), limits.get("seconds"), _seconds)
    yield f"{_against(say_number(used.tokens), limits.get('tokens'), say_number)} {say('board.tokens')}"
    money = say("figure.price_unknown") if used.unpriced else say_money(used.cost)
    yield _against(money, limits.get("cost"), say_money)


def _against(used: str, limit: float | None, write: Callable[[float], str]) -> str:
    return used if limit is None else say("board.of", used=used, limit=write(limit))


def _seconds(seconds: float) -> str:
    if seconds < 100:
        return f"{int(seconds)} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s" if seconds % 60 >= 1 else f"{int(seconds // 60)} min"


def _flow(parts: Iterable[str], width: int) -> list[str]:
    """Write facts side by side, on as many lines as they need."""
    lines: list[str] = []
    for part in parts:
        joined = f"{lines[-1]} | {part}" if lines else part
        lines[-1:] = [joined] if cell_len(joined) <= width else [*lines[-1:], clip_line(part, width)]
    return lines


def _agreement(board: Board, width: int, signs: TerminalSigns) -> Text:
    """Draw how far the last round agreed, against what is needed."""
    needed = "" if board.threshold is None else say("board.needed", percent=whole_percent(board.threshold))
    if board.convergence is None:
        return Text(
            clip_line(say("board.unknown", measure=board.measure, needed=needed), width), style="dim", no_wrap=True
        )
    said = f" {whole_percent(board.convergence, board.threshold)}%{needed}"
    text = Text(f"{board.measure} ", no_wrap=True)
    text.append_text(_bar(board.convergence, board.threshold, max(4, min(_BAR, width - len(text) - len(said))), signs))
    text.append(said)
    text.truncate(width)
    return text


def _bar(value: float, threshold: float | None, cells: int, signs: TerminalSigns) -> Text:
    reached, rest, goal = signs.bar[0], signs.bar[1], signs.bar[2]
    filled = round(value * cells)
    bar = Text(reached * filled, "green" if threshold is not None and value >= threshold else "yellow")
    bar.append(rest * (cells - filled), "dim")
    if threshold is None:
        return bar
    place = min(cells - 1, round(threshold * cells))
    return Text.assemble(bar[:place], (goal, "bold"), bar[place + 1 :])


@dataclass(frozen=True, slots=True)
class _Layout:
    """Says how much room the rows have."""

    name: int
    width: int
    further: int
    """Lines that the words of one actor may take beyond the first."""


def _draw_row(board: Board, row: Row, layout: _Layout, signs: TerminalSigns) -> list[Text]:
    """Draw an actor: what it does, beside it or below it what it says."""
    mark = _spin(board, signs) if row.standing == "speaking" else signs.marks[row.standing]
    phase = say_word("progress.phase", row.phase) if row.phase != row.seat else ""
    sure = "" if row.confidence is None else f"{whole_percent(row.confidence)}%"
    text = Text(f"{mark} ", _STYLES[row.standing], no_wrap=True)
    text.append(
        set_cell_size(signs.cut(say_seat(row.seat), layout.name), layout.name),
        "bold" if row.standing == "speaking" else "",
    )
    text.append(f" {signs.cut(phase, _PHASE):<{_PHASE}}", "dim")
    text.append(f"{sure:>{_SURE}}{say_number(row.tokens) if row.tokens else '':>{_TOKENS}}  ")
    head = cell_len(text.plain)
    words = signs.show(board.words(row))
    beside = layout.width - head >= _BESIDE or cell_len(words) <= layout.width - head or not layout.further
    indent = head if beside else _INDENT
    said = _tell(words, layout.width - indent, layout.further + beside, signs, speaking=row.standing == "speaking")
    style = _WORDS.get(row.standing, _STYLES[row.standing])
    if beside and said:
        text.append(said.pop(0), style)
    text.truncate(layout.width)
    return [text, *(Text(f"{' ' * indent}{line}", style, no_wrap=True) for line in said)]


def _tell(words: str, room: int, lines: int, signs: TerminalSigns, *, speaking: bool) -> list[str]:
    """Break words into so many lines: of those that still arrive the last, of those that were said the first."""
    if room <= 1 or not words:
        return []
    wrapped = wrap(words, room)
    if len(wrapped) <= lines:
        return wrapped
    if speaking:
        kept = wrapped[-lines:]
        return [signs.cut_front(f"{signs.ellipsis}{kept[0]}", room), *kept[1:]]
    return [*wrapped[: lines - 1], signs.cut(" ".join(wrapped[lines - 1 :]), room)]


def _ballot(board: Board, width: int, signs: TerminalSigns) -> list[Text]:
    """Draw the votes as they are cast: one line for each option that has any, or was given."""
    voters = max(1, len(board.rows))
    lines = []
    for option in list(board.ballot.values())[:_OPTIONS]:
        bar = signs.bar[0] * len(option.seats) + signs.bar[1] * max(0, voters - len(option.seats))
        who = f" ({', '.join(map(say_seat, option.seats))})" if option.seats else ""
        text = Text(f"{option.id} ", "bold", no_wrap=True)
        text.append(bar[:_VOTES], "green" if option.seats else "dim")
        text.append(f" {len(option.seats)}  ")
        room = width - cell_len(text.plain)
        text.append(signs.cut(f"{option.text}{who}", room) if room > 1 else "")
        text.truncate(width)
        lines.append(text)
    return lines


def _spin(board: Board, signs: TerminalSigns) -> str:
    return signs.spinner[int(board.elapsed * 8) % len(signs.spinner)]
