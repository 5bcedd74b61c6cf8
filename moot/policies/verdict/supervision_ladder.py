"""Which body of law prevails when no supervisor can be asked: the ladder of L-47 by words and derived atoms (L-48).

The first step that applies decides.

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
from moot.policies.verdict.supervision import SupervisorLabel
from moot.state.base import Texts, Value
from moot.state.evidence import Evidence

Step = Literal[1, 2, 3, 4, 5]

RIGHTS = (
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
FINAL = (
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


class Ruling(Value):
    """The label of a legal question, the step that gave it, and whether norms collide (L-47)."""

    label: SupervisorLabel
    step: Step
    reason: str
    conflict: bool
    """Whether two bodies of law answer the question differently."""


def climb_ladder(question: str, route_label: str | None, evidence: Iterable[Evidence] = ()) -> Ruling:
    """Label a legal question without a model."""
    listed = f" {' '.join(words(question))} "
    atoms = _list_atoms(evidence)
    clash = any(atom.startswith("conflict") for atom in atoms)
    conflict = clash or route_label == "conflict"
    if right := _find(listed, RIGHTS):
        return Ruling(label="A", step=1, reason=f"A human right is at stake: {right}.", conflict=conflict)
    final = next((atom for atom in atoms if atom.startswith("final")), "") or _find(listed, FINAL)
    if final:
        return Ruling(label="A", step=2, reason=f"A final national rule settles it: {final}.", conflict=conflict)
    if route_label == "pure_adat" and not clash:
        return Ruling(label="B", step=3, reason="It is a matter of customary law alone.", conflict=False)
    if conflict:
        return Ruling(label="C", step=4, reason="Claims stand under both bodies of law.", conflict=True)
    return _settle_doubt(question, route_label)


def _settle_doubt(question: str, route_label: str | None) -> Ruling:
    counted = classify_domain(question)
    national, adat = counted.national, counted.adat
    if route_label == "pure_national" or national > adat:
        return Ruling(label="A", step=5, reason="In doubt, its words are those of national law.", conflict=False)
    if adat > national:
        return Ruling(label="B", step=5, reason="In doubt, its words are those of customary law.", conflict=False)
    if national:
        return Ruling(
            label="C", step=4, reason="Both bodies of law are named, neither more than the other.", conflict=False
        )
    return Ruling(label="D", step=5, reason="The question names neither body of law.", conflict=False)


def _list_atoms(evidence: Iterable[Evidence]) -> Texts:
    rules = (each.text for each in evidence if each.kind == "rule")
    return tuple(found[0] for text in rules for found in _ATOM.finditer(text))


def _find(listed: str, phrases: Iterable[str]) -> str:
    return next((each for each in phrases if f" {' '.join(words(each))} " in listed), "")
