"""Lists the commands of moot, imports the one that is called, and turns each way it can end into an exit code.

To add one: write a function `<name>_command` in a module of this package, whose signature declares the options, and
enter it in `COMMANDS`. What is heavy belongs inside the function, so that `moot --help` stays instant.
"""

import difflib
import os
import re
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from moot import __version__
from moot.cli.exit_codes import EXIT_INTERRUPTED
from moot.errors import MootError, UsageError

_POSSIBLE = re.compile(r"\(Possible options?: ([^)]+)\)")


class _CommandEntry(NamedTuple):
    """Says where a command lives, and what the list of commands says about it."""

    place: str
    """module:function, below moot.cli"""
    help: str


COMMANDS: dict[str, _CommandEntry] = {
    "demo": _CommandEntry("demo:demo_command", "See what moot does, in two minutes; no key, no server."),
    "init": _CommandEntry("init:init_command", "Find a model, see the forecast, and ask a first question."),
    "run": _CommandEntry("run:run_command", "Put a question to the agents and get a decision."),
    "resume": _CommandEntry("run:resume_command", "Go on with a debate that was interrupted, crashed or killed."),
    "review": _CommandEntry("review:review_command", "Answer a debate that waits for a person."),
    "say": _CommandEntry("say:say_command", "Tell a running debate something, without pausing it."),
    "list": _CommandEntry("store:list_command", "List the debates in the store; --pending is the inbox."),
    "show": _CommandEntry("show:show_command", "Tell the whole story of one debate."),
    "export": _CommandEntry("show:export_command", "Write the records of a debate into a folder."),
    "report": _CommandEntry("show:report_command", "Write one self-contained page about a debate, with plots."),
    "attribute": _CommandEntry(
        "attribute:attribute_command", "Say who moved a decision, by leaving one out; no model."
    ),
    "replay": _CommandEntry("replay:replay_command", "Run a recorded debate again and compare it; no model."),
    "fork": _CommandEntry("run:fork_command", "Branch a new debate off a round of an old one."),
    "rca": _CommandEntry("rca:rca_command", "Find the root cause of what a log tells."),
    "refine": _CommandEntry("run:refine_command", "Make a testable question of a vague idea."),
    "ingest": _CommandEntry("ingest:ingest_command", "Add the documents of a folder to its knowledge store."),
    "batch": _CommandEntry("batch:batch_command", "Run a debate for every line of a file, here or on a server."),
    "conflicts": _CommandEntry(
        "conflicts:conflicts_command", "Find and settle conflicts between finished agent outputs; no model."
    ),
    "profiles": _CommandEntry(
        "profiles:profiles_command", "List the profiles, or print the effective configuration of one."
    ),
    "graph": _CommandEntry("profiles:graph_command", "Draw the graph of a profile."),
    "eval": _CommandEntry("eval:eval_command", "Find out whether debating helps on your questions, and when to stop."),
    "doctor": _CommandEntry("doctor:doctor_command", "Check the model, the price and the store before a debate."),
    "serve": _CommandEntry("serve:serve_command", "Open the review desk in the browser."),
    "mcp": _CommandEntry("mcp:mcp_command", "Offer debates to assistants and editors as MCP tools."),
    "prune": _CommandEntry("store:prune_command", "Forget old debates."),
}
"""Every command in the order the help lists them."""


class _LazyCommands(TyperGroup):
    """Knows the commands by name and imports the one that is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is typer's
        """List the names, in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # the signature is typer's
        """Import a command; None when there is none of that name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, function = entry.place.split(":")
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name)(getattr(import_module(f"moot.cli.{module}"), function))
        command = get_command(single)
        command.name = cmd_name
        return command

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; without any there is nothing to do."""
        if not args and not ctx.resilient_parsing:  # a shell that completes has no command yet
            raise UsageError("no command given; `moot demo` shows what it does, `moot --help` lists the commands")
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command of an argument list, or name the one that was probably meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            close = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "`moot --help` lists the commands"
            if len(args[0].split()) > 1:  # who writes several words in quotes wants to ask them
                hint = f"to ask it: moot run {shlex.quote(args[0])}"
            raise UsageError(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # the signature is typer's
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"moot {__version__}")
        raise typer.Exit


def _moot(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Let language-model agents argue a question under a typed protocol, and get a decision with its evidence.

    Example: moot run "Should we open a second shop?"
    """


def _make_program() -> Any:
    """Build the command line."""
    app = typer.Typer(cls=_LazyCommands, rich_markup_mode=None)
    app.callback()(_moot)
    return get_command(app)


def run_program(arguments: Sequence[str]) -> int:
    """Run a command; the exit codes are those of INTERFACES 2."""
    try:
        code = _make_program().main(args=list(arguments), prog_name="moot", standalone_mode=False)
        _flush()
    except MootError as error:
        return _fail(str(error), error.exit_code)
    except typer.TyperException as error:
        told = _reword(error.format_message(), arguments)
        return _fail(f"{told}; {_where_to_look(arguments, told)}", UsageError.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader of our output has seen enough, which is no failure; typer meets that with an exit of its own.
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        return _fail(f"{place}{error.strerror or error}", MootError.exit_code)
    return code if isinstance(code, int) else 0


def _reword(message: str, arguments: Sequence[str]) -> str:
    """Say in our words what the parser found: `no such option: --profil (did you mean --profile?)`."""
    plain = message.rstrip(".").replace("Value error, ", "")
    if plain.startswith("Got unexpected extra argument") and arguments[0] in ("run", "demo"):
        plain += ", put a question of several words in quotes"
    options = _POSSIBLE.sub(lambda found: f"(did you mean {found[1].replace(', ', ' or ')}?)", plain)
    return f"{options[:1].lower()}{options[1:]}"


def _where_to_look(arguments: Sequence[str], told: str) -> str:
    known = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    possible = f"`{' '.join(filter(None, ('moot', known)))} --help` shows what is possible"
    if told != "missing argument 'THREAD'":
        return possible
    return f"`moot list{' --pending' if known == 'review' else ''}` shows the debates, {possible}"


def _flush() -> None:
    print(end="", flush=True)  # noqa: T201  # unlike sys.stdout.flush, this bears a closed stdout


def _discard_output() -> None:
    # Python flushes once more at exit, and would complain once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _fail(message: str, code: int) -> int:
    from moot.program import name_commands

    line = name_commands(" ".join(message.split())) or "wrong usage"
    _flush()
    print(f"moot: {line}", file=sys.stderr)  # noqa: T201  # the one place where errors leave the program
    return code
