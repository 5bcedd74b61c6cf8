"""Makes the values of a debate known to every checkpointer, whoever brings it."""

from langgraph.checkpoint.serde import _msgpack

from moot.stores import allowed_types


def register_values() -> None:
    """Tell LangGraph that our values may be rebuilt from a checkpoint: frozen, closed, and validated when they are.

    A saver can be given a list of types (`with_allowlist`), by whoever compiles the outermost graph. A graph inside
    another one is stored by the saver of that one, which it never gets to see: it would warn of every value, and in
    strict mode turn debates into dictionaries. LangGraph has one list for all savers and no public way to add to it.
    """
    known = getattr(_msgpack, "SAFE_MSGPACK_TYPES", None)
    if known is not None:
        _msgpack.SAFE_MSGPACK_TYPES = frozenset((*known, *allowed_types()))
