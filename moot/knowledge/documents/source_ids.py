"""The short ids of documents: `CG001` for `customer_growth.md`, so that its chunks are `CG001_042`.

- A name that begins with such an id keeps it.
- Otherwise the letters are the initials of the name (of a single word the first two), and the number follows from the
  path, so the same file gets the same id in every store. When the id is taken by another path, more digits of the same
  number are used.
"""

import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import PurePosixPath

from moot.policies.language import words

_GIVEN = re.compile(r"([a-z]{1,8}\d{2,6})(?![a-z0-9])")
_MOST_LETTERS = 4
_FEWEST_DIGITS = 3


def name_source(path: str, is_taken: Callable[[str], bool]) -> str:
    """Choose the id of a document; `is_taken` says whether another one has it."""
    parts = [word for word in words(PurePosixPath(path).stem.replace("_", " ")) if word.isascii()]
    given = _GIVEN.fullmatch(parts[0]) if parts else None
    if given and not is_taken(given[1].upper()):
        return given[1].upper()
    names = [word for word in parts if word[0].isalpha()]
    letters = names[0][:2] if len(names) == 1 else "".join(word[0] for word in names[:_MOST_LETTERS])
    digits = str(int.from_bytes(blake2b(path.encode(), digest_size=16).digest())).zfill(39)
    ids = (f"{letters.upper() or 'D'}{digits[-count:]}" for count in range(_FEWEST_DIGITS, len(digits)))
    return next(each for each in ids if not is_taken(each))


def name_chunk(source: str, number: int) -> str:
    """Write a chunk's id."""
    return f"{source}_{number:03d}"


def split_chunk(chunk_id: str) -> tuple[str, int] | None:
    """Take a chunk's id apart; None when it is not one."""
    source, _, number = chunk_id.rpartition("_")
    return (source, int(number)) if source and number.isascii() and number.isdigit() and len(number) < 10 else None
