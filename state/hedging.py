"""Declares when a request that takes long is sent a second time."""

from typing import Annotated

from pydantic import Field

from moot.state.base import Value


class HedgeRules(Value):
    """When a slow request is sent a second time: the first answer counts, the other is cancelled and paid for."""

    enabled: bool = True
    """Only where a server is asked, and not while a debate is recorded: a replay could not tell which answer won."""
    after: Annotated[float, Field(ge=0.5, le=0.99)] = 0.95
    """Send again what shows nothing, or is not complete, when this share of the model's requests would be."""
    max_extra: Annotated[float, Field(ge=0, le=1)] = 0.05
    """So many second requests for each request at most; 0.05 allows the first one after twenty."""
