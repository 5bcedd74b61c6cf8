"""Faults and noise that were written after the ranking was settled: nothing was changed for their sake.

The kinds are those of `incident_faults`, in other systems and other words. Whoever changes the ranking measures them
last, and writes new ones if they had to be looked at.
"""

from bench.incident_faults import Fault

HELD_OUT_FAULTS = (
    Fault(
        "pool exhausted",
        ("INFO", "settings", "worker_connections lowered from 400 to 40 by config management run 7713"),
        "worker_connections lowered",
        (
            ("ERROR", "booking", "QueuePool limit of size 40 overflow 0 reached, connection timed out, timeout {n}.00"),
            ("WARN", "booking", "checkout of seat {n} took {n} ms"),
        ),
        "QueuePool limit of size",
        260,
        240,
    ),
    Fault(
        "disk full",
        ("INFO", "logrotate", "rule for /var/log/audit skipped: already handled by another rule"),
        "rule for /var/log/audit skipped",
        (("ERROR", "auditd", "could not write record {n}: ENOSPC, device full (/dev/vda3)"),),
        "ENOSPC",
        180,
        800,
    ),
    Fault(
        "certificate",
        ("INFO", "vault-agent", "template tls/broker rendered, command systemctl reload broker exited with 0"),
        "template tls/broker rendered",
        (("ERROR", "broker", "SSL peer shut down incorrectly: unable to find valid certification path client={n}"),),
        "valid certification path",
        140,
        75,
    ),
    Fault(
        "DNS",
        ("INFO", "netops", "zone file internal.corp serial {n} published, 2 records deleted"),
        "zone file internal.corp",
        (("ERROR", "billing", "getaddrinfo EAI_AGAIN ledger.internal.corp call={id}"),),
        "EAI_AGAIN",
        200,
        120,
    ),
    Fault(
        "deploy",
        ("INFO", "argo", "application storefront synced to revision {id} (previous healthy)"),
        "application storefront synced",
        (("ERROR", "storefront", "TypeError: Cannot read properties of undefined (reading 'currency') at render {n}"),),
        "reading 'currency'",
        320,
        90,
    ),
    Fault(
        "memory leak",
        ("INFO", "renderer", "session recording turned on for all visitors"),
        "session recording turned on",
        (
            ("WARN", "renderer", "resident set {grow} MiB above soft limit"),
            ("ERROR", "kubelet", "container renderer terminated: OOMKilled, exit code 137, restart {n}"),
        ),
        "OOMKilled",
        110,
        700,
    ),
    Fault(
        "clock skew",
        ("WARN", "chronyd", "system clock wrong by -71.8 seconds, adjustment started"),
        "adjustment started",
        (("ERROR", "gateway", "AWS signature rejected: RequestTimeTooSkewed difference {n} s"),),
        "RequestTimeTooSkewed",
        190,
        30,
    ),
    Fault(
        "noisy neighbour",
        ("INFO", "airflow", "dag full_refresh_features triggered manually by analyst"),
        "full_refresh_features",
        (
            ("WARN", "warehouse", "query {n} waits for slot, {n} in queue"),
            ("ERROR", "dashboard", "tile revenue gave up after {n} ms"),
        ),
        "tile revenue gave up",
        210,
        150,
    ),
    Fault(
        "lock",
        ("INFO", "dba", "VACUUM FULL seats issued from psql session by night shift"),
        "VACUUM FULL seats",
        (("ERROR", "booking", "Lock wait timeout exceeded; try restarting transaction seat={n}"),),
        "Lock wait timeout exceeded",
        150,
        25,
    ),
    Fault(
        "quota",
        ("INFO", "cloud", "budget alert handler set max instances of tickets to 3"),
        "max instances of tickets",
        (("WARN", "tickets", "RESOURCE_EXHAUSTED: no available instance, request {id} aborted"),),
        "RESOURCE_EXHAUSTED",
        240,
        60,
    ),
    Fault(
        "poison message",
        ("INFO", "intake", "upload manifest-2291.xml received from carrier (encoding utf-16)"),
        "manifest-2291.xml",
        (("ERROR", "parser", "job {n} failed: invalid byte sequence at position 2, requeued"),),
        "invalid byte sequence",
        380,
        20,
    ),
    Fault(
        "dependency down",
        ("INFO", "mesh", "outlier detection ejected host 10.4.0.17 of cluster rates"),
        "outlier detection ejected",
        (("ERROR", "pricing", "upstream connect error or disconnect/reset before headers, rates call={id}"),),
        "before headers",
        230,
        10,
    ),
)

HELD_OUT_NOUNS = ("lobby", "badge", "survey", "fax", "loyalty", "kiosk", "podcast", "glossary", "parking", "newsletter")
HELD_OUT_NOISE = (
    ("ERROR", "{noun} printer {word} out of paper, job {n} dropped"),
    ("WARN", "{noun} token of {word} near its end, {n} h left"),
    ("ERROR", "could not resize {noun} picture {n}: bad header"),
    ("INFO", "{noun} index {word} compacted in {n} ms"),
    ("INFO", "started weekly {noun} job {word}"),
    ("WARN", "{noun} feed {word} answered 404"),
    ("ERROR", "KeyError: '{word}' while drawing {noun} {n}"),
    ("INFO", "{noun} limit for {word} raised to {n}"),
)
