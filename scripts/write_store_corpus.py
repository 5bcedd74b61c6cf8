"""Write a corpus of stores with the installed moot: `tests/data/stores/RELEASE`, which later releases must read.

    python -m scripts.write_store_corpus                # SQLite files and a Postgres dump
    python -m scripts.write_store_corpus --no-postgres
    python -m scripts.write_store_corpus --folder OTHER # not into the repository, to look at it first

For every protocol there is a debate that ended, one that waits for a person, and one whose process was killed while a
seat was being asked; for the conclave some more, so that most kinds of stored values occur. What the debates look like,
and what becomes of them when they are reviewed or resumed, is found out on copies and kept in `expected.json`.

Nothing but the command line and the names `moot` exports is used, so the script works for any release. Scripts and
inputs are those of the newest release that has a folder.
"""

import argparse
import asyncio
import contextlib
import gzip
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

import moot
from moot.cli.main import main as run_moot
from scripts.store_corpus_cases import CASES, HOME, STORES, Case
from scripts.store_corpus_files import (
    ROOT,
    CorpusError,
    dump_database,
    list_dump_cells,
    list_sqlite_cells,
    load_dump,
    refuse_paths,
)

PROGRAM = (sys.executable, "-c", "import sys; from moot.cli.main import main; sys.exit(main())")
FOREVER = 600
"""Seconds a request of a killed debate would take."""
PATIENCE = 60
"""Seconds until a debate that is to be killed must have come to its request."""
STILL = 3
"""So many looks in a row show the same before a process is killed."""
DUMP = "postgres.sql.gz"
VOLATILE = frozenset(
    {
        *("wall_ms", "duration_ms", "seconds", "at_ms", "ended_at", "timestamp"),
        *("detected_at", "resolved_at", "execution_id"),
    }
)
"""What differs from run to run in a result document, besides ids that are drawn."""
DRAWN = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")

Document = dict[str, Any]


def main() -> int:
    """Write the corpus of this release."""
    options = _read_options()
    target = Path(options.folder).resolve() if options.folder else ROOT / HOME
    if (target / "expected.json").exists() and not options.again:
        _say(f"{target}: is there already, and is kept as its release wrote it; --again writes it anew")
        return 1
    source = _find_source(target)
    with TemporaryDirectory(prefix="corpus-") as place, surroundings(Path(place), source):
        stores = {profile: f"sqlite:///{profile}.db" for profile in dict.fromkeys(case.profile for case in CASES)}
        for case in CASES:
            _say(f"sqlite: {case.thread}")
            play(case, stores[case.profile])
        for profile in stores:
            pack(Path(f"{profile}.db"))
        expected, documents = look(stores)
        target.mkdir(parents=True, exist_ok=True)
        for old in (*target.glob("*.db.gz"), *target.glob("*.sql.gz")):
            old.unlink()
        for profile in stores:
            write_gzip(target / f"{profile}.db.gz", Path(f"{profile}.db").read_bytes())
            refuse_paths(f"{profile}.db", list_sqlite_cells(Path(f"{profile}.db")))
        if options.postgres:
            dump = write_postgres(expected, documents)
            refuse_paths(DUMP, list_dump_cells(dump))
            write_gzip(target / DUMP, dump)
        for folder in ("scripts", "inputs"):
            if source != target:
                shutil.copytree(Path(HOME) / folder, target / folder, dirs_exist_ok=True)
    about = {"moot": moot.__version__, "home": HOME, "threads": expected}
    (target / "expected.json").write_text(f"{json.dumps(about, indent=2, ensure_ascii=False)}\n", encoding="utf-8")
    write_gzip(target / "documents.json.gz", json.dumps(documents, ensure_ascii=False, indent=1).encode())
    _say(f"{target}: {sum(file.stat().st_size for file in target.rglob('*') if file.is_file()) / 1000:,.0f} kB")
    return 0


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", help=f"another folder than {HOME}")
    parser.add_argument("--no-postgres", dest="postgres", action="store_false", help="SQLite only")
    parser.add_argument("--again", action="store_true", help="replace the stores that are there")
    return parser.parse_args()


def _find_source(target: Path) -> Path:
    """The folder whose scripts and inputs are used: this release's own, else the newest one's."""

    def number(folder: Path) -> tuple[int, ...]:
        return tuple(int(part) for part in folder.name.split("."))

    known = [folder.parent for folder in (ROOT / STORES).glob("*/scripts")]
    for folder in (target, ROOT / HOME, *sorted(known, key=number, reverse=True)):
        if (folder / "scripts").is_dir():
            return folder
    raise CorpusError(f"no scripts in {target} and in no folder of {ROOT / STORES}")


