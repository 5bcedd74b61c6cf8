"""A model that says what a script tells it: for tests, notebooks, documentation and rehearsals.

Deterministic: the answer depends on the script, the request and how often an entry with `times`
has answered in this debate, never on a clock or on chance. It fails as a real server fails, with the
errors of the OpenAI client, so everything above it behaves as it would with a real model.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import PrivateAttr
from typing_extensions import override

from moot.configs import Script, ScriptEntry, load_script, make_script
from moot.errors import InputError
from moot.models.request import Request
from moot.models.testing.performance import fits, perform
from moot.models.testing.steps import Step, SteppedChatModel


class ScriptedChatModel(SteppedChatModel):
    """A chat model that answers from a script."""

    script: Script
    _used: Counter[tuple[str, int]] = PrivateAttr(default_factory=Counter)
    _requests: list[Request] = PrivateAttr(default_factory=list)

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """A model for the script in a YAML file."""
        return cls(script=load_script(path))

    @classmethod
    def from_entries(
        cls, answers: Sequence[Mapping[str, Any]], otherwise: Literal["minimal", "error"] = "minimal"
    ) -> Self:
        """A model for a script written in Python: the same keys as in the file."""
        return cls(script=make_script({"otherwise": otherwise, "answers": list(answers)}))

    @property
    def model_name(self) -> str:
        """The name under which usage is kept."""
        return "scripted"

    @property
    def requests(self) -> tuple[Request, ...]:
        """Everything asked so far, in order of arrival."""
        return tuple(self._requests)

    @property
    def unused(self) -> tuple[ScriptEntry, ...]:
        """The entries that never answered: in a test most likely a mistake in `when`."""
        used = {number for _, number in self._used}
        return tuple(entry for number, entry in enumerate(self.script.answers) if number not in used)

    @override
    def take_steps(self, request: Request) -> Iterator[Step]:
        """Find the entry that fits, and perform it."""
        self._requests.append(request)
        return perform(self._choose(request), request)

    def _choose(self, request: Request) -> ScriptEntry:
        for number, entry in enumerate(self.script.answers):
            spent = entry.times is not None and self._used[request.thread, number] >= entry.times
            if not spent and fits(entry.when, request):
                self._used[request.thread, number] += 1
                return entry
        if self.script.otherwise == "error":
            raise InputError(f"the script has no answer for {request.name}; add one, or set otherwise: minimal")
        return ScriptEntry()

    @property
    @override
    def _llm_type(self) -> str:
        return "scripted"

    @property
    @override
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}
