"""What the guard lets through of an answer, and in which encoding it is read."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from moot.models.guard import MOST_OF_ERROR, guard_response


class Body(httpx2.AsyncByteStream):
    """A body in pieces, which counts those that were read."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces, self.read, self.closed = pieces, 0, False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            self.read += 1
            yield piece

    async def aclose(self) -> None:
        self.closed = True


def make_response(status: int, body: Body, **headers: str) -> httpx2.Response:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx2.Response(status, headers=fields, stream=body, request=httpx2.Request("POST", "http://127.0.0.1/v1"))


async def test_of_an_error_the_beginning_is_read() -> None:
    body = Body(*[b"x" * 50_000] * 10)
    response = make_response(500, body)
    await guard_response(response)
    assert len(await response.aread()) == MOST_OF_ERROR
    assert body.read == 2
    assert body.closed


@pytest.mark.parametrize(
    ("charset", "said"),
    [
        ("utf-8", "não"),
        ("utf-16", "não"),
        ("iso-8859-1", "não"),
        ("punycode", None),
        ("idna", None),
        ("unicode_escape", None),
        ("undefined", None),
        ("zlib", None),
    ],
)
async def test_only_usual_encodings_are_believed(charset: str, said: str | None) -> None:
    """With errors in `punycode`, reading a megabyte takes hours, and no timeout fires meanwhile."""
    body = b"n\xe3o" if said is None else said.encode(charset)
    response = make_response(500, Body(body), content_type=f"application/json; charset={charset}")
    await guard_response(response)
    await response.aread()
    assert response.text == (said or "n�o")
