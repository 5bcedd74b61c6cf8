"""Says how a debate stands in at most 4 kB: as a few values for programs, and as a text that reads well."""

import json

from pydantic import BaseModel, Field

from moot.views.result import Result
from moot.views.wording import join_names, say_confidence, say_money, say_seat, say_unmet, say_word

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

    @property
    def size(self) -> int:
        """The bytes it takes in the larger of its two forms; JSON may be written with or without escapes."""
        return max(len(json.dumps(self.model_dump(mode="json"))), len(self.as_text().encode()))

    def as_text(self) -> str:
        """Write it for people and models that read text."""
        lines = [f"{_name(self.status)} (debate {self.thread_id})"]
        if self.decision:
            lines.append(f"{'Proposed' if self.status == 'needs_review' else 'Decision'}: {self.decision}")
        if self.confidence is not None:
            lines.append(f"Confidence: {say_confidence(self.confidence)}")
        for title, texts in (("Because", self.reasons), ("Dissent", self.dissent)):
            lines += [f"{title}:", *(f"- {text}" for text in texts)] if texts else []
        lines += [f"Cost: {self.cost}"] if self.cost else []
        if self.status == "needs_review":
            lines.append("It waits for a person: answer with the tool `review`.")
        if self.status == "running":
            lines.append("It goes on; ask again with the tool `status`.")
        if self.status == "interrupted":
            lines.append("It stopped half way; go on with the tool `resume`.")
        return "\n".join(lines)


_FATES = {
    "heard": "Everyone has heard it.",
    "heard_next": "Kept: everyone hears it from the next wave on.",
    "waits_for_person": "Kept: the debate waits for a review; whoever is asked after it hears this.",
    "waits_for_resume": "Kept: the debate stands still, and hears this once it goes on.",
    "not_heard": "Not heard: the debate had ended ({status}). Its record keeps the words.",
}


def say_fate_to_tools(fate: str, status: str) -> str:
    """Say what becomes of words, to somebody who has tools and no command line."""
    return _FATES[fate].format(status=status)


def _name(status: str) -> str:
    return say_word("word.status", status)


def answer_from(result: Result) -> DebateAnswer:
    """Shorten a result document to what a program that asked needs."""
    share = 1.0
    answer = _shorten(result, share)
    while answer.size > _MOST_BYTES and share > _SMALLEST:
        share /= 2**0.5
        answer = _shorten(result, share)
    return answer


def _shorten(result: Result, share: float) -> DebateAnswer:
    """Shorten every text to a share of the length it may have."""
    usage, line = result.usage, round(_LINE * share)
    tokens = usage.prompt_tokens + usage.completion_tokens
    reasons = result.escalation.reasons or ((say_unmet(result.warrant),) if say_unmet(result.warrant) else ())
    return DebateAnswer(
        thread_id=result.thread_id,
        status=result.status,
        decision=_clip(result.decision, round(_DECISION * share)) if result.decision else None,
        confidence=result.confidence,
        reasons=[_clip(str(each), line) for each in reasons[:_LINES]],
        dissent=[_clip(each, line) for each in _dissent(result)[:_LINES]],
        cost=f"{usage.calls} calls, {tokens:,} tokens, {say_money(usage.cost)}",
    )


def _dissent(result: Result) -> list[str]:
    ballot = result.ballot
    if ballot is None:
        return []
    others = [option for option in ballot.options if option.seats and option.id != ballot.settled]
    return [f"{join_names([say_seat(seat) for seat in option.seats])}: {option.text}" for option in others]


def _clip(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"
