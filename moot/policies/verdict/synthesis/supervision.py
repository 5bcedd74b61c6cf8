"""Finds which body of law prevails: by a supervisor's decision, or by a ladder of rules without one.

A national law prevails, B customary law prevails, C a conflict that needs synthesis, D too little is known (L-47). A
supervisor names label and step in fields of their own, the label by a word, since options have letters too; a letter,
and both written before its decision, as in `[C4]`, are understood as well, and such a mark counts. A decision without
either gets the label its domain suggests, marked as such and without a step (X-56i).

When no supervisor can be asked, words and derived atoms climb the ladder; the first step that applies decides (L-48):

1. A fundamental human right is violated: national law (A).
2. A clear and final national rule settles it: an atom `final(...)`, or words of marriage age, adoption, registry or
   polygamy: national law (A).
3. It is purely internal to custom: the question belongs to adat alone and no rule conflicts: customary law (B).
4. Both laws are claimed: the question is a conflict, an atom says so, or it names both alike: synthesis (C).
5. In doubt: the law whose words outweigh the other's; with none of either, too little is known (D).
"""

import re
from collections.abc import Iterable
from typing import Literal

from moot.policies.language import words
from moot.policies.routing import classify_domain
from moot.state.base import Texts, Value
from moot.state.evidence import Evidence
from moot.state.facts import Saying, state_fact
from moot.state.outcome import LAW_LABELS, Synthesis

_SupervisorLabel = Literal["A", "B", "C", "D"]

_DEFAULT_LABEL = "label_default"
"""Marks a label that follows from the question's domain because the supervisor gave none."""

_DEFAULTS: dict[str, _SupervisorLabel] = {"pure_national": "A", "pure_adat": "B", "conflict": "C", "consensus": "C"}
# In brackets, with or without a step; bare only as `C4:`, since a sentence may begin with "A 5 percent cut".
_MARK = re.compile(r"\s*(?:\[\s*([A-D])\W{0,3}([1-5])?\s*\][\s:.)-]*|([A-D])([1-5])\s*[:.)-]\s*)", re.IGNORECASE)

_ENOUGH_WORDS = 2
"""So many words of a question suggest something."""

_Step = Literal[1, 2, 3, 4, 5]
_RIGHTS = (
    *(
        "hak asasi",
        "ham",
        "kekerasan",
        "penyiksaan",
        "perbudakan",
        "perdagangan orang",
        "kawin paksa",
        "dipaksa menikah",
    ),
    *("pembunuhan", "diskriminasi ras", "human rights", "violence", "torture", "slavery", "trafficking"),
    *("forced marriage", "forced to marry", "honour killing"),
)
"""Words of a fundamental human right that is violated."""
_FINAL_RULES = (
    *("usia perkawinan", "usia nikah", "perkawinan anak", "pernikahan anak", "pernikahan dini", "di bawah umur"),
    *(
        "adopsi",
        "pengangkatan anak",
        "penetapan pengadilan",
        "akta kelahiran",
        "catatan sipil",
        "pencatatan perkawinan",
    ),
    *("poligami", "marriage age", "child marriage", "adoption", "civil registry", "birth certificate", "polygamy"),
)
"""Words of what a clear and final national rule settles."""
_ATOM = re.compile(r"\b(final|conflict)\([^()]*\)")


def suggest_label(question: str, hint: str | None) -> tuple[str, Saying]:
    """Name the label that the caller or the words of a question suggest, as a supervisor is offered it, and why.

    Empty where a single word would speak for it: that a question mentions adat once says nothing of which law prevails.
    """
    domain = classify_domain(question, hint)
    if domain.method == "heuristic" and sum(domain.scores.values()) < _ENOUGH_WORDS:
        return "", ""
    return dict(LAW_LABELS)[default_label(domain.label)], domain.reason


def default_label(route_label: str | None) -> _SupervisorLabel:
    """Suggest a label by the question's domain; an unknown domain suggests that too little is known."""
    return _DEFAULTS.get(route_label or "", "D")


def read_supervisor_label(synthesis: Synthesis, route_label: str | None) -> Synthesis:
    """Take label and step out of a supervisor's decision; its text is left without them."""
    found = _MARK.match(synthesis.decision)
    text = synthesis.decision[found.end() :].strip() if found else ""
    if found is not None and text:
        label, step = found[1] or found[3], found[2] or found[4]
        marked = {"decision": text, "label": label.upper(), "step": int(step) if step else None}
        return _tell_conflict(synthesis.model_copy(update=marked))
    if synthesis.label is not None:
        letter = next((letter for letter, word in LAW_LABELS if word == synthesis.label), synthesis.label)
        return _tell_conflict(synthesis.model_copy(update={"label": letter}))
    flags = (*synthesis.flags, _DEFAULT_LABEL)
    unlabelled = {"label": default_label(route_label), "step": None, "norm_conflict": None, "flags": flags}
    return _tell_conflict(synthesis.model_copy(update=unlabelled))


def _tell_conflict(synthesis: Synthesis) -> Synthesis:
    """Whoever says whether the laws differ is believed: two laws may both apply and come to the same result.

    Where nothing was said, a label of both laws stands for a conflict.
    """
    if synthesis.norm_conflict is not None:
        return synthesis
    return synthesis.model_copy(update={"norm_conflict": synthesis.label == "C"})


class _LadderRuling(Value):
    """The label of a legal question, the step that gave it, and whether norms collide (L-47)."""

    label: _SupervisorLabel
    step: _Step
    reason: Saying
    conflict: bool
    """Whether two bodies of law answer the question differently."""


def climb_ladder(question: str, route_label: str | None, evidence: Iterable[Evidence] = ()) -> _LadderRuling:
    """Label a legal question without a model."""
    listed = f" {' '.join(words(question))} "
    atoms = _list_atoms(evidence)
    clash = any(atom.startswith("conflict") for atom in atoms)
    conflict = clash or route_label == "conflict"
    if right := _find(listed, _RIGHTS):
        return _LadderRuling(label="A", step=1, reason=state_fact("law.right", what=right), conflict=conflict)
    final = next((atom for atom in atoms if atom.startswith("final")), "") or _find(listed, _FINAL_RULES)
    if final:
        return _LadderRuling(label="A", step=2, reason=state_fact("law.final", rule=final), conflict=conflict)
    if route_label == "pure_adat" and not clash:
        return _LadderRuling(label="B", step=3, reason=state_fact("law.customary_alone"), conflict=False)
    if conflict:
        return _LadderRuling(label="C", step=4, reason=state_fact("law.both_claim"), conflict=True)
    return _settle_doubt(question, route_label)


def _settle_doubt(question: str, route_label: str | None) -> _LadderRuling:
    counted = classify_domain(question)
    national, adat = counted.national, counted.adat
    if route_label == "pure_national" or national > adat:
        return _LadderRuling(label="A", step=5, reason=state_fact("law.doubt_national"), conflict=False)
    if adat > national:
        return _LadderRuling(label="B", step=5, reason=state_fact("law.doubt_customary"), conflict=False)
    if national:
        return _LadderRuling(label="C", step=4, reason=state_fact("law.both_named"), conflict=False)
    return _LadderRuling(label="D", step=5, reason=state_fact("law.neither"), conflict=False)


def _list_atoms(evidence: Iterable[Evidence]) -> Texts:
    rules = (each.text for each in evidence if each.kind == "rule")
    return tuple(found[0] for text in rules for found in _ATOM.finditer(text))


def _find(listed: str, phrases: Iterable[str]) -> str:
    return next((each for each in phrases if f" {' '.join(words(each))} " in listed), "")
