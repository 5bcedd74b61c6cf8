"""Finds what was said in what a step of a debate leaves behind: one utterance per thing said to somebody.

What a LangGraph server sends of a state is plain data, so every value is read by name, whatever it is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

UtteranceKind = Literal[
    "position", "revision", "change", "critique", "agreement", "blind_spot", "answer", "verdict", "hypothesis",
    "remark", "silence", "synthesis", "council", "audit",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Utterance:
    """Holds one thing that somebody said."""

    key: str
    """Names it: the same thing said of the same state twice is one utterance."""
    kind: UtteranceKind
    speaker: str
    text: str
    round: int = 0
    whom: str = ""
    """The seat it is said to; empty when it is said to everyone."""
    mark: str = ""
    """A critique's severity, an answer's outcome, a verdict, or whether a position was kept."""
    about: str = ""
    """The critique it answers, by id."""
    confidence: float | None = None
    choice: str = ""
    """The option of the ballot it votes for."""

    def as_event(self) -> dict[str, Any]:
        """Describe it to a page."""
        return {"event": "said", **asdict(self)}


Authors = Mapping[str, str]
"""Who wrote each critique, by its id."""


def read_field(value: Any, name: str) -> Any:
    """Read a field of a value or of plain data."""
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def list_of(value: Any, name: str) -> Sequence[Any]:
    """Read a list; one that is missing is empty."""
    return read_field(value, name) or ()


def hear_position(position: Any, authors: Authors) -> Iterator[Utterance]:
    """Yield what a seat recommends, what it answers its critics, and what it changed."""
    seat, number, text = (read_field(position, name) for name in ("seat", "round", "recommendation"))
    kept = read_field(position, "keeps_position")
    stated = list_of(position, "stated")
    place = f"{number}.{seat}"
    if not text and not list_of(position, "answers"):
        error = read_field(position, "error")
        if error or read_field(position, "status") in ("failed", "timeout"):
            yield Utterance(f"silence.{place}", "silence", seat, str(error or read_field(position, "status")), number)
        return
    # A revision that leaves its recommendation out keeps the words of the round before, which were heard then.
    repeated = kept is not None and bool(stated) and "recommendation" not in stated
    yield Utterance(
        f"position.{place}",
        "position" if kept is None else "revision",
        seat,
        "" if repeated else str(text or ""),
        number,
        mark=str(kept or ""),
        confidence=read_field(position, "confidence"),
        choice=str(read_field(position, "choice") or ""),
    )
    for each in list_of(position, "answers"):
        about = str(read_field(each, "critique_id") or "").strip().upper()
        outcome, reason = str(read_field(each, "outcome") or ""), str(read_field(each, "reason") or "")
        whom = authors.get(about, "")
        yield Utterance(f"answer.{place}.{about}", "answer", seat, reason, number, whom, outcome, about)
    for each in list_of(position, "reconciles"):
        about, how = str(read_field(each, "conflict_id") or "").strip(), str(read_field(each, "how") or "")
        yield Utterance(f"reconciles.{place}.{about}", "answer", seat, how, number, about=about)
    for at, each in enumerate(list_of(position, "changes")):
        because = ", ".join(map(str, list_of(each, "because")))
        what = str(read_field(each, "what") or "")
        yield Utterance(f"change.{place}.{at}", "change", seat, what, number, about=because)


def hear_sheet(sheet: Any) -> Iterator[Utterance]:
    """Yield what a seat criticises, whom it agrees with, and what others overlook."""
    seat, number = read_field(sheet, "agent"), read_field(sheet, "round")
    place = f"{number}.{seat}"
    items = list_of(sheet, "items")
    if not items and read_field(sheet, "status") in ("failed", "timeout"):
        why = str(read_field(sheet, "error") or read_field(sheet, "status"))
        yield Utterance(f"silence.critique.{place}", "silence", seat, why, number)
    for at, each in enumerate(items):
        yield hear_critique(each, f"critique.{place}.{at}", seat, number)
    kinds: tuple[tuple[UtteranceKind, str], ...] = (("agreement", "agreements"), ("blind_spot", "blind_spots"))
    for kind, name in kinds:
        for at, each in enumerate(list_of(sheet, name)):
            whom, point = str(read_field(each, "target") or ""), str(read_field(each, "point") or "")
            yield Utterance(f"{kind}.{place}.{at}", kind, seat, point, number, whom)


def hear_critique(critique: Any, key: str, seat: str, number: int) -> Utterance:
    """Read one critique."""
    whom, text = str(read_field(critique, "target") or ""), str(read_field(critique, "description") or "")
    return Utterance(key, "critique", seat, text, number, whom, mark=str(read_field(critique, "severity") or ""))


def hear_settlement(sheet: Any, targets: Authors) -> Iterator[Utterance]:
    """Yield what the author of critiques says of the answers to them."""
    seat, number = read_field(sheet, "agent"), read_field(sheet, "round")
    for each in list_of(sheet, "verdicts"):
        about = str(read_field(each, "critique_id") or "").strip().upper()
        verdict, reason = str(read_field(each, "verdict") or ""), str(read_field(each, "reason") or "")
        key = f"verdict.{number}.{seat}.{about}"
        yield Utterance(key, "verdict", seat, reason, number, targets.get(about, ""), verdict, about)


def hear_hypotheses(sheet: Any) -> Iterator[Utterance]:
    """Yield what a reasoner holds for the cause."""
    seat, number = read_field(sheet, "seat"), read_field(sheet, "round")
    found = list_of(sheet, "hypotheses")
    if read_field(sheet, "no_incident"):
        because = str(read_field(sheet, "no_incident_because") or "")
        yield Utterance(f"hypothesis.{number}.{seat}.0", "hypothesis", seat, because, number, mark="no_incident")
    elif not found:
        why = str(read_field(sheet, "error") or read_field(sheet, "status") or "")
        yield Utterance(f"silence.{number}.{seat}", "silence", seat, why, number)
    for at, each in enumerate(found):
        text, sure = str(read_field(each, "hypothesis") or ""), read_field(each, "confidence")
        yield Utterance(f"hypothesis.{number}.{seat}.{at}", "hypothesis", seat, text, number, confidence=sure)


def hear_remark(remark: Any) -> Utterance:
    """Read what a person said to everyone."""
    number, key = read_field(remark, "round"), read_field(remark, "id")
    mark = "heard" if read_field(remark, "heard_in") else "unheard"
    who, said = str(read_field(remark, "author") or ""), str(read_field(remark, "text") or "")
    # Heard later, it is told once more: whoever said it wants to know.
    return Utterance(f"remark.{key}.{mark}", "remark", who, said, number or 0, mark=mark)


_BY_RULE = ("deterministic", "judge")
"""Authors of syntheses that no model wrote."""


def hear_ending(update: Mapping[str, Any], number: int) -> Iterable[Utterance]:
    """Yield what those say who sum up: the auditor, the synthesizer and the council."""
    audit, synthesis, council = (update.get(name) for name in ("audit", "synthesis", "council"))
    if audit is not None and (said := read_field(audit, "answer")):
        yield Utterance(f"audit.{number}", "audit", "auditor", str(said), number)
    if synthesis is not None and (said := read_field(synthesis, "decision")):
        # What its author said itself; what a rule makes of it is told with its calculation at the end.
        stated = read_field(synthesis, "stated_confidence")
        sure = read_field(synthesis, "confidence") if stated is None else stated
        unsure = str(read_field(synthesis, "uncertainty") or "none")
        by_rule = read_field(synthesis, "author") in _BY_RULE
        mark = "" if unsure == "none" or by_rule else unsure
        # Where nobody found a cause nobody was sure of anything: 0 % would say that they doubt it.
        searched = read_field(synthesis, "author") == "judge" and read_field(synthesis, "positions_confidence") is None
        sure = None if searched and not sure else sure
        key = f"synthesis.{said}"
        yield Utterance(key, "synthesis", "synthesizer", str(said), number, mark=mark, confidence=sure)
    for name, field in (("critic", "justification"), ("advocate", "undiscussed_risk"), ("resolution", "decision")):
        member = read_field(council, name) if council is not None else None
        if member is not None and (said := read_field(member, field)):
            yield Utterance(f"council.{name}.{said}", "council", f"council_{name}", str(said), number)
