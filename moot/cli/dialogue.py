"""Asks a person on the terminal what is to become of a debate: shows the request, takes an answer, asks once more.

Everything is said on stderr, because stdout belongs to the result.
"""

import sys
from collections.abc import Mapping
from typing import Any

import typer

Answer = dict[str, Any]
LEFT_OPEN = 3
_LETTERS = {"a": "approve", "e": "edit", "r": "reject", "s": "respond"}
_ASKED_FOR = {
    "edit": "The decision instead: ",
    "respond": "What the agents should consider: ",
    "reject": "Why (may be empty): ",
}
_MEANINGS = {
    "decide": {
        "approve": "the proposal stands",
        "edit": "decide something else",
        "reject": "there is no decision",
        "respond": "tell the agents something; they argue once more",
    },
    "refine": {
        "approve": "refine the question now",
        "edit": "refine it towards your own wording",
        "reject": "take another direction; it ends here",
        "respond": "refine it with what you have to say",
    },
}
_YES = ("y", "yes")


def ask_person(request: Mapping[str, Any]) -> Answer:
    """Show a request and ask until there is an answer that is meant."""
    from moot.cli.request_text import describe_request

    typer.echo(describe_request(request), err=True)
    allowed = request["review_configs"][0]["allowed_decisions"]
    meanings = _MEANINGS.get(request["action_requests"][0]["name"], _MEANINGS["decide"])
    offered = {letter: kind for letter, kind in _LETTERS.items() if kind in allowed}
    for letter, kind in offered.items():
        typer.echo(f"  {letter}  {kind}: {meanings[kind]}", err=True)
    typer.echo("  q  decide later", err=True)
    while True:
        letter = _read_line("Your answer: ").lower()[:1]
        if letter == "q":
            raise typer.Exit(LEFT_OPEN)
        answer = _complete(offered[letter]) if letter in offered else None
        if answer is not None and _is_meant(answer, meanings[answer["type"]]):
            return answer


def _complete(kind: str) -> Answer | None:
    """Ask for the text that goes with an answer; None when one is needed and none is given."""
    text = "" if kind == "approve" else _read_line(_ASKED_FOR[kind])
    return {"type": kind, "text": text} if text or kind in ("approve", "reject") else None


def _is_meant(answer: Answer, meaning: str) -> bool:
    """An answer cannot be taken back, so it is confirmed."""
    from moot.views.wording import clip

    said = f" ({clip(answer['text'], 60)})" if answer["text"] else ""
    return _read_line(f"{answer['type'].capitalize()}{said}: {meaning}. Sure? [y/N] ").lower() in _YES


def _read_line(prompt: str) -> str:
    """One line from the terminal; its end leaves the debate as it is."""
    typer.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        typer.echo("", err=True)
        raise typer.Exit(LEFT_OPEN)
    return line.strip()