@contextlib.contextmanager
def surroundings(place: Path, source: Path) -> Iterator[None]:
    """A folder that looks like the repository, and none of the developer's own settings."""
    kept = dict(os.environ)
    for folder in ("scripts", "inputs"):
        shutil.copytree(source / folder, place / HOME / folder)
    for name in [name for name in os.environ if name.startswith(("MOOT_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_"))]:
        del os.environ[name]
    os.environ |= {"LANGSMITH_TRACING": "false", "MOOT_INCIDENTS": "incidents.db"}
    try:
        with contextlib.chdir(place):
            yield
    finally:
        os.environ.clear()
        os.environ.update(kept)


# Writing.


def play(case: Case, store: str) -> None:
    """Run a debate until it is what the case wants."""
    if case.slow:
        with slowed(case):
            kill_in_the_middle([*case.command, "--thread", case.thread, "--store", store], case.thread, store)
        return
    done = call(*case.command, "--thread", case.thread, "--json", "-q", store=store)
    for command in case.then:
        done = call(*command, "--json", "-q", store=store)
    status = json.loads(done)["status"]
    if (status == "needs_review") != (case.kind == "paused"):
        raise CorpusError(f"{case.thread}: is {status}, but should be {case.kind}")


def call(*arguments: str, store: str | None = None) -> str:
    """Run a command in this process and return what it printed; an end without a decision is no error here."""
    out, errors = io.StringIO(), io.StringIO()
    where = ("--store", store) if store else ()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = run_moot([*arguments, *where])
    if code not in {0, 3, 4}:
        raise CorpusError(f"moot {' '.join(arguments)}: {code}: {errors.getvalue()[-1000:]}")
    return out.getvalue()


