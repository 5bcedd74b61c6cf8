"""The records of a debate as its users read them: written to a folder, and read back."""

from pathlib import Path
from tempfile import TemporaryDirectory

from moot.state.debate import MultiAgentState
from moot.views.records import write_records
from moot.views.result import Result


def read_records(state: MultiAgentState, result: Result) -> dict[str, str]:
    """Write every record of a debate, and read the texts by file name."""
    with TemporaryDirectory() as folder:
        paths = write_records(state, result, folder)
        return {path.relative_to(Path(folder)).as_posix(): path.read_text(encoding="utf-8") for path in paths}
