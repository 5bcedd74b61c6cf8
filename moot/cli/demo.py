"""`moot demo`: the first two minutes (INTERFACES 8).

A rehearsed debate that pauses for the newcomer, a real one on the embedded model as a self-test, and how to ask a
question of one's own. With a question it asks that, on the best model within reach.
"""

import asyncio
import locale
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from moot.catalogue import say, speaking
from moot.cli.options import OutputOptions, StoreOption, choose_store, read_question
from moot.errors import InputError, UsageError

if TYPE_CHECKING:
    from moot.configs.scripts import Rehearsal
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

_REPORT = "report.html"
_LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def demo_command(
    question: Annotated[
        str | None, typer.Argument(metavar="[QUESTION]", help="Ask this instead, on the best model found; - is stdin.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(metavar="L", help="en, pt or id; by default your system's.  [env MOOT_LANGUAGE]")
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="As fast as it can be spoken, without the self-test.")] = False,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="Where report.html is written.")] = ".",
    store: StoreOption = None,
) -> None:
    """See a rehearsed debate, test the embedded model, and learn how to ask your own question.

    Example: moot demo --language pt
    """
    if question is not None:
        _ask_best_model(read_question(question), OutputOptions(store=store))
        return
    from moot.cli.demo_selftest import run_selftest
    from moot.configs.scripts import load_rehearsal
    from moot.views.lines import wrap

    if (choose_store(store) or "").startswith("memory:"):
        raise UsageError("demo: the debate pauses and goes on, which memory: does not keep; leave --store out")
    chosen = _choose_language(language)
    rehearsal, report = load_rehearsal(chosen), _check_place(Path(out))
    with speaking(chosen):
        typer.echo("\n".join(wrap(say("demo.welcome"))))
        _rehearse(rehearsal, report, OutputOptions(store=store), fast=fast)
        run_selftest(skip=fast)
        _tell_ways()


def _choose_language(given: str | None) -> str:
    """Return the language to speak: the one somebody chose, else the system's where the debate was rehearsed in it."""
    from moot.configs.scripts import rehearsal_languages

    known, chosen = rehearsal_languages(), given or os.environ.get("MOOT_LANGUAGE")
    if chosen:
        if chosen not in known:
            place = "--language" if given else "MOOT_LANGUAGE"
            raise UsageError(f"{place} {chosen!r}: not known; use one of {', '.join(known)}")
        return chosen
    named = next(filter(None, map(os.environ.get, _LANGUAGE_VARIABLES)), None) or locale.getlocale()[0] or ""
    system = named[:2].lower()
    return system if system in known else "en"


def _check_place(folder: Path) -> Path:
    """Find out before anything runs whether the report could be written."""
    report = folder / _REPORT
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--out {folder}: is a file; name a folder")
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not os.access(there, os.W_OK | os.X_OK) or report.is_dir():
        raise InputError(f"--out {folder}: {report} cannot be written; choose another folder")
    return report


def _rehearse(rehearsal: "Rehearsal", report: Path, options: OutputOptions, *, fast: bool) -> None:
    """Run the rehearsed debate up to its end, and write its report."""
    from moot.cli.demo_words import describe_case, list_highlights, write_heading
    from moot.cli.show import write_report_page
    from moot.program import name_program
    from moot.views.lines import name_place
    from moot.views.terminal import write_answer

    write_heading("rehearsed", say("demo.rehearsed_note"))
    typer.echo(describe_case(rehearsal))
    thread = f"demo-{uuid4().hex[:6]}"
    result = _decide(_start(rehearsal, thread, options, fast=fast), thread, options)
    typer.echo(write_answer(result, store=options.store))
    typer.echo(list_highlights(rehearsal, result))
    asyncio.run(write_report_page(thread, report, options.store))
    command = f"{name_program()} show {name_place(thread, options.store)}"
    typer.echo(say("demo.report", path=report.absolute()))
    typer.echo(say("demo.story", command=command))


def _start(rehearsal: "Rehearsal", thread: str, options: OutputOptions, *, fast: bool) -> "Result":
    from moot.cli.driving import watch_job

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debate

        return await debate(
            rehearsal.question,
            profile=rehearsal.profile,
            model=f"rehearsed:{rehearsal.profile.language}{':fast' if fast else ''}",
            context=rehearsal.evidence,
            options=rehearsal.options,
            irreversible=rehearsal.irreversible,
            thread=thread,
            store=store,
            watch=watch,
        )

    return watch_job(start, thread, options).result


def _decide(result: "Result", thread: str, options: OutputOptions) -> "Result":
    """Answer the pause: by asking whoever sits at the terminal, else by approving, and saying so."""
    from moot.cli.driving import watch_job
    from moot.cli.review import ask_on_terminal, read_pending_request
    from moot.program import name_program
    from moot.views.lines import name_place
    from moot.views.terminal import describe_request

    while result.status == "needs_review":
        request, asked = asyncio.run(read_pending_request(thread, options.store))
        given, who = {"type": "approve"}, ""
        if sys.stdin.isatty():
            try:
                given = ask_on_terminal(request)
            except (typer.Exit, KeyboardInterrupt) as left:
                place = name_place(thread, options.store)
                typer.echo("\n" * isinstance(left, KeyboardInterrupt), nl=False)
                typer.echo(say("demo.waiting", command=f"{name_program()} review {place}"))
                if isinstance(left, KeyboardInterrupt):
                    raise
                return result
        else:
            typer.echo(describe_request(request))
            typer.echo(say("demo.approved"))
            who = say("demo.stand_in")  # the record must not name a person where there was none

        async def answer(
            store: "Store",
            watch: "Watcher | None",
            given: dict[str, str] = given,
            asked: str = asked,
            who: str = who,
        ) -> "Result":
            from moot.runs import review

            return await review(thread, {"decisions": [given]}, store=store, reviewer=who, asked=asked, watch=watch)

        result = watch_job(answer, thread, options).result
    return result


def _tell_ways() -> None:
    """Say in three lines how to ask one's own question."""
    from moot.cli.demo_words import write_heading
    from moot.models.discovery import KEY_MODEL, has_embedded_model
    from moot.program import name_program, name_program_with

    program, question = name_program(), say("demo.own_question")
    embedded = program if has_embedded_model() else name_program_with("xllamacpp")
    ways = {
        "with_key": f'OPENAI_API_KEY=... {program} run "{question}" --model {KEY_MODEL}',
        "with_server": f'{program} run "{question}" --model NAME --base-url http://127.0.0.1:11434/v1',
        "with_nothing": f'{embedded} demo "{question}"',
    }
    write_heading("own")
    width = max(len(say(f"demo.{way}")) for way in ways)
    for way, command in ways.items():
        typer.echo(f"{say(f'demo.{way}'):<{width}}  {command}")


def _ask_best_model(question: str, options: OutputOptions) -> None:
    """Put a question to the best model within reach; a small one gets a small debate."""
    from moot.cli.demo_selftest import EMBEDDED_PROFILE
    from moot.cli.driving import drive, tell
    from moot.models.discovery import find_best_model

    found = find_best_model()
    tell(f"debates run on {found.reason}")
    thread = str(uuid4())

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.configs import load_profile
        from moot.runs import debate

        named = os.environ.get("MOOT_PROFILE")
        profile = load_profile("conclave", EMBEDDED_PROFILE) if found.model == "local" and not named else named
        return await debate(
            question,
            profile=profile,
            model=found.model,
            base_url=found.base_url,
            thread=thread,
            store=store,
            watch=watch,
        )

    drive(start, thread, options)
