"""Ways to hurt whoever asks: answers that nobody can read, floods, lies about usage, and waits without end."""

import asyncio
import json
import zlib
from functools import cache
from itertools import count
from typing import Any

from tests.support.hostile_exchange import Exchange, data, event, mode


@mode
async def nested_brackets(it: Exchange) -> None:
    await it.say("[" * 50_000)


@mode
async def nested_objects(it: Exchange) -> None:
    await it.say('{"recommendation":' * 20_000 + "1" + "}" * 20_000)


@mode
async def nested_event(it: Exchange) -> None:
    await it.head()
    await it.send(b'data: {"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n\n")
    await it.finish()


@mode
async def broken_objects(it: Exchange) -> None:
    await it.say("{'a': 1,, 'b' [}" * 30_000)


@mode
async def negative_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": -500, "completion_tokens": -1})


@mode
async def huge_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": 2**70, "completion_tokens": 2**70})


@mode
async def zero_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": 0, "completion_tokens": 0})


@mode
async def strange_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": "many", "completion_tokens": [1], "prompt_tokens_details": 7})


@mode
async def surrogates(it: Exchange) -> None:
    await it.say(it.honest.replace('": "', '": "\\ud800'))


@mode
async def control_characters(it: Exchange) -> None:
    await it.say(it.honest.replace('": "', '": "\\u0000\\u001b\\u009b'))


@mode
async def line_ends(it: Exchange) -> None:
    """Those that JSON allows inside a text, and that many readers of lines take for one."""
    await it.say(it.honest.replace('": "', '": "\\u2028\\u2029\\u0085'))


@mode
async def gzip_bomb(it: Exchange) -> None:
    await it.head(content_encoding="gzip")
    await it.send(pack_bomb())


@mode
async def gzip_bomb_error(it: Exchange) -> None:
    await it.head("500 Internal Server Error", "application/json", content_encoding="gzip")
    await it.send(pack_bomb())


@mode
async def packed_otherwise(it: Exchange) -> None:
    await it.head(content_encoding="br")
    await it.send(b"\x8b\x03\x80")


@mode
async def endless_stream(it: Exchange) -> None:
    await it.head()
    piece = event({"content": "and so on " * 400})
    while True:
        await it.send(piece)


@mode
async def endless_line(it: Exchange) -> None:
    await it.head()
    await it.send(b'data: {"choices": "')
    while True:
        await it.send(b"x" * 65_536)


@mode
async def endless_body(it: Exchange) -> None:
    await it.head(kind="application/json")
    while True:
        await it.send(b" " * 65_536)


@mode
async def empty_events(it: Exchange) -> None:
    await it.head()
    piece = event({}) * 200
    while True:
        await it.send(piece)


@mode
async def long_error(it: Exchange) -> None:
    await it.head("503 Service Unavailable", "application/json")
    await it.send(json.dumps({"error": {"message": "x" * 300_000}}).encode())


@mode
async def retry_tomorrow(it: Exchange) -> None:
    await it.head("429 Too Many Requests", "application/json", retry_after="86400")
    await it.send(b'{"error": {"message": "come back tomorrow"}}')


@mode
async def redirect_elsewhere(it: Exchange) -> None:
    await it.head("307 Temporary Redirect", location=f"http://localhost:{it.port}/elsewhere/v1/chat/completions")


@mode
async def redirect_in_circles(it: Exchange) -> None:
    await it.head("307 Temporary Redirect", location="/" + it.call.headers[":path"].strip("/"))


@mode
async def one_byte_a_second(it: Exchange) -> None:
    await it.head()
    for byte in event({"content": it.honest}):
        await it.send(bytes([byte]))
        await asyncio.sleep(1)


@mode
async def endless_headers(it: Exchange) -> None:
    await it.send(b"HTTP/1.1 200 OK\r\n")
    for number in count():
        await it.send(f"x-{number}: {'y' * 1000}\r\n".encode())


@mode
async def silence(it: Exchange) -> None:
    await asyncio.Event().wait()


@mode
async def invalid_utf8(it: Exchange) -> None:
    await it.head()
    await it.send(event({"content": it.honest}).replace(b"e", b"\xff\xfee"))
    await it.send(b"\xff\xff\n\n")


@mode
async def wrong_content_type(it: Exchange) -> None:
    await it.head(kind="image/png")
    await it.send(b"\x89PNG\r\n\x1a\n" * 1000)


@mode
async def events_as_json(it: Exchange) -> None:
    await it.head(kind="application/json")
    await it.send(event({"content": it.honest}), b"data: [DONE]\n\n")


@mode
async def missing_done(it: Exchange) -> None:
    await it.say(it.honest, done=False)
    await asyncio.Event().wait()


@mode
async def duplicated_chunks(it: Exchange) -> None:
    await it.head()
    for place in range(0, len(it.honest), 40):
        await it.send(event({"content": it.honest[place : place + 40]}) * 2)
    await it.finish()


@mode
async def answer_then_garbage(it: Exchange) -> None:
    await it.say(it.honest)
    while True:
        await it.send(b"\x00garbage\n" * 5000)


@mode
async def a_thousand_calls(it: Exchange) -> None:
    await it.head()
    for number in range(1000):
        call = {"index": number, "id": str(number), "function": {"name": "run", "arguments": '{"command": "ls"}'}}
        await it.send(event({"tool_calls": [call]}))
    await it.finish()


@mode
async def endless_arguments(it: Exchange) -> None:
    """Text in the form for which reading cut-short JSON takes longest."""
    await it.head()
    while True:
        await it.send(
            event({"tool_calls": [{"index": 0, "id": "1", "function": {"name": "a", "arguments": "[{" * 900}}]})
        )


@mode
async def another_schema(it: Exchange) -> None:
    await it.say(json.dumps({"weather": "sunny", "temperature": 21, "choices": [{"city": "Oslo"}]}))


@mode
async def wrong_types(it: Exchange) -> None:
    await it.head()
    shapes: list[Any] = [None, 7, "text", [1], {"0": {"delta": 1}}, [{"delta": [{}]}], [{"delta": {"content": [{}]}}]]
    for strange in shapes:
        await it.send(data({"choices": strange, "usage": [1], "model": 3}))
    await it.send(data([1, 2]), data("text"), event({"tool_calls": {"a": 1}}), event({"content": 5}, "stop"))


@mode
async def strange_error(it: Exchange) -> None:
    await it.head()
    await it.send(data({"error": {"message": {"deep": ["\ud800", "\x00"]}, "code": [1]}}))


@cache
def pack_bomb() -> bytes:
    packer = zlib.compressobj(1, wbits=zlib.MAX_WBITS | 16)
    pieces = (packer.compress(b" " * 1_000_000) for _ in range(400))
    return b"".join((packer.compress(b"data: "), *pieces, packer.flush()))
