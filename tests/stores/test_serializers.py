"""What a stored row may become: the values of a debate, and nothing else."""

import sqlite3
from pathlib import Path
from typing import Any

import ormsgpack
import pytest
from langgraph.checkpoint.serde.jsonplus import (
    EXT_CONSTRUCTOR_KW_ARGS,
    EXT_CONSTRUCTOR_POS_ARGS,
    EXT_CONSTRUCTOR_SINGLE_ARG,
    EXT_METHOD_SINGLE_ARG,
    EXT_PYDANTIC_V2,
)
from pydantic import BaseModel

from moot.models import Settings
from moot.state.base import Value
from moot.state.positions import Position
from moot.stores import open_store
from moot.stores.serializers import allowed_types, make_serializer

TOUCHED: list[str] = []


def touch(*_: Any, **__: Any) -> str:
    TOUCHED.append("touched")
    return "touched"


class Stranger(BaseModel):
    """A pydantic model that is none of ours."""

    name: str

    def model_post_init(self, _: Any) -> None:
        touch()


def crafted(code: int, *parts: Any) -> bytes:
    packed: bytes = ormsgpack.packb(ormsgpack.Ext(code, ormsgpack.packb(parts)))
    return packed


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(crafted(EXT_CONSTRUCTOR_SINGLE_ARG, __name__, "touch", "x"), id="one argument"),
        pytest.param(crafted(EXT_CONSTRUCTOR_POS_ARGS, __name__, "touch", ["x"]), id="arguments"),
        pytest.param(crafted(EXT_CONSTRUCTOR_KW_ARGS, __name__, "touch", {"x": 1}), id="named arguments"),
        pytest.param(
            crafted(EXT_METHOD_SINGLE_ARG, __name__, "Stranger", {"name": "x"}, "model_validate"), id="method"
        ),
        pytest.param(crafted(EXT_PYDANTIC_V2, __name__, "Stranger", {"name": "x"}, "m"), id="a model of somebody else"),
        pytest.param(crafted(EXT_CONSTRUCTOR_SINGLE_ARG, "os", "system", "true"), id="a shell"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_a_crafted_row_runs_nothing(row: bytes) -> None:
    TOUCHED.clear()
    found = make_serializer().loads_typed(("msgpack", row))
    assert TOUCHED == []
    assert not isinstance(found, Stranger | int)


def test_a_value_comes_back_as_itself() -> None:
    position = Position(seat="cfo", round=1, premises=("a", "b"), confidence=0.5)
    back = make_serializer().loads_typed(make_serializer().dumps_typed(position))
    assert back == position
    assert isinstance(back.premises, tuple)


def test_no_row_is_unpickled() -> None:
    with pytest.raises(NotImplementedError):
        make_serializer().loads_typed(("pickle", b"\x80\x04."))


def test_the_list_is_every_value_of_the_state_and_nothing_else() -> None:
    listed = set(allowed_types())
    assert ("moot.state.positions", "Position") in listed
    assert all(module.startswith("moot.state.") for module, _ in listed)
    assert (Settings.__module__, Settings.__name__) not in listed
    assert len(listed) > 40
    assert all(hasattr(Value, "model_fields") for _ in listed)


@pytest.mark.filterwarnings("ignore")
async def test_a_crafted_checkpoint_in_the_file_runs_nothing(tmp_path: Path) -> None:
    from tests.stores.test_contract import CONFIG, graph_on

    url = f"sqlite:///{tmp_path}/debates.db"
    async with open_store(url) as store:
        await graph_on(store).ainvoke({"question": "Why?"}, CONFIG)
    with sqlite3.connect(tmp_path / "debates.db") as connection:
        body = b"v" + crafted(EXT_PYDANTIC_V2, __name__, "Stranger", {"name": "x"}, "m")
        connection.execute("UPDATE moot_parts SET body = ? WHERE substr(body, 1, 1) = CAST('v' AS BLOB)", (body,))
    TOUCHED.clear()
    async with open_store(url) as store:
        snapshot = await graph_on(store).aget_state(CONFIG)
    assert TOUCHED == []
    assert snapshot.values["positions"][0] == {"name": "x"}
