"""A change titled as harmless shrinks a pool: what is seen of it in JSON with nested fields, beside an access log.

The logs were written once and debated by hand; every test is something that the one who answered missed.
"""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest

from moot.errors import UsageError
from moot.knowledge.incidents import read_and_index
from moot.knowledge.incidents.memory import find_incident_graph, read_past_incidents, recall_history
from moot.prompts import view_incident
from moot.prompts.hypotheses import view_signature
from moot.state.incident import Incident

START = datetime(2026, 11, 17, 12, 50, tzinfo=UTC)
CHANGE, BURST, BACK = (START + timedelta(minutes=each) for each in (62, 64, 91))
PODS = ("orders-api-6b7f9c-x2kqd", "orders-api-6b7f9c-m8zpl", "orders-api-6b7f9c-tr4wn")
PAST = [
    {
        "id": "INC-LEAK",
        "description": "Checkout failed with PoolTimeout on orders-api; connections were never returned",
        "root_cause": "Connection leak in the refund path of orders-api",
        "resolution": "Rolled back",
        "components": ["orders-api"],
        "errors": ["PoolTimeout: acquire timed out"],
    },
    {
        "id": "INC-OOM",
        "description": "Monthly reports missing; reporting worker repeatedly OOMKilled",
        "root_cause": "Memory limit of the reporting worker too small",
        "resolution": "Limit raised to 1Gi",
        "components": ["reporting"],
        "errors": ["OOMKilled"],
    },
]


def write_app(chance: random.Random) -> Iterator[tuple[datetime, dict[str, object]]]:
    now = START
    while now < START + timedelta(minutes=110):
        now += timedelta(seconds=chance.expovariate(1 / 4))
        small, bad = CHANGE <= now < BACK, BURST <= now < BACK
        which = chance.random()
        if which < 0.3 and bad and chance.random() < 0.5:
            pool = {"size": 8, "in_use": 8, "waiting": chance.randint(11, 73)}
            yield now, {"level": "error", "msg": "could not acquire connection", "wait_ms": 2003, "pool": pool}
            err = "PoolTimeout: acquire timed out after 2000ms"
            yield now, {"level": "error", "msg": "request failed", "status": 503, "err": err}
        elif which < 0.3:
            took = chance.randint(600, 2400) if bad else chance.randint(80, 240)
            yield now, {"level": "info", "msg": "order placed", "duration_ms": took}
        elif which < 0.5:
            size = 8 if small else 40
            pool = {"size": size, "in_use": min(size, chance.randint(8, 21)), "waiting": chance.randint(20, 40) * small}
            yield now, {"level": "debug", "msg": "pool stats", "pool": pool}
        elif which < 0.6:
            yield now, {"level": "warn", "service": "search", "msg": "slow query", "took_ms": chance.randint(510, 980)}
        else:
            yield now, {"level": "info", "service": "catalog", "msg": "product viewed", "ms": chance.randint(8, 60)}
    changed = {"db.pool.max_size": "40 -> 8", "http.access_log": "false -> true"}
    for pod, seconds in zip(PODS, (0, 41, 87), strict=True):
        told = {"msg": "configuration reloaded", "pod": pod, "revision": 118, "changed": changed, "actor": "ci-bot"}
        yield CHANGE + timedelta(seconds=seconds), {"level": "info", **told}
    killed = {"msg": "worker killed: OOMKilled", "exit_code": 137, "mem_limit": "1Gi"}
    yield START + timedelta(minutes=43), {"level": "error", "service": "reporting", **killed}


