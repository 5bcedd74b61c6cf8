"""`moot review`: shows what a debate asks a person, asks on the terminal, and passes the answer on.

Everything is said on stderr, because stdout belongs to the result; without a terminal the request is the result.
"""

import asyncio
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from moot.cli.exit_codes import EXIT_BY_STATUS
from moot.cli.options import OutputOptions, choose_store, expand_options
from moot.errors import UsageError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

_Answer = dict[str, Any]
_LETTERS = {"a": "approve", "e": "edit", "r": "reject", "s": "respond"}
_REQUESTS = ("decide", "refine", "decide_question")
_OPTIONS = {"approve": "--approve", "edit": "--edit TEXT", "reject": "--reject [TEXT]", "respond": "--respond TEXT"}
_CHOICES = {"refine": "--approve", "research": "--respond research", "other": "--reject"}
"""The three ways to go on with a refinement (F-47), and how each is given without a terminal."""

_NARROWEST = 8
"""A column of the answers is at least so wide."""
_YES = ("y", "yes", "s", "sim", "ya")


@expand_options
def review_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate that waits; see `moot list --pending`.")],
    options: OutputOptions,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="With --reject: why.")] = None,
    approve: Annotated[bool, typer.Option("--approve", help="The proposed decision stands.")] = False,
    edit: Annotated[str | None, typer.Option(metavar="TEXT", help="Decide this instead.")] = None,
    reject: Annotated[bool, typer.Option("--reject", help="No decision; a TEXT may say why.")] = False,
    respond: Annotated[str | None, typer.Option(metavar="TEXT", help="Tell the agents, who argue once more.")] = None,
    reviewer: Annotated[str, typer.Option(metavar="NAME", help="Who decides; kept with the decision.")] = "",
    history: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The incident graph that learns a root cause  [env MOOT_INCIDENTS]"),
    ] = None,
) -> None:
    """Answer a debate that waits for a person; without an answer, on a terminal, it asks.

    Example: moot review THREAD --respond "Assume the loan is refused" --reviewer "Ana"
    """
    from moot.cli.driving import drive, naming_stored_model, tell

    if text is not None and not reject:
        raise UsageError(f"unexpected text {text!r}; a text goes with --edit, --respond or --reject")
    asked: str | None = None
    given = _given(approve=approve, edit=edit, reject=reject, respond=respond, text=text or "")
    if given is None:
        from moot.cli.progress import say_loading

        # Asked outside the event loop, which would hold Ctrl-C back until somebody presses Enter.
        with say_loading(quiet=options.quiet):
            request, asked = asyncio.run(read_pending_request(thread, options.store))
        given = ask_on_terminal(request) if sys.stdin.isatty() else _print_request(thread, options.store, request)
    answered = given

    async def answer(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import review

        named, decision = await _order(store, thread, answered)
        told = await naming_stored_model(watch, named, store, None, options.replay)
        result = await review(
            named,
            {"decisions": [decision]},
            store=store,
            reviewer=reviewer,
            asked=asked,
            history=history,
            record=options.record,
            replay=options.replay,
            watch=told,
        )
        found = result.rca is not None and result.rca.final_hypothesis is not None
        if found and decision["type"] != "respond" and not options.quiet:
            tell(_say_learned(result.language, decision["type"], history))
        return result

    drive(answer, thread, options)


def _say_learned(language: str, decision: str, history: str | None) -> str:
    """Say which incident graph has learned what was decided: another one than the search used helps nobody."""
    from moot.catalogue import frame_language, say, speaking
    from moot.knowledge.incidents.memory import find_incident_graph

    with speaking(frame_language(language)):
        code = "cause.forgotten" if decision == "reject" else "cause.kept"
        return say(code, place=find_incident_graph(history))


def _given(*, approve: bool, edit: str | None, reject: bool, respond: str | None, text: str) -> _Answer | None:
    """Return the one answer of the options; None when there is none."""
    answers: list[_Answer] = [
        *([{"type": "approve"}] if approve else []),
        *([{"type": "edit", "text": edit}] if edit is not None else []),
        *([{"type": "reject", "text": text}] if reject else []),
        *([{"type": "respond", "text": respond}] if respond is not None else []),
    ]
    if len(answers) > 1:
        raise UsageError("more than one answer given; use one of --approve, --edit, --reject and --respond")
    return answers[0] if answers else None


async def _order(store: "Store", thread: str, given: _Answer) -> tuple[str, _Answer]:
    """Tell thread and reason apart: `--reject REASON THREAD` is as good as `THREAD --reject REASON`."""
    text = given.get("text", "") if given["type"] == "reject" else ""
    if text and await store.entry(thread) is None and await store.entry(text) is not None:
        return text, {"type": "reject", "text": thread}
    return thread, given


async def read_pending_request(thread: str, url: str | None) -> tuple[Mapping[str, Any], str]:
    """Read what the debate asks, and the id of its pause: an answer to a pause that is over goes nowhere."""
    from moot.runs import inspect, read_result
    from moot.stores import open_store
    from moot.views.lines import name_place

    async with open_store(choose_store(url)) as store:
        snapshot = await inspect(thread, store=store)
        held = await store.is_held(thread)
    if snapshot.interrupts:
        return snapshot.interrupts[0].value, snapshot.interrupts[0].id
    result = read_result(snapshot, thread)
    if result.rca is not None and result.rca.final_hypothesis is not None:
        raise UsageError(
            f"debate {thread} waits for nobody; confirm or correct its cause with --approve or --edit TEXT"
        )
    if held:
        command = f"moot show {name_place(thread)} --follow"
        raise UsageError(f"debate {thread} waits for nobody (it is running); see: {command}")
    raise UsageError(f"debate {thread} waits for nobody (it is {result.status}); see: moot show {name_place(thread)}")


def _print_request(thread: str, store: str | None, request: Mapping[str, Any]) -> NoReturn:
    """Print a request and how to answer it, where nobody can be asked; the debate keeps waiting."""
    from moot.catalogue import say
    from moot.program import name_commands
    from moot.views.lines import name_place
    from moot.views.terminal import describe_request

    action = request["action_requests"][0]
    allowed = request["review_configs"][0]["allowed_decisions"]
    typer.echo(describe_request(request))
    with _speaking(request):
        typer.echo(name_commands(say("review.no_answer", place=name_place(thread, store))))
        answers = [
            (_name_answer(kind), _OPTIONS[kind], _say_meaning(request, kind)) for kind in _OPTIONS if kind in allowed
        ]
        if action["name"] == "refine":
            answers = [
                (say(f"review.choice_name.{name}"), option, say(f"review.choice.{name}"))
                for name, option in _CHOICES.items()
            ]
    widths = [max(_NARROWEST, *(len(row[column]) for row in answers)) for column in (0, 1)]
    for name, option, meaning in answers:
        typer.echo(f"  {name:<{widths[0]}}  {option:<{widths[1]}}  {meaning}")
    raise typer.Exit(EXIT_BY_STATUS["needs_review"])


def ask_on_terminal(request: Mapping[str, Any]) -> _Answer:
    """Show a request and ask until there is an answer that is meant, in the language of the debate."""
    from moot.catalogue import say
    from moot.views.terminal import describe_request, repeat_proposal

    typer.echo(describe_request(request), err=True)
    allowed = request["review_configs"][0]["allowed_decisions"]
    offered = {letter: kind for letter, kind in _LETTERS.items() if kind in allowed}
    asking = len(offered) + 2  # "decide later", and the line somebody types on
    if reminder := repeat_proposal(request, below=asking):
        typer.echo(reminder, err=True)
    with _speaking(request):
        for letter, kind in offered.items():
            typer.echo(f"  {letter}  {_name_answer(kind)}: {_say_meaning(request, kind)}", err=True)
        typer.echo(f"  q  {say('review.later')}", err=True)
        while True:
            said = _read_line(say("review.your_answer")).lower()
            if said in ("q", "quit"):
                raise typer.Exit(EXIT_BY_STATUS["needs_review"])
            chosen = next((each for key, each in offered.items() if said in (key, each, _name_answer(each))), None)
            if chosen is None:  # "really?" is no rejection
                typer.echo(say("review.unknown_answer", letters=", ".join((*offered, "q"))), err=True)
                continue
            answer = _complete(chosen)
            if answer is not None and _is_meant(answer, _say_meaning(request, answer["type"])):
                return answer


def _speaking(request: Mapping[str, Any]) -> "AbstractContextManager[object]":
    """Speak the language of the debate that asks."""
    from moot.catalogue import frame_language, speaking
    from moot.views.result import read_details

    details = read_details(request)
    return speaking(frame_language(str(details.get("language") or "")), details.get("seat_titles"))


def _name_answer(kind: str) -> str:
    from moot.views.wording import say_literal

    return say_literal(kind)


def _say_meaning(request: Mapping[str, Any], kind: str) -> str:
    """Say what an answer means to the debate that asks."""
    from moot.catalogue import say

    asked = request["action_requests"][0]["name"]
    return say(f"review.meaning.{asked if asked in _REQUESTS else 'decide'}.{kind}")


def _complete(kind: str) -> _Answer | None:
    """Ask for the text that goes with an answer; None when one is needed and none is given."""
    from moot.catalogue import say

    text = "" if kind == "approve" else _read_line(say(f"review.ask_{kind}"))
    return {"type": kind, "text": text} if text or kind in ("approve", "reject") else None


def _is_meant(answer: _Answer, meaning: str) -> bool:
    """Ask whether an answer is meant, because it cannot be taken back."""
    from moot.catalogue import say
    from moot.views.lines import clip_line
    from moot.views.wording import capital

    said = f" ({clip_line(answer['text'], 60)})" if answer["text"] else ""
    what = f"{capital(_name_answer(answer['type']))}{said}"
    return _read_line(say("review.sure", what=what, meaning=meaning, yes=say("review.yes"))).lower() in _YES


def _read_line(prompt: str) -> str:
    """Read one line from the terminal; its end leaves the debate as it is."""
    typer.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        typer.echo("", err=True)
        raise typer.Exit(EXIT_BY_STATUS["needs_review"])
    return line.strip()
