"""Reads a JSON document that is written over many lines, such as a list of events, as one object on a line each."""

from collections.abc import Iterator, Sequence
from itertools import chain

from moot.knowledge.incidents.log_files import KeepPlace

KeptPlaces = list[tuple[int, int, Sequence[str], bool]]
"""Where lists of lines stand that were read, until it is known whether their file holds them as they are."""


def keep_places(blocks: Iterator[list[str]], places: KeptPlaces, keep: KeepPlace | None) -> Iterator[list[str]]:
    """Tell where each list of lines stands, as it is read."""
    for lines in blocks:
        told = places.pop(0)
        if keep is not None:
            keep(*told)
        yield lines


_JOINED_LINES = 2000


def join_lines(blocks: Iterator[list[str]], places: KeptPlaces, keep: KeepPlace | None) -> Iterator[list[str]]:
    """Put the objects of a document onto the line they begin on, and leave the lines after it empty.

    Whoever asks for a line is given the object: the file does not hold it as it is.
    """
    held, done = list[str](), 0
    for number, document in chain(_join_documents(enumerate(chain.from_iterable(blocks), start=1)), [(0, "")]):
        places.clear()
        held += [*[""] * (number - done - 1), document] if number else []
        done = number
        if held and (len(held) >= _JOINED_LINES or not number):
            if keep is not None:
                keep(0, 0, held, False)
            yield held
            held = []


def is_json_document(lines: Sequence[str]) -> bool:
    """Tell whether these are the first lines of a JSON document that is written over many lines."""
    told = [line.strip() for line in lines if line.strip()]
    return told[:1] in (["{"], ["["]) and any(line in ("{", '"items": [') for line in told[1:])


def _join_documents(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Put the objects of a JSON document that is written over many lines onto one line each.

    An object is what lies between a brace alone on its line and the closing one as deep as the first.
    """
    deep, held, start = -1, list[str](), 0
    for number, line in lines:
        bare = line.strip()
        indent = len(line) - len(line.lstrip())
        if not held and bare == "{" and indent and deep in (-1, indent):
            deep, held, start = indent, [line], number
        elif held:
            held.append(line)
            if indent == deep and bare in ("}", "},"):
                yield start, "".join(held).rstrip(",")
                held = []
