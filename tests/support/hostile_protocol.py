"""Ways to hurt whoever asks that lie below the answer: in HTTP, in the stream of events, in what wraps an answer."""

import asyncio
import json
import zlib
from functools import cache
from itertools import count
from typing import Any

from tests.support.hostile_exchange import Exchange, data, event, mode

_MEBI = 1024 * 1024


@mode
async def deflate_bomb(it: Exchange) -> None:
    await it.head(content_encoding="deflate")
    await it.send(pack_deflated())


@mode
async def packed_twice(it: Exchange) -> None:
    await it.head(content_encoding="gzip, gzip")
    await it.send(pack_deflated())


@mode
async def not_packed(it: Exchange) -> None:
    await it.head(content_encoding="gzip")
    await it.send(event({"content": it.honest}))


@mode
async def endless_trailers(it: Exchange) -> None:
    await it.head(transfer_encoding="chunked")
    piece = event({"content": it.honest})
    await it.send(f"{len(piece):x}\r\n".encode(), piece, b"\r\n0\r\n")
    for number in count():
        await it.send(f"x-{number}: {'y' * 1000}\r\n".encode())


@mode
async def endless_chunk_size(it: Exchange) -> None:
    await it.head(transfer_encoding="chunked")
    await it.send(b"5;name=")
    while True:
        await it.send(b"x" * 65_536)


@mode
async def many_headers(it: Exchange) -> None:
    await it.head(**{f"x_{number}": "y" for number in range(100_000)})
    await it.send(event({"content": it.honest}))


@mode
async def many_cookies(it: Exchange) -> None:
    """As many as the client takes of headers, others each time; whoever sends some back is not answered."""
    own = hash(it.call.headers.get("idempotency-key"))
    cookies = "".join(f"set-cookie: c{own}-{number}={'z' * 1000}; path=/\r\n" for number in range(100))
    await it.send(f"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n{cookies}\r\n".encode())
    if "cookie" not in it.call.headers:
        await it.send(event({"content": it.honest}))
        await it.finish()