def write_access(chance: random.Random) -> Iterator[str]:
    now, zone = START, timezone(timedelta(hours=1))
    while now < START + timedelta(minutes=110):
        now += timedelta(seconds=chance.expovariate(1 / 3))
        which, bad = chance.random(), BURST <= now < BACK
        if which < 0.25:
            request, status = "POST /api/checkout", chance.choice([503, 200]) if bad else 200
        elif which < 0.6:
            request, status = f"GET /p/SKU-{chance.randint(10_000, 99_999)}", 200
        else:
            page = chance.choice(["/search?q=boots", "/healthz", "/img/a.svg", "/img/b.svg", "/img/c.svg", "/m.css"])
            request, status = f"GET {page}", 200
        at = f"{now.astimezone(zone):%d/%b/%Y:%H:%M:%S %z}"
        yield f'81.84.1.{chance.randint(1, 250)} - - [{at}] "{request} HTTP/2.0" {status} 197 "-" "x" rt=0.0{status}'


@pytest.fixture(scope="module")
def incident(tmp_path_factory: pytest.TempPathFactory) -> Incident:
    folder, chance = tmp_path_factory.mktemp("shop"), random.Random(4471)
    rows = sorted(write_app(chance), key=lambda row: row[0])
    lines = [json.dumps({"ts": f"{at:%Y-%m-%dT%H:%M:%S}Z", "service": "orders-api", **row}) for at, row in rows]
    (folder / "app.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "access.log").write_text("\n".join(write_access(chance)) + "\n", encoding="utf-8")
    (folder / "past.json").write_text(json.dumps(PAST), encoding="utf-8")
    read, _, index = read_and_index(str(folder / "app.jsonl"), str(folder / "access.log"))
    index.close()
    return recall_history(read, "memory:", read_past_incidents(str(folder / "past.json"))[0])


def test_a_changed_value_inside_a_field_is_seen(incident: Incident) -> None:
    view = view_incident(incident, "log_focused")[0]
    assert "changed.db.pool.max_size=40 -> 8" in view
    assert "pool.size 40 -> 8" in view


def test_what_one_machine_after_another_does_is_shown_by_the_first(incident: Incident) -> None:
    (change,) = (each for each in incident.events if "40 -> 8" in each.message)
    assert (change.count, change.timestamp) == (3, f"{CHANGE:%Y-%m-%dT%H:%M:%S}")
    assert "change" in change.reasons


def test_a_page_is_not_counted_under_the_name_of_another(incident: Incident) -> None:
    """What a line shows is what it counts, or it says that it counts more."""
    total = sum(each.count for each in incident.events if each.message.startswith("GET /p/SKU"))
    assert total
    for each in incident.events:
        if each.message.startswith("GET /healthz"):
            assert each.count < total


def test_the_first_changed_value_is_the_first(incident: Incident) -> None:
    (placed,) = (each for each in incident.events if each.message.startswith("order placed"))
    late = datetime.fromisoformat(placed.timestamp).replace(tzinfo=UTC) - BURST
    assert timedelta() <= late < timedelta(minutes=2)


def test_who_sees_no_lines_is_told_what_rose(incident: Incident) -> None:
    told = view_signature(incident)
    assert "PoolTimeout in orders-api (0 ->" in told
    assert told.index("PoolTimeout") < told.index("OutOfMemory")
    (search,) = (line for line in told.splitlines() if line.startswith("- search:"))
    assert search.endswith("(no more than usual)")


def test_a_hundred_requests_outweigh_one_process(incident: Incident) -> None:
    """R-56: what comes with the trouble weighs more than a one-off line half an hour before."""
    first, *others = incident.similar_incidents
    assert first.incident_id == "INC-LEAK"
    assert first.shared[0] == "PoolTimeout"
    assert all(each.similarity_score < first.similarity_score for each in others)


@pytest.mark.parametrize(
    ("given", "place"),
    [("past.db", "past.db"), ("sqlite:////var/lib/past.db", "/var/lib/past.db"), ("memory:", "memory:")],
)
def test_a_graph_is_named_as_a_store_is(given: str, place: str) -> None:
    assert find_incident_graph(given) == place


@pytest.mark.parametrize("given", ["postgresql://host/past", "sqlite://past.db", "http://host", "sqlite:///"])
def test_no_other_url_is_the_name_of_a_file(given: str) -> None:
    with pytest.raises(UsageError, match="name a file"):
        find_incident_graph(given)
