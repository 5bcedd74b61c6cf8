"""`moot profiles`: which profiles there are, and what one really says."""

from typing import Annotated

import typer

from moot.errors import UsageError


def profiles(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A profile, or the path of a .yaml file.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a setting; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Exactly one JSON document.")] = False,
) -> None:
    """List the profiles, or print the effective configuration of one.

    Example: moot profiles conclave --set rounds.max=2 > mine.yaml
    """
    if name is None:
        if settings:
            raise UsageError("--set changes one profile; name it: moot profiles NAME --set KEY=VALUE")
        typer.echo(_overview_json() if as_json else _overview())
        return
    from moot.configs import dump_profile, load_profile, parse_override

    profile = load_profile(name, dict(parse_override(setting) for setting in settings or ()))
    typer.echo(profile.model_dump_json(indent=2) if as_json else dump_profile(profile).rstrip("\n"))


def _overview() -> str:
    """One line per profile: name, title, seats."""
    from moot.configs import load_profile, profile_names

    rows = [
        (profile.name, profile.title, ", ".join(profile.seat_ids)) for profile in map(load_profile, profile_names())
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{name:<{widths[0]}}  {title:<{widths[1]}}  {seats}" for name, title, seats in rows)


def _overview_json() -> str:
    import json

    from moot.configs import load_profile, profile_names

    found = [
        {"name": profile.name, "title": profile.title, "seats": list(profile.seat_ids)}
        for profile in map(load_profile, profile_names())
    ]
    return json.dumps(found, ensure_ascii=False, indent=2)
