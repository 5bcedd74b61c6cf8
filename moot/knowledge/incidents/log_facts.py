"""Reads how severe a log line is, which error it reports, and whom and what it names.

The level decides the severity; where there is none, or where a harmless level hides an error, words do (R-53). An error
is called by its exception, else by the kind of trouble its words tell, else by its first words.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from moot.knowledge.incidents.log_formats import LEVEL_PATTERN
from moot.state.incident import EntityType, LogSeverity

_BY_LEVEL: dict[str, LogSeverity] = {
    **dict.fromkeys(("trace", "debug", "d"), "INFO"),
    **dict.fromkeys(("warn", "warning", "w"), "WARN"),
    **dict.fromkeys(("err", "error", "severe", "crit", "critical", "alert", "emerg", "emergency"), "ERROR"),
    **dict.fromkeys(("fatal", "panic", "failure", "e", "f"), "ERROR"),
}
_QUIET_LEVELS = ("trace", "debug", "d")
_NO_ERRORS = re.compile(r"\b(?:0|no|without|zero) (?:errors?|failures?|exceptions?|warnings?)\b", re.IGNORECASE)
_ERROR_WORDS = re.compile(
    r"(?:Exception|Error)\b|\b(?:errors?|fail(?:ed|ure|ures|s|ing)?|fatal|panic|exceptions?|traceback|segfault|refused|"
    r"denied|unreachable|timed[ -]?out|timeout|lost|unable|cannot|can't|abort(?:ed|ing)?|crash(?:ed|ing)?|killed|"
    r"reject(?:ed|s)|corrupt(?:ed|ion)?|out of memory|oom|no space left|disk full|unrecoverable|no route)\b",
    re.IGNORECASE,
)
_WARNING_WORDS = re.compile(
    r"\b(?:warn(?:ing)?|retry(?:ing)?|retries|slow|degraded|exceed(?:ed|s)|threshold|low on|full|throttl(?:ed|ing)|"
    r"drop(?:ped|s)|under-replicated|below minimum|stale|reconnect(?:ing)?|backpressure|expired|mismatch)\b",
    re.IGNORECASE,
)
_TROUBLE_HINT = re.compile(
    r"error|exception|fail|fatal|panic|traceback|segfault|refuse|denied|unreach|tim(?:ed|eout)|lost|unable|cannot|can't|"
    r"abort|crash|kill|reject|corrupt|memory|oom|space|full|recover|route|warn|retr|slow|degrad|exceed|threshold|"
    r"low on|throttl|drop|under-|below|stale|reconnect|backpressure|expire|mismatch"
)
"""A quick look at the small letters: most lines have none of these, and need no closer one."""
_STATED_LEVEL = re.compile(
    rf"\b(?:level|severity)=\"?([A-Za-z]+)|^([DIWEF])\d{{4}} \d\d:\d\d:|^.{{0,60}}?\b({LEVEL_PATTERN})(?![\w.$])"
)
"""A level inside of a message: named so, the letter in front of a date, or in capitals near the beginning."""

_EXCEPTION = re.compile(r"\b(?:[A-Za-z_][\w$]*+\.)*+([A-Za-z_][\w$]*(?:Exception|Error|Failure|Fault))\b")
_TROUBLES: tuple[tuple[str, ...], ...] = (
    ("DiskFull", "no space left", "disk full", "disk is full", "lack of space", "out of space", "quota exceeded"),
    ("OutOfMemory", "out of memory", "oom-kill", "oom kill", "cannot allocate memory", "heap space"),
    ("ConnectionRefused", "connection refused", "refused connection", "refused the connection"),
    (
        "ConnectionLost",
        "connection reset",
        "connection lost",
        "connection closed",
        "broken pipe",
        "link down",
        "link is down",
    ),
    ("Unreachable", "unreachable", "no route to host", "network is down"),
    ("Timeout", "timed out", "timed-out", "timeout", "deadline exceeded"),
    ("PermissionDenied", "permission denied", "access denied", "forbidden", "unauthorized", "authentication fail"),
    ("CertificateInvalid", "certificate", "handshake fail", "tls alert"),
    ("Corruption", "corrupt", "checksum", "parity error", "crc error", "ecc error"),
    ("HardwareFault", "i/o error", "bad sector", "machine check", "hardware error", "overheat", "smart fail"),
    ("TooManyOpenFiles", "too many open files", "file descriptor"),
    ("NameNotResolved", "name or service not known", "could not resolve", "unknown host", "nxdomain"),
    ("ConfigInvalid", "invalid config", "invalid setting", "invalid value", "misconfigur"),
    ("ConfigInvalid", "unknown option", "unknown setting", "missing setting", "missing property", "missing key"),
    ("NotFound", "not found", "no such"),
    ("Killed", "killed", "segfault", "core dumped", "panic"),
    ("ReplicationFailure", "under-replicated", "underreplicated", "replication failed", "below minimum"),
    ("Exception", "exception"),
)
"""Kinds of trouble, each with words that tell of it."""
_TROUBLE_OF = {words: name for name, *told in _TROUBLES for words in told}
_TROUBLE = re.compile("|".join(re.escape(words) for words in _TROUBLE_OF))

_WORD = re.compile(r"(?<![\w/.-])[A-Za-z]{2,20}(?![\w/.-]*[\d/])")
"""A word that is no name, number or path: what stays the same when the same thing happens again."""

_ENTITIES: tuple[tuple[EntityType, re.Pattern[str]], ...] = (
    ("block", re.compile(r"\b(blk_-?\d+)")),
    ("ip", re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(?![\w.]*\w)")),
    ("user", re.compile(r"\b(?:user|username|uid)[= ]['\"]?([A-Za-z_][\w.-]*)", re.IGNORECASE)),
    ("host", re.compile(r"\b(?:host|node|server|worker)[= ]['\"]?([A-Za-z][\w.-]*\d[\w.-]*)", re.IGNORECASE)),
    ("service", re.compile(r"\bservice[= ]['\"]?([A-Za-z][\w.-]*)", re.IGNORECASE)),
    ("file", re.compile(r"(?<![\w:/.])(/[A-Za-z_][\w.+@-]*(?:/[\w.+@-]+)+)")),
)


def judge_severity(level: str | None, message: str) -> LogSeverity:
    """Say how severe a line is; a harmless level that reports an error counts as a warning."""
    name = (level or "").lower()
    if not name and (stated := _STATED_LEVEL.search(message)):
        name = stated[stated.lastindex or 0].lower()
    if name.isdigit():
        # A syslog line's number holds its severity in the last three bits: up to 3 is an error, 4 a warning.
        code = int(name) % 8
        return "ERROR" if code <= 3 else "WARN" if code == 4 else _judge_harmless_level(message)
    known = _BY_LEVEL.get(name)
    if known is not None and (known != "INFO" or name in _QUIET_LEVELS):
        return known
    if name:
        return _judge_harmless_level(message)
    if not _TROUBLE_HINT.search(message.lower()):
        return "INFO"
    text = _NO_ERRORS.sub("", message)
    return "ERROR" if _ERROR_WORDS.search(text) else "WARN" if _WARNING_WORDS.search(text) else "INFO"


def _judge_harmless_level(message: str) -> LogSeverity:
    if not _TROUBLE_HINT.search(message.lower()):
        return "INFO"
    return "WARN" if _ERROR_WORDS.search(_NO_ERRORS.sub("", message)) else "INFO"


@lru_cache(maxsize=4096)
def name_error(message: str) -> str:
    """Name the error a message reports: its exception, the kind of trouble its words tell, else its first words."""
    return find_error(message) or "".join(word.capitalize() for word in _WORD.findall(message)[:5]) or "Error"


def find_error(message: str) -> str:
    """Name the error a message reports, where it has a name; empty where it has none."""
    if named := _EXCEPTION.search(message):
        return named[1]
    told = _TROUBLE.findall(message.lower())
    # Any trouble says more than that there was an exception.
    return min((_TROUBLE_OF[each] for each in told), key=lambda name: name == "Exception", default="")


def find_exceptions(text: str) -> list[str]:
    """Name every exception a text mentions, in order, each once."""
    return list(dict.fromkeys(_EXCEPTION.findall(text)))


def find_entities(message: str) -> Iterator[tuple[EntityType, str]]:
    """Name the hosts, addresses, users, files, services and blocks a message mentions."""
    for kind, pattern in _ENTITIES:
        for name in pattern.findall(message):
            yield kind, name.rstrip(".,:;")
