"""Reads the times that log lines state, however they are written, as seconds since 1970 in UTC.

- A time without a zone is UTC, or one of the zone that the reader is given. Abbreviations of zones that mean one thing
  in most logs are understood.
- A date without a year is the latest such date that is not after the log was last written.
- A time of day without a date is on one day, and on the next one after midnight.
- An age (`31m`, `2m10s`) is counted back from when the log was last written.
- Of 03/02/2026 the month comes first with AM or PM, else the day, unless a number above twelve says otherwise.

Fractions of a second are left out, and so is a second look at the date: both would only cost time.
"""

import re
from calendar import isleap
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from operator import add, itemgetter
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from moot.errors import UsageError

_CLOCK = r"(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)(?P<fraction>[.,]\d+)?"
_ZONE = r"(?: ?(?P<zone>Z|[+-]\d\d(?::?\d\d)?|[A-Z]{3,5}))?"
_MONTH = r"(?P<name>[A-Za-z]{3})[a-z]*"
_STYLES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<year>\d{{4}})[-/.](?P<month>\d\d)[-/.](?P<day>\d\d)[T ]{_CLOCK}{_ZONE}",
        rf"(?:[A-Z][a-z]{{2}} )?{_MONTH} +(?P<day>\d\d?),? {_CLOCK}(?: (?P<year>\d{{4}}))?{_ZONE}",
        rf"(?P<day>\d\d?)[/ -]{_MONTH}[/ -](?P<year>\d{{4}})[: ]{_CLOCK}{_ZONE}",
        rf"(?P<one>\d\d?)[/.-](?P<two>\d\d?)[/.-](?P<year>\d{{4}}),? {_CLOCK}(?: ?(?P<half>[AaPp])[Mm])?{_ZONE}",
        rf"(?P<short>\d\d)/(?P<month>\d\d)/(?P<day>\d\d) {_CLOCK}",
        r"(?P<short>\d\d)(?P<month>\d\d)(?P<day>\d\d) (?P<hour>\d\d)(?P<minute>\d\d)(?P<second>\d\d)",
        (
            r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)-(?P<hour>\d\d)\.(?P<minute>\d\d)\.(?P<second>\d\d)"
            r"(?P<fraction>\.\d+)?"
        ),
        rf"(?P<month>\d\d)(?P<day>\d\d) {_CLOCK}",
        _CLOCK,
        r"(?P<epoch>\d{10})(?P<fraction>\.\d+|\d{3}|\d{6}|\d{9})?",
        r"(?P<age>(?:\d{1,5}[dhms])+)",
    )
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
_MONTHS |= {"fev": 2, "abr": 4, "mai": 5, "mei": 5, "ago": 8, "agu": 8, "set": 9, "out": 10, "okt": 10}
_MONTHS |= {"dez": 12, "des": 12}
_HOURS = {
    "Z": 0,
    "UTC": 0,
    "GMT": 0,
    "WET": 0,
    "BST": 1,
    "WEST": 1,
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "MSK": 3,
    "EST": -5,
    "EDT": -4,
    "CST": -6,
    "CDT": -5,
    "MST": -7,
    "MDT": -6,
    "PST": -8,
    "PDT": -7,
    "BRT": -3,
    "JST": 9,
    "WIB": 7,
    "WITA": 8,
    "WIT": 9,
    "IST": 5.5,
    "SGT": 8,
    "AEST": 10,
    "AEDT": 11,
}
_AGE_PART, _UNIT_SECONDS = re.compile(r"(\d+)([dhms])"), {"d": 86_400, "h": 3600, "m": 60, "s": 1}
_ISO_START = re.compile(r"^(\d{4})[-/](\d\d)[-/](\d\d)[T ]")


def write_iso(text: str) -> str:
    """Write a full date and time as ISO 8601; anything else stays as it is."""
    return _ISO_START.sub(r"\1-\2-\3T", text).replace(",", ".")


