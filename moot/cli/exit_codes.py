"""Defines the exit codes of the program (INTERFACES 2); those of errors stand beside them in `moot.errors`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from moot.errors import InputError

if TYPE_CHECKING:
    from moot.state.outcome import OutcomeStatus
    from moot.views.result import Result

EXIT_INTERRUPTED = 130
EXIT_INCOMPLETE = 4
"""The budget ended an evaluation, or some debates failed: what was done is kept, and the same command goes on."""

EXIT_BY_STATUS: dict["OutcomeStatus", int] = {
    "decided": 0,
    "needs_review": 3,
    "rejected": 4,
    "inconclusive": 4,
    "aborted": 4,
    "failed": 1,
}
"""How the shell learns what became of a debate."""


def choose_exit_code(result: "Result") -> int:
    """Return the exit code of a result; a question that was not fit to be asked is wrong input."""
    if result.status == "failed" and result.decider.startswith("checklist"):
        return InputError.exit_code
    return EXIT_BY_STATUS[result.status]


def choose_batch_exit_code(counted: Mapping[str, int]) -> int:
    """Return the worst of all: a failure, then a debate that waits, then one without a decision."""
    for status in ("failed", "needs_review"):
        if counted.get(status):
            return EXIT_BY_STATUS[status]
    return 0 if set(counted) <= {"decided"} else 4
