"""The wire formats of eleven model providers and servers, as far as a debate meets them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.support.provider_servers import (
    ANSWER_TOKENS,
    PROMPT_TOKENS,
    OpenAICompatible,
    Received,
    RefusalError,
    WireFormat,
    event,
    find_keywords,
    pieces,
)

_NOT_STRICT = frozenset({"minLength", "maxLength", "minItems", "maxItems", "pattern", "format", "default"})
_OPENAI_FIELDS = frozenset({
    "model", "messages", "stream", "stream_options", "max_completion_tokens", "temperature", "response_format", "tools",
    "tool_choice",
})  # fmt: skip


@dataclass
class OpenAI(OpenAICompatible):
    """OpenAI's own service: strict schemas, and the newer name of the length limit."""

    def check(self, request: Received) -> None:
        if "max_tokens" in request.body:
            raise RefusalError(
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead.",
            )
        if unknown := set(request.body) - _OPENAI_FIELDS:
            raise RefusalError(400, f"Unrecognized request argument supplied: {min(unknown)}")
        form = (request.body.get("response_format") or {}).get("json_schema") or {}
        if form.get("strict"):
            _check_strict(form["schema"], form["name"])


def _check_strict(schema: Mapping[str, Any], name: str) -> None:
    """What strict structured output demands of every object, and the keywords it does not permit."""
    if found := find_keywords(schema, _NOT_STRICT):
        raise RefusalError(400, f"Invalid schema for response_format '{name}': '{min(found)}' is not permitted.")
    for each in _objects(schema):
        if each.get("additionalProperties") is not False or set(each["required"]) != set(each["properties"]):
            raise RefusalError(
                400,
                f"Invalid schema for response_format '{name}': 'required' must include every key in properties and "
                "'additionalProperties' must be false.",
            )


def _objects(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, list):
        for each in schema:
            yield from _objects(each)
    elif isinstance(schema, Mapping):
        if schema.get("type") == "object":
            yield schema
            yield from _objects(list(schema["properties"].values()))
        for name in ("items", "anyOf"):
            yield from _objects(schema.get(name))


@dataclass
class Azure(OpenAI):
    """Azure OpenAI: a deployment in the address, a version, a header for the key, and its filter's findings."""

    path: ClassVar[str] = "/openai/deployments/my-deployment/chat/completions"

    def key(self, request: Received) -> str:
        return request.headers.get("api-key", "")

    def check(self, request: Received) -> None:
        if "api-version" not in request.query:
            raise RefusalError(404, "Resource not found")
        super().check(request)

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        yield event({**self.chunk({}), "choices": [], "prompt_filter_results": [{"prompt_index": 0}]})
        yield from super().stream(body, way, value)


@dataclass
class VLLM(OpenAICompatible):
    """vLLM: decodes by grammar and takes everything."""


@dataclass
class LlamaCpp(OpenAICompatible):
    """llama.cpp's server without --jinja: grammar for schemas, no functions, timings at the end."""

    refused: ClassVar[frozenset[str]] = frozenset({"function"})

    def refuse(self, way: str) -> RefusalError:
        return RefusalError(500, "tools param requires --jinja flag")

    def error(self, status: int, message: str) -> Any:
        return {"error": {"code": status, "message": message, "type": "server_error"}}

    def chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
        timings = {"timings": {"prompt_n": PROMPT_TOKENS, "predicted_n": ANSWER_TOKENS}} if finish else {}
        return {**super().chunk(delta, finish, **more), **timings}


@dataclass
class LMStudio(OpenAICompatible):
    """LM Studio: takes schemas, no named function, and its errors are plain texts."""

    refused: ClassVar[frozenset[str]] = frozenset({"function"})

    def refuse(self, way: str) -> RefusalError:
        return RefusalError(400, "Invalid tool_choice type: 'object'. Supported string values: none, auto, required")

    def error(self, status: int, message: str) -> Any:
        return {"error": message}


@dataclass
class LiteLLM(OpenAICompatible):
    """LiteLLM's proxy before a model that knows functions and no schemas."""

    refused: ClassVar[frozenset[str]] = frozenset({"schema"})

    def refuse(self, way: str) -> RefusalError:
        return RefusalError(
            400,
            "litellm.UnsupportedParamsError: bedrock does not support parameters: ['response_format'], for model=m.",
        )

    def error(self, status: int, message: str) -> Any:
        return {"error": {"message": message, "type": "None", "param": "None", "code": str(status)}}


