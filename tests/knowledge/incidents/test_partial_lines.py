"""A line that a container runtime cut into pieces is read whole."""

from pathlib import Path

import pytest

from moot.knowledge.incidents import read_incident
from moot.knowledge.incidents.partial_lines import join_partial_lines

T = "2026-03-02T10:00:00.1Z"


@pytest.mark.parametrize(
    ("blocks", "joined"),
    [
        pytest.param([[f"{T} stdout F a"]], [[f"{T} stdout F a"]], id="nothing was cut"),
        pytest.param([[f"{T} stderr P a", f"{T} stderr F b"]], [[f"{T} stderr F ab", ""]], id="two pieces"),
        pytest.param(
            [[f"{T} stderr P a", f"{T} stdout F x", f"{T} stderr P b", f"{T} stderr F c"]],
            [[f"{T} stderr F abc", f"{T} stdout F x", "", ""]],
            id="the other stream in between",
        ),
        pytest.param(
            [[f"{T} stdout F x", f"{T} stderr P a"], [f"{T} stderr F b"]],
            [[f"{T} stdout F x", ""], [f"{T} stderr F ab"]],
            id="over two lists",
        ),
        pytest.param([[f"{T} stderr P a"]], [[""], [f"{T} stderr F a"]], id="the end never came"),
    ],
)
def test_pieces_are_joined(blocks: list[list[str]], joined: list[list[str]]) -> None:
    assert list(join_partial_lines(iter(blocks))) == joined


def test_a_cut_error_is_seen_whole(tmp_path: Path) -> None:
    """R-53: what tells the cause may stand in the second piece."""
    log = tmp_path / "pod.log"
    first, rest = f'{T} stderr P level=error msg="write failed: server returned HTTP st', 'atus 507: quota exhausted"'
    cut = f"{first}\n{T} stderr F {rest}\n"
    log.write_text(f'{T} stdout F level=info msg="scraped"\n' * 20 + cut, encoding="utf-8")
    events = read_incident(str(log))[0].events
    assert [(event.id, event.message) for event in events if event.severity == "ERROR"] == [
        ("L21", "write failed: server returned HTTP status 507: quota exhausted")
    ]
