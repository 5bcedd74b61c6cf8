"""Streams answers of an OpenAI-compatible server at little cost.

The stock stream of langchain-openai builds several validated objects for every token and, for structured output, parses
the growing answer again with each of them. This one reads the server-sent events itself and passes on one message per
network read; bench/bench_model_call.py has the figures.

Requests go through the openai package's client, so authentication, headers, base URL, proxies and an HTTP client of the
user's own are its business. Payload, callbacks and tracing are langchain-openai's.
"""

import asyncio
import math
import os
from base64 import b64encode
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import aclosing
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, cast
from urllib.parse import parse_qsl

import httpx2
from langchain_core.callbacks import AsyncCallbackManager, AsyncCallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import InputTokenDetails, UsageMetadata
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables.config import RunnableConfig, ensure_config
from langchain_openai import AzureChatOpenAI, ChatOpenAI
from openai import APIConnectionError, APIError, AsyncAzureOpenAI, DefaultAioHttpClient
from pydantic import SecretStr
from pydantic_core import to_json
from typing_extensions import override

from moot.models.cleaning import remember_secret
from moot.models.events import Events, read_events, read_whole
from moot.models.function_calls import FirstCall, UnparsedChunk
from moot.models.guard import MOST_EMPTY_EVENTS, MOST_REDIRECTS, guard_response
from moot.models.retries import Fatal, Fault

_PATH = "/chat/completions"

_AFTER_END = 5.0
"""Seconds: so long after the end of an answer its usage may still come."""
_AFTER_USAGE = 0.25
"""Seconds: so long after both the last event may still come, which lets the connection be used again."""

_STRICT_HOSTS = ("api.openai.com", ".openai.azure.com", "openrouter.ai")
"""Services that refuse length bounds in a strict schema."""

_AZURE_VERSION = "2024-10-21"
"""The first version of Azure's interface that is kept for good and knows schemas; OPENAI_API_VERSION names another."""

_clients: dict[asyncio.AbstractEventLoop, tuple[AsyncGenerator[httpx2.AsyncClient, None], httpx2.AsyncClient]] = {}
"""One HTTP client per event loop, and the generator it lives in."""


async def open_chat(name: str, base_url: str | None, key: str) -> "OpenAIChat":
    """Make a model that shares its connections with all others of the running event loop."""
    address, _, query = (base_url or "").partition("?")
    url = httpx2.URL(address)
    pairs = parse_qsl(query)
    for secret in (url.username, url.password, *(value for _, value in pairs)):
        remember_secret(secret)
    model = OpenAIChat(
        model_name=name,
        openai_api_base=str(url.copy_with(userinfo=b"")) or None,
        default_query=dict(pairs) or None,  # else it would come before the path of each request
        openai_api_key=SecretStr(key),
        http_client=_share_unused_client(),
        http_async_client=await _share_client(),
        http_socket_options=(),  # for a client nobody uses, about which it would warn whoever has a proxy
        max_retries=0,
        stream_usage=True,
        use_responses_api=False,
    )
    if url.userinfo:
        # They go where a key would go. Not among the model's own headers, which it shows to whoever prints it.
        own = b64encode(f"{url.username}:{url.password}".encode()).decode()
        remember_secret(own)
        model.root_async_client = model.root_async_client.with_options(
            default_headers={"Authorization": f"Basic {own}"}
        )
    return model


async def open_azure(deployment: str) -> "OpenAIChat":
    """Make a model of a deployment on Azure, which has addresses, versions and a header for the key of its own."""
    return OpenAIChat.from_chat(
        AzureChatOpenAI(
            deployment_name=deployment,
            model_name=deployment,
            openai_api_version=os.environ.get("OPENAI_API_VERSION") or _AZURE_VERSION,
            http_client=_share_unused_client(),
            http_async_client=await _share_client(),
            http_socket_options=(),
            max_retries=0,
            stream_usage=True,
            use_responses_api=False,
        )
    )


@cache
def _share_unused_client() -> httpx2.Client:
    """Return the client for calls that are not made: each model would else have its own, with most of a megabyte."""
    return httpx2.Client()


async def _share_client() -> httpx2.AsyncClient:
    """Return the HTTP client of the running event loop.

    It is the openai package's client on aiohttp: the default pool of connections collapses with hundreds of calls in
    flight. It lives in an async generator that the loop itself closes when it shuts down (asyncio.run, pytest-asyncio
    and uvicorn all do), so a second asyncio.run in one process gets a new one and nothing is left open.
    """
    loop = asyncio.get_running_loop()
    if loop not in _clients:
        for gone in [other for other in _clients if other.is_closed()]:
            del _clients[gone]
        life = _keep_client(loop)
        _clients[loop] = (life, await anext(life))
    return _clients[loop][1]