@dataclass
class OpenRouter(OpenAICompatible):
    """OpenRouter: comments while it looks for a provider, and a price in the usage."""

    path: ClassVar[str] = "/api/v1/chat/completions"

    def check(self, request: Received) -> None:
        form = (request.body.get("response_format") or {}).get("json_schema") or {}
        if form.get("strict"):
            _check_strict(form["schema"], form["name"])

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        yield b": OPENROUTER PROCESSING\n\n"
        yield b": OPENROUTER PROCESSING\n\n"
        self.usage = {**self.usage, "cost": 0.00042, "cost_details": {"upstream_inference_cost": None}}
        yield from super().stream(body, way, value)


@dataclass
class Mistral(OpenAICompatible):
    """Mistral: forbids fields it does not know, and sends the usage with the last piece."""

    def check(self, request: Received) -> None:
        known = {"model", "messages", "stream", "max_tokens", "temperature", "top_p", "random_seed", "safe_prompt",
                 "response_format", "tools", "tool_choice", "stop"}  # fmt: skip
        if unknown := set(request.body) - known:
            raise RefusalError(422, f"extra_forbidden: body.{min(unknown)}: Extra inputs are not permitted")

    def error(self, status: int, message: str) -> Any:
        return {"object": "error", "message": message, "type": "invalid_request_error", "param": None, "code": "1000"}

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        if way == "function":
            name = body["tools"][0]["function"]["name"]
            call = {"index": 0, "id": "abcdefghi", "function": {"name": name, "arguments": "".join(pieces(value))}}
            yield event({**self.chunk({"content": "", "tool_calls": [call]}, "tool_calls"), "usage": self.usage})
        else:
            yield event(self.chunk({"role": "assistant", "content": ""}))
            for text in pieces(value):
                yield event(self.chunk({"content": text}))
            yield event({**self.chunk({"content": ""}, "stop"), "usage": self.usage})
        yield b"data: [DONE]\n\n"


@dataclass
class Anthropic(WireFormat):
    """Anthropic's messages: a system text apart, tools with input schemas, named events."""

    path: ClassVar[str] = "/v1/messages"

    def key(self, request: Received) -> str:
        return request.headers.get("x-api-key") or super().key(request)

    def check(self, request: Received) -> None:
        if "anthropic-version" not in request.headers:
            raise RefusalError(400, "anthropic-version: header is required")
        if "max_tokens" not in request.body:
            raise RefusalError(400, "max_tokens: Field required")
        if any(message["role"] not in ("user", "assistant") for message in request.body["messages"]):
            raise RefusalError(400, "messages: Unexpected role")
        form = ((request.body.get("output_config") or {}).get("format") or {}).get("schema")
        forbidden = frozenset({"minimum", "maximum", "minLength", "maxLength", "maxItems"})
        if found := find_keywords(form, forbidden):
            raise RefusalError(400, f"output_config.format.schema: property '{min(found)}' is not supported")

    def way(self, body: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        if form := (body.get("output_config") or {}).get("format"):
            return "schema", form["schema"]
        if body.get("tools"):
            return "function", body["tools"][0]["input_schema"]
        return "prompt", {}

    def error(self, status: int, message: str) -> Any:
        kinds = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}
        return {"type": "error", "error": {"type": kinds.get(status, "invalid_request_error"), "message": message}}

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": [],
                   "stop_reason": None, "stop_sequence": None,
                   "usage": {"input_tokens": PROMPT_TOKENS, "output_tokens": 1}}  # fmt: skip
        yield event({"type": "message_start", "message": message}, "message_start")
        called = way == "function"
        block: dict[str, Any] = {"type": "text", "text": ""}
        if called:
            block = {"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": {}}
        yield event({"type": "content_block_start", "index": 0, "content_block": block}, "content_block_start")
        yield event({"type": "ping"}, "ping")
        for text in pieces(value):
            delta = (
                {"type": "input_json_delta", "partial_json": text} if called else {"type": "text_delta", "text": text}
            )
            yield event({"type": "content_block_delta", "index": 0, "delta": delta}, "content_block_delta")
        yield event({"type": "content_block_stop", "index": 0}, "content_block_stop")
        ended = {"stop_reason": "tool_use" if called else "end_turn", "stop_sequence": None}
        usage = {"input_tokens": PROMPT_TOKENS, "output_tokens": ANSWER_TOKENS}
        yield event({"type": "message_delta", "delta": ended, "usage": usage}, "message_delta")
        yield event({"type": "message_stop"}, "message_stop")


