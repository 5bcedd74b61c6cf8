"""Takes the time: from the clock, or from the recording that a debate is replayed from."""

from datetime import UTC, datetime

from moot.nodes.context import current_run
from moot.state.budget import Turn


def take_moment(step: str) -> str:
    """Say when a step happens; in a replay, when it happened."""
    run, now = current_run(), datetime.now(UTC).isoformat(timespec="milliseconds")
    if run.replay is not None:
        from moot.models.testing.recording import read_course

        return read_course(run.replay).moments.get(step, now)
    if run.record is not None:
        from moot.models.testing.recording import RecordedMoment, keep_recorded

        keep_recorded(run.record, RecordedMoment(step=step, at=now))
    return now


def time_turn(turn: Turn) -> Turn:
    """Say how long a turn took; in a replay, how long it took then."""
    run = current_run()
    if run.replay is not None:
        from moot.models.testing.recording import read_course

        then = read_course(run.replay).turns.get((turn.seat, turn.phase, turn.round, turn.number))
        return turn if then is None else turn.model_copy(update={"wall_ms": then.wall_ms, "queued_ms": then.queued_ms})
    if run.record is not None:
        from moot.models.testing.recording import RecordedTurn, keep_recorded

        fields = turn.model_dump(include={"seat", "phase", "round", "number", "wall_ms", "queued_ms", "status"})
        keep_recorded(run.record, RecordedTurn(**fields))
    return turn
