"""The state of a debate as a server sends it, read back into our own values."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from moot.errors import InputError
from moot.state.debate import MultiAgentState


def restore_state(values: Mapping[str, Any]) -> MultiAgentState:
    """The state of a debate from its JSON form; what we do not know of is left out."""
    known = {name: value for name, value in values.items() if name in MultiAgentState.__annotations__}
    try:
        # As JSON, in which a list may stand for a tuple.
        return _adapter().validate_json(json.dumps(known))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(
            f"the server's state cannot be read: {place}: {first['msg']}; is it of this version?"
        ) from error


@cache
def _adapter() -> TypeAdapter[MultiAgentState]:
    return TypeAdapter(MultiAgentState)