async def _keep_client(loop: asyncio.AbstractEventLoop) -> AsyncGenerator[httpx2.AsyncClient, None]:
    client = DefaultAioHttpClient(
        headers={"accept-encoding": "gzip"},  # the one packing that the guard unpacks
        event_hooks={"response": [guard_response]},
        max_redirects=MOST_REDIRECTS,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # its own would keep any number, for good
    )
    try:
        yield client
    finally:
        _clients.pop(loop, None)
        await client.aclose()


class OpenAIChat(ChatOpenAI):
    """A chat model behind an OpenAI-compatible API."""

    @classmethod
    def from_chat(cls, model: ChatOpenAI | AzureChatOpenAI) -> "OpenAIChat":
        """Give a model somebody else has configured this stream; it keeps its client."""
        fields = {name: getattr(model, name) for name in type(model).model_fields}
        if model.stream_usage is None:
            fields["stream_usage"] = True  # budgets are kept by what a server reports
        return cls.model_construct(set(model.model_fields_set), **fields)

    @property
    def is_strict(self) -> bool:
        """Whether its service refuses length bounds in a strict schema."""
        client = self.root_async_client
        return isinstance(client, AsyncAzureOpenAI) or str(client.base_url.host).endswith(_STRICT_HOSTS)

    @override
    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        payload: dict[str, Any] = super()._get_request_payload(input_, stop=stop, **kwargs)
        if not self.is_strict and "max_tokens" in kwargs:
            # Every compatible server knows this name; OpenAI has a newer one.
            payload["max_tokens"] = payload.pop("max_completion_tokens")
        return payload

    @override
    async def astream(
        self,
        input: LanguageModelInput,  # the name is the interface's
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[AIMessageChunk]:
        settings = ensure_config(config)
        listeners = AsyncCallbackManager.configure(settings.get("callbacks"), self.callbacks, self.verbose)
        if listeners.handlers:
            async for piece in super().astream(input, settings, stop=stop, **kwargs):
                yield piece
            return
        # Nobody listens, so nothing is announced, traced, or put together a second time for whoever would.
        said = False
        async with aclosing(self._astream(self._convert_input(input).to_messages(), stop, **kwargs)) as chunks:
            async for chunk in chunks:
                said = True
                yield cast("AIMessageChunk", chunk.message)
        if not said:
            raise ValueError("No generation chunks were returned")

    @override
    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        *,
        stream_usage: bool | None = None,
        **kwargs: Any,
    ) -> AsyncGenerator[ChatGenerationChunk, None]:
        if self._use_responses_api({**kwargs, **self.model_kwargs}):
            async for chunk in super()._astream(messages, stop, run_manager, stream_usage=stream_usage, **kwargs):
                yield chunk
            return
        payload = self._get_request_payload(messages, stop=stop, **kwargs)
        headers, more = payload.pop("extra_headers", None) or {}, payload.pop("extra_body", None) or {}
        payload |= {"stream": True, **more}
        if self._should_stream_usage(stream_usage, **kwargs):
            payload["stream_options"] = {"include_usage": True}
        response = await self._send(payload, headers)
        try:
            async for chunk in _read_chunks(response):
                yield chunk
        finally:
            # An answer that is not read to its end takes its connection with it.
            await response.aclose()

    async def _send(self, payload: Mapping[str, Any], headers: Mapping[str, str]) -> httpx2.Response:
        """Send a request and wait until an answer begins; retries are the business of whoever asks."""
        options = {"headers": headers, "max_retries": 0}
        try:
            response: httpx2.Response = await self.root_async_client.post(
                _PATH, cast_to=httpx2.Response, content=to_json(payload), options=options, stream=True
            )
        except APIConnectionError as error:
            if isinstance(error.__cause__, Fault):
                raise error.__cause__ from error
            # The client's own message says no more than that; its cause knows what failed.
            raise _broken(error.__cause__ or error, error.request) from error
        return response

    @override
    def _get_invocation_params(self, stop: list[str] | None = None, **kwargs: Any) -> dict[str, Any]:
        # What tracers are told. The stock way dumps the whole model under a filter of warnings, twice per call.
        return {"model": self.model_name, "_type": self._llm_type, **self._default_params, "stop": stop, **kwargs}


