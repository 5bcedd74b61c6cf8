"""`moot init`: finds what can answer, says what a debate would take, and runs the first question.

Nothing is written: the lines that would make the choice permanent are shown, and a key is never repeated.
"""

import sys
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from moot.cli.options import OutputOptions, StoreOption, complete_profile

if TYPE_CHECKING:
    from moot.models.discovery import FoundModel
    from moot.runs import Watcher
    from moot.state.protocol import Profile
    from moot.stores import Store
    from moot.views.result import Result


def init_command(
    profile: Annotated[
        str,
        typer.Option(metavar="P", envvar="MOOT_PROFILE", help="The profile to ask.", autocompletion=complete_profile),
    ] = "conclave",
    store: StoreOption = None,
) -> None:
    """Find a model, see what a debate would take, and ask a first question.

    Example: moot init --profile boardroom
    """
    from moot.cli.checkup import describe_forecast
    from moot.configs import load_profile
    from moot.models.discovery import find_best_model

    rules, found = load_profile(profile), find_best_model()
    for line in _list_found(found):
        typer.echo(line)
    rules = _suit(rules, found)
    typer.echo("\n".join(describe_forecast(found.model, rules, small=found.source == "embedded")))
    question = _ask() if sys.stdin.isatty() else ""
    if question:
        _run(question, found, rules, OutputOptions(store=store))
        return
    for line in _list_commands(found):
        typer.echo(line)


def _list_found(best: "FoundModel") -> list[str]:
    """Say what was looked for, what was found, and which one is used."""
    from moot.models import read_key
    from moot.models.discovery import find_local_servers, has_embedded_model
    from moot.program import name_install

    servers = find_local_servers()
    embedded = "installed" if has_embedded_model() else f"not installed; {name_install('xllamacpp')}"
    return [
        f"key       {'found in the environment' if read_key() else 'none (OPENAI_API_KEY or MOOT_API_KEY)'}",
        *(f"server    {each.server} at {each.base_url}: {each.model}" for each in servers),
        *(["server    none at the usual ports of this machine"] if not servers else []),
        f"embedded  {embedded}",
        f"using     {best.reason}",
    ]


def _suit(rules: "Profile", found: "FoundModel") -> "Profile":
    """Give the embedded model a debate it can bear; every other model gets the profile as it is."""
    from moot.cli.demo_selftest import EMBEDDED_PROFILE
    from moot.configs import load_profile

    return load_profile("conclave", EMBEDDED_PROFILE) if found.model == "local" and rules.name == "conclave" else rules


def _ask() -> str:
    """Ask for the first question; none is an answer, too."""
    typer.echo("\nYour first question (Enter for none): ", nl=False, err=True)
    return sys.stdin.readline().strip()


def _run(question: str, found: "FoundModel", rules: "Profile", options: OutputOptions) -> None:
    from moot.cli.driving import drive

    thread = str(uuid4())

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debate

        return await debate(
            question,
            profile=rules,
            model=found.model,
            base_url=found.base_url,
            thread=thread,
            store=store,
            watch=watch,
        )

    drive(start, thread, options)


def _list_commands(found: "FoundModel") -> list[str]:
    """Name the commands to go on with."""
    from moot.program import name_program

    program = name_program()
    keep = [f"export {name}={value}" for name, value in found.settings.items()]
    return [
        "",
        *(["To keep this choice:", *(f"  {line}" for line in keep)] if keep else []),
        "To ask:",
        f'  {program} run "Should we open a second shop?"',
        "To check that it answers:",
        f"  {program} doctor",
    ]
