"""Faults to put into a log, each with what started it and what it looks like, and noise that has nothing to do with it.

A fault has one line that started it (the trigger) and lines that follow (symptoms). A mark in each tells whether it is
seen. `{n}` becomes a number, `{id}` an identifier, `{grow}` a number that grows.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One kind of fault."""

    name: str
    trigger: tuple[str, str, str]
    """Level, component and message."""
    trigger_mark: str
    symptoms: tuple[tuple[str, str, str], ...]
    symptom_mark: str
    lines: int
    """How many symptom lines there are."""
    delay: int
    """Seconds from the trigger to the first symptom."""


FAULTS = (
    Fault(
        "pool exhausted",
        ("INFO", "orders", "statement cache resized entries=5 (was 500)"),
        "statement cache resized",
        (
            ("ERROR", "orders", "no connection from pool main within {n}ms (active=40 idle=0 waiting={n}) req={id}"),
            ("ERROR", "gateway", "POST /api/orders 503 upstream=orders {n}ms req={id}"),
        ),
        "no connection from pool",
        400,
        180,
    ),
    Fault(
        "disk full",
        ("INFO", "backup", "snapshot job started target=/var/lib/data keep=90"),
        "snapshot job started",
        (("ERROR", "storage", "write of segment {n} failed: No space left on device (/var/lib/data)"),),
        "No space left on device",
        250,
        600,
    ),
    Fault(
        "certificate",
        ("WARN", "ingress", "certificate for api.pay.example not renewed: ACME challenge answered 404"),
        "not renewed",
        (("ERROR", "payments", "TLS handshake with api.pay.example failed: certificate has expired req={id}"),),
        "certificate has expired",
        60,
        900,
    ),
    Fault(
        "DNS",
        ("INFO", "coredns", "configuration reloaded, plugin forward now uses 10.9.9.9"),
        "plugin forward now uses",
        (("ERROR", "catalog", "dial tcp: lookup db.internal on 10.9.9.9:53: no such host req={id}"),),
        "no such host",
        180,
        30,
    ),
    Fault(
        "deploy",
        ("INFO", "deployer", "rollout of cart 7.3.0 complete (was 7.2.9)"),
        "rollout of cart 7.3.0",
        (("ERROR", "cart", "NullPointerException in PriceRounding.apply item={n} req={id}"),),
        "PriceRounding",
        300,
        60,
    ),
    Fault(
        "memory leak",
        ("INFO", "search", "result cache enabled max_entries=unbounded"),
        "result cache enabled",
        (
            ("INFO", "search", "heap used={grow}MB of 4096MB"),
            ("WARN", "search", "GC pause {n}ms, overhead limit near"),
            ("ERROR", "kernel", "Out of memory: Killed process {n} (search) total-vm:{n}kB"),
        ),
        "Out of memory: Killed process",
        120,
        900,
    ),
    Fault(
        "clock skew",
        ("WARN", "ntpd", "stepped clock by +94.2s, source 10.0.0.3 unreachable"),
        "stepped clock",
        (("ERROR", "auth", "token rejected: issued in the future iat ahead by {n}s user={n}"),),
        "issued in the future",
        200,
        45,
    ),
    Fault(
        "noisy neighbour",
        ("INFO", "scheduler", "pod analytics-batch-{n} placed on node worker-7 requests cpu=12"),
        "analytics-batch",
        (
            ("WARN", "catalog", "throttled by cgroup: {n}ms of 100ms periods lost on worker-7"),
            ("ERROR", "catalog", "request deadline exceeded after {n}ms req={id}"),
        ),
        "deadline exceeded",
        220,
        120,
    ),
    Fault(
        "lock",
        ("INFO", "migrator", "ALTER TABLE invoices ADD COLUMN vat started"),
        "ALTER TABLE invoices",
        (("ERROR", "billing", "canceling statement due to lock timeout on relation invoices req={id}"),),
        "lock timeout",
        160,
        20,
    ),
    Fault(
        "quota",
        ("INFO", "console", "quota of project shop changed by terraform: requests_per_minute 6000 to 600"),
        "requests_per_minute 6000 to 600",
        (("WARN", "maps", "429 Too Many Requests: quota exceeded for project shop req={id}"),),
        "quota exceeded",
        350,
        90,
    ),
    Fault(
        "poison message",
        ("INFO", "importer", "accepted feed partner-44 with schema v3 (first of its kind)"),
        "schema v3",
        (
            ("ERROR", "consumer", "cannot decode message offset={n}: unexpected field 'gtin14', retrying"),
            ("WARN", "consumer", "lag of partition 3 is {grow}"),
        ),
        "gtin14",
        500,
        15,
    ),
    Fault(
        "dependency down",
        ("WARN", "geo", "switchover of primary to geo-db-2 initiated by operator"),
        "switchover of primary",
        (("ERROR", "shipping", "connection refused by geo-db-1:5432 req={id}"),),
        "connection refused by geo-db-1",
        280,
        5,
    ),
    Fault(
        "flag",
        ("INFO", "config", "flags refreshed version=2208 changed=[full_history:on]"),
        "full_history:on",
        (("ERROR", "history", "query list_history exceeded 30000ms rows={n} req={id}"),),
        "list_history exceeded",
        90,
        240,
    ),
)
"""A form that is always the same but for the flag is put into the log before and after, see `add_flags`."""

_NOUNS = [
    "thumbnail",
    "webhook",
    "mailer",
    "export",
    "avatar",
    "sitemap",
    "coupon",
    "invoice",
    "digest",
    "report",
    "session",
    "banner",
]
_TROUBLES = (
    ("ERROR", "{noun} decode failed file=/img/{n}.webp: truncated chunk"),
    ("ERROR", "{noun} signature mismatch source=sandbox-{word}"),
    ("WARN", "slow {noun} lookup took {n}ms key={word}"),
    ("ERROR", "NullPointerException in {word}Mapper.map item={n}"),
    ("WARN", "{noun} retry {n} for {word} scheduled"),
    ("INFO", "{noun} settings reloaded by {word}"),
    ("INFO", "{noun} {word} rebuilt in {n}ms"),
    ("ERROR", "unexpected {noun} state {word}, ignored"),
    ("INFO", "deployed {noun}-{word} version {n}"),
)


def fill(draw: random.Random, text: str, grow: int = 0, nouns: Sequence[str] = _NOUNS) -> str:
    """Put numbers and identifiers into a text."""
    while "{" in text:
        text = text.replace("{n}", str(draw.randrange(10, 9000)), 1)
        text = text.replace("{id}", f"{draw.getrandbits(48):012x}", 1)
        text = text.replace("{grow}", str(500 + 30 * grow), 1)
        text = text.replace("{noun}", draw.choice(nouns), 1)
        text = text.replace("{word}", "".join(draw.choice("bcdfglmnprst") + draw.choice("aeiou") for _ in range(3)), 1)
    return text


def make_noise(
    draw: random.Random,
    count: int,
    start: float,
    end: float,
    troubles: Sequence[tuple[str, str]] = _TROUBLES,
    nouns: Sequence[str] = _NOUNS,
) -> list[tuple[float, str, str, str]]:
    """Make lines that have nothing to do with the fault: each of a kind of its own, at any time."""
    noise = []
    for _ in range(count):
        level, text = draw.choice(troubles)
        component, message = fill(draw, "{noun}", nouns=nouns), fill(draw, text, nouns=nouns)
        noise.append((draw.uniform(start, end), level, component, message))
    return noise
