"""Where to look in a log: the burst, or what was asked about; what ranks first there."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.errors import UsageError
from moot.knowledge.incidents import read_and_index, read_incident
from moot.prompts import view_incident
from moot.state.incident import Incident

Read = Callable[..., Incident]


def clock(second: float) -> str:
    return f"2026-03-02 {int(second) // 3600:02}:{int(second) // 60 % 60:02}:{int(second) % 60:02}"


def shop(*extra: tuple[int, str], noise: int = 0) -> str:
    """Two hours of a shop from ten o'clock: usual lines, one-off errors that have nothing to do with each other."""
    draw = random.Random(5)
    usual = [(36_000 + 6 * n, f"INFO [web] GET /cart 200 {draw.randrange(9, 99)}ms req={n:08x}") for n in range(1200)]
    odd = [f"{a}{b}{c}" for a in ("bo", "ka", "mi", "te") for b in ("ro", "su", "la") for c in ("nix", "dur", "fel")]
    off = [(draw.randrange(36_000, 43_200), f"ERROR [job] {word} broke oddly") for word in odd[:noise]]
    return "\n".join(f"{clock(second)} {text}" for second, text in sorted([*usual, *off, *extra]))


def flood(start: int, count: int, text: str) -> list[tuple[int, str]]:
    return [(start + 3 * number, text) for number in range(count)]


POOL = flood(40_000, 300, "ERROR [orders] no connection from pool main")
LATER = flood(42_600, 20, "ERROR [mail] smtp gone")


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_log(text: str, **asked: str | None) -> Incident:
        path = tmp_path / "a.log"
        path.write_text(text + "\n", encoding="utf-8")
        return read_incident(str(path), **asked)[0]  # type: ignore[arg-type]

    return read_log


def best(incident: Incident, count: int = 1) -> list[str]:
    return [event.message for event in sorted(incident.events, key=lambda event: event.rank)[:count]]


@pytest.mark.parametrize("noise", [0, 10, 36])
def test_a_flood_is_found_among_one_off_errors(read: Read, noise: int) -> None:
    """Change against the log's own baseline counts, not rarity."""
    incident = read(shop(*POOL, noise=noise))
    assert incident.burst is not None
    assert incident.burst.start[:15] == "2026-03-02T11:0"
    assert best(incident) == ["no connection from pool main"]
    shown = next(event for event in incident.events if event.message == "no connection from pool main")
    assert (shown.count, shown.rate_before, shown.reasons) == (300, 0.0, ("new",))
    assert shown.rate_inside > 10
    assert incident.departs


@pytest.mark.parametrize("noise", [0, 10, 36])
def test_a_quiet_log_has_no_burst(read: Read, noise: int) -> None:
    """Nothing departs from the baseline: there is no incident to explain."""
    incident = read(shop(noise=noise))
    assert (incident.burst, incident.window, incident.departs) == (None, None, False)


def test_what_changed_just_before_is_shown(read: Read) -> None:
    changes = [(39_900, "INFO [orders] setting pool_size changed to 4"), (36_100, "INFO [web] deployed version 7")]
    incident = read(shop(*POOL, *changes, noise=36))
    marked = sorted((event for event in incident.events if "change" in event.reasons), key=lambda event: event.rank)
    assert marked[0].message == "setting pool_size changed to 4"
    assert marked[0].rank <= 5


def test_values_that_change_with_the_trouble_are_told(read: Read) -> None:
    gauge = [(36_000 + 60 * n, f"INFO [orders] pool main waiting={120 if 66 < n < 82 else n % 2}") for n in range(120)]
    incident = read(shop(*POOL, *gauge))
    told = [reason for event in incident.events for reason in event.reasons]
    assert any(reason.startswith("waiting ") and reason.endswith(" -> 120") for reason in told), told


@pytest.mark.parametrize(
    ("asked", "start"),
    [
        pytest.param({}, "11:06", id="the burst"),
        pytest.param({"since": "11:50"}, "11:50", id="a time of day"),
        pytest.param({"since": "2026-03-02T11:50", "until": "11:55"}, "11:50", id="a date and time"),
        pytest.param({"since": "5m"}, "11:54", id="before the end"),
        pytest.param({"question": "Why did mail fail at 11:50?"}, "11:50", id="the question's time"),
    ],
)
def test_what_was_asked_about_comes_first(read: Read, asked: dict[str, str], start: str) -> None:
    incident = read(shop(*POOL, *LATER), **asked)
    assert incident.window is not None
    assert incident.window.start[11:16] == start
    assert best(incident) == ["smtp gone" if asked and start == "11:50" else best(incident)[0]]


