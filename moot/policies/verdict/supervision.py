"""Which label a legal question gets, and how a supervisor's decision is read (L-47, X-56i).

A national law prevails, B customary law prevails, C a conflict that needs synthesis, D too little is known. A decision
begins with its label and the step of the ladder that decided it, as in `[C4]`. One without a readable label keeps its
words and gets the label its domain suggests, marked as such and without a step.
"""

import re
from typing import Literal

from moot.state.outcome import Synthesis

SupervisorLabel = Literal["A", "B", "C", "D"]

DEFAULT_LABEL = "label_default"
"""Marks a label that follows from the question's domain because the supervisor gave none."""

_DEFAULTS: dict[str, SupervisorLabel] = {"pure_national": "A", "pure_adat": "B", "conflict": "C", "consensus": "C"}
# In brackets, with or without a step; bare only as `C4:`, since a sentence may begin with "A 5 percent cut".
_MARK = re.compile(r"\s*(?:\[\s*([A-D])\W{0,3}([1-5])?\s*\][\s:.)-]*|([A-D])([1-5])\s*[:.)-]\s*)", re.IGNORECASE)


def default_label(route_label: str | None) -> SupervisorLabel:
    """The label a question's domain suggests; an unknown domain suggests that too little is known."""
    return _DEFAULTS.get(route_label or "", "D")


def read_label(synthesis: Synthesis, route_label: str | None) -> Synthesis:
    """Take label and step out of a supervisor's decision; its text is left without them."""
    found = _MARK.match(synthesis.decision)
    text = synthesis.decision[found.end() :].strip() if found else ""
    if found is None or not text:
        flags = (*synthesis.flags, DEFAULT_LABEL)
        return synthesis.model_copy(update={"label": default_label(route_label), "flags": flags})
    label, step = found[1] or found[3], found[2] or found[4]
    return synthesis.model_copy(update={"decision": text, "label": label.upper(), "step": int(step) if step else None})
