"""The errors of the wire, made without a wire: what a scripted or replayed model raises.

They are the very types that the OpenAI client raises, so whoever handles a real failure handles
these too. The client is imported only when something has to fail.
"""

from collections.abc import Mapping
from typing import Literal

from moot.models.clients import http_package

ADDRESS = "http://model.invalid/v1/chat/completions"
"""An address that can never be reached (RFC 6761); the client's errors want one."""

Family = Literal["status", "timeout", "connection", "stream", "other"]

_TYPES: Mapping[int, str] = {
    400: "BadRequestError",
    401: "AuthenticationError",
    403: "PermissionDeniedError",
    404: "NotFoundError",
    409: "ConflictError",
    422: "UnprocessableEntityError",
    429: "RateLimitError",
}

_BROKEN = frozenset({"APIConnectionError", "TransportError", "ClientError"})
"""The connection errors of the openai, httpx and aiohttp packages, by name."""


def status_error(
    status: int, text: str, *, said: str | None = None, code: str | None = None, retry_after: float | None = None
) -> Exception:
    """The error for an answer with this HTTP status; `said` is the server's own message."""
    import openai

    http = http_package()
    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    response = http.Response(status, headers=headers, request=http.Request("POST", ADDRESS))
    name = _TYPES.get(status, "InternalServerError" if status >= 500 else "APIStatusError")
    body = {"message": said or text, "type": None, "code": code}
    error: Exception = getattr(openai, name)(text, response=response, body=body)
    return error


def connection_error(message: str = "Connection error.") -> Exception:
    """The error for a connection that broke or never came about."""
    import openai

    return openai.APIConnectionError(message=message, request=http_package().Request("POST", ADDRESS))


def client_timeout() -> Exception:
    """The error for a client that gave up waiting by itself."""
    import openai

    return openai.APITimeoutError(http_package().Request("POST", ADDRESS))


def stream_error(message: str) -> Exception:
    """The error for a stream that carries an error instead of an answer."""
    import openai

    return openai.APIError(message, http_package().Request("POST", ADDRESS), body=None)


def family_of(error: BaseException) -> Family:
    """What an error is to whoever handles it, whichever client it comes from."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(getattr(error, "status_code", None), int):
        return "status"
    if "APITimeoutError" in names or isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, OSError | EOFError) or names & _BROKEN:
        return "connection"
    return "stream" if "APIError" in names else "other"


def unknown_error(kind: str, text: str) -> Exception:
    """An error of a type that is known only by its name."""
    named: type[Exception] = type(kind if kind.isidentifier() else "Error", (Exception,), {})
    return named(text)
