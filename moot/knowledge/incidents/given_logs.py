"""Reads logs that are no single file: several of them, stdin, or texts that a caller gives."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from moot.knowledge.incidents.line_index import LogIndex, index_log
from moot.knowledge.incidents.log_files import LineDefects, read_log_lines
from moot.knowledge.incidents.log_incident import read_incident
from moot.state.incident import Incident


@contextmanager
def spool_logs(sources: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Give logs that can be read more than once: stdin becomes a file for as long as it is needed."""
    if "-" not in sources:
        yield tuple(sources)
        return
    with _spool("\n".join(lines) for lines in read_log_lines("-", LineDefects())) as place:
        yield tuple(place if source == "-" else source for source in sources)


def is_single_log(sources: Sequence[str]) -> bool:
    """Tell whether these are one file, whose lines have numbers of their own."""
    return len(sources) == 1 and not Path(sources[0]).is_dir()


def read_given_logs(texts: Sequence[str]) -> tuple[Incident, LogIndex]:
    """Read texts as the log of an incident, and keep them where they can be asked; the caller closes that."""
    with _spool(texts) as place:
        incident, _ = read_incident(place)
        index = index_log(place)
    index.source = ""
    return incident.model_copy(update={"outline": index.outline()}), index


@contextmanager
def _spool(parts: Iterable[str]) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="moot-log-") as folder:
        place = Path(folder) / "given.log"
        with place.open("w", encoding="utf-8", errors="replace") as file:
            for part in parts:
                file.write(part if part.endswith("\n") else f"{part}\n")
        yield str(place)
