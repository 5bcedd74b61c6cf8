"""The tokens of prompts in long debates: 12 seats where a protocol may have so many, 6 rounds, claims of 200 words.

The debates are those of tests/prompts/long_debates.py; a token is four characters. A revision is what a seat is shown
to argue, refine or ask again with. The tests hold every protocol to these figures.

    python bench/bench_prompts.py
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from moot.models import Request
from tests.prompts.long_debates import SEATS, hold_long

REVISING = ("revise", "structure")
COLUMNS = ("agents", "calls", "tokens", "first revision", "last revision", "longest prompt")


def count(request: Request) -> float:
    """Count the tokens of a prompt."""
    return len(request.prompt) / 4


def measure(protocol: str, requests: Sequence[Request]) -> tuple[int, ...]:
    """Measure what a debate sent: in all, in a seat's first and last revision, and in its longest prompt."""
    revisions = [each for each in requests if each.phase in REVISING]
    first, *_, last = [each for each in revisions if each.seat == min(each.seat for each in revisions)]
    counts = (sum(map(count, requests)), count(first), count(last), max(map(count, requests)))
    return (len(SEATS[protocol]), len(requests), *map(round, counts))


def main() -> None:
    """Measure and print."""
    print(f"{'':12}" + "".join(f"{head:>16}" for head in COLUMNS))
    for protocol in SEATS:
        with TemporaryDirectory() as folder:
            requests = asyncio.run(hold_long(Path(folder), protocol))
        print(f"{protocol:12}" + "".join(f"{each:>16,}" for each in measure(protocol, requests)))


if __name__ == "__main__":
    main()
