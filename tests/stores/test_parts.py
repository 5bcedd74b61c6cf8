"""SQLite keeps each value once: what a round costs is what was said in it."""

import gc
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import END, START, StateGraph

from moot.errors import StoreError
from moot.state.debate import MultiAgentState
from moot.state.positions import Position
from moot.stores import Store, open_store
from moot.stores.serializers import PARTS_TABLE, PartsSerializer, make_serializer
from tests.stores.test_contract import CONFIG, POSITION, graph_on


def chatter(store: Store, rounds: int, size: int) -> Any:
    """As many rounds as wanted, each with one new position."""
    builder = StateGraph(MultiAgentState)

    async def speak(state: MultiAgentState) -> dict[str, Any]:
        number = state.get("round", 0) + 1
        said = f"{number} " + "word " * size
        return {"round": number, "positions": [Position(seat="cfo", round=number, reasoning=said)]}

    builder.add_node("speak", speak)
    builder.add_edge(START, "speak")
    builder.add_conditional_edges("speak", lambda state: "speak" if state["round"] < rounds else END, ["speak", END])
    return builder.compile(checkpointer=store)


async def stored(folder: Path, rounds: int, size: int) -> int:
    path = folder / f"{rounds}-{size}.db"
    async with open_store(f"sqlite:///{path}") as store:
        await chatter(store, rounds, size).ainvoke({"question": "?"}, CONFIG)
    with sqlite3.connect(path) as connection:
        counted = [
            connection.execute(f"SELECT SUM(LENGTH({column})) FROM {table}").fetchone()[0]
            for table, column in (("checkpoints", "checkpoint"), ("writes", "value"), ("moot_parts", "body"))
        ]
    return sum(counted)


async def test_a_round_costs_what_was_said_in_it(tmp_path: Path) -> None:
    """Whole checkpoints would make round 20 cost ten times as much as round 2."""
    early = await stored(tmp_path, 3, 400) - await stored(tmp_path, 2, 400)
    late = await stored(tmp_path, 20, 400) - await stored(tmp_path, 19, 400)
    assert late < early * 1.5
    long = await stored(tmp_path, 3, 4000) - await stored(tmp_path, 2, 4000)
    assert long - early == pytest.approx(3600 * len("word "), rel=0.02)  # the further words, once


async def test_each_value_is_stored_once(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path}/debates.db") as store:
        await graph_on(store).ainvoke({"question": "Why?"}, CONFIG)
    with sqlite3.connect(tmp_path / "debates.db") as connection:
        bodies = [body for (body,) in connection.execute("SELECT body FROM moot_parts")]
    assert sum(b"demanda incerta" in body for body in bodies) == 2  # the position of each of two rounds
    assert len(bodies) == len(set(bodies))


async def test_a_missing_part_is_reported(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/debates.db"
    async with open_store(url) as store:
        await graph_on(store).ainvoke({"question": "Why?"}, CONFIG)
    with sqlite3.connect(tmp_path / "debates.db") as connection:
        connection.execute("DELETE FROM moot_parts WHERE length(body) = (SELECT max(length(body)) FROM moot_parts)")
    async with open_store(url) as store:
        with pytest.raises(StoreError, match="a part of debate one is missing"):
            await graph_on(store).aget_state(CONFIG)


async def test_the_parts_of_a_forgotten_debate_are_removed(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path}/debates.db") as store:
        await graph_on(store).ainvoke({"question": "Why?"}, CONFIG)
        await store.forget("one")
    with sqlite3.connect(tmp_path / "debates.db") as connection:
        for table in ("checkpoints", "writes", "moot_parts", "moot_debates"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
    assert list((tmp_path / "debates.db.locks").iterdir()) == []


@pytest.fixture
def parts() -> PartsSerializer:
    connection = sqlite3.connect(":memory:")
    connection.executescript(PARTS_TABLE)
    made = PartsSerializer(make_serializer(), connection)
    made.write_for("one")
    return made


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(POSITION, id="a value"),
        pytest.param([POSITION, POSITION], id="a list with the same value twice"),
        pytest.param([], id="an empty list"),
        pytest.param(["text", "text"], id="texts"),
        pytest.param(["text", POSITION], id="a mixed list"),
        pytest.param(None, id="nothing"),
        pytest.param({"a": 1}, id="a mapping"),
        pytest.param("text", id="a text"),
        pytest.param(
            [POSITION.model_copy(update={"round": n}) for n in range(1200)], id="more than one statement reads"
        ),
    ],
)
def test_what_was_packed_is_unpacked(parts: PartsSerializer, value: Any) -> None:
    packed = parts.dumps_typed(value)
    assert parts.loads_typed(packed) == value
    parts.write_for("another debate")
    assert parts.loads_typed(packed) == value


def test_a_value_somebody_still_holds_is_not_read_again(parts: PartsSerializer) -> None:
    held = POSITION.model_copy(update={"round": 7})
    assert parts.loads_typed(parts.dumps_typed([held]))[0] is held


def test_values_nobody_holds_are_let_go(parts: PartsSerializer) -> None:
    packed = parts.dumps_typed([POSITION.model_copy(update={"round": number}) for number in range(50)])
    gc.collect()
    assert len(parts._digests) == len(parts._values) == 0
    assert [each.round for each in parts.loads_typed(packed)] == list(range(50))


def test_a_debate_finds_its_own_parts_only(parts: PartsSerializer) -> None:
    """Two debates may say the same; removing one must not harm the other."""
    kind, ours = parts.dumps_typed(POSITION)
    parts.write_for("two")
    _, theirs = parts.dumps_typed(POSITION)
    parts._connection.execute("DELETE FROM moot_parts WHERE thread_id = 'one'")
    parts._values.clear()
    assert parts.loads_typed((kind, theirs)) == POSITION
    parts._values.clear()
    with pytest.raises(sqlite3.DatabaseError, match="missing"):
        parts.loads_typed((kind, ours))


def sizes_in(folder: Path) -> dict[str, int]:
    return {each.name: each.stat().st_size for each in folder.iterdir()}


async def test_the_log_beside_the_file_stays_small(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path}/debates.db") as store:
        for number in range(40):
            config: Any = {"configurable": {"thread_id": f"t{number}"}}
            await chatter(store, 10, 400).ainvoke({"question": "?"}, config)
        sizes = sizes_in(tmp_path)
    assert sizes["debates.db"] > 500_000
    assert sizes["debates.db-wal"] < 10_000_000
