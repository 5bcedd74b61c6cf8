"""`moot ingest`: brings the knowledge store of a folder up to date."""

from typing import Annotated

import typer

from moot.cli.options import JsonOption, SettingsOption
from moot.errors import InputError

_MAX_SHOWN = 20
"""So many refusals are named one by one; --json has all of them."""


def ingest_command(
    directory: Annotated[
        str, typer.Argument(metavar="DIR", help="A folder with documents in knowledge/ or processing/insights/.")
    ],
    profile: Annotated[str, typer.Option(metavar="P", help="Whose folders are read: rag.internal.scope.")] = "conclave",
    settings: SettingsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Add the documents of a folder to its knowledge store; what did not change is not read again.

    Example: moot ingest . && moot run "Should we change the refund rules?" --knowledge .
    """
    from moot.cli.driving import tell
    from moot.configs import load_profile, parse_override
    from moot.knowledge.documents import ingest_documents as bring_up_to_date

    rules = load_profile(profile, dict(parse_override(setting) for setting in settings or ())).rag.internal
    done = bring_up_to_date(directory, rules.scope, (lambda _: None) if quiet else (lambda path: tell(f"reads {path}")))
    for refused in done.refused[:_MAX_SHOWN]:
        tell(f"{refused.path}: {refused.reason}")
    if len(done.refused) > _MAX_SHOWN:
        tell(f"and {len(done.refused) - _MAX_SHOWN} more; --json lists all of them")
    if as_json:
        from moot.cli.json_documents import IngestedFolder

        typer.echo(IngestedFolder.model_validate(done.summary()).model_dump_json(indent=2))
    if not done.documents:
        raise InputError(f"{directory}: no document in it could be read")
    if not as_json:
        changes = f"{done.read} read, {done.unchanged} unchanged, {done.removed} removed, {len(done.refused)} refused"
        typer.echo(f"{done.documents} documents, {done.chunks} chunks in {done.store} ({changes})")
