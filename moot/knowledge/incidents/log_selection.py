"""Which lines of a log are shown: few enough for a prompt, and never without the rare and the severe (R-51).

Half of the places are for errors, a quarter for warnings, the rest for what is ordinary; places one kind leaves free go
to the others, the severest first. Within a kind a template gets one place before any gets a second. The rarer comes
first; of equally rare lines the earlier one, and of ordinary lines the one that most closely precedes the first error.
"""

from collections.abc import Sequence

from moot.knowledge.incidents.log_parser import Group
from moot.state.incident import LogSeverity

MAX_EVENTS = 20
_PLACES: tuple[tuple[LogSeverity, int], ...] = (("ERROR", 2), ("WARN", 4), ("INFO", 4))
"""The share of the places for each severity: one half, one quarter, one quarter."""


def select_groups(groups: Sequence[Group], limit: int = MAX_EVENTS) -> tuple[Group, ...]:
    """Choose the groups whose first line is shown, in the order of the log."""
    trouble = min((group.first for group in groups if group.severity == "ERROR"), default=None)
    ranked = {severity: _rank(groups, severity, trouble) for severity, _ in _PLACES}
    chosen = [group for severity, share in _PLACES for group in ranked[severity][: limit // share]]
    left = [group for severity, share in _PLACES for group in ranked[severity][limit // share :]]
    return tuple(sorted([*chosen, *left[: limit - len(chosen)]], key=lambda group: group.first))


def _rank(groups: Sequence[Group], severity: LogSeverity, trouble: int | None) -> list[Group]:
    of_kind = sorted(
        (group for group in groups if group.severity == severity),
        key=lambda group: (group.count.bit_length(), _distance(group, trouble), group.first),
    )
    seen: dict[tuple[int, str], int] = {}
    turns = []
    for group in of_kind:
        place = (group.template, group.component)
        turns.append((seen.get(place, 0), group))
        seen[place] = seen.get(place, 0) + 1
    return [group for _, group in sorted(turns, key=lambda each: each[0])]


def _distance(group: Group, trouble: int | None) -> float:
    """How many lines an ordinary line stands before the first error; what follows it explains nothing."""
    if trouble is None or group.severity != "INFO":
        return 0
    return trouble - group.first if group.first < trouble else float("inf")
