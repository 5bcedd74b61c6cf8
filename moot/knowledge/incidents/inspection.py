"""Answers what a reasoner asks of the whole log, within bounds: at most forty lines, none very long.

- search: lines that hold all words; `|` stands between alternatives, quotation marks hold words together;
- window: what a span of time or lines holds; component: the same of one component;
- neighbours: the lines around one, as they stand;
- count: how many lines hold the words, by span of time.

A span begins and ends with a line (`L17`) or a time. A time without a date is taken of every day of the log; one that
is cut short means all it begins with, so that "to 14:05" includes 14:05:59. Lines of one form are shown once, with
their number; where there are more forms than wanted, errors come before warnings and those before the rest, and among
these the rarer forms first. What is shown stands in the order of the log.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from moot.knowledge.incidents.line_index import LogIndex, LogLine
from moot.knowledge.incidents.log_templates import mask_variables
from moot.state.inspection import CITED, Inspected, InspectionRequest, SeenLine

_USUAL_LINES, _MOST_LINES = 12, 40
_MOST_CHARS = 400
_MOST_SPANS = 24
_MOST_SCANNED = 200_000
"""So many lines of one request are looked at; a request that finds more is too wide."""

_NUMBER = re.compile(r"\s*L?(\d{1,12})\s*", re.IGNORECASE)
_TERM = re.compile(r'"([^"]+)"|(\S+)')
_SHORT_ID = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b")
_SEVERITIES = ("ERROR", "WARN", "INFO")
_CLOCK = re.compile(r"(?:^|[T ])(\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?)")


def answer_request(
    index: LogIndex, request: InspectionRequest, *, name: str, seat: str, round_number: int
) -> Inspected:
    """Answer one request; `name` is how the answer is cited."""
    number = int(name.rpartition("q")[2])
    blank = Inspected(id=name, seat=seat, round=round_number, number=number, request=request, outcome="refused")
    limit = min(request.limit, _MOST_LINES) if request.limit > 0 else _USUAL_LINES
    with index.lock:
        match request.kind:
            case "neighbours":
                return _look_around(index, request, blank, limit)
            case "count":
                return _count(index, request, blank)
            case "search" if not _read_pattern(request.pattern):
                return blank.model_copy(update={"note": "a search needs words to look for"})
            case "component" if not request.pattern.strip():
                return blank.model_copy(update={"note": "name the component"})
            case "window" if not (request.from_.strip() or request.to.strip()):
                return blank.model_copy(update={"note": "a window needs a beginning or an end"})
        return _show_forms(list(_select(index, request)), blank, limit)


def read_cited_lines(index: LogIndex, numbers: Iterable[int], *, seat: str, round_number: int) -> Inspected:
    """Look up lines that a reasoner cites, by their numbers and whole; those the log does not have are left out."""
    with index.lock:
        found = [line for number in dict.fromkeys(numbers) for line in index.read(number, number)]
    return Inspected(
        id=f"{seat}_cited",
        seat=seat,
        round=round_number,
        number=CITED,
        request=InspectionRequest(kind="neighbours", pattern=" ".join(f"L{line.number}" for line in found)),
        outcome="answered" if found else "empty",
        total=len(found),
        lines=tuple(_show(line, most=4 * _MOST_CHARS) for line in found),
    )


def _read_pattern(pattern: str) -> list[list[str]]:
    """Read words into alternatives of terms that a line has to hold."""
    parts = [re.sub(r"\.\*|\\[bsdw]\+?", " ", part) for part in pattern.split("|")]
    read = [[found[1] or found[2] for found in _TERM.finditer(part)] for part in parts]
    return [terms for terms in read if terms]


def _select(index: LogIndex, request: InspectionRequest) -> Iterator[LogLine]:
    component = request.pattern.strip().strip('"').casefold() if request.kind == "component" else ""
    wanted = [] if request.kind == "component" else _read_pattern(request.pattern)
    span = _Span(request.from_, request.to)
    lines = index.read(*span.numbers) if span.numbers and not wanted else index.find(wanted)
    fitting = (line for line in lines if span.holds(line) and (not component or component in line.component.casefold()))
    return islice(fitting, _MOST_SCANNED)


class _Span:
    """A part of the log, by lines or by times."""

    def __init__(self, start: str, end: str) -> None:
        first, last = _NUMBER.fullmatch(start), _NUMBER.fullmatch(end)
        self.numbers = (int(first[1]) if first else 0, int(last[1]) if last else 10**12) if first or last else None
        self.start, self.end = ("" if found else _write_time(text) for text, found in ((start, first), (end, last)))

    def holds(self, line: LogLine) -> bool:
        if self.numbers is not None and not self.numbers[0] <= line.number <= self.numbers[1]:
            return False
        return (not self.start or _cut_time(line.time, self.start) >= self.start) and (
            not self.end or _cut_time(line.time, self.end) <= self.end
        )


def _write_time(text: str) -> str:
    plain = text.strip().rstrip("Z").replace(",", ".")
    plain = re.sub(r"^(\d{4})[-/](\d\d)[-/](\d\d)[T ]", r"\1-\2-\3T", plain)
    return f"0{plain}" if re.match(r"\d:\d\d", plain) else plain


def _cut_time(time: str, like: str) -> str:
    """Write a line's time as exactly as the one it is compared with: a clock time without its date."""
    if re.match(r"\d\d:\d\d", like):
        clock = _CLOCK.search(time)
        time = clock[1] if clock else time
    return time[: len(like)]