async def _read_chunks(response: httpx2.Response) -> AsyncIterator[ChatGenerationChunk]:
    """Read an answer in as many pieces as the network delivers, to its end and no further."""
    is_whole = response.headers.get("content-type", "").startswith("application/json")
    pages = _read_whole(response) if is_whole else read_events(response.aiter_bytes())
    ended, counted, empty, call = False, False, 0, FirstCall()
    patience = _Patience()
    try:
        async with aclosing(pages):
            while (page := await _next_page(pages, patience.tell(ended=ended, counted=counted))) is not None:
                events, cut = page
                if events:
                    chunk = _merge(events, call)
                    yield chunk
                    ended = ended or "finish_reason" in chunk.message.response_metadata
                    counted = counted or bool(cast("AIMessageChunk", chunk.message).usage_metadata)
                    empty += 0 if chunk.message.content or ended else len(events)
                if empty > MOST_EMPTY_EVENTS:
                    raise Fatal("the server sent a hundred thousand events without an answer")
                if cut and not ended:
                    raise APIConnectionError(message="the answer broke off inside an event", request=response.request)
                _raise_reported(events, response.request)
    except (httpx2.HTTPError, OSError) as error:
        raise _broken(error, response.request) from error


class _Patience:
    """Says how long the next part of an answer is waited for; before its end as long as its seat has time."""

    def __init__(self) -> None:
        self._until = math.inf

    def tell(self, *, ended: bool, counted: bool) -> float | None:
        """Say how many seconds are left; None when nobody has to hurry."""
        if not ended:
            return None
        # From now on, or sooner: a server that goes on talking does not get more time each time.
        now = asyncio.get_running_loop().time()
        self._until = min(self._until, now + (_AFTER_USAGE if counted else _AFTER_END))
        return max(0.0, self._until - now)


async def _next_page(pages: AsyncIterator[Events], seconds: float | None) -> Events | None:
    """Wait for the next part of an answer; after its end not for ever, as nothing has to come."""
    if seconds == 0:
        return None
    try:
        async with asyncio.timeout(seconds):
            return await anext(pages, None)
    except TimeoutError:
        if seconds is None:
            raise
        return None


async def _read_whole(response: httpx2.Response) -> AsyncGenerator[Events, None]:
    yield read_whole(await response.aread())


def _broken(error: BaseException, request: httpx2.Request) -> APIConnectionError:
    return APIConnectionError(message=str(error) or "the connection broke off", request=request)


def _raise_reported(events: Iterable[dict[str, Any]], request: httpx2.Request) -> None:
    """Raise an error that a server sends in place of an answer, or after a part of it."""
    for event in events:
        if error := event.get("error"):
            message = error.get("message") if isinstance(error, dict) else error
            raise APIError(str(message or "the server reported an error"), request, body=error)


def _merge(events: list[dict[str, Any]], call: FirstCall) -> ChatGenerationChunk:
    """One message for all events of a network read; what has not the form of an answer is left out."""
    texts: list[str] = []
    refusals: list[str] = []
    calls: list[tuple[int, dict[str, Any]]] = []
    about: dict[str, Any] = {"model_provider": "openai"}
    usage: UsageMetadata | None = None
    for event in events:
        if isinstance(reported := event.get("usage"), dict) and reported:
            usage = _usage(reported)
        for choice in _objects(event.get("choices")):
            if _is_another(choice.get("index")):
                continue
            delta = _object(choice.get("delta"))
            texts.append(_said(delta.get("content")))
            refusals.append(_text(delta.get("refusal")))
            calls += enumerate(_objects(delta.get("tool_calls")))
            finish = _text(choice.get("finish_reason"))
            if finish and not any(each.get("error") for each in events):
                about |= {"finish_reason": finish, "model_name": _text(event.get("model"))}
    refusal = "".join(refusals)
    message = UnparsedChunk(
        content="".join(texts),
        additional_kwargs={"refusal": refusal} if refusal else {},
        tool_call_chunks=call.read(calls),
        usage_metadata=usage,
        response_metadata=about,
    )
    return ChatGenerationChunk(message=message)


def _is_another(index: Any) -> bool:
    """Whether a choice is not the first one: a second answer, which nobody asked for, is not mixed into it."""
    return isinstance(index, int) and index > 0


def _said(content: Any) -> str:
    """Read a text, or the texts among the parts that some servers send in its place."""
    if isinstance(content, str):
        return content
    return "".join(_text(part.get("text")) for part in _objects(content) if part.get("type") == "text")


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _usage(usage: dict[str, Any]) -> UsageMetadata:
    asked, said = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    cached = _count(_object(usage.get("prompt_tokens_details")).get("cached_tokens"))
    return UsageMetadata(
        input_tokens=asked,
        output_tokens=said,
        total_tokens=asked + said,
        input_token_details=InputTokenDetails(cache_read=cached),
    )


def _count(value: Any) -> int:
    """Read a number of tokens; what is none becomes -1, which no budget takes for a count."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0 if value is None else -1