@contextlib.contextmanager
def slowed(case: Case) -> Iterator[None]:
    """The case's script with one request that takes forever; the script itself stays as it is."""
    path = Path(case.command[case.command.index("--model") + 1].removeprefix("scripted:"))
    text = path.read_text(encoding="utf-8")
    script = yaml.safe_load(text)
    entry = next(each for each in script["answers"] if _answers(each.get("when", {}), case.slow))
    script["answers"].insert(0, {**entry, "when": dict(case.slow), "delay": FOREVER})
    # JSON is YAML, without the aliases that scripts may not have.
    path.write_text(json.dumps(script, ensure_ascii=False), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def _answers(when: Mapping[str, Any], request: Mapping[str, Any]) -> bool:
    """Whether an entry of a script answers a request."""
    pairs = ((when[key], request.get(key)) for key in when)
    return all(value in wanted if isinstance(wanted, list) else value == wanted for wanted, value in pairs)


def kill_in_the_middle(command: Sequence[str], thread: str, store: str) -> None:
    """Start a debate as a process of its own, and kill it when nothing moves any more."""
    with (
        Path("killed.log").open("wb") as log,
        subprocess.Popen([*PROGRAM, *command, "-q"], stdout=log, stderr=log) as process,
    ):
        try:
            seen: list[tuple[Any, ...]] = []
            until = time.monotonic() + PATIENCE
            while len(seen) < STILL:
                time.sleep(0.5)
                if process.poll() is not None or time.monotonic() > until:
                    raise CorpusError(f"{thread}: ended before it was killed: {Path('killed.log').read_text()[-500:]}")
                now = asyncio.run(_standing(thread, store))
                seen = [*seen, now] if now is not None and (not seen or seen[-1] == now) else []
        finally:
            process.kill()


async def _standing(thread: str, store: str) -> tuple[Any, ...] | None:
    """Where a debate is: its checkpoint and the tasks that are done; None before there is anything to kill."""
    try:
        snapshot = await moot.inspect(thread, store=store)
    except Exception:  # noqa: BLE001  # not there yet, or the file is being made
        return None
    done = tuple(task.id for task in snapshot.tasks if task.result is not None)
    return (snapshot.config["configurable"]["checkpoint_id"], done) if len(done) < len(snapshot.tasks) else None


def pack(path: Path) -> None:
    """Copy the log of writes into the file, and make it as small as it can be."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def write_gzip(path: Path, data: bytes) -> None:
    """Write a packed file that depends on nothing but its content."""
    path.write_bytes(gzip.compress(data, 9, mtime=0))


# Looking.


def look(stores: Mapping[str, str]) -> tuple[dict[str, Document], dict[str, Document]]:
    """What the debates of some stores look like, and what becomes of copies of them."""
    expected: dict[str, Document] = {}
    documents: dict[str, Document] = {}
    for profile, url in stores.items():
        with copied(url) as copy:
            listed = {
                each["thread_id"]: each for each in json.loads(call("list", "--limit", "1000", "--json", store=copy))
            }
            for case in (case for case in CASES if case.profile == profile):
                _say(f"look at {case.thread}")
                shown = json.loads(call("show", case.thread, "--json", store=copy))
                documents[case.thread] = settle(shown)
                expected[case.thread] = {
                    "profile": case.profile,
                    "kind": case.kind,
                    "question": shown["question"],
                    "listed": listed[case.thread]["status"],
                    "shown": summarise(shown),
                    "files": export(case.thread, copy),
                    **go_on(case, copy),
                }
    return expected, documents


def go_on(case: Case, store: str) -> Document:
    """Approve what waits, and resume what was killed: the end, and whom that asked."""
    if case.kind == "finished":
        return {}
    tape = Path(f"{case.thread}.jsonl")
    command = ("review", case.thread, "--approve") if case.kind == "paused" else ("resume", case.thread)
    ended = json.loads(call(*command, "--json", "-q", "--record", str(tape), store=store))
    calls = read_calls(tape)
    tape.unlink(missing_ok=True)
    _check_calls(case, calls)
    name = "approved" if case.kind == "paused" else "resumed"
    return {name: {**summarise(ended), "calls": calls, "files": export(case.thread, store)}}


def _check_calls(case: Case, calls: Sequence[str]) -> None:
    """A killed debate asks the seat that had not answered, and no other one of its wave."""
    if case.slow:
        wave = f"{case.slow['phase']}/"
        number = f"/{case.slow['round']}" if "round" in case.slow else ""
        asked = [each for each in calls if each.startswith(wave) and each.endswith(number)]
        if [each.split("/")[1] for each in asked] != [case.slow["seat"]]:
            raise CorpusError(f"{case.thread}: after the kill {asked} were asked, not only {case.slow['seat']}")


def read_calls(tape: Path) -> list[str]:
    """Who was asked according to a recording, as phase/seat/round; the order of a wave is not fixed."""
    if not tape.exists():
        return []
    lines = [json.loads(line) for line in tape.read_text(encoding="utf-8").splitlines()]
    return sorted(f"{each['phase']}/{each['seat']}/{each['round']}" for each in lines if each["kind"] == "exchange")


def export(thread: str, store: str) -> list[str]:
    """The names of the records of a debate."""
    with TemporaryDirectory(dir=".") as folder:
        written = json.loads(call("export", thread, "--out", folder, "--json", store=store))["files"]
        return sorted(Path(file).name for file in written)


def summarise(document: Document) -> Document:
    """What matters most of a result document."""
    keys = ("status", "decision", "confidence", "convergence", "stop_reason", "decider", "route", "language")
    summary: Document = number_ids(
        {
            **{key: document[key] for key in keys},
            "rounds": len(document["rounds"]),
            "positions": len(document["positions"]),
            "critiques": len(document["critiques"]),
            "reasons": document["escalation"]["reasons"],
            "model_calls": document["usage"]["calls"],
            "ancestry": document["ancestry"],
        }
    )
    return summary


def settle(document: Document) -> Document:
    """A document without what differs from run to run."""
    settled: Document = number_ids(_without(document))
    return settled


def number_ids(value: Any) -> Any:
    """Every id that was drawn becomes its number in the order of appearance."""
    text = json.dumps(value, ensure_ascii=False)
    numbers = {name: f"id {number}" for number, name in enumerate(dict.fromkeys(DRAWN.findall(text)), 1)}
    return json.loads(DRAWN.sub(lambda found: numbers[found[0]], text))


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without(part) for name, part in value.items() if name not in VOLATILE}
    return [_without(part) for part in value] if isinstance(value, list) else value


@contextlib.contextmanager
def copied(url: str) -> Iterator[str]:
    """A copy of a store: a debate is looked at without changing the corpus."""
    with TemporaryDirectory(dir=".") as folder:
        copy = Path(folder) / "copy.db"
        shutil.copy(url.removeprefix("sqlite:///"), copy)
        yield f"sqlite:///{copy}"


# Postgres.


def write_postgres(expected: Mapping[str, Document], documents: Mapping[str, Document]) -> bytes:
    """The same debates on a Postgres server, as SQL; it must show and lead to the same."""
    sys.path.insert(0, str(ROOT))
    from tests.support.postgres import run_postgres

    with run_postgres() as server:
        url = server.new_database()
        for case in CASES:
            _say(f"postgres: {case.thread}")
            play(case, url)
        dump = dump_database(url)
        copy = server.new_database()
        load_dump(copy, dump)
        for case in CASES:
            shown = json.loads(call("show", case.thread, "--json", store=copy))
            found = {"shown": summarise(shown), "files": export(case.thread, copy), **go_on(case, copy)}
            wanted = {key: expected[case.thread][key] for key in found}
            differences = [*find_differences(wanted, found), *find_differences(documents[case.thread], settle(shown))]
            if differences:
                raise CorpusError(f"{case.thread}: Postgres is not like SQLite: {'; '.join(differences)[:2000]}")
    return dump


def find_differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            yield from find_differences(one.get(name), other.get(name), f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from find_differences(left, right, f"{place}[{number}]")
    elif one != other:
        yield f"{place}: {one!r} and {other!r}"


def _say(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
