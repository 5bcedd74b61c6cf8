"""Turns what a debate holds into bytes and back: only values of ours are rebuilt, and each is stored once.

The stock serializer constructs any type a stored row names, so whoever can write a row could run code. Ours knows the
closed list of our own frozen values and refuses the rest.

A checkpoint holds the whole state, and there is one after each step, so whole checkpoints grow with the square of the
debate: after three rounds they are ten times its size. Here a checkpoint only names its values by digest, and a value
is written when it is new: what a round costs is what was said in it. Values are frozen, so one that was written before
is known by its identity and not even packed again.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any
from weakref import WeakValueDictionary, ref

from langchain_core.messages import BaseMessage
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

import moot.state.debate  # noqa: F401  # importing it registers every value as a subclass of Value
from moot.state.base import Value

PARTS_TABLE = """
    CREATE TABLE IF NOT EXISTS moot_parts (
        thread_id TEXT NOT NULL, digest BLOB NOT NULL, body BLOB NOT NULL, PRIMARY KEY (thread_id, digest)
    ) WITHOUT ROWID;
"""
PARTS = (Value, BaseMessage)
"""What is stored once: our values, and the messages of the conversation, which nobody changes either."""
_Part = Value | BaseMessage
_SIZE = 16
_VALUE, _LIST = b"v", b"l"
_MOST_VARIABLES = 500
"""So many values are read by one statement."""


def _list_values(kind: type[Value]) -> Iterator[tuple[str, str]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("moot.state."):
            yield child.__module__, child.__name__
        yield from _list_values(child)


@cache
def allowed_types() -> tuple[tuple[str, str], ...]:
    """List module and name of every value a checkpoint may hold."""
    return tuple(sorted(set(_list_values(Value))))


@cache
def make_serializer() -> JsonPlusSerializer:
    """Return the strict serializer all stores share."""
    return JsonPlusSerializer(allowed_msgpack_modules=allowed_types())


class PartsSerializer(SerializerProtocol):
    """Packs checkpoints and writes into digests, and their values into a table beside them.

    It shares the saver's connection, so that a checkpoint and its values are written together or not at all. One thread
    at a time may use it.
    """

    def __init__(self, inner: SerializerProtocol, connection: sqlite3.Connection) -> None:
        self._inner, self._connection = inner, connection
        self._debate = ""
        self._stored: dict[str, set[bytes]] = {}
        self._new: list[tuple[str, bytes, bytes]] = []
        """What the checkpoint or write that is being packed has of its own: written by one statement."""
        self._lists: dict[str, dict[str, tuple[object, bytes]]] = {}
        """The list each channel of a debate last held; most are the same from one checkpoint to the next."""
        self._digests: dict[int, tuple[ref[_Part], bytes]] = {}
        self._values: WeakValueDictionary[bytes, _Part] = WeakValueDictionary()

    def write_for(self, debate: str) -> None:
        """Say which debate the next values belong to."""
        self._debate = debate

    def release(self, debate: str) -> None:
        """Forget what is stored of a debate: it ended, was removed, or a write failed. Any thread may say so."""
        self._stored.pop(debate, None)
        self._lists.pop(debate, None)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Pack a checkpoint or a written value; what holds no value of a debate is packed as it is."""
        # What could not be packed to its end is given up with its transaction.
        self._new = []
        if isinstance(obj, dict) and "channel_values" in obj:
            packed = self._pack_checkpoint(obj)
            self._write_new()
            return "parts", packed
        digest = self._keep(obj)
        self._write_new()
        return self._inner.dumps_typed(obj) if digest is None else ("part", digest + self._debate.encode())

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Put a checkpoint or a written value together again."""
        kind, packed = data
        if kind == "part":
            digest, debate = packed[:_SIZE], packed[_SIZE:].decode()
            return self._find(debate, [digest])[digest]
        if kind == "parts":
            return self._unpack_checkpoint(packed)
        return self._inner.loads_typed(data)

    def list_parts(self, data: tuple[str, bytes]) -> set[bytes]:
        """List the digests that a packed checkpoint or written value names, the members of its lists with them."""
        kind, packed = data
        if kind == "part":
            debate, named = packed[_SIZE:].decode(), {packed[:_SIZE]}
        elif kind == "parts":
            outline = self._inner.loads_typed(("msgpack", zlib.decompress(packed)))
            debate, named = outline["debate"], set(outline["kept"].values())
        else:
            return set()
        bodies = self._read(debate, list(named))
        return named.union(*(_split(body[1:]) for body in bodies.values() if body[:1] == _LIST))

    def _pack_checkpoint(self, checkpoint: Mapping[str, Any]) -> bytes:
        plain: dict[str, Any] = {}
        kept: dict[str, bytes] = {}
        lists = self._lists.setdefault(self._debate, {})
        for channel, value in checkpoint["channel_values"].items():
            known = lists.get(channel)
            digest = known[1] if known is not None and known[0] is value else self._keep(value)
            if digest is None:
                plain[channel] = value
                continue
            kept[channel] = digest
            if isinstance(value, list):
                lists[channel] = value, digest
        outline = {"debate": self._debate, "kept": kept, "checkpoint": {**checkpoint, "channel_values": plain}}
        return zlib.compress(self._inner.dumps_typed(outline)[1], 1)

    def _unpack_checkpoint(self, packed: bytes) -> dict[str, Any]:
        outline = self._inner.loads_typed(("msgpack", zlib.decompress(packed)))
        kept: dict[str, bytes] = outline["kept"]
        found = self._find(outline["debate"], kept.values())
        checkpoint: dict[str, Any] = outline["checkpoint"]
        checkpoint["channel_values"] |= {channel: found[digest] for channel, digest in kept.items()}
        return checkpoint

    def _keep(self, value: object) -> bytes | None:
        """Store a value, or a list of values, unless it is stored; None for anything else."""
        if isinstance(value, PARTS):
            return self._keep_value(value)
        if not isinstance(value, list) or not value or not all(isinstance(item, PARTS) for item in value):
            return None
        body = _LIST + b"".join(map(self._keep_value, value))
        return self._store(_digest(body), body)

    def _keep_value(self, value: _Part) -> bytes:
        known = self._digests.get(id(value))
        if known is not None and known[0]() is value:
            digest = known[1]
            if digest in self._stored.get(self._debate, ()):
                return digest
        body = _VALUE + self._inner.dumps_typed(value)[1]
        digest = _digest(body)
        self._know(digest, value)
        return self._store(digest, body)

    def _know(self, digest: bytes, value: _Part) -> None:
        place = id(value)
        self._values.setdefault(digest, value)
        self._digests[place] = ref(value, lambda _: self._digests.pop(place, None)), digest

    def _store(self, digest: bytes, body: bytes) -> bytes:
        stored = self._stored.setdefault(self._debate, set())
        if digest not in stored:
            self._new.append((self._debate, digest, body))
            stored.add(digest)
        return digest

    def _write_new(self) -> None:
        if self._new:
            self._connection.executemany("INSERT OR IGNORE INTO moot_parts VALUES (?, ?, ?)", self._new)

    def _find(self, debate: str, digests: Iterable[bytes]) -> dict[bytes, Any]:
        """Read the values and lists of these digests, the members of the lists with them."""
        found = self._at_hand(digests)
        bodies = self._read(debate, [digest for digest in digests if digest not in found])
        lists = {digest: _split(body[1:]) for digest, body in bodies.items() if body[:1] == _LIST}
        members = {item for listed in lists.values() for item in listed} - bodies.keys()
        found |= self._at_hand(members)
        bodies |= self._read(debate, [digest for digest in members if digest not in found])
        found |= {digest: self._unpack(digest, body) for digest, body in bodies.items() if digest not in lists}
        return found | {digest: [found[item] for item in listed] for digest, listed in lists.items()}

    def _at_hand(self, digests: Iterable[bytes]) -> dict[bytes, Any]:
        """Return those that somebody in this process holds: the same values need not be read again."""
        return {digest: value for digest in digests if (value := self._values.get(digest)) is not None}

    def _unpack(self, digest: bytes, body: bytes) -> Any:
        value = self._inner.loads_typed(("msgpack", body[1:]))
        if isinstance(value, PARTS):
            self._know(digest, value)
        return value

    def _read(self, debate: str, digests: Sequence[bytes]) -> dict[bytes, bytes]:
        bodies: dict[bytes, bytes] = {}
        for start in range(0, len(digests), _MOST_VARIABLES):
            some = digests[start : start + _MOST_VARIABLES]
            marks = ", ".join("?" * len(some))
            statement = f"SELECT digest, body FROM moot_parts WHERE thread_id = ? AND digest IN ({marks})"  # noqa: S608  # question marks only
            bodies |= self._connection.execute(statement, (debate, *some)).fetchall()
        if len(bodies) < len(set(digests)):
            raise sqlite3.DatabaseError(f"a part of debate {debate} is missing; the file is damaged")
        return bodies


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_SIZE).digest()


def _split(digests: bytes) -> list[bytes]:
    return [digests[place : place + _SIZE] for place in range(0, len(digests), _SIZE)]
