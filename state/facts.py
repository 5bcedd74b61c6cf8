"""Defines facts: what a policy or a node found, as a code and its parameters. Sentences are made where people read.

A code names a sentence of the catalogue (`configs/locales`), which has it in every language. A parameter is plain: a
text, a number, another fact, or a row of them; how it is written (as a percentage, as money, as a row of names) is said
by the sentence, not here.
"""

from typing import Union

from moot.state.base import Value

_FactItem = Union[str, int, float, "Fact"]
FactValue = Union[str, int, float, bool, None, "Fact", tuple[_FactItem, ...]]
"""What a fact may be about."""


class Fact(Value):
    """Something that was found, without words."""

    code: str
    values: dict[str, FactValue] = {}

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.values.items(), key=lambda item: item[0]))))

    def __str__(self) -> str:
        """Name the fact for logs and tracebacks; people read it through the catalogue."""
        return f"{self.code}({', '.join(f'{name}={value}' for name, value in self.values.items())})"


Saying = str | Fact
"""What a person is told: a fact, or the words of whoever wrote it: a model, a person, an earlier version of moot."""

Sayings = tuple[Saying, ...]
"""Several of them, in order."""


def state_fact(code: str, /, **values: FactValue) -> Fact:
    """State a fact by the code of its sentence and what it is about."""
    return Fact(code=code, values=values)
