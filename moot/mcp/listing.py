"""Lists debates for a program: as values, and as lines that can be read."""

import json
from collections.abc import Sequence

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from moot.catalogue import find_machine_language, frame_language, say, speaking
from moot.policies.language import find_language
from moot.stores import Entry

_LENGTHS = (120, 60, 30)
"""A question is shown up to so many signs; scripts that take more bytes a letter are cut shorter."""
_MOST_BYTES = 4_000
"""The list takes at most so many, as text and as JSON; the oldest debates are left out for that."""


class DebateLine(BaseModel):
    """One debate of the store."""

    thread_id: str = Field(description="Names the debate for status, review, resume and report.")
    status: str
    profile: str = Field(description="Who argues it.")
    question: str = Field(description="Its beginning.")


class DebateList(BaseModel):
    """The newest debates first."""

    result: list[DebateLine]


def tell_debates(entries: Sequence[Entry], *, pending: bool) -> CallToolResult:
    """Tell of as many debates as fit, and say so where there is none."""
    shown: list[DebateLine] = []
    for length in _LENGTHS:
        shown = [
            DebateLine(
                thread_id=each.thread,
                status=each.status,
                profile=each.profile,
                question=_shorten(each.question, length),
            )
            for each in entries
        ]
        if _measure(shown) <= _MOST_BYTES:
            break
    while _measure(shown) > _MOST_BYTES:
        shown.pop()
    text = _write(shown) or say("list.nothing_waits" if pending else "mcp.no_debates")
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=DebateList(result=shown).model_dump()
    )


def _write(shown: list[DebateLine]) -> str:
    return "\n".join(map(_write_line, shown))


def _write_line(shown: DebateLine) -> str:
    """Write a debate in its own language, which its question gives away; in doubt in that of the machine."""
    with speaking(frame_language(find_language(shown.question) or find_machine_language())) as said:
        told = {"status": shown.status, "thread": shown.thread_id, "profile": shown.profile, "question": shown.question}
        return said("mcp.listed", **told)


def _measure(shown: list[DebateLine]) -> int:
    return max(len(json.dumps(DebateList(result=shown).model_dump())), len(_write(shown).encode()))


def _shorten(question: str, length: int) -> str:
    line = " ".join(question.split())
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"
