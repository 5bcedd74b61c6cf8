"""Finds where to look in a log: the burst of trouble, or the time that somebody asked about.

A burst is the stretch of time in which trouble stands out most from the rest of the same log: of all stretches the
one whose trouble is least likely by chance (a scan statistic; Poisson likelihood ratio). The more lines a kind has,
the less each counts, so that one flood does not hide another; what occurs once or twice counts little, since every
log has such lines, and a warning half as much as an error. The earlier, then the shorter of equal stretches is taken.
Below a limit the log does not depart from its own baseline. Where the error that leads the burst comes in pulses, as
that of a process that crashes and is started again, the burst reaches from the first of them to the last. Where no
trouble stands out, a stretch in which everything takes much longer does.

What somebody asked about comes first: the window given, else the times of day the question names. Two are a beginning
and an end. One is when somebody noticed: if trouble stands out around it, all of that stretch is looked at, for trouble
begins before it is noticed and lasts; else ten minutes are. A window begins and ends with a step of time, so that what
is counted is what is inside.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import log
from typing import NamedTuple

from moot.errors import UsageError
from moot.knowledge.incidents.line_kinds import LineKind
from moot.knowledge.incidents.log_kinds import ParsedLog
from moot.knowledge.incidents.log_times import LogClock, find_zone
from moot.knowledge.incidents.slow_stretch import find_slow_stretch

_WEIGHTS = {"ERROR": 1.0, "WARN": 0.5, "INFO": 0.0}
_FLOOD, _SEEN_ONCE = 0.7, 0.25
"""A kind of n lines counts n to this power; and what of it is left where a kind occurs once or twice."""
_MIN_RATIO, _MIN_COUNT, _MIN_STEPS, _MAX_SHARE = 3.0, 3, 4, 0.75
_MIN_PULSE, _PULSE_REACH = 2, 0.15
"""Lines in a step of time that are a pulse, and how far apart pulses of one trouble may be, as a share of the log."""
_CLOCK = re.compile(r"(?<![\d:.])(\d\d?):(\d\d)(?::(\d\d))?(?![\d:])")
_AGO = re.compile(r"(\d+) ?(s|sec|m|min|h|d)")
_UNITS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}
_ASKED_SECONDS = 600
"""How long a stretch is that begins at a time a question names, and how far from it trouble may stand out."""


class Stretch(NamedTuple):
    """Is a stretch of a log: seconds since 1970, or numbers of lines where the log has no times; the end is inside."""

    start: float
    end: float


class Focus(NamedTuple):
    """Says where to look, and what for."""

    whole: Stretch
    window: Stretch | None
    """Where trouble stands out, or what was asked about; None where the log does not depart from its baseline."""
    burst: Stretch | None
    step: int
    words: frozenset[str] = frozenset()
    """The telling words of the question."""

    def measure_share(self) -> float:
        """Say how much of the log's time the window takes."""
        return self.count_steps(self.window) / self.count_steps(self.whole) if self.window else 1.0

    def count_steps(self, stretch: Stretch) -> int:
        """Count the steps of time of a stretch."""
        return int(stretch.end) // self.step - int(stretch.start) // self.step + 1

    def count_inside(self, kind: LineKind) -> int:
        """Count the entries of a kind inside the window."""
        if self.window is None:
            return kind.count
        low, high = int(self.window.start) // self.step, int(self.window.end) // self.step
        return sum(often for step, often in kind.steps.items() if low <= step <= high)

    @property
    def before(self) -> Stretch | None:
        """The part of the log before the window; None where the window begins with the log."""
        if self.window is None or int(self.window.start) // self.step <= int(self.whole.start) // self.step:
            return None
        return Stretch(self.whole.start, int(self.window.start) // self.step * self.step - 1)

    @property
    def has_baseline(self) -> bool:
        """Tell whether the log has anything beside the window to compare it with."""
        return self.window is not None and self.count_steps(self.window) < self.count_steps(self.whole)

    def is_new(self, kind: LineKind) -> bool:
        """Tell whether a kind occurs in the window only, or begins in it; nothing is new without a baseline."""
        if self.window is None or not self.has_baseline:
            return False
        if self.count_inside(kind) == kind.count:
            return True
        if self.before is None:
            return False
        return kind.first >= int(self.window.start) // self.step * self.step and kind.first <= self.window.end


def find_focus(parsed: ParsedLog, question: str = "", since: str | None = None, until: str | None = None) -> Focus:
    """Find where to look in a log, by what was asked and by what stands out."""
    whole = _measure_whole(parsed)
    burst = find_burst(parsed.kinds, parsed.step, whole)
    if burst is None and parsed.timed and (slow := find_slow_stretch(parsed.kinds)):
        burst = _align(Stretch(*slow), parsed.step, whole)
    asked = _read_asked(parsed, whole, since, until) or _read_question(parsed, whole, question, burst)
    asked = _align(asked, parsed.step, whole) if asked is not None else None
    words = frozenset(word[:6] for word in re.findall(r"[^\W\d_]{4,}", question.casefold())) - _USUAL_WORDS
    return Focus(whole, asked or burst, burst, parsed.step, words)


_USUAL_WORDS = frozenset(
    word[:6] for word in ["what", "which", "root", "cause", "incident", "this", "that", "from", "with", "when", "where"]
)


def _measure_whole(parsed: ParsedLog) -> Stretch:
    return Stretch(min(kind.first for kind in parsed.kinds), max(kind.last for kind in parsed.kinds))


def find_burst(kinds: Sequence[LineKind], step: int, whole: Stretch) -> Stretch | None:
    """Find the stretch in which trouble stands out most; None where it does not."""
    low, high = int(whole.start) // step, int(whole.end) // step
    troubles, counts = [0.0] * (high - low + 1), [0] * (high - low + 1)
    for kind in kinds:
        weight = _WEIGHTS[kind.severity] * kind.count ** (_FLOOD - 1) * (_SEEN_ONCE if kind.count <= 2 else 1.0)
        for number, often in kind.steps.items() if weight else ():
            troubles[number - low] += often * weight
            counts[number - low] += often
    found = _scan(troubles)
    if found is None or sum(counts[found[0] : found[1]]) < _MIN_COUNT:
        return None
    first, last = _follow_pulses(kinds, low + found[0], low + found[1] - 1, high - low + 1)
    return _align(Stretch(first * step, (last + 1) * step - 1), step, whole)


def _follow_pulses(kinds: Sequence[LineKind], first: int, last: int, size: int) -> tuple[int, int]:
    """Let a burst reach to the earlier and later pulses of the trouble that leads it: what crashes comes back."""
    severe = [kind for kind in kinds if kind.severity == "ERROR"]
    inside = {id(kind): sum(kind.steps.get(step, 0) for step in range(first, last + 1)) for kind in severe}
    leading = max(severe, key=lambda kind: inside[id(kind)], default=None)
    if leading is None or inside[id(leading)] < _MIN_COUNT:
        return first, last
    reach = int(_PULSE_REACH * size)
    pulses = sorted(step for step, often in leading.steps.items() if often >= _MIN_PULSE)
    begin, end = first, last
    for step in (step for step in reversed(pulses) if step < first):
        begin = step if begin - step <= reach else begin
    for step in (step for step in pulses if step > last):
        end = step if step - end <= reach else end
    return (begin, end) if end - begin + 1 <= _MAX_SHARE * size else (first, last)


def _align(stretch: Stretch, step: int, whole: Stretch) -> Stretch:
    """Let a stretch begin and end with a step of time, within the log."""
    end = (int(stretch.end) // step + 1) * step - 1
    return Stretch(max(whole.start, float(int(stretch.start) // step * step)), min(whole.end, float(end)))


def _scan(troubles: Sequence[float]) -> tuple[int, int] | None:
    size, total = len(troubles), sum(troubles)
    if size < _MIN_STEPS or total <= 0:
        return None
    sums = [0.0]
    for trouble in troubles:
        sums.append(sums[-1] + trouble)
    best, most = None, _MIN_RATIO
    for start in range(size):
        for end in range(start + 1, min(size, start + int(_MAX_SHARE * size)) + 1):
            inside, expected = sums[end] - sums[start], total * (end - start) / size
            if inside <= expected:
                continue
            outside = total - inside
            ratio = inside * log(inside / expected)
            ratio += outside * log(outside / (total - expected)) if outside > 1e-9 else 0.0
            if ratio > most + 1e-9:
                best, most = (start, end), ratio
    return best


def _read_question(parsed: ParsedLog, whole: Stretch, question: str, burst: Stretch | None) -> Stretch | None:
    """Read the times a question names; one that is not in the log says nothing."""
    zone = _find_zone(parsed)
    named = [_place_clock(found[0], whole, zone) for found in _CLOCK.finditer(question)] if parsed.timed else []
    times = [each for each in named if whole.start - 60 <= each <= whole.end]
    if len(times) >= 2 and times[0] < times[1]:
        return Stretch(*times[:2])
    if not times:
        return None
    start, reach = times[0], _ASKED_SECONDS
    if burst is not None and burst.start - reach <= start <= burst.end + reach:
        return Stretch(min(start, burst.start), max(start, burst.end))
    return Stretch(start, min(whole.end, start + reach - 1))


def _read_asked(parsed: ParsedLog, whole: Stretch, since: str | None, until: str | None) -> Stretch | None:
    if since is None and until is None:
        return None
    if not parsed.timed:
        raise UsageError("--since and --until need a log whose lines have times")
    zone = _find_zone(parsed)
    start = read_focus_time(since, whole, "--since", zone) if since is not None else whole.start
    end = read_focus_time(until, whole, "--until", zone) if until is not None else whole.end
    if start > end or end < whole.start or start > whole.end:
        told = f"{_write(whole.start)} to {_write(whole.end)}"
        raise UsageError(f"nothing between {_write(start)} and {_write(end)}: the log goes from {told}")
    return Stretch(max(start, whole.start), min(end, whole.end))


def _find_zone(parsed: ParsedLog) -> float:
    given = parsed.files[0].zone
    if given is not None:
        low = min(kind.first for kind in parsed.kinds)
        return (datetime.fromtimestamp(low, given).utcoffset() or timedelta()).total_seconds()
    return find_zone(kind.entry.timestamp for kind in parsed.kinds if kind.entry.timestamp)


def read_focus_time(text: str, whole: Stretch, option: str, zone: float = 0.0) -> float:
    """Read a time given for a log: a date and time, a time of day on its days, or how long before its end.

    A time that is not in the log in UTC is one of the zone that the log's lines state.
    """
    told = text.strip()
    if ago := _AGO.fullmatch(told):
        return whole.end - int(ago[1]) * _UNITS[ago[2]]
    if _CLOCK.fullmatch(told):
        return _place_clock(told, whole, zone)
    full = told if re.search(r"\d:\d\d:\d\d", told) else re.sub(r"(\d:\d\d)", r"\1:00", told, count=1)
    full = f"{full} 00:00:00" if re.fullmatch(r"\d{4}-\d\d-\d\d", told) else full
    found = LogClock(whole.end).read(full)
    if found is None:
        raise UsageError(f"{option} {text}: no time; write 2026-03-02T14:00, 14:00 or 30m (before the log's end)")
    return found if whole.start <= found <= whole.end or not whole.start <= found - zone <= whole.end else found - zone


def _place_clock(text: str, whole: Stretch, zone: float = 0.0) -> float:
    """Put a time of day on the last day of the log that has it; in its zone where none has it in UTC."""
    hour, minute, second = (int(part) for part in f"{text}:0".split(":")[:3])
    placed = []
    for ahead in (0.0, zone):
        start, end = whole.start + ahead, whole.end + ahead
        today = end - end % 86_400 + hour * 3600 + minute * 60 + second
        placed.append((today - 86_400 if today > end and today - 86_400 >= start else today) - ahead)
    return next((each for each in placed if whole.start - 60 <= each <= whole.end), placed[0])


def _write(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