def format_time(seconds: float) -> str:
    """Write seconds since 1970 as a date and time."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


_STATED_ZONE = re.compile(rf"\d:\d\d(?::\d\d(?:[.,]\d+)?)?{_ZONE}$")


def find_zone(times: Iterable[str]) -> float:
    """Find how many seconds ahead of UTC all of these times are; 0 where they do not say, or differ."""
    found = (_STATED_ZONE.search(each) for each in times)
    zones = {_read_zone(each["zone"]) if each and each["zone"] else 0.0 for each in found}
    return zones.pop() if len(zones) == 1 else 0.0


_MINUTES: dict[str, int] = {}
"""Minutes of a day that were read before, in seconds: each day has the same."""
_SECONDS = {f"{second:02}": second for second in range(61)}
_MAX_MINUTES = 20_000


class _DayShape(NamedTuple):
    """Says how the times of one day look: all that changes is the clock, and fractions of a second."""

    before: str
    after: str
    length: int
    hour: slice
    minute: slice
    second: slice
    midnight: float

    @classmethod
    def learn(cls, found: re.Match[str], seconds: float) -> "_DayShape":
        """Take the shape of a time that was read."""
        text, clock = found.string, [slice(*found.span(part)) for part in ("hour", "minute", "second")]
        end = found.end("fraction") if found.groupdict().get("fraction") else found.end("second")
        since = sum(int(text[part]) * unit for part, unit in zip(clock, (3600, 60, 1), strict=True))
        hour, minute, second = clock
        return cls(text[: found.start("hour")], text[end:], len(text), hour, minute, second, seconds - since)

    def read(self, text: str) -> float | None:
        """Read a time of this day; None where it is of another, or written otherwise."""
        before, after, length, hour, minute, second, midnight = self
        if len(text) != length or not text.startswith(before) or not text.endswith(after):
            return None
        since = _MINUTES.get(clock := text[hour.start : minute.stop])
        try:
            if since is None:
                since = int(text[hour]) * 3600 + int(text[minute]) * 60
                if len(_MINUTES) < _MAX_MINUTES:
                    _MINUTES[clock] = since
            return midnight + since + int(text[second])
        except ValueError:
            return None

    def read_many(self, texts: Sequence[str]) -> list[float]:
        """Read times of this day, all at once; nothing where one is of another day, or was not read before."""
        before, after, length, hour, minute, second, midnight = self
        head, end = slice(len(before)), slice(length - len(after), None)
        if (
            set(map(len, texts)) != {length}
            or set(map(itemgetter(head), texts)) != {before}
            or set(map(itemgetter(end), texts)) != {after}
        ):
            return []
        minutes, seconds = itemgetter(slice(hour.start, minute.stop)), itemgetter(second)
        met = dict(zip(map(minutes, texts), texts, strict=True))
        if any(self.read(met[text]) is None for text in met.keys() - _MINUTES.keys()):
            return []
        try:
            whole = map(_MINUTES.__getitem__, map(minutes, texts))
            return list(map(midnight.__add__, map(add, whole, map(_SECONDS.__getitem__, map(seconds, texts)))))
        except KeyError:
            return []


class LogClock:
    """Reads the times of one log."""

    def __init__(
        self, written: float | None = None, *, day_first: bool | None = None, zone: tzinfo | None = None
    ) -> None:
        self._zone = zone or UTC
        self.stated: set[bool] = set()
        """Whether the times read so far state their zone; both where some do and some do not."""
        self._written = datetime.fromtimestamp(written, UTC) if written is not None else datetime.now(UTC)
        self._day_first = day_first
        self._styles = list(_STYLES)
        self._midnight: float | None = None
        self._day: _DayShape | None = None

    def read(self, text: str) -> float | None:
        """Read a time in whole seconds; None where it cannot be read."""
        day = self._day
        if day is not None and (seconds := day.read(text)) is not None:
            return seconds
        found = self._find(text)
        if found is None:
            return None
        seconds = self._count(found)
        parts = found.groupdict()
        if seconds is not None and parts.get("day") and not parts.get("half"):
            self._day = _DayShape.learn(found, seconds)
        return seconds

    def read_many(self, texts: Sequence[str]) -> list[float | None]:
        """Read many times of one log in their order."""
        if self._day is not None and texts and (known := self._day.read_many(texts)):
            return [*known]
        return list(map(self.read, texts))

    def _find(self, text: str) -> re.Match[str] | None:
        for number, style in enumerate(self._styles):
            if found := style.fullmatch(text):
                if number:
                    self._styles.insert(0, self._styles.pop(number))
                return found
        return None

    def _count(self, found: re.Match[str]) -> float | None:
        parts = {name: value for name, value in found.groupdict().items() if value}
        if "epoch" in parts:
            self.stated.add(True)
            return float(parts["epoch"])
        if "age" in parts:
            ago = sum(int(often) * _UNIT_SECONDS[unit] for often, unit in _AGE_PART.findall(parts["age"]))
            return float(int(self._written.timestamp()) - ago)
        try:
            hour = int(parts["hour"]) % 12 + (12 if parts["half"] in "Pp" else 0) if "half" in parts else parts["hour"]
            clock = timedelta(hours=int(hour), minutes=int(parts["minute"]), seconds=int(parts["second"]))
            if not parts.keys() & {"month", "name", "one"}:
                return self._follow_midnight(clock.total_seconds())
            moment = self._read_date(parts) + clock
        except (ValueError, OverflowError):
            return None
        self.stated.add("zone" in parts)
        return moment.timestamp() - _read_zone(parts["zone"]) if "zone" in parts else self._place(moment)

    def _place(self, moment: datetime) -> float:
        """Read a time that states no zone; a day in which clocks are changed has the zone of its first time."""
        return moment.replace(tzinfo=self._zone).timestamp()

    def _read_date(self, parts: dict[str, str]) -> datetime:
        month, day = parts.get("month") or _MONTHS.get(parts.get("name", "").lower(), 0), parts.get("day") or 0
        if "one" in parts:
            one, two = int(parts["one"]), int(parts["two"])
            month, day = (two, one) if self._is_day_first(one, two, "half" in parts) else (one, two)
        year = int(parts.get("year") or 2000 + int(parts.get("short", "0")))
        if "year" in parts or "short" in parts:
            return datetime(year, int(month), int(day), tzinfo=UTC)
        latest = self._written + timedelta(days=1)
        leap = (int(month), int(day)) == (2, 29)
        years = [each for each in range(latest.year, latest.year - 9, -1) if not leap or isleap(each)]
        dates = (datetime(each, int(month), int(day), tzinfo=UTC) for each in years)
        return next(each for each in dates if each <= latest)

    def _is_day_first(self, one: int, two: int, half: bool) -> bool:
        if one > 12 or two > 12:
            self._day_first = one > 12
        return not half if self._day_first is None else self._day_first

    def _follow_midnight(self, seconds: float) -> float:
        before = self._midnight or 0.0
        day = before - before % 86_400
        if before and seconds + 43_200 < before - day:
            day += 86_400
        self._midnight = day + seconds
        return self._midnight


def find_named_zone(name: str) -> tzinfo:
    """Find the zone that somebody names: `Europe/Lisbon`, `+02:00` or `CEST`."""
    if re.fullmatch(r"[+-]\d\d(?::?\d\d)?", name) or name in _HOURS:
        return timezone(timedelta(seconds=_read_zone(name)))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(f"--zone {name}: no such zone; write Europe/Lisbon, +02:00 or UTC") from None


def _read_zone(zone: str) -> float:
    """Read a zone as seconds ahead of UTC; one that nobody knows is UTC."""
    if zone[0] in "+-":
        sign = -1 if zone[0] == "-" else 1
        return sign * (int(zone[1:3]) * 3600 + int(zone[3:].removeprefix(":") or 0) * 60)
    return _HOURS.get(zone, 0) * 3600
