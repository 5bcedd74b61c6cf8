"""Says how a debate stands in at most 4 kB: as a few values for programs, and as a text that reads well."""

from pydantic import BaseModel, Field

from moot.views.result import Result
from moot.views.wording import STATUS, join_names, say_confidence, say_money, say_seat, say_unmet

_DECISION, _LINE, _LINES = 1_200, 200, 4
"""The longest decision, the longest other text and the most of these: together they stay below 4 kB."""


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


def _name(status: str) -> str:
    return next((words for name, words in STATUS.items() if name == status), status.capitalize())


def answer_from(result: Result) -> DebateAnswer:
    """Shorten a result document to what a program that asked needs."""
    usage = result.usage
    tokens = usage.prompt_tokens + usage.completion_tokens
    reasons = result.escalation.reasons or ((say_unmet(result.warrant),) if say_unmet(result.warrant) else ())
    return DebateAnswer(
        thread_id=result.thread_id,
        status=result.status,
        decision=_clip(result.decision, _DECISION) if result.decision else None,
        confidence=result.confidence,
        reasons=[_clip(each, _LINE) for each in reasons[:_LINES]],
        dissent=[_clip(each, _LINE) for each in _dissent(result)[:_LINES]],
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
