"""`moot mcp`: debates as tools for assistants and editors, by the Model Context Protocol."""

import asyncio
import os
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from moot.cli.options import LanguageOption, StoreOption, choose_store
from moot.errors import UsageError
from moot.program import name_extra


def mcp_command(
    http: Annotated[
        int | None, typer.Option(min=0, max=65_535, metavar="PORT", help="Serve HTTP at /mcp; without it stdio.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; any but this machine needs MOOT_DESK_TOKEN.")
    ] = "127.0.0.1",
    store: StoreOption = None,
    model: Annotated[str | None, typer.Option(metavar="M", help="The model of debates  [env MOOT_MODEL]")] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="U", help="An OpenAI-compatible server  [env MOOT_BASE_URL]")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name clients reach it by; repeatable.")
    ] = None,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Offer debates to assistants and editors: ask, watch, review and report as MCP tools.

    Example: moot mcp --store sqlite:///debates.db
    """
    if find_spec("mcp") is None or find_spec("mcp.server.mcpserver") is None:
        raise UsageError(f"mcp needs an extra; install it with: {name_extra('mcp')}")
    if http is None and sys.stdin.isatty():
        raise UsageError(
            "mcp speaks with a client over stdin, and this is a terminal; name `moot mcp` in the client's settings "
            "(docs/other-software.md), or serve HTTP with --http PORT"
        )
    from moot.mcp import AskSettings, make_server
    from moot.stores import open_store

    chosen = AskSettings(
        open_store(choose_store(store)),
        model=model,
        base_url=base_url,
        profile=os.environ.get("MOOT_PROFILE") or "conclave",
        remote=http is not None,
    )
    server = make_server(chosen)
    if http is None:
        try:
            asyncio.run(server.run_stdio_async())
        except* BrokenPipeError:
            pass  # The client is gone; what it asked was stopped in order and can be resumed.
        return
    from moot.cli.serve import serve_app
    from moot.desk import read_settings
    from moot.mcp import make_http_app

    settings = read_settings(host, also_known_as=allow_host or ())
    serve_app(
        make_http_app(server, settings), host, http, "the MCP server is at", path="/mcp", guarded=settings.guarded
    )
