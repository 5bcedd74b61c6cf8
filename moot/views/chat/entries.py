"""Writes what seats say as messages of a conversation: positions, critiques, revisions and possible causes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from moot.catalogue import current_translator, say, speaking
from moot.state.critiques import CritiqueItem, CritiqueSheet
from moot.state.hypotheses import HypothesisSheet
from moot.state.positions import Position
from moot.views.chat.literal import keep_literal
from moot.views.wording import say_literal
from moot.views.wording.figures import whole_percent
from moot.views.wording.names import say_seat


@dataclass(frozen=True, slots=True)
class ChatEntry:
    """One thing that somebody said: who, where in the debate, and the text."""

    speaker: str
    phase: str
    round: int
    text: str


def list_entries(
    phase: str, speaker: str, update: Mapping[str, Any], language: str, titles: Mapping[str, str] | None = None
) -> list[ChatEntry]:
    """Write down what an actor's turn adds to the conversation; `speaker` is named where the update names nobody.

    `titles` are what somebody's own profile calls its seats.
    """
    with speaking(language, titles):
        said = _list(phase, speaker, update)
    return [replace(each, text=keep_literal(each.text)) for each in said]


def _list(phase: str, speaker: str, update: Mapping[str, Any]) -> list[ChatEntry]:
    number = int(update.get("round") or 0)
    return [
        *(ChatEntry(each.seat, phase, each.round, _position(each)) for each in update.get("positions") or ()),
        *(ChatEntry(each.seat, phase, each.round, _hypotheses(each)) for each in update.get("hypotheses") or ()),
        *(ChatEntry(each.agent, phase, each.round, _critiques(each)) for each in update.get("sheets") or ()),
        *(
            ChatEntry(speaker, phase, number, current_translator().tell(said))
            for said in update.get("messages") or ()
            if said
        ),
    ]


def _position(position: Position) -> str:
    if not position.spoke and position.keeps_position is None:
        return _silence(position.status, position.error)
    parts = [
        say(f"chat.keeps_{position.keeps_position}") if position.keeps_position else "",
        f"**{position.recommendation.strip()}**" if position.recommendation else "",
        position.reasoning or "",
        _bullets(say("chat.changes"), (change.what for change in position.changes)),
        _bullets(say("report.risks"), position.risks or ()),
        f"{say('chat.timing')}: {position.timing}" if position.timing else "",
        _confidence(position.confidence),
    ]
    return "\n\n".join(filter(None, parts))


def _critiques(sheet: CritiqueSheet) -> str:
    if sheet.status in ("failed", "timeout") and not sheet.items:
        return _silence(sheet.status, sheet.error)
    return "\n".join(map(_critique, sheet.items)) or say("chat.no_critique")


def _critique(item: CritiqueItem) -> str:
    about = f"{say_literal(item.severity)}, {say_literal(item.issue_type)}"
    return f"- **{say_seat(item.target)}** ({about}): {item.description}"


def _hypotheses(sheet: HypothesisSheet) -> str:
    if sheet.no_incident:
        told = current_translator()("talk.hypothesis.no_incident.bare", who=say_seat(sheet.seat))
        return f"{told}: {sheet.no_incident_because}" if sheet.no_incident_because else told
    if not sheet.hypotheses:
        return _silence(sheet.status, sheet.error)
    causes = (f"{each.hypothesis} ({whole_percent(each.confidence)} %)" for each in sheet.hypotheses)
    return _bullets(say("chat.hypotheses"), causes)


def _silence(status: str, error: str | None) -> str:
    return f"*{say('chat.silent')}: {error or say_literal(status)}*"


def _bullets(title: str, items: Iterable[str]) -> str:
    lines = list(_items(items))
    return "\n".join((f"{title}:", *lines)) if lines else ""


def _items(items: Iterable[str]) -> Iterator[str]:
    return (f"- {' '.join(item.split())}" for item in items if item.strip())


def _confidence(share: float | None) -> str:
    return "" if share is None else f"{say('report.confidence')}: {whole_percent(share)} %"
