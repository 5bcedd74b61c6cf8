"""Answers what a reasoner asks of the whole log, within bounds: at most forty lines, none very long.

- search: lines that hold all words; `|` stands between alternatives, quotation marks hold words together, and a field
  is found however it is written (see `line_search`); of several logs `F2` among the words names the one to look in;
- window: what a span of time or lines holds; component: the same of one component;
- neighbours: the lines around one, as they stand;
- count: how many lines hold the words, by span of time.

A span begins and ends with a line (`L17`, of several logs `F2L17`) or a time. A time without a date is taken of every
day of the log; one that is cut short means all it begins with, so that "to 14:05" includes 14:05:59. Where more lines
fit than are wanted, those of one form are shown once, with their number: the first of them. Where there are more forms
than wanted, trouble and ordinary lines take turns, the rarer forms of each first (what started it is often an ordinary
line that occurs once), and of equally rare ones a spread over the whole span. Room that forms leave goes to the last
line of each, then to a spread over the span. The frames of a stack trace are left out beside their entry. What is shown
stands in the order of the log.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby, islice, pairwise, takewhile, zip_longest
from typing import TypeVar

from moot.knowledge.incidents.line_index import LogIndex, LogLine
from moot.knowledge.incidents.line_search import read_terms
from moot.knowledge.incidents.log_templates import mask_variables
from moot.knowledge.incidents.log_traces import is_frame
from moot.state.inspection import CITED, Inspected, InspectionRequest, SeenLine, name_cited

_WHICH_LOG = "there are several logs: name the line with its log, as in F2L17"
_USUAL_LINES, _MOST_LINES = 12, 40
_MOST_CHARS = 400
_MOST_SPANS = 24
_MOST_TRACE = 60
"""So many lines of a stack trace are read with the entry that is cited."""
_MOST_NAMED = 12
_MOST_BLANK = 1000
"""So many lines are read on either side of one to find those that say something."""
_MOST_SCANNED = 200_000
"""So many lines of one request are looked at; a request that finds more is too wide."""

_NUMBER = re.compile(r"\s*(?:F(\d{1,4}))?L?(\d{1,12})\s*", re.IGNORECASE)
_LOG_NAME = re.compile(r"(?<!\S)F(\d{1,3}):?(?!\S)")
_SEVERITIES = ("ERROR", "WARN", "INFO")
_Form = tuple[str, str, str]
"""Severity, component and words, with what varies masked."""
_Item = TypeVar("_Item")
_CLOCK = re.compile(r"(?:^|[T ])(\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?)")


def answer_request(
    index: LogIndex, request: InspectionRequest, *, name: str, seat: str, round_number: int
) -> Inspected:
    """Answer one request; `name` is how the answer is cited."""
    number = int(name.rpartition("q")[2])
    blank = Inspected(id=name, seat=seat, round=round_number, number=number, request=request, outcome="refused")
    if index.several and any(
        (found := _NUMBER.fullmatch(text)) and not found[1] for text in (request.from_, request.to)
    ):
        return blank.model_copy(update={"note": _WHICH_LOG})
    limit = min(request.limit, _MOST_LINES) if request.limit > 0 else _USUAL_LINES
    with index.lock:
        match request.kind:
            case "neighbours":
                return _look_around(index, request, blank, limit)
            case "count":
                return _count(index, request, blank)
            case "search" if not read_terms(_take_log(index, request)[0].pattern):
                return blank.model_copy(update={"note": "a search needs words to look for"})
            case "component" if not _take_log(index, request)[0].pattern.strip():
                return blank.model_copy(update={"note": "name the component"})
            case "window" if not (request.from_.strip() or request.to.strip()):
                return blank.model_copy(update={"note": "a window needs a beginning or an end"})
        shown = _show_forms(list(_select(index, request)), blank, limit)
        return shown if shown.lines else shown.model_copy(update={"note": _say_why_empty(index, request)})


def read_cited_lines(index: LogIndex, names: Iterable[str], *, seat: str, round_number: int) -> Inspected:
    """Look up lines that a reasoner cites, by their names and whole; those the logs do not have are left out."""
    with index.lock:
        found = [line for name in dict.fromkeys(names) for line in _read_named(index, name)]
    return Inspected(
        id=name_cited(seat),
        seat=seat,
        round=round_number,
        number=CITED,
        request=InspectionRequest(kind="neighbours", pattern=" ".join(line.id for line in found)),
        outcome="answered" if found else "empty",
        total=len(found),
        lines=tuple(_show(line, most=4 * _MOST_CHARS) for line in found),
    )


def _read_named(index: LogIndex, name: str) -> Iterator[LogLine]:
    """Read the entry that a name names: its line, and what a stack trace says below it, without the frames."""
    file, _, number = name.upper().rpartition("L")
    lines = index.read(int(number), int(number) + _MOST_TRACE, int(file[1:]) if file else 0)
    head = next(lines, None)
    if head is None or head.number != int(number):
        return
    rest = [] if head.goes_on else takewhile(lambda line: line.goes_on, lines)
    told = [line.text.strip() for line in rest if not is_frame(line.text)]
    yield head._replace(text="\n".join((head.text, *told)))


def _take_log(index: LogIndex, request: InspectionRequest) -> tuple[InspectionRequest, int]:
    """Take the name of one log out of a pattern: `F2 503` looks in the second log only; 0 is all of them."""
    found = _LOG_NAME.search(request.pattern) if index.several and request.kind != "neighbours" else None
    if found is None:
        return request, 0
    return request.model_copy(update={"pattern": _LOG_NAME.sub(" ", request.pattern).strip()}), int(found[1])


def _select(index: LogIndex, request: InspectionRequest) -> Iterator[LogLine]:
    request, log = _take_log(index, request)
    found = _select_in_all(index, request)
    return (line for line in found if line.id.startswith(f"F{log}L")) if log else found


def _select_in_all(index: LogIndex, request: InspectionRequest) -> Iterator[LogLine]:
    component = request.pattern.strip().strip('"').casefold() if request.kind == "component" else ""
    wanted = [] if request.kind == "component" else read_terms(request.pattern)
    span = _Span(request.from_, request.to)
    if span.numbers and not wanted and not component:
        lines = index.read(*span.numbers, span.log)
    else:
        lines = index.find(wanted, component=component, may_hold=span.may_hold)
    return islice((line for line in lines if span.holds(line)), _MOST_SCANNED)


class _Span:
    """A part of the logs, by lines or by times."""

    def __init__(self, start: str, end: str) -> None:
        first, last = _NUMBER.fullmatch(start), _NUMBER.fullmatch(end)
        self.numbers = (int(first[2]) if first else 0, int(last[2]) if last else 10**12) if first or last else None
        self.log = next((int(found[1]) for found in (first, last) if found and found[1]), 0)
        self.start, self.end = ("" if found else _write_time(text) for text, found in ((start, first), (end, last)))

    def holds(self, line: LogLine) -> bool:
        if self.numbers is not None:
            inside = self.numbers[0] <= line.number <= self.numbers[1]
            if not inside or (self.log and not line.id.startswith(f"F{self.log}L")):
                return False
        return (not self.start or _cut_time(line.time, self.start) >= self.start) and (
            not self.end or _cut_time(line.time, self.end) <= self.end
        )

    def may_hold(self, earliest: str, latest: str) -> bool:
        """Tell whether lines between two times may be inside; of a time without a date only within one day."""
        if earliest[:10] != latest[:10] and any(re.match(r"\d\d:\d\d", text) for text in (self.start, self.end)):
            return True
        return (not self.start or _cut_time(latest, self.start) >= self.start) and (
            not self.end or _cut_time(earliest, self.end) <= self.end
        )


def _write_time(text: str) -> str:
    # Fractions of a second are left out, here and in the times of lines.
    plain = re.sub(r"(:\d\d:\d\d)[.,]\d*", r"\1", text.strip()).rstrip("Z")
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
    if index.several and not named[1]:
        return blank.model_copy(update={"note": _WHICH_LOG})
    middle, log = int(named[2]), int(named[1] or 0)
    lines = list(index.read(middle - limit // 2, middle + limit // 2, log))
    if len(lines) < limit:  # an entry may take many lines of which only the first is told
        before = deque(index.read(max(1, middle - _MOST_BLANK), middle - 1, log), maxlen=limit // 2)
        lines = [*before, *islice(index.read(middle, middle + _MOST_BLANK, log), limit // 2 + 1)]
    shown = tuple(_show(line) for line in lines)
    return blank.model_copy(update={"outcome": "answered" if shown else "empty", "total": len(shown), "lines": shown})


def _show_forms(lines: Sequence[LogLine], blank: Inspected, limit: int) -> Inspected:
    outcome = "answered" if lines else "empty"
    told = blank.model_copy(update={"outcome": outcome, "total": len(lines)})
    if len(lines) <= limit:
        return told.model_copy(update={"lines": tuple(_show(line) for line in lines)})
    whole = blank.request.kind in ("window", "component")
    heads = [line for line in lines if not line.goes_on] if whole else lines
    forms = [_name_form(line) for line in heads]
    counts, places = Counter(forms), {line.id: place for place, line in enumerate(heads)}
    firsts = dict(zip(reversed(forms), reversed(heads), strict=True))
    chosen = _rank_forms(firsts, counts, places)[:limit]
    shown = {firsts[form].id: counts[form] for form in chosen}
    # Room that forms leave is for the last line of each: when it stopped is worth as much as when it began.
    lasts = dict(zip(forms, heads, strict=True))
    more = [lasts[form].id for form in chosen if counts[form] > 1]
    more = [*more, *_spread([line.id for line in heads if line.id not in shown and line.id not in more])]
    shown |= dict.fromkeys(more[: limit - len(shown)], 1)
    lines_shown = tuple(_show(line, shown[line.id]) for line in heads if line.id in shown)
    hidden = [form for form in firsts if form not in chosen]
    note = _note_rest(lines, heads, len(hidden), sum(counts[form] for form in hidden))
    return told.model_copy(update={"lines": lines_shown, "note": note})


def _say_why_empty(index: LogIndex, request: InspectionRequest) -> str:
    """Say what was looked for in vain: a component nobody has, a time that the log does not hold, or words."""
    if request.kind == "component":
        named = request.model_copy(update={"from_": "", "to": ""})
        if next(_select(index, named), None) is None:
            known = index.name_components(_MOST_NAMED)
            return f"no component has this name; some that wrote lines: {', '.join(known)}" if known else ""
    earliest, latest = index.span
    if earliest and not _Span(request.from_, request.to).may_hold(earliest, latest):
        return f"outside the log, which goes from {earliest} to {latest}"
    return ""


def _rank_forms(firsts: Mapping[_Form, LogLine], counts: Mapping[_Form, int], places: Mapping[str, int]) -> list[_Form]:
    """Let trouble and ordinary lines take turns, the rarer forms of each first, errors before warnings."""

    def rarity(form: _Form) -> tuple[int, int]:
        return counts[form], _SEVERITIES.index(form[0])

    early = sorted(firsts, key=lambda form: (rarity(form), places[firsts[form].id]))
    rarest = [form for _, alike in groupby(early, key=rarity) for form in _spread(list(alike))]
    sides = [form for form in rarest if form[0] != "INFO"], [form for form in rarest if form[0] == "INFO"]
    return [form for pair in zip_longest(*sides) for form in pair if form is not None]


def _spread(items: Sequence[_Item]) -> list[_Item]:
    """Order items so that any number of them from the beginning lies evenly over all: ends first, then halves."""
    size = len(items)
    if size < 3:
        return list(items)
    order: dict[int, None] = {0: None, size - 1: None}
    parts = 2
    while len(order) < size:
        order |= dict.fromkeys(round(part * (size - 1) / parts) for part in range(1, parts))
        parts *= 2
    return [items[place] for place in order]


def _note_rest(lines: Sequence[LogLine], heads: Sequence[LogLine], forms: int, of_forms: int) -> str:
    if len(lines) >= _MOST_SCANNED:
        return f"only the first {_MOST_SCANNED} lines that fit were looked at; a narrower request finds the rest"
    frames = "; frames of stack traces left out" if len(heads) < len(lines) else ""
    if forms:
        rest = f"{forms} more forms, {of_forms} lines, are not shown; a narrower request, in a later round, shows them"
        return f"like lines are shown once, the first with their number; {rest}{frames}"
    return f"of like lines the first, with their number, and some of the others{frames}"


def _name_form(line: LogLine) -> _Form:
    severity = line.severity if line.severity in _SEVERITIES else "INFO"
    said = line.text if line.goes_on else line.message.partition("\n")[0]
    return severity, line.component, mask_variables(said)[-_MOST_CHARS:]


def _count(index: LogIndex, request: InspectionRequest, blank: Inspected) -> Inspected:
    lines = list(_select(index, request))
    if not lines:
        return blank.model_copy(update={"outcome": "empty", "note": _say_why_empty(index, request)})
    told: list[str] = []
    for digits in (3, 2, 0):
        told = list(_list_spans(Counter(_name_span(line.time, digits) for line in lines), digits))
        first = _cut_time(lines[0].time, "00:00:00")
        # A span may begin before what was asked about does.
        told[0] = f"{told[0]} (from {first})" if request.from_ and digits != 3 else told[0]
        if len(told) <= _MOST_SPANS:
            break
    note = f"{len(told) - _MOST_SPANS} more spans are not shown" if len(told) > _MOST_SPANS else ""
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


def _list_spans(spans: Mapping[str, int], digits: int) -> Iterator[str]:
    """Tell how many lines each span has; that there were none for a while may be what was looked for."""
    step = {3: timedelta(minutes=1), 2: timedelta(minutes=10), 0: timedelta(hours=1)}[digits]
    named = sorted(spans)
    for span, following in pairwise((*named, "")):
        yield f"{span or 'no time'}: {spans[span]}"
        start, end = _read_span(span), _read_span(following)
        if start is not None and end is not None and end - start > step:
            first, last = (_name_span(f"{each:%Y-%m-%dT%H:%M:%S}", digits) for each in (start + step, end - step))
            yield f"{first}: 0" if first == last else f"{first} to {last}: 0"


def _read_span(name: str) -> datetime | None:
    """Read when a span begins, where its name has a date."""
    try:
        return datetime.fromisoformat(name if ":" in name else f"{name}:00") if "T" in name else None
    except ValueError:
        return None


def _name_span(time: str, digits: int) -> str:
    """Name the minute, the ten minutes or the hour of a time, by how many characters of its minutes are kept."""
    colon = time.find(":")
    if colon < 0:
        return time[:10]
    return time[: colon + digits] + ("0" if digits == 2 else "")


def _show(line: LogLine, count: int = 1, most: int = _MOST_CHARS) -> SeenLine:
    text, said = " ".join(line.text.split()), " ".join(line.message.split())
    shown = text if len(text) <= most else f"{text[:most]}…"
    return SeenLine(
        id=line.id,
        time=line.time,
        component=line.component,
        severity=line.severity,
        text=shown,
        # What an object says is told even if it stands somewhere in it, among what collectors put there.
        said="" if said in shown and not text.startswith("{") else said[:most],
        count=count,
    )
