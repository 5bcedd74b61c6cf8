"""Says how a debate stands in at most 4 kB: as a few values for programs, and as a text that reads well."""

import json
from typing import Self

from pydantic import BaseModel, Field, PrivateAttr

from moot.catalogue import frame_language, say, speak, speaking
from moot.views.result import Result
from moot.views.result.summaries import SeatUsage
from moot.views.wording.figures import join_names, say_confidence, say_count, say_money
from moot.views.wording.names import say_seat
from moot.views.wording.warrants import say_failure, say_review, say_unmet

_DECISION, _LINE, _LINES = 1_200, 200, 4
"""The longest decision, the longest other text and the most of these, where their letters take one byte each."""
_MOST_BYTES = 4_000
"""An answer takes at most so many, as text and as JSON; scripts that take more bytes a letter are cut shorter."""
_SMALLEST = 1 / 32


class DebateAnswer(BaseModel):
    """How a debate stands."""

    thread_id: str = Field(description="Names the debate for status, review, resume and report.")
    status: str = Field(
        description="decided, needs_review, rejected, inconclusive, aborted, failed, running or interrupted"
    )
    decision: str | None = Field(None, description="The decision; while it needs a review, the proposal.")
    confidence: float | None = Field(None, description="0 to 1.")
    reasons: list[str] = Field([], description="Why it stands so: what a person is asked, or what is missing.")
    dissent: list[str] = Field([], description="Who votes for something else, and for what.")
    cost: str = Field("", description="Calls, tokens and money so far.")

    _language: str = PrivateAttr("")

    @property
    def language(self) -> str:
        """The language of the debate, in which it is written for people; programs need not know it."""
        return self._language

    def in_language(self, language: str) -> Self:
        """Write it for people in this language from now on."""
        self._language = language
        return self

    def giving_first(self, reason: str) -> Self:
        """Give another reason before the others; the last one makes room for it."""
        return self.model_copy(update={"reasons": [_clip(reason, _LINE), *self.reasons][:_LINES]})

    @property
    def size(self) -> int:
        """The bytes it takes in the larger of its two forms; JSON may be written with or without escapes."""
        return max(len(json.dumps(self.model_dump(mode="json"))), len(self.as_text().encode()))

    def as_text(self) -> str:
        """Write it for people and models that read text."""
        with speaking(frame_language(self.language)):
            return "\n".join(self._list_lines())

    def _list_lines(self) -> list[str]:
        lines = [say("mcp.head", status=self.status, thread=self.thread_id)]
        if self.decision:
            lines.append(f"{say('mcp.proposed' if self.status == 'needs_review' else 'mcp.decision')}: {self.decision}")
        if self.confidence is not None:
            lines.append(f"{say('mcp.confidence')}: {say_confidence(self.confidence)}")
        for title, texts in (("mcp.because", self.reasons), ("mcp.dissent", self.dissent)):
            lines += [f"{say(title)}:", *(f"- {text}" for text in texts)] if texts else []
        lines += [f"{say('mcp.cost')}: {self.cost}"] if self.cost else []
        if self.status in _NEXT_STEPS:
            lines.append(say(_NEXT_STEPS[self.status]))
        return lines


_NEXT_STEPS = {"needs_review": "mcp.waits", "running": "mcp.goes_on", "interrupted": "mcp.stands_still"}
"""What can be done about a debate that has not ended."""


def say_fate_to_tools(fate: str, language: str) -> str:
    """Say what becomes of words, to somebody who has tools and no command line."""
    return speak(frame_language(language))(f"remark.told.{fate}")


def answer_from(result: Result) -> DebateAnswer:
    """Shorten a result document to what a program that asked needs."""
    share = 1.0
    with speaking(frame_language(result.language), result.seat_titles):
        answer = _shorten(result, share)
        while answer.size > _MOST_BYTES and share > _SMALLEST:
            share /= 2**0.5
            answer = _shorten(result, share)
    return answer


def _shorten(result: Result, share: float) -> DebateAnswer:
    """Shorten every text to a share of the length it may have."""
    usage, line = result.usage, round(_LINE * share)
    # What kept the agents from answering, and what a person answered, is said before what that led to.
    told = (say_failure(result), say_review(result), *(result.escalation.reasons or (say_unmet(result.warrant),)))
    reasons = tuple(dict.fromkeys(filter(None, map(str, told))))
    return DebateAnswer(
        thread_id=result.thread_id,
        status=result.status,
        decision=_clip(result.decision, round(_DECISION * share)) if result.decision else None,
        confidence=result.confidence,
        reasons=[_clip(each, line) for each in reasons[:_LINES]],
        dissent=[_clip(each, line) for each in _dissent(result)[:_LINES]],
        cost=_say_cost(usage),
    ).in_language(result.language)


def _say_cost(usage: SeatUsage) -> str:
    tokens = say_count(usage.prompt_tokens + usage.completion_tokens, "tokens")
    return f"{say_count(usage.calls, 'calls')}, {tokens}, {say_money(usage.cost)}"


def _dissent(result: Result) -> list[str]:
    ballot = result.ballot
    if ballot is None:
        return []
    others = [option for option in ballot.options if option.seats and option.id != ballot.settled]
    return [f"{join_names([say_seat(seat) for seat in option.seats])}: {option.wording}" for option in others]


def _clip(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"
