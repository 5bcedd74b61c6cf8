"""Sends requests that are like one which the openai package's client has made before, but for their content.

That client puts the address and twenty headers together anew for every request, which takes as long as sending it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import httpx2
from openai import AsyncOpenAI


@dataclass(frozen=True, slots=True)
class FormerRequest:
    """A request that was answered, without what was its alone."""

    client: AsyncOpenAI
    url: httpx2.URL
    headers: tuple[tuple[bytes, bytes], ...]
    extensions: Mapping[str, Any]

    @classmethod
    def remember(cls, client: AsyncOpenAI, request: httpx2.Request, own: Mapping[str, str]) -> Self:
        """Take from a request what the next one has as well."""
        passing = {b"content-length", *(name.lower().encode() for name in own)}
        kept = tuple(each for each in request.headers.raw if each[0].lower() not in passing)
        return cls(client, request.url, kept, dict(request.extensions))

    def write(self, content: bytes, own: Mapping[str, str]) -> httpx2.Request:
        """Write a request with another content and headers of its own."""
        headers = [*self.headers, *((name.encode(), value.encode()) for name, value in own.items())]
        return httpx2.Request("POST", self.url, headers=headers, content=content, extensions=dict(self.extensions))

    async def send(self, request: httpx2.Request, sender: httpx2.AsyncClient) -> httpx2.Response:
        """Send a request and wait until an answer begins; an error status is raised as the client raises it."""
        response = await sender.send(request, stream=True)
        if not response.is_success:
            await response.aread()
            raise self.client._make_status_error_from_response(response)  # noqa: SLF001  # what it means is its own
        return response