def test_the_words_of_a_question_steer(read: Read) -> None:
    other = flood(40_000, 300, "ERROR [mail] smtp gone")
    assert best(read(shop(*POOL, *other), question="Why is mail down, smtp?")) == ["smtp gone"]
    assert best(read(shop(*POOL, *other), question="Why is there no connection?")) == ["no connection from pool main"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        pytest.param({"since": "soon"}, "--since soon: no time", id="no time"),
        pytest.param({"since": "2020-01-01", "until": "2020-01-02"}, "the log goes from 2026-03-02", id="elsewhere"),
        pytest.param({"since": "11:50", "until": "11:40"}, "nothing between", id="the wrong way round"),
    ],
)
def test_what_cannot_be_asked_is_refused(read: Read, asked: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read(shop(), **asked)


def test_a_log_without_times_has_no_window_to_ask_for(read: Read) -> None:
    with pytest.raises(UsageError, match="need a log whose lines have times"):
        read("ERROR a: x\nERROR b: y", since="10:00")


def test_what_came_just_before_is_shown_among_routine(read: Read) -> None:
    """A change in plain words seconds before the trouble ranks above routine that says change in many wordings."""
    names = [f"{a}{b}{c}" for a in ("bo", "ka", "mi", "te") for b in ("ro", "su", "la") for c in ("nix", "dur", "fel")]
    routine = [(37_000 + 70 * n, f"INFO [cron] started weekly export job {name}") for n, name in enumerate(names)]
    incident = read(shop(*POOL, *routine, (39_985, "INFO [intake] manifest received from a carrier in utf-16")))
    marked = sorted((event for event in incident.events if "change" in event.reasons), key=lambda event: event.rank)
    assert marked[0].message == "manifest received from a carrier in utf-16"


def test_a_value_is_shown_where_it_first_changed(tmp_path: Path) -> None:
    """What leads to trouble departs before the trouble: shown later it would look like an effect."""
    ratios = [0.96, 0.97, 0.95, 0.96, 0.97, 0.96, 0.95, 0.96, 0.97, 0.96, 0.79, 0.6, 0.4, 0.2, 0.08, *[0.08] * 25]
    lines = [(60 * minute + 2, f"INFO [metrics] cache stats hit_ratio={each}") for minute, each in enumerate(ratios)]
    lines += [(60 * minute + 5, f"INFO [metrics] queue stats waiting={minute % 3}") for minute in range(40)]
    lines += [(second, "ERROR [shop] price lookup timed out") for second in range(15 * 60, 40 * 60, 7)]
    path = tmp_path / "a.log"
    path.write_text("\n".join(f"{clock(at)} {text}" for at, text in sorted(lines)), encoding="utf-8")
    incident, _, index = read_and_index(str(path), question="Why do lookups fail since 00:15?")
    with index:
        (shown,) = (event for event in incident.events if "cache stats" in event.message)
    assert shown.message.endswith("hit_ratio=0.79")
    (usual,) = (event for event in incident.events if "queue stats" in event.message)
    assert usual.message.endswith("waiting=0"), "what does not change is shown by its first line"


def test_without_a_baseline_nothing_is_new(read: Read) -> None:
    asked = read(shop(), since=clock(0), until="2026-03-03 00:00:00")
    assert asked.window is not None
    assert not [event for event in asked.events if "new" in event.reasons or event.rate_inside or event.rate_before]
    told = view_incident(asked, "log_focused")[0]
    assert "nothing before or after to compare it with" in told
    assert "/min" not in told


@pytest.mark.parametrize("asked", [{"question": "Why since 11:05?"}, {"since": "11:05"}, {"since": "2026-03-02 11:05"}])
def test_a_time_is_read_in_the_zone_of_the_log_where_utc_does_not_have_it(read: Read, asked: dict[str, str]) -> None:
    """Who reads a log writes times as its lines do; the reader compares them in UTC."""
    text = "\n".join(f"{line[:19]} -0500{line[19:]}" for line in shop(*POOL).splitlines())
    window = read(text, **asked).window
    assert window is not None
    assert window.start == "2026-03-02T16:05:00"


WAITS = flood(40_003, 200, "INFO [db] process 77 still waiting for a lock on orders")
GREETS = [(second, "INFO [db] hello from the pool") for second in range(36_000, 43_200, 40)]


def test_an_ordinary_line_that_comes_with_the_trouble_is_shown(read: Read) -> None:
    """PostgreSQL writes waits for locks as ordinary lines; what is as frequent as ever does not rank with them."""
    incident = read(shop(*POOL, *WAITS, *GREETS, noise=10))
    ranks = {event.message: event.rank for event in incident.events}
    waits, greets = "process 77 still waiting for a lock on orders", "hello from the pool"
    assert ranks["no connection from pool main"] < ranks[waits] < ranks[greets]


def test_what_may_have_started_it_is_looked_for_before_the_trouble_not_before_a_usual_warning(read: Read) -> None:
    """A warning that comes every five minutes is in the window too, and may be its first line."""
    usual = [(second, "WARN [pay] card declined") for second in range(36_082, 43_200, 301)]
    assert 39_995 in dict(usual)
    incident = read(shop(*POOL, *usual, (39_998, "INFO [import] accepted feed partner with schema v3"), noise=10))
    assert incident.burst is not None
    assert incident.burst.start <= "2026-03-02T11:06:38"
    (feed,) = [event for event in incident.events if event.message.startswith("accepted feed")]
    assert "change" in feed.reasons
