"""`moot profiles` and `moot graph`: list the profiles, print what one really says, and draw its graph."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from moot.cli.options import LanguageOption, SettingsOption, complete_profile
from moot.errors import InputError, UsageError

if TYPE_CHECKING:
    from langchain_core.runnables.graph import Graph


def profiles_command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A profile, or the path of a .yaml file.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a setting; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Exactly one JSON document.")] = False,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
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
    """Write one line per profile: name, title, seats; titles in the language that was chosen, or the machine's."""
    from moot.catalogue import find_machine_language, frame_language, speaking
    from moot.configs import load_profile, profile_names
    from moot.views.wording.names import say_profile

    with speaking(frame_language(find_machine_language())):
        rows = [
            (profile.name, say_profile(profile.title, "title", profile.name), ", ".join(profile.seat_ids))
            for profile in map(load_profile, profile_names())
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


def graph_command(
    profile: Annotated[
        str | None,
        typer.Option(metavar="P", help="A profile's name or path  [env MOOT_PROFILE]", autocompletion=complete_profile),
    ] = None,
    form: Annotated[
        Literal["mermaid", "png", "svg", "ascii"], typer.Option("--format", help="How it is drawn.")
    ] = "mermaid",
    out: Annotated[str | None, typer.Option("--out", "-o", metavar="FILE", help="Write it into this file.")] = None,
    settings: SettingsOption = None,
) -> None:
    """Draw the graph of a profile, without a network.

    Example: moot graph --profile legal --format ascii
    """
    from moot.configs import load_profile, parse_override
    from moot.graph import build_graph, draw_png, draw_svg

    overrides = dict(parse_override(setting) for setting in settings or ())
    loaded = load_profile(profile or os.environ.get("MOOT_PROFILE") or "conclave", overrides)
    drawn = build_graph(loaded).get_graph()
    match form:
        case "mermaid":
            _write(drawn.draw_mermaid().encode(), out)
        case "ascii":
            _write(f"{_draw_outline(drawn)}\n".encode(), out)
        case "png":
            _write(draw_png(drawn), out, binary=True)
        case "svg":
            _write(draw_svg(drawn).encode(), out)


def _draw_outline(drawn: "Graph") -> str:
    """List every node with what follows it; `->` always follows, `?>` may follow."""
    after: dict[str, list[str]] = {name: [] for name in drawn.nodes}
    for edge in drawn.edges:
        after[edge.source].append(f"{'?>' if edge.conditional else '->'} {_name(edge.target)}")
    width = max(len(_name(name)) for name in after)
    lines = []
    for name, followers in after.items():
        heads = [_name(name), *[""] * len(followers)]
        lines += [f"{head:<{width}} {text}" for head, text in zip(heads, followers, strict=False)]
    return "\n".join(lines)


def _name(node: str) -> str:
    return {"__start__": "START", "__end__": "END"}.get(node, node)


def _write(data: bytes, out: str | None, *, binary: bool = False) -> None:
    if out is None:
        if binary and sys.stdout.isatty():
            raise UsageError("--format png: a terminal shows no picture; name a file with -o FILE.png")
        typer.echo(data if binary else data.decode().rstrip("\n"), nl=not binary)
        return
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise InputError(f"--out {out}: cannot be written: {error.strerror}; choose another place") from error
