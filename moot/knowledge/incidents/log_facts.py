"""Reads how severe a log line is, which error it reports, and whom and what it names.

The level decides the severity; where there is none, or where a harmless level hides an error, words do, in three
languages (R-53). A few things are errors whatever the level says: a process killed for its memory, a status of 500 and
more, a deadlock, a full disk. A word that is part of a name (libgpg-error, com.acme.error) tells nothing. An error is
called by its exception, else by the kind of trouble its words tell, else by its first words.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from moot.knowledge.incidents.log_formats import LEVEL_PATTERN
from moot.state.incident import EntityType, LogSeverity

_BY_LEVEL: dict[str, LogSeverity] = {
    **dict.fromkeys(("trace", "debug", "d", "depuração", "normal"), "INFO"),
    **dict.fromkeys(("warn", "warning", "w", "aviso", "peringatan"), "WARN"),
    **dict.fromkeys(("err", "error", "severe", "crit", "critical", "alert", "emerg", "emergency"), "ERROR"),
    **dict.fromkeys(("fatal", "panic", "failure", "e", "f", "erro", "falha", "grave", "crítico", "critico"), "ERROR"),
    **dict.fromkeys(("galat", "kesalahan", "kritis", "dpanic"), "ERROR"),
}
_QUIET_LEVELS = ("trace", "debug", "d", "depuração")
_NO_ERRORS = re.compile(
    r"\b(?:0|no|without|zero|nenhum|sem|tanpa) (?:errors?|failures?|exceptions?|warnings?|erros?|falhas?|kesalahan)\b"
    r"|\b(?:errors?|failures?|failed|erros|falhas|gagal)[=:] ?0\b",
    re.IGNORECASE,
)
_ALONE, _ENDS = r"(?<![\w./-])", r"(?!\w|[./-]\w)"
"""A word of its own: no part of a package's name, a path or a file's name."""
_ERROR_WORDS = re.compile(
    rf"(?:Exception|Error)\b(?!\.\w|-)|{_ALONE}(?:errors?|fail(?:ed|ure|ures|s|ing)?|fatal|panic(?:ked)?|exceptions?|traceback|"
    r"segfault|refused|denied|unreachable|timed[ -]?out|timeout|lost|unable|cannot|can't|abort(?:ed|ing)?|"
    r"crash(?:ed|ing)?|killed|reject(?:ed|s)|corrupt(?:ed|ion)?|out of memory|oom|oomkilled|no space left|disk full|"
    r"unrecoverable|no route|no such host|deadlock|exhausted|crashloopbackoff|evicted|unhealthy|back-off|"
    r"erros?|falh(?:a|as|ou|aram)|recusad[ao]|negad[ao]|inacess[ií]vel|esgotad[ao]|perdid[ao]|abortad[ao]|corrompid[ao]|"
    r"n[ãa]o foi poss[ií]vel|sem espa[çc]o|mem[óo]ria insuficiente|exce[çc][ãa]o|"
    rf"gagal|galat|kesalahan|ditolak|terputus|tidak dapat|tidak bisa|waktu habis|kehabisan|rusak){_ENDS}",
    re.IGNORECASE,
)
_WARNING_WORDS = re.compile(
    rf"{_ALONE}(?:warn(?:ing)?|retry(?:ing)?|retries|slow|degraded|exceed(?:ed|s)|threshold|low on|full|"
    r"throttl(?:ed|ing)|drop(?:ped|s)|under-replicated|below minimum|stale|reconnect(?:ing)?|backpressure|expired|"
    r"mismatch|"
    r"aviso|lent[ao]|degradad[ao]|excedid[ao]|limite|chei[ao]|expirad[ao]|tentando novamente|"
    rf"peringatan|lambat|penuh|melebihi|kedaluwarsa|mencoba lagi){_ENDS}",
    re.IGNORECASE,
)
_TROUBLE_HINT = re.compile(
    r"err|exception|fail|fatal|panic|traceback|segfault|refuse|denied|reach|tim(?:ed|eout)|lost|unable|cannot|can't|"
    r"abort|crash|kill|reject|corr|memory|oom|space|full|recover|route|such host|deadlock|exhaust|evict|health|"
    r"back-off|falh|recusad|negad|inacess|esgotad|perdid|poss[ií]vel|espa[çc]o|mem[óo]ria|exce[çc]|"
    r"gagal|galat|kesalahan|tolak|putus|tidak|habis|rusak|"
    r"warn|retr|slow|degrad|exce|threshold|low on|throttl|drop|under-|below|stale|reconnect|backpressure|expir|"
    r"mismatch|aviso|lent|limite|chei|novamente|peringatan|lambat|penuh|melebihi|kedaluwarsa|mencoba|exit|50\d|signal"
)
"""A quick look at the small letters: most lines have none of these, and need no closer one."""
_STATUS = re.compile(
    r"(?:\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+(?: HTTP/\d\S*)?\"? |[Ss]tatus(?:[_ ]?[Cc]ode)?\W{1,3}|"
    r"HTTP/\d(?:\.\d)?\"? |\b[Hh]ttp )(5[0-2]\d)(?![\w.:%])"
)
_EXIT = re.compile(r"\b[Ee]xit(?:ed|s)?(?:[ _-]?(?:with|code|status))*\W{1,3}(\d+)\b")
_ERROR_MEANINGS = re.compile(
    r"\bOOMKilled\b|\boom-kill|out of memory: kill|\bdeadlock (?:detected|found)|\bno space left on device\b|"
    r"\bcrashloopbackoff\b|\bsegfault\b|\bkernel panic\b|\bread-only file system\b|\btoo many open files\b|"
    r"certificate (?:has )?expired|\bx509: certificate|\bSIG(?:KILL|SEGV|ABRT)\b",
    re.IGNORECASE,
)
"""What is an error whatever the level of its line."""
_STATED_LEVEL = re.compile(
    rf"\b(?:level|severity)=\"?([A-Za-z]+)|^([DIWEF])\d{{4}} \d\d:\d\d:|^.{{0,60}}?\b({LEVEL_PATTERN})(?![\w.$])"
)
"""A level inside of a message: named so, the letter in front of a date, or in capitals near the beginning."""

_EXCEPTION = re.compile(
    r"\b(?:[A-Za-z_][\w$]*+\.)*+([A-Z_][\w$]*(?:Exception|Error|Failure|Fault|(?<=[a-z])(?:Timeout|Exhausted)))\b"
)
_TROUBLES: tuple[tuple[str, ...], ...] = (
    (
        "DiskFull",
        "sem espaço",
        "sem espaco",
        "disk penuh",
        "ruang disk",
        "no space left",
        "disk full",
        "disk is full",
        "lack of space",
        "out of space",
        "quota exceeded",
    ),
    (
        "OutOfMemory",
        "oomkilled",
        "memória insuficiente",
        "kehabisan memori",
        "exit code 137",
        "out of memory",
        "oom-kill",
        "oom kill",
        "cannot allocate memory",
        "heap space",
    ),
    (
        "ConnectionRefused",
        "conexão recusada",
        "conexao recusada",
        "koneksi ditolak",
        "connection refused",
        "refused connection",
        "refused the connection",
    ),
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
    ("Deadlock", "deadlock"),
    (
        "PoolExhausted",
        "pool exhausted",
        "no connection from pool",
        "connection pool",
        "too many connections",
        "too many clients",
    ),
    ("Timeout", "tempo esgotado", "waktu habis", "timed out", "timed-out", "timeout", "deadline exceeded"),
    ("PermissionDenied", "permission denied", "access denied", "forbidden", "unauthorized", "authentication fail"),
    (
        "CertificateInvalid",
        "certificate has expired",
        "certificate expired",
        "certificate is not",
        "certificate verify",
        "certificate unknown",
        "invalid certificate",
        "signed certificate",
        "x509: certificate",
        "handshake fail",
        "tls alert",
    ),
    ("Corruption", "corrupt", "checksum", "parity error", "crc error", "ecc error"),
    ("HardwareFault", "i/o error", "bad sector", "machine check", "hardware error", "overheat", "smart fail"),
    ("TooManyOpenFiles", "too many open files", "file descriptor"),
    (
        "NameNotResolved",
        "no such host",
        "temporary failure in name resolution",
        "name or service not known",
        "could not resolve",
        "unknown host",
        "nxdomain",
    ),
    ("ConfigInvalid", "invalid config", "invalid setting", "invalid value", "misconfigur"),
    ("ConfigInvalid", "unknown option", "unknown setting", "missing setting", "missing property", "missing key"),
    ("NotFound", "not found", "no such"),
    ("Killed", "killed", "segfault", "core dumped", "panic"),
    ("ReplicationFailure", "under-replicated", "underreplicated", "replication failed", "below minimum"),
    ("Exception", "exception"),
)
"""Kinds of trouble, each with words that tell of it."""
_SAYS_LITTLE = ("Exception", "Killed", "NotFound")
_TROUBLE_OF = {words: name for name, *told in _TROUBLES for words in told}
_TROUBLE = re.compile("|".join(re.escape(words) for words in _TROUBLE_OF))

_WORD = re.compile(
    r"(?<![\w/.=:-])(?!(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b)[A-Za-z]{2,20}(?![\w/.-]*[\d/=])(?!\w)"
)
"""A word that is no name, number or path, no field and no value of one: what stays the same when the same thing happens
again."""

_ENTITIES: tuple[tuple[EntityType, re.Pattern[str]], ...] = (
    ("block", re.compile(r"\b(blk_-?\d+)")),
    ("ip", re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(?![\w.]*\w)")),
    (
        "user",
        re.compile(r"(?<![\w-])(?:user|username|uid)[=: ]['\"]?([A-Za-z_][\w.-]*)", re.IGNORECASE),
    ),
    ("host", re.compile(r"\b(?:host|node|server|worker)[= ]['\"]?([A-Za-z][\w.-]*\d[\w.-]*)", re.IGNORECASE)),
    ("service", re.compile(r"\bservice(?:[=:] ?| (?=['\"]))['\"]?([A-Za-z][\w.-]*)", re.IGNORECASE)),
    ("file", re.compile(r"(?<![\w:/.])(/[A-Za-z_][\w.+@-]*(?:/[\w.+@-]+)+)")),
)


_METHOD = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\W{1,3}$")


def find_failure_code(message: str) -> str:
    """Find a status or an exit code that tells of a failure; without it the line would look like its harmless kin."""
    if ("50" in message or "52" in message) and (found := _STATUS.search(message)):
        return f"HTTP {found[1]}"
    found = _EXIT.search(message) if "xit" in message else None
    return f"exit {found[1]}" if found is not None and found[1].strip("0") else ""


def judge_severity(level: str | None, message: str) -> LogSeverity:
    """Say how severe a line is; a harmless level that reports an error counts as a warning."""
    name = (level or "").lower()
    if not name and (stated := _STATED_LEVEL.search(message)):
        name = stated[stated.lastindex or 0].lower()
    known = _BY_LEVEL.get(name)
    if name.isdecimal():
        # A syslog line's number holds its severity in the last three bits: up to 3 is an error, 4 a warning.
        code = int(name) % 8
        known = "ERROR" if code <= 3 else "WARN" if code == 4 else None
    if known == "ERROR" or name in _QUIET_LEVELS:
        return known or "INFO"
    if not _TROUBLE_HINT.search(message.lower()):
        return known or "INFO"
    return _judge_words(known, name, message)


def _judge_words(known: LogSeverity | None, name: str, message: str) -> LogSeverity:
    if _ERROR_MEANINGS.search(message) or find_failure_code(message) not in ("", "exit 143"):
        return "ERROR"
    if known == "WARN":
        return "WARN"
    text = _NO_ERRORS.sub("", message)
    if _ERROR_WORDS.search(text):
        return "WARN" if name else "ERROR"
    return "WARN" if not name and _WARNING_WORDS.search(text) else "INFO"


@lru_cache(maxsize=4096)
def name_error(message: str) -> str:
    """Name the error a message reports: its exception, the kind of trouble its words tell, else its first words."""
    return find_error(message) or "".join(word.capitalize() for word in _WORD.findall(message)[:5]) or "Error"


def find_error(message: str) -> str:
    """Name the error a message reports, where it has a name; empty where it has none."""
    if named := _EXCEPTION.search(message):
        return named[1]
    told = _TROUBLE.findall(message.lower())
    # Any trouble says more than that there was an exception, or that something was killed or not found.
    return min((_TROUBLE_OF[each] for each in told), key=lambda name: name in _SAYS_LITTLE, default="")


def find_exceptions(text: str) -> list[str]:
    """Name every exception a text mentions, in order, each once."""
    return list(dict.fromkeys(_EXCEPTION.findall(text)))


def find_entities(message: str) -> Iterator[tuple[EntityType, str]]:
    """Name the hosts, addresses, users, files, services and blocks a message mentions."""
    for kind, pattern in _ENTITIES:
        for found in pattern.finditer(message):
            # What is asked of a web server is no file.
            if kind != "file" or not _METHOD.search(message[: found.start()]):
                yield kind, found[1].rstrip(".,:;")
