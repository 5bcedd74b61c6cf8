"""Keeps in a recording what people said to a debate, because the prompts after it have it in them."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from moot.models.cleaning import find_secrets
from moot.models.testing.recording.exchange import HeardRemark, read_lines, write_line
from moot.models.testing.recording.recording import RecordingError
from moot.state.remarks import Remark


def record_remarks(path: str | Path, remarks: Sequence[Remark]) -> None:
    """Append what was heard to a recording that has begun."""
    lines = "".join(write_line(HeardRemark(**remark.model_dump()), _mask) for remark in remarks)
    try:
        with Path(path).open("ab", buffering=0) as file:
            file.write(lines.encode("utf-8", "replace"))
    except OSError as error:
        raise RecordingError(f"{path}: cannot be written: {error.strerror}; name another file") from error


def read_recorded_remarks(path: str | Path) -> tuple[Remark, ...]:
    """Read what was heard in a recorded debate; a step that ran again heard the same again."""
    return _read(Path(path), Path(path).stat().st_mtime_ns)


@lru_cache(maxsize=4)  # every step of a debate asks
def _read(path: Path, changed: int) -> tuple[Remark, ...]:  # noqa: ARG001  # another recording under the same name
    lines = (line for line in read_lines(path) if isinstance(line, HeardRemark))
    heard = {line.id: Remark(**line.model_dump(exclude={"kind"})) for line in lines}
    return tuple(heard.values())


def _mask(text: str) -> str:
    for secret in find_secrets():
        text = text.replace(secret, "***")
    return text
