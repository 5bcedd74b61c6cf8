"""Reads a person's answer, whichever client sent it.

Three forms are understood (INTERFACES 4, 9):

- `{"decisions": [{"type": "approve" | "edit" | "reject" | "respond", ...}]}`,
- `[{"type": "accept" | "edit" | "response" | "ignore", "args": ...}]`,
- a plain text.

Exactly one decision is wanted. `accept` approves, `response` responds, `ignore` rejects. An edit needs a text, a
response needs a text; a rejection may have one. Agent Inbox has one box for responding and for rejecting, so a
`response` that says `reject` or `reject: why` rejects.

A plain text approves only when it is nothing but a word for approving (`approve`, `aprovar`, `setuju`); `reject` alone
or `reject: why` rejects, `edit: text` edits, and any other text is guidance. A bare `yes` or `no` is none of these: it
is told which words there are, because nobody can say what it agrees to.

What cannot be read is not an answer: the finding says what is wrong, and the pause stays as it was.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal

from moot.state.base import Value
from moot.state.facts import Fact, Saying, state_fact
from moot.state.outcome import ReviewResponse

DecisionType = Literal["approve", "edit", "reject", "respond"]

_TYPES: dict[str, DecisionType] = {
    "approve": "approve",
    "accept": "approve",
    "edit": "edit",
    "reject": "reject",
    "ignore": "reject",
    "respond": "respond",
    "response": "respond",
}
_WORDS: dict[str, DecisionType] = {
    **dict.fromkeys(("approve", "approved", "i approve", "accept", "accepted"), "approve"),
    **dict.fromkeys(("aprovar", "aprovo", "aprovado", "aceito", "setuju", "saya setuju", "disetujui"), "approve"),
    **dict.fromkeys(
        ("reject", "rejected", "i reject", "rejeitar", "rejeito", "rejeitado", "tolak", "ditolak"), "reject"
    ),
    **dict.fromkeys(("edit", "editar", "ubah"), "edit"),
}
"""The words that answer a request by themselves, in the three languages of debates."""
_UNCLEAR = frozenset(
    {"", "yes", "y", "no", "n", "ok", "okay", "sure", "fine", "good", "sim", "não", "nao", "ya", "tidak"}
)
"""Words that agree or disagree without saying with what."""
_PUNCTUATION = " \t\n.!,;*_`\"'"

_DEEPEST = 4
"""No client wraps the text of a decision in more objects than this."""

_TEXT_KEYS = ("decision", "message", "text", "response", "feedback", "answer")


class ReadResponse(Value):
    """A person's answer, or what is wrong with it."""

    response: ReviewResponse | None = None
    problem: Saying = ""


def read_response(value: object, allowed: Sequence[DecisionType]) -> ReadResponse:
    """Read an answer of either form; anything else is told, never guessed."""
    if isinstance(value, str):
        return _read_words(value, allowed)
    reviewer = value.get("reviewer") if isinstance(value, Mapping) else None
    decisions = value.get("decisions") if isinstance(value, Mapping) else value
    if isinstance(value, Mapping) and decisions is None and "type" in value:
        decisions = [value]
    if not isinstance(decisions, Sequence) or isinstance(decisions, str | bytes):
        return _problem(state_fact("review.form", shape='{"decisions": [...]}', other='[{"type": ...}]'))
    if len(decisions) != 1:
        return _problem(state_fact("review.one_decision", n=len(decisions)))
    item = decisions[0]
    if not isinstance(item, Mapping):
        return _problem(state_fact("review.no_type"))
    return _read_item(item, allowed, reviewer if isinstance(reviewer, str) else "")


def _read_words(text: str, allowed: Sequence[DecisionType]) -> ReadResponse:
    """Read a plain text by the rules above; what is not clearly an approval never becomes one."""
    words = text.strip()
    bare = words.strip(_PUNCTUATION).casefold()
    head, colon, rest = words.partition(":")
    named = _WORDS.get(head.strip(_PUNCTUATION).casefold()) if colon else None
    if bare in _WORDS:
        item: dict[str, object] = {"type": _WORDS[bare]}
    elif named in ("edit", "reject"):
        item = {"type": named, "text": rest}
    elif bare in _UNCLEAR:
        return _problem(state_fact("review.unclear", said=words[:40], usages=_offer_words(allowed)))
    else:
        item = {"type": "respond", "text": words}
    return _read_item(item, allowed, "")


def _offer_words(allowed: Sequence[DecisionType]) -> tuple[Fact, ...]:
    return tuple(state_fact(f"review.usage.{kind}") for kind in allowed)


def _read_item(item: Mapping[str, object], allowed: Sequence[DecisionType], reviewer: str) -> ReadResponse:
    kind = _TYPES.get(str(item.get("type", "")).strip().lower())
    if kind is None:
        return _problem(state_fact("review.unknown_type", type=str(item.get("type")), allowed=tuple(allowed)))
    if kind not in allowed:
        return _problem(state_fact("review.not_here", type=kind, allowed=tuple(allowed)))
    text = _find_text(item)
    if kind in ("edit", "respond") and not text:
        return _problem(state_fact(f"review.{kind}_needs"))
    named = item.get("reviewer")
    who = named if isinstance(named, str) else reviewer
    said = _read_words(text, allowed).response if item.get("type") == "response" else None
    if said is not None and said.type == "reject":
        return ReadResponse(response=said.model_copy(update={"reviewer": who}))
    return ReadResponse(response=ReviewResponse(type=kind, text=text, reviewer=who))


def _find_text(value: object, depth: int = _DEEPEST) -> str:
    """Find the text of a decision, wherever the client put it."""
    if isinstance(value, str):
        return value.strip()
    if not isinstance(value, Mapping) or not depth:
        return ""
    plain = (value[key].strip() for key in _TEXT_KEYS if isinstance(value.get(key), str))
    nested = (_find_text(value.get(key), depth - 1) for key in ("edited_action", "args", "arguments"))
    return next(filter(None, chain(plain, nested)), "")


def _problem(fault: Fact) -> ReadResponse:
    return ReadResponse(problem=fault)
