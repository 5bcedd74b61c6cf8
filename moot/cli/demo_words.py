"""Writes what stands around the debates of `moot demo`: headings, the case, and what to look at in the result."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from moot.catalogue import say

if TYPE_CHECKING:
    from moot.configs.scripts import Rehearsal
    from moot.state.positions import Position
    from moot.views.result import Result


def write_heading(name: str, note: str = "") -> None:
    """Write the heading of a part, with a note below it."""
    from moot.views.lines import wrap

    title = say(f"demo.{name}")
    typer.echo("\n" + (typer.style(title, bold=True) if sys.stdout.isatty() else title))
    for line in wrap(note) if note else ():
        typer.echo(line)


def describe_case(rehearsal: "Rehearsal") -> str:
    """Write the question, the answers to choose from, and the documents that may be cited."""
    from moot.views.lines import hang

    labels = [say("demo.question"), say("demo.evidence")]
    width = max(map(len, labels)) + 2
    lines = ["", *hang(f"{labels[0]:<{width}}", rehearsal.question)]
    for letter, option in zip("ABCDEFGHIJKL", rehearsal.options, strict=False):
        lines += hang(f"{'':<{width}}{letter} ", option)
    for place, each in enumerate(rehearsal.evidence):
        lines += hang(f"{'' if place else labels[1]:<{width}}{each['id']}: ", each["text"])
    return "\n".join(lines) + "\n"


def list_highlights(rehearsal: "Rehearsal", result: "Result") -> str:
    """Name what is worth looking at: who changed its mind and why, what the ledger caught, who dissents."""
    from moot.views.lines import bullets

    found = [*_list_changes(rehearsal, result), *_list_caught(rehearsal, result), *_list_dissent(rehearsal, result)]
    return "\n".join([say("demo.look"), *bullets(found)])


def _list_changes(rehearsal: "Rehearsal", result: "Result") -> Iterator[str]:
    critiques, titles = {each.id: each for each in result.critiques}, _titles(rehearsal)
    for position in result.positions:
        if position.keeps_position != "no":
            continue
        named = [each for change in position.changes for each in change.because if each in critiques]
        for critique in (critiques[each] for each in named[:1]):
            yield say(
                "demo.changed",
                seat=titles[position.seat],
                round=position.round,
                critic=titles[critique.agent],
                text=critique.description,
            )


def _list_caught(rehearsal: "Rehearsal", result: "Result") -> Iterator[str]:
    claims = {
        (position.seat, position.round, claim.id): claim.statement
        for position in result.positions
        for claim in position.claims
    }
    for verdict in result.evidence.claims:
        if verdict.verdict == "unsupported":
            statement = claims.get((verdict.seat, verdict.round, verdict.claim_id), verdict.claim_id)
            yield say("demo.caught", seat=_titles(rehearsal)[verdict.seat], statement=statement, reason=verdict.reason)


def _list_dissent(rehearsal: "Rehearsal", result: "Result") -> Iterator[str]:
    settled = result.ballot.settled if result.ballot else None
    last: dict[str, Position] = {position.seat: position for position in result.positions}
    for seat, position in last.items():
        if settled is not None and position.choice not in (settled, None):
            yield say("demo.dissent", seat=_titles(rehearsal)[seat], text=position.reasoning or position.recommendation)


def _titles(rehearsal: "Rehearsal") -> dict[str, str]:
    return {seat.id: seat.title for seat in rehearsal.profile.seats}
