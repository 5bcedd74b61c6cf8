"""The commands of moot. Each lives in its own module and is imported when it is called.

To add one: write `moot/cli/<module>.py` with a function whose signature declares the options, and enter it in
`COMMANDS`. What is heavy belongs inside the function, so that `moot --help` stays instant.
"""

import difflib
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from moot import __version__
from moot.errors import UsageError


class Entry(NamedTuple):
    """Where a command lives, and what the list of commands says about it."""

    place: str
    """module:function, below moot.cli"""
    help: str


COMMANDS: dict[str, Entry] = {
    "run": Entry("run:run", "Put a question to the agents and get a decision."),
    "resume": Entry("resume:resume", "Go on with a debate that was interrupted, crashed or killed."),
    "review": Entry("review:review", "Answer a debate that waits for a person."),
    "list": Entry("listing:list_debates", "List the debates in the store; --pending is the inbox."),
    "show": Entry("show:show", "Tell the whole story of one debate."),
    "export": Entry("export:export", "Write the records of a debate into a folder."),
    "report": Entry("report:report", "Write one self-contained page about a debate, with plots."),
    "fork": Entry("fork:fork", "Branch a new debate off a round of an old one."),
    "rca": Entry("rca:rca", "Find the root cause of what a log tells."),
    "refine": Entry("refine:refine", "Make a testable question of a vague idea."),
    "ingest": Entry("ingest:ingest", "Add the documents of a folder to its knowledge store."),
    "batch": Entry("batch:batch", "Run a debate for every line of a file, here or on a server."),
    "conflicts": Entry("conflicts:conflicts", "Find and settle conflicts between finished agent outputs; no model."),
    "profiles": Entry("profiles:profiles", "List the profiles, or print the effective configuration of one."),
    "graph": Entry("graph:graph", "Draw the graph of a profile."),
    "eval": Entry("eval:evaluate", "Find out whether debating helps on your questions, and when to stop."),
    "doctor": Entry("doctor:doctor", "Check the model, the price and the store before a debate."),
    "serve": Entry("serve:serve", "Open the review desk in the browser."),
    "prune": Entry("prune:prune", "Forget old debates."),
}
"""Every command in the order the help lists them."""


class LazyCommands(TyperGroup):
    """A group that knows its commands by name and imports the one that is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The names, in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
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
            raise UsageError("no command given; `moot --help` lists the commands")
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command of an argument list, or name the one that was probably meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            close = difflib.get_close_matches(args[0], COMMANDS, n=1, cutoff=0.5)
            hint = f"did you mean {close[0]!r}?" if close else "`moot --help` lists the commands"
            raise UsageError(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
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


def make_app() -> Any:
    """Build the command line."""
    app = typer.Typer(cls=LazyCommands, rich_markup_mode=None)
    app.callback()(_moot)
    return get_command(app)