@mode
async def endless_continue(it: Exchange) -> None:
    while True:
        await it.send(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


@mode
async def another_protocol(it: Exchange) -> None:
    await it.send(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n")
    while True:
        await it.send(b"\x00" * 65_536)


@mode
async def no_status(it: Exchange) -> None:
    await it.send(b"HTTP/1.1 \xff\xfe perhaps\r\n\r\n", it.honest.encode())


@mode
async def strange_status(it: Exchange) -> None:
    await it.head("999 Whatever", "application/json")
    await it.send(b'{"error": "999"}')


@mode
async def no_content_with_a_body(it: Exchange) -> None:
    await it.head("204 No Content")
    await it.send(event({"content": it.honest}) * 100)


@mode
async def body_too_short(it: Exchange) -> None:
    await it.head(content_length="1000000")
    await it.send(event({"content": it.honest[:30]}))


@mode
async def redirect_onwards(it: Exchange) -> None:
    _, name, scene, victim, *rest = it.call.headers[":path"].split("/")
    await it.head("308 Permanent Redirect", location=f"/{name}/{scene}/{victim}/on/{'/'.join(rest)}")


@mode
async def redirect_to_a_file(it: Exchange) -> None:
    await it.head("302 Found", location="file:///etc/passwd")


@mode
async def redirect_nowhere(it: Exchange) -> None:
    await it.head("307 Temporary Redirect", location="http://[::bad")


@mode
async def retry_in_2099(it: Exchange) -> None:
    await it.head("429 Too Many Requests", "application/json", retry_after="Thu, 01 Jan 2099 00:00:00 GMT")
    await it.send(b"{}")


@mode
async def retry_beyond_any_date(it: Exchange) -> None:
    await it.head("503 Service Unavailable", retry_after="Thu, 01 Jan 2099 00:00:00 +9999999999999999")


@mode
async def error_in_utf16(it: Exchange) -> None:
    await it.head("500 Internal Server Error", "application/json; charset=utf-16")
    await it.send(json.dumps({"error": {"message": "no" * 5000}}).encode("utf-16"))


@mode
async def error_in_punycode(it: Exchange) -> None:
    """An encoding that Python knows, and takes hours to read."""
    await it.head("500 Internal Server Error", "application/json; charset=punycode")
    await it.send(b"a" * _MEBI + b"-" + b"aa" * _MEBI)


@mode
async def error_of_lists(it: Exchange) -> None:
    """Four megabytes that become a hundred when they are read."""
    await it.head("500 Internal Server Error", "application/json")
    await it.send(b'{"error": [' + b"[]," * (_MEBI + _MEBI // 4) + b"[]]}")


@mode
async def nested_error(it: Exchange) -> None:
    await it.head("400 Bad Request", "application/json")
    await it.send(b'{"error": ' + b"[" * 200_000 + b"]" * 200_000 + b"}")


@mode
async def byte_order_mark(it: Exchange) -> None:
    await it.head()
    await it.send(b"\xef\xbb\xbf", event({"content": it.honest}))
    await it.finish()


@mode
async def carriage_returns(it: Exchange) -> None:
    await it.head()
    await it.send(b"event: message\r\nid: 1\r\n", event({"content": it.honest}).replace(b"\n", b"\r\n"))
    await it.finish()


@mode
async def endless_comments(it: Exchange) -> None:
    await it.head()
    while True:
        await it.send(b": still here\n\n" * 1000)


@mode
async def endless_nothing(it: Exchange) -> None:
    await it.head()
    while True:
        await it.send(b"data: null\n\ndata: []\n\ndata: 7\n\n" * 1000)


@mode
async def fifty_megabytes_in_a_line(it: Exchange) -> None:
    await it.head()
    await it.send(b'data: {"choices": [{"delta": {"content": "')
    for _ in range(50):
        await it.send(b"x" * _MEBI)
    await it.send(b'"}}]}\n\n')
    await it.finish()


@mode
async def usage_in_fractions(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": 0.5, "completion_tokens": float("nan")})


@mode
async def usage_in_words(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": "12", "completion_tokens": "-3", "prompt_tokens_details": "none"})


@mode
async def usage_without_end(it: Exchange) -> None:
    await it.head()
    await it.send(event({"content": it.honest}), event({}, "stop"))
    await it.send(b'data: {"usage": {"prompt_tokens": 1e999, "completion_tokens": -1e999}}\n\n', b"data: [DONE]\n\n")


@mode
async def cached_more_than_sent(it: Exchange) -> None:
    details = {"cached_tokens": 2**62}
    await it.say(it.honest, {"prompt_tokens": 1, "completion_tokens": 1, "prompt_tokens_details": details})


@mode
async def no_choices(it: Exchange) -> None:
    await it.head()
    await it.send(data({"choices": []}) * 3, data({"choices": None}), data({"choices": [None, {}]}))
    await it.finish()


@mode
async def many_choices(it: Exchange) -> None:
    await it.head()
    choices = [{"index": index, "delta": {"content": it.honest[:200]}} for index in range(1000)]
    await it.send(data({"choices": choices}))
    await it.finish()


@mode
async def strange_finish(it: Exchange) -> None:
    await it.head()
    await it.send(event({"content": it.honest}), event({}, "\ud800 because \x00" * 50), b"data: [DONE]\n\n")


@mode
async def other_roles(it: Exchange) -> None:
    await it.head()
    half = len(it.honest) // 2
    await it.send(event({"role": "system", "content": it.honest[:half]}))
    await it.send(event({"role": "user", "content": it.honest[half:]}))
    await it.finish()


@mode
async def names_twice(it: Exchange) -> None:
    """Whoever reads the first of two equal names reads another answer than whoever reads the last."""
    await it.say('{"confidence": "none", "recommendation": 7, ' + it.honest.lstrip()[1:])


@mode
async def numbers_without_end(it: Exchange) -> None:
    answer: dict[str, Any] = json.loads(it.honest)
    text = json.dumps({name: "NUMBER" if isinstance(value, int) else value for name, value in answer.items()})
    await it.say(text.replace('"NUMBER"', "1e999")[:-1] + f', "more": [NaN, -Infinity, {"9" * 5000}]}}')


@mode
async def number_without_end(it: Exchange) -> None:
    """A number that no float can hold, and no end of the answer: it is read when the time is over."""
    answer: dict[str, Any] = json.loads(it.honest)
    texts = {name: "9" * 5000 + "%" if isinstance(value, int) else value for name, value in answer.items()}
    await it.head()
    await it.send(event({"content": json.dumps(texts)}))
    await asyncio.Event().wait()


@mode
async def key_in_answer(it: Exchange) -> None:
    """What it was shown of a key, in every text, written as JSON also allows."""
    key = it.call.headers.get("authorization", "").removeprefix("Bearer ")
    spelled = "".join(f"\\u{ord(letter):04x}" for letter in key)
    await it.say(it.honest.replace('": "', f'": "{key} {spelled} '))


@mode
async def pings_after_the_end(it: Exchange) -> None:
    await it.head()
    await it.send(event({"content": it.honest}), event({}, "stop"))
    while True:
        await it.send(event({}))
        await asyncio.sleep(0.1)


@mode
async def answer_in_parts(it: Exchange) -> None:
    await it.head()
    half = len(it.honest) // 2
    for text in (it.honest[:half], it.honest[half:]):
        await it.send(event({"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}, 7]}))
    await it.finish()


@mode
async def two_choices(it: Exchange) -> None:
    """A second answer in between, which nobody asked for."""
    await it.head()
    for place in range(0, len(it.honest), 40):
        await it.send(event({"content": it.honest[place : place + 40]}))
        await it.send(data({"choices": [{"index": 1, "delta": {"content": '{"no": 1'}, "finish_reason": "stop"}]}))
    await it.finish()


@mode
async def endless_refusal(it: Exchange) -> None:
    await it.head()
    while True:
        await it.send(event({"refusal": "I would rather not. " * 200}))


@mode
async def dropped(it: Exchange) -> None:
    it.writer.transport.abort()


@mode
async def two_answers_at_once(it: Exchange) -> None:
    """An answer that nobody asked for, on a connection that is kept."""
    body = event({"content": it.honest}) + event({}, "stop") + b"data: [DONE]\n\n"
    head = f"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    await it.send(head, body, head, body.replace(b"e", b"3"))
    await asyncio.sleep(0.2)


@cache
def pack_deflated() -> bytes:
    packer = zlib.compressobj(1)
    pieces = (packer.compress(b" " * 1_000_000) for _ in range(400))
    return b"".join((*pieces, packer.flush()))
