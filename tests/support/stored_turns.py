"""What a store holds of a debate whose process has ended: whose answers are there, and who was asked for them again."""

import asyncio
import urllib.request
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from urllib.error import URLError

from moot import open_store
from moot.errors import ThreadError
from moot.runs import inspect
from tests.support.openai_server import Call

TurnKey = tuple[str, str, int]
"""Phase, seat and round."""


def key_of(call: Call) -> TurnKey:
    """Say what was asked of whom."""
    return call.headers["x-moot-phase"], call.headers["x-moot-seat"], int(call.headers["x-moot-round"])


def read_turns(url: str, thread: str) -> Counter[TurnKey]:
    """Read whose answers are stored; nobody's of a debate that had not begun."""

    async def read() -> Counter[TurnKey]:
        async with open_store(url) as store:
            with suppress(ThreadError):
                turns = (await inspect(thread, store=store)).values.get("turns") or ()
                return Counter((turn.phase, turn.seat, turn.round) for turn in turns)
            return Counter()

    return asyncio.run(read())


def await_arrivals(url: str) -> None:
    """Wait until a server has taken note of everything that was sent before: it takes requests as they come."""
    with suppress(URLError):
        urllib.request.urlopen(url, timeout=60).close()  # our own server


def check_repeats(
    expected: Counter[TurnKey], stored: Counter[TurnKey], before: Sequence[Call], after: Sequence[Call]
) -> None:
    """Nobody is asked again whose answer is stored, everybody else once; and what was used to go on is stored.

    No moment is too short to tell the two apart: the store says what it holds of a process that has ended.
    """
    assert stored + Counter(map(key_of, after)) == expected
    last = before[-1] if before else None
    used = [call for call in before if last and key_of(call)[::2] != key_of(last)[::2] and 0 < call.ended < last.at]
    assert not Counter(map(key_of, used)) - stored, "somebody was asked before the answers that led to it were stored"
