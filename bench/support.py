"""What the benchmarks share: a server that answers after a fixed time, and ways to measure.

The server is a process of its own, so its work is not counted as ours. It answers every request with the smallest
instance of the schema that was asked for, laid over by what its phase says; without a schema it says the same text.
"""

import asyncio
import json
import multiprocessing
import os
import resource
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from aiohttp import web

SENTENCE = "Demand grew in every quarter of the last two years, and the figures of the pilot carry this. "


@contextmanager
def serve(latency: float, size: int = 1, agree_in: int = 3) -> Iterator[str]:
    """Run a server that answers after `latency` seconds; `size` makes answers longer, `agree_in` ends the debate."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, latency, size, agree_in), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}/v1"
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection, latency: float, size: int, agree_in: int) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        until = time.monotonic() + latency
        body = await request.json()
        text = _say(body, request.headers, size, agree_in)
        payload = stream_reply(text) if body.get("stream") else whole_reply(text)
        # What the server itself needs is part of the time it takes.
        await asyncio.sleep(until - time.monotonic())
        if not body.get("stream"):
            return web.Response(body=payload, content_type="application/json")
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        await response.write(payload)
        return response

    async def run() -> None:
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/chat/completions", answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
        pipe.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(run())


def whole_reply(text: str) -> bytes:
    """The body of an answer in one piece."""
    message = {"role": "assistant", "content": text}
    return json.dumps(_envelope("message", message, "stop", object="chat.completion", usage=_usage(text))).encode()


def stream_reply(text: str) -> bytes:
    """The body of an answer in many small pieces."""
    head, tail = json.dumps(_envelope("delta", {"content": "_"})).split('"_"')
    pieces = [text[place : place + 12] for place in range(0, len(text), 12)]
    lines = [f"data: {json.dumps(_envelope('delta', {'role': 'assistant', 'content': ''}))}\n\n"]
    lines += [f"data: {head}{json.dumps(piece)}{tail}\n\n" for piece in pieces]
    ends = [_envelope("delta", {}, "stop"), {**_envelope("delta", {}), "choices": [], "usage": _usage(text)}]
    lines += [f"data: {json.dumps(end)}\n\n" for end in ends]
    return "".join([*lines, "data: [DONE]\n\n"]).encode()


def _usage(text: str) -> dict[str, int]:
    return {"prompt_tokens": 500, "completion_tokens": len(text) // 4, "total_tokens": 500 + len(text) // 4}


def _envelope(name: str, content: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    head = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "bench"}
    return {**head, "choices": [{"index": 0, name: content, "finish_reason": finish}], **more}


def _say(body: Mapping[str, Any], headers: Mapping[str, str], size: int, agree_in: int) -> str:
    form = (body.get("response_format") or {}).get("json_schema") or {}
    seat, number = headers.get("x-moot-seat", "one"), int(headers.get("x-moot-round", "1"))
    said = _reply(str(form.get("name")), seat, number, size, agreed=number >= agree_in)
    schema = form.get("schema")
    return json.dumps({**(smallest(schema) if schema else {}), **said})


def _reply(schema: str, seat: str, number: int, size: int, *, agreed: bool) -> Mapping[str, Any]:
    own = "all of us" if agreed else f"{seat} {seat}ing"
    # No two answers are alike, or whoever remembers texts would be measured by its memory.
    said = f"{secrets.token_hex(4)} {SENTENCE}"
    match schema:
        case "Critiques":
            item = {"target_claim_id": "C1", "issue_type": "logic_gap", "severity": "MINOR"}
            texts = {"description": f"{seat} doubts this. {said}", "suggested_fix": said}
            return {"critiques": [{**item, **texts, "target": peer} for peer in ("cro", "cfo", "coo") if peer != seat]}
        case "Synthesis":
            return {"decision": f"All of us first. {said}", "confidence": 85, "consensus_points": [said] * 3}
        case _:
            claim = {"statement": said * size, "kind": "recommendation", "confidence": 70}
            return {
                "recommendation": f"{own} first",
                "stance": f"{own} first",
                "premises": [f"{own} premise number{number} of {own}", *([] if agreed else [said])],
                "risks": [f"{own} risk number{number} of {own}"],
                "timing": f"{own} fall",
                "reasoning": said * 4 * size,
                "claims": [{**claim, "id": f"C{place}"} for place in (1, 2, 3)],
                "confidence": 40 + 6 * number,
                "keeps_position": "no" if agreed else "yes",
                "changes": [{"what": "the stance", "because": ["K1"]}] if agreed else [],
            }


def smallest(schema: Mapping[str, Any]) -> Any:
    """The smallest instance of a schema."""
    if schema.get("enum"):
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: smallest(schema["properties"][name]) for name in schema.get("required", ())}
        case "array":
            return [smallest(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "integer":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return "word"


def cpu_seconds() -> float:
    """The processor time this process has used, its threads included."""
    return time.process_time()


def peak_megabytes() -> float:
    """The most memory this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def load() -> str:
    """How busy the machine is: what was measured means little when it is."""
    return " ".join(f"{each:.2f}" for each in os.getloadavg())