@dataclass
class Gemini(WireFormat):
    """Google's Gemini: contents with parts, a configuration of the answer, function calls that come whole."""

    path: ClassVar[str] = r"/v1(beta|alpha)/models/[^/]+:streamGenerateContent"

    def key(self, request: Received) -> str:
        return request.headers.get("x-goog-api-key", "")

    def check(self, request: Received) -> None:
        known = {"contents", "systemInstruction", "generationConfig", "tools", "toolConfig", "safetySettings"}
        if unknown := set(request.body) - known:
            raise RefusalError(400, f'Invalid JSON payload received. Unknown name "{min(unknown)}"')
        if any(each.get("role") not in ("user", "model") for each in request.body["contents"]):
            raise RefusalError(400, "Please use a valid role: user, model.")
        config = request.body.get("generationConfig") or {}
        if "responseJsonSchema" in config and config.get("responseMimeType") != "application/json":
            raise RefusalError(400, "responseMimeType must be application/json")

    def way(self, body: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        config = body.get("generationConfig") or {}
        if "responseJsonSchema" in config:
            return "schema", config["responseJsonSchema"]
        if body.get("tools"):
            declared = body["tools"][0]["functionDeclarations"][0]
            return "function", declared.get("parametersJsonSchema") or _lower(declared["parameters"])
        return "prompt", {}

    def error(self, status: int, message: str) -> Any:
        return {"error": {"code": status, "message": message, "status": "INVALID_ARGUMENT"}}

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        counted = {"promptTokenCount": PROMPT_TOKENS, "candidatesTokenCount": ANSWER_TOKENS,
                   "totalTokenCount": PROMPT_TOKENS + ANSWER_TOKENS}  # fmt: skip
        if way == "function":
            name = body["tools"][0]["functionDeclarations"][0]["name"]
            parts = [{"functionCall": {"name": name, "args": value}}]
            yield event(_candidate(parts, "STOP", counted))
            return
        for text in pieces(value):
            yield event(_candidate([{"text": text}], None, {"promptTokenCount": PROMPT_TOKENS}))
        yield event(_candidate([{"text": ""}], "STOP", counted))


def _candidate(parts: list[Any], finish: str | None, counted: Mapping[str, int]) -> dict[str, Any]:
    ended = {"finishReason": finish} if finish else {}
    candidate = {"content": {"parts": parts, "role": "model"}, "index": 0, **ended}
    return {"candidates": [candidate], "usageMetadata": counted, "modelVersion": "m", "responseId": "r1"}


def _lower(schema: Any) -> Any:
    """Gemini's own schemas have types in capitals."""
    if isinstance(schema, list):
        return [_lower(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {key: value.lower() if key == "type" else _lower(value) for key, value in schema.items()}


@dataclass
class Ollama(WireFormat):
    """Ollama's own interface with a model that knows no tools: lines of JSON, counts in the last one."""

    path: ClassVar[str] = "/api/chat"
    content_type: ClassVar[str] = "application/x-ndjson"
    refused: ClassVar[frozenset[str]] = frozenset({"function"})

    def key(self, request: Received) -> str:
        from tests.support.provider_servers import KEY

        return KEY  # it asks for none

    def way(self, body: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        if isinstance(body.get("format"), Mapping):
            return "schema", body["format"]
        if body.get("tools"):
            return "function", body["tools"][0]["function"]["parameters"]
        return "prompt", {}

    def refuse(self, way: str) -> RefusalError:
        return RefusalError(400, "registry.ollama.ai/library/gemma:2b does not support tools")

    def error(self, status: int, message: str) -> Any:
        return {"error": message}

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        head = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z"}
        for text in pieces(value):
            yield _line({**head, "message": {"role": "assistant", "content": text}, "done": False})
        counted = {"prompt_eval_count": PROMPT_TOKENS, "eval_count": ANSWER_TOKENS, "total_duration": 1}
        last = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
        yield _line({**head, **last, **counted})


def _line(value: Any) -> bytes:
    return event(value).removeprefix(b"data: ").replace(b"\n\n", b"\n")
