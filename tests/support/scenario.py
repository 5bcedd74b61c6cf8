"""Scenarios for the OpenAI-compatible server: a list of entries, of which the first that fits a request answers it.

    server.rule = scenario = Scenario(
        {"when": {"phase": "position", "seat": "cfo"}, "reply": {"stance": "wait"}},
        {"when": {"phase": "council_critic"}, "fault": "fail"},
    )
    ...
    assert scenario.asked("ballot") == [("ballot", "comparer", 1)]

`when` is compared with the headers x-moot-phase, x-moot-seat, x-moot-round and x-moot-attempt and with the name of the
schema; a missing key fits anything, a list fits any of its members, `times` limits how often an entry answers. A reply
that is an object is laid over a minimal instance of the schema: its required members only, the first word of a choice,
the least number, yes for yes or no, no items, a few words that follow from the prompt. What no entry fits is answered
with that instance.
"""

import hashlib
import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.support.openai_server import Action, Call, Drop, Fail, Hang, Say

Entry = Mapping[str, Any]
Asked = tuple[str, str, int]
"""Phase, seat and round of a request."""

_WORDS = (
    "evidence",
    "claim",
    "result",
    "reason",
    "trend",
    "signal",
    "market",
    "method",
    "plan",
    "value",
    "shows",
    "weakens",
)

_FAULTS: Mapping[str, Callable[[Any], Action]] = {
    "refused": lambda _: Fail(403),
    "fail": lambda _: Fail(500),
    "hang": lambda _: Hang(),
    "drop": lambda _: Drop(),
    "nonsense": lambda _: Say("I would rather tell you about it in my own words."),
    "refusal": lambda _: Say(refusal="I cannot help with that."),
    "malformed_content": lambda reply: Say(reply, cut=25),
    "malformed": lambda reply: Say(reply, cut=25, then="broken"),
}


class Scenario:
    """Answers requests from a list of entries."""

    def __init__(self, *entries: Entry) -> None:
        self.entries = entries
        self.calls: list[Call] = []
        self._used: Counter[int] = Counter()

    def __call__(self, call: Call) -> Action:
        """Answer one request."""
        self.calls.append(call)
        entry = self._find(call)
        reply = entry.get("reply", {})
        if not isinstance(reply, str):
            chance = random.Random(hashlib.sha256(call.prompt.encode()).digest())
            reply = {**(make_minimal(call.schema, chance) if call.schema else {}), **reply}
        fault = entry.get("fault")
        return Say(reply) if fault is None else _FAULTS[fault](reply)

    def asked(self, *phases: str) -> list[Asked]:
        """List the requests of some phases, or all of them, in the order of arrival."""
        found = [
            (call.headers["x-moot-phase"], call.seat, int(call.headers.get("x-moot-round") or 0)) for call in self.calls
        ]
        return [each for each in found if not phases or each[0] in phases]

    def prompts(self, phase: str) -> list[str]:
        """List what a phase was shown."""
        return [call.prompt for call in self.calls if call.headers["x-moot-phase"] == phase]

    def schemas(self, phase: str) -> list[dict[str, Any]]:
        """List the schemas a phase was asked with."""
        return [call.schema for call in self.calls if call.headers["x-moot-phase"] == phase]

    def _find(self, call: Call) -> Entry:
        asked = {name: call.headers.get(f"x-moot-{name}") for name in ("phase", "seat", "round", "attempt")}
        form = call.body.get("response_format") or {}
        asked["schema"] = (form.get("json_schema") or {}).get("name")
        for number, entry in enumerate(self.entries):
            fits = all(
                str(asked.get(key)) in [str(each) for each in (value if isinstance(value, list) else [value])]
                for key, value in entry.get("when", {}).items()
            )
            if fits and self._used[number] < entry.get("times", math.inf):
                self._used[number] += 1
                return entry
        return {}


def make_minimal(schema: Mapping[str, Any], chance: random.Random) -> Any:
    """Build a minimal instance of a schema: nothing that is not required."""
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return make_minimal(next((each for each in options if each.get("type") != "null"), options[0]), chance)
    match schema.get("type"):
        case "object":
            known = schema.get("properties", {})
            return {name: make_minimal(known.get(name, {}), chance) for name in schema.get("required", ())}
        case "array":
            return [make_minimal(schema.get("items", {}), chance) for _ in range(schema.get("minItems", 0))]
        case "integer" | "number":
            return max(0, schema.get("minimum", 0))
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return " ".join(chance.choices(_WORDS, k=3)).capitalize()[: schema.get("maxLength", 1 << 20)]
