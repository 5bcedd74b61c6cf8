"""The page of benchmarks says of every aim whether it was reached."""

from typing import Any

from bench.peers.aims import AUTOGEN, PLAIN, STORED, write_aims
from bench.peers.process import BARE, MOOT


def figures(per_second: float, wall: float, cpu: float) -> dict[str, Any]:
    return {
        "per_second": per_second,
        "wall_over_path": wall,
        "cpu_ms": cpu,
        "sizes": {"12x3": {"wall_over_path": wall}},
    }


def test_every_aim_is_told_with_its_figure() -> None:
    peers = {
        BARE.name: figures(50, 1.0, 10),
        MOOT.name: figures(28, 1.1, 30),
        STORED: figures(25, 1.2, 40),
        PLAIN: figures(20, 1.2, 35),
        AUTOGEN: figures(26, 1.1, 25),
    }
    rows = write_aims(peers).splitlines()[2:7]
    assert [row.split(" | ")[2:] for row in rows] == [
        ["0.56", "reached |"],
        ["0.89", "**missed** |"],
        ["1.09", "**missed** |"],
        ["1.00", "reached |"],
        ["1.60", "**missed** |"],
    ]


def test_whoever_was_not_measured_is_left_out() -> None:
    assert write_aims({BARE.name: figures(50, 1.0, 10)}) == ""
    told = write_aims({BARE.name: figures(50, 1.0, 10), MOOT.name: figures(20, 1.1, 30)})
    assert sum("missed" in row for row in told.splitlines()) == 1
    assert "0.40 | **missed**" in told
