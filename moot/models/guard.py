"""Guards against what a server may send: floods, bombs, and answers that lead elsewhere.

Everything a server says passes here before anything else reads it; what it says is cleaned in `cleaning`.

- Bytes are counted as they arrive and again as they are unpacked. An answer that is packed is unpacked piece by piece,
  so a small bomb never becomes a large one.
- A redirect is followed within the same origin only: prompts go to the server that was named and to no other.
- Of an error the beginning is read, which says what is wrong; the rest might be millions of empty lists.
- Text is in one of the usual encodings, whatever a server says: Python knows some that take hours to read.
"""

import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any

import httpx2

from moot.models.retries import Fatal

_MEBI = 1024 * 1024
MOST_STREAMED = 32 * _MEBI
"""Bytes of a streamed answer; most of them are the wrapping of its pieces, and none is kept."""
MOST_WHOLE = 4 * _MEBI
"""Bytes of an answer that comes in one piece."""
MOST_OF_ERROR = 64 * 1024
"""Bytes of an error that are read."""
MOST_LINE = _MEBI
"""Bytes of one event of a stream."""
MOST_EMPTY_EVENTS = 100_000
"""Events that bring nothing of the answer: thoughts, pings, nonsense."""
MOST_REDIRECTS = 3

_PIECE = 64 * 1024
_ENCODINGS = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin-1", "windows-1252", "utf-16"})


async def guard_response(response: httpx2.Response) -> None:
    """Refuse an answer that leads to another origin, and bound what may be read of any other."""
    if response.has_redirect_location and not _is_same_origin(response):
        await response.aclose()
        raise Fatal("the server redirects to another address; name that address with --base-url if you trust it")
    coding = response.headers.pop("content-encoding", "identity").strip().lower()
    if coding not in {"identity", "gzip"}:
        await response.aclose()
        raise Fatal("the server packs its answer in a way that was not asked for")
    if (response.charset_encoding or "utf-8").lower() not in _ENCODINGS:
        response.headers["content-type"] = response.headers["content-type"].partition(";")[0]
    kind = response.headers.get("content-type", "")
    most = MOST_STREAMED if response.is_success and not kind.startswith("application/json") else MOST_WHOLE
    body = BoundedBody(response.stream, most, packed=coding == "gzip")
    response.stream = body if response.is_success else CutBody(body, MOST_OF_ERROR)


def _is_same_origin(response: httpx2.Response) -> bool:
    here = response.request.url
    there = here.join(response.headers["location"])
    return (here.scheme, here.host, here.port) == (there.scheme, there.host, there.port)


class BoundedBody(httpx2.AsyncByteStream):
    """Lets a body through up to a number of bytes, packed and unpacked."""

    def __init__(self, inner: Any, most: int, *, packed: bool = False) -> None:
        self._inner, self._most, self._packed = inner, most, packed

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Read the body, unpacked."""
        arrived = unpacked = 0
        unpack = _Unpacker() if self._packed else None
        async for block in self._inner:
            arrived += len(block)
            self._check(arrived)
            for piece in [block] if unpack is None else unpack.pieces(block):
                unpacked += len(piece)
                self._check(unpacked)
                yield piece

    async def aclose(self) -> None:
        """Close the connection the body comes by, or give it back."""
        await self._inner.aclose()

    def _check(self, size: int) -> None:
        if size > self._most:
            raise Fatal(f"the server sent more than {self._most // _MEBI} MB for one answer")


class CutBody(httpx2.AsyncByteStream):
    """Ends a body after a number of bytes."""

    def __init__(self, inner: httpx2.AsyncByteStream, most: int) -> None:
        self._inner, self._left = inner, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Read the beginning of the body."""
        async with aclosing(aiter(self._inner)) as pieces:  # type: ignore[type-var]  # an async generator
            async for piece in pieces:
                yield piece[: self._left]
                self._left -= len(piece)
                if self._left <= 0:
                    return

    async def aclose(self) -> None:
        """Close the connection the body comes by, or give it back."""
        await self._inner.aclose()


class _Unpacker:
    """Unpacks gzip in pieces of a bounded size."""

    def __init__(self) -> None:
        self._gzip = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def pieces(self, block: bytes) -> Iterator[bytes]:
        while block and not self._gzip.eof:
            try:
                piece = self._gzip.decompress(block, _PIECE)
            except zlib.error as error:
                raise Fatal("the server's answer cannot be unpacked") from error
            block = self._gzip.unconsumed_tail
            yield piece
