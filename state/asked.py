"""Annotates the fields of a value with how a model is asked for them.

A field with one of these is asked for, in the order of its class; a field without one is the program's own. What is
sent and how an answer is read follow from them (`moot.models` derives both):

- a text and a list are bounded by their kind;
- a confidence is a share here and an integer 0..100 in what is sent;
- a list may be missing and is then empty, a field with a default may be missing;
- a field that is None as long as it has not arrived must be there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

TextKind = Literal["id", "stance", "line", "text", "essay"]
ListKind = Literal["few", "some", "claims", "critiques", "answers", "evaluations", "pairs"]


@dataclass(frozen=True, slots=True)
class AsIs:
    """Asks for a number or a flag as it is."""

    most: int | None = None
    """The highest number; what the field itself allows where nothing is said."""


@dataclass(frozen=True, slots=True)
class Text:
    """Asks for a text of a kind, which bounds its length."""

    kind: TextKind
    blank: bool = True
    """Whether it may say nothing."""


@dataclass(frozen=True, slots=True)
class Items:
    """Asks for a list of a kind, which bounds the number of its items."""

    kind: ListKind
    named_by: str = ""
    """The member without which an item is dropped."""
    read_as: ListKind | None = None
    """The kind that bounds what is read, where whoever reads it chooses from more than was asked for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Asks for one of a closed set of words, whatever its case, accents, blanks or hyphens."""

    aliases: tuple[tuple[str, str], ...] = ()
    """Other words and what they stand for."""
    other: str | None = None
    """What an unknown word becomes; without it, it is an error."""
    kept_in: str = ""
    """The text before which an unknown word is kept."""


@dataclass(frozen=True, slots=True)
class Offered:
    """Asks for one of the words that a debate offers at the moment; not asked for where it offers none."""

    aliases: tuple[tuple[str, str], ...] = ()
    """Other words that are understood, and what they stand for."""


@dataclass(frozen=True, slots=True)
class AskedWith:
    """Asks for a field only where another one is offered."""

    field: str


@dataclass(frozen=True, slots=True)
class AsPercent:
    """Asks for a share as an integer 0..100: grammars bound integers and not fractions (X-75)."""


@dataclass(frozen=True, slots=True)
class Absent:
    """What stands for a field that a model left out."""

    value: str | None


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Lets a field be null or missing: what was said before stands."""


@dataclass(frozen=True, slots=True)
class NeededWhen:
    """Refuses an answer whose list is empty although another field has this value."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class AfterReading:
    """Puts what was read through a function."""

    function: Callable[[Any], Any]


Id = Annotated[str, Text("id")]
Stance = Annotated[str, Text("stance")]
ShortText = Annotated[str, Text("line")]
Paragraph = Annotated[str, Text("text")]
Essay = Annotated[str, Text("essay")]
Statement = Annotated[str, Text("text", blank=False)]
LongStatement = Annotated[str, Text("essay", blank=False)]
Ids = Annotated[tuple[Id, ...], Items("some")]
ShortTexts = Annotated[tuple[ShortText, ...], Items("some")]
FewShortTexts = Annotated[tuple[ShortText, ...], Items("few")]
StatedConfidence = Annotated[float, Field(ge=0.0, le=1.0), AsPercent()]
"""A confidence that a model states; all others are `moot.state.base.Confidence`."""