def _look_around(index: LogIndex, request: InspectionRequest, blank: Inspected, limit: int) -> Inspected:
    named = next((found for text in (request.pattern, request.from_) if (found := _NUMBER.search(text))), None)
    if named is None:
        return blank.model_copy(update={"note": "name the line to look around, as in L17"})
    middle = int(named[1])
    lines = list(index.read(middle - limit // 2, middle + limit // 2))
    shown = tuple(_show(line) for line in lines)
    return blank.model_copy(update={"outcome": "answered" if shown else "empty", "total": len(shown), "lines": shown})


def _show_forms(lines: Sequence[LogLine], blank: Inspected, limit: int) -> Inspected:
    forms = [_name_form(line) for line in lines]
    counts = Counter(forms)
    firsts = dict(zip(reversed(forms), reversed(lines), strict=True))
    ranked = sorted(firsts, key=lambda form: (_SEVERITIES.index(form[0]), counts[form], firsts[form].number))
    chosen = sorted(ranked[:limit], key=lambda form: firsts[form].number)
    shown = [_show(firsts[form], counts[form]) for form in chosen]
    if len(lines) <= limit:
        chosen, shown = list(counts), [_show(line) for line in lines]
    elif len(firsts) < limit:
        # Room that forms leave is for the last line of each: when it stopped is worth as much as when it began.
        lasts = dict(zip(forms, lines, strict=True))
        known = {line.id for line in shown}
        more = [_show(lasts[form]) for form in chosen if f"L{lasts[form].number}" not in known]
        shown = sorted([*shown, *more[: limit - len(shown)]], key=lambda line: int(line.id[1:]))
    left = len(firsts) - len(chosen)
    note = "of like lines the first, with their number, and the last" if len(shown) > len(chosen) else ""
    note = f"{left} more forms of lines are not shown; ask for less" if left > 0 else note
    if len(lines) >= _MOST_SCANNED:
        note = f"only the first {_MOST_SCANNED} lines that fit were looked at; ask for less"
    outcome = "answered" if lines else "empty"
    return blank.model_copy(update={"outcome": outcome, "total": len(lines), "lines": tuple(shown), "note": note})


def _name_form(line: LogLine) -> tuple[str, str, str]:
    severity = line.severity if line.severity in _SEVERITIES else "INFO"
    return severity, line.component, _SHORT_ID.sub("<*>", mask_variables(line.text))[-_MOST_CHARS:]


def _count(index: LogIndex, request: InspectionRequest, blank: Inspected) -> Inspected:
    lines = list(_select(index, request))
    if not lines:
        return blank.model_copy(update={"outcome": "empty"})
    spans = Counter(_name_span(line.time, 3) for line in lines)
    if len(spans) > _MOST_SPANS:
        spans = Counter(_name_span(line.time, 2) for line in lines)
    if len(spans) > _MOST_SPANS:
        spans = Counter(_name_span(line.time, 0) for line in lines)
    told = [f"{span or 'no time'}: {count}" for span, count in sorted(spans.items())]
    note = f"{len(told) - _MOST_SPANS} more spans are not shown; ask for less" if len(told) > _MOST_SPANS else ""
    ends = (lines[0],) if len(lines) == 1 else (lines[0], lines[-1])
    return blank.model_copy(
        update={
            "outcome": "answered",
            "total": len(lines),
            "lines": tuple(_show(line) for line in ends),
            "counts": tuple(told[:_MOST_SPANS]),
            "note": note,
        }
    )


def _name_span(time: str, digits: int) -> str:
    """Name the minute, the ten minutes or the hour of a time, by how many characters of its minutes are kept."""
    colon = time.find(":")
    if colon < 0:
        return time[:10]
    return time[: colon + digits] + ("0" if digits == 2 else "")


def _show(line: LogLine, count: int = 1, most: int = _MOST_CHARS) -> SeenLine:
    text = " ".join(line.text.split())
    return SeenLine(
        id=f"L{line.number}",
        time=line.time,
        component=line.component,
        severity=line.severity,
        text=text if len(text) <= most else f"{text[:most]}…",
        count=count,
    )
