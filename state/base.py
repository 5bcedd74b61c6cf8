"""Defines what every value of a debate has in common: frozen, closed, bounded."""

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Value(BaseModel):
    """A frozen value; an unknown field is an error, never silently dropped."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    asked_as: ClassVar[str] = ""
    """The name under which a model is asked for it; without one, the name of its class."""
    asked_about: ClassVar[str] = ""
    """What a model is told about it; without it, the first line of its description."""


Confidence = Annotated[float, Field(ge=0.0, le=1.0)]
"""A share between 0 and 1; percentages appear only in output (X-75)."""

Score = Annotated[int, Field(ge=0, le=100)]
"""A judge's score (X-75): an integer, never mixed with a confidence."""

Texts = tuple[str, ...]
"""A frozen list of texts."""
