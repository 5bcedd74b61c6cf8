"""`moot serve`: the review desk in the browser."""

import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import LanguageOption, StoreOption, choose_store
from moot.errors import UsageError
from moot.program import name_extra

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from moot.desk import Backend


def serve_command(  # noqa: PLR0913, PLR0917  # options of a command
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; any but this machine needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, metavar="N", help="The port.")] = 8700,
    store: StoreOption = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Debates of a LangGraph server instead of a store.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="M", help="The model of debates started here  [env MOOT_MODEL]")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="U", help="An OpenAI-compatible server  [env MOOT_BASE_URL]")
    ] = None,
    offer_model: Annotated[
        list[str] | None, typer.Option(metavar="M", help="A model people may choose; repeatable.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name people reach the desk by; repeatable.")
    ] = None,
    token_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="The token, or one NAME=TOKEN per line  [env MOOT_DESK_TOKEN]")
    ] = None,
    prefix: Annotated[str, typer.Option(metavar="PATH", help="Serve below this path, behind a proxy.")] = "",
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Open the review desk: what waits for a person, live debates, and new ones; MOOT_DESK_TOKEN guards it.

    Example: moot serve --store sqlite:///debates.db
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise UsageError(f"serve needs an extra; install it with: {name_extra('desk')}")
    from moot.desk import make_app, put_under, read_settings

    if server is not None and store is not None:
        raise UsageError("serve: name a --store or a --server, not both")
    environment = {**os.environ, **(_read_tokens(token_file) if token_file is not None else {})}
    settings = read_settings(host, also_known_as=allow_host or (), models=offer_model or (), environment=environment)
    app = make_app(_backend(store, server, model, base_url, settings.models), settings)
    path = f"{prefix.rstrip('/')}/"
    serve_app(put_under(prefix, app), host, port, "the desk is at", path=path, guarded=settings.guarded)


def _read_tokens(file: str) -> dict[str, str]:
    """Read the tokens of a file, so that they stand in no environment and in no list of processes."""
    try:
        lines = Path(file).read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--token-file {file}: cannot be read; it holds a token, or one NAME=TOKEN per line"
        ) from error
    if not lines:
        raise UsageError(f"--token-file {file}: it is empty; make a token with: openssl rand -hex 24")
    named = [line for line in lines if "=" in line]
    alone = [line for line in lines if "=" not in line]
    if len(alone) > 1:
        raise UsageError(f"--token-file {file}: one token, or one NAME=TOKEN per line")
    return {"MOOT_DESK_TOKEN": "".join(alone), "MOOT_DESK_TOKENS": ",".join(named)}


def serve_app(app: "ASGIApp", host: str, port: int, announced: str, *, path: str, guarded: bool) -> None:
    """Announce where an application is, and serve it until somebody ends it."""
    import uvicorn

    from moot.cli.connections import PatientProtocol
    from moot.cli.driving import tell

    shown = f"[{host}]" if ":" in host else host
    with _listen(host, port) as listener:
        port = listener.getsockname()[1]
        tell(f"{announced} http://{shown}:{port}{path}{' (with a token)' if guarded else ''}")
        config = uvicorn.Config(app, http=PatientProtocol, log_level="warning", access_log=False, server_header=False)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before the desk is announced: uvicorn would say only afterwards that somebody else has it."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        # What Python says names the address already.
        raise UsageError(f"serve: {error.strerror}; choose another --host or --port") from error


def _backend(
    store: str | None, server: str | None, model: str | None, base_url: str | None, offered: Sequence[str]
) -> "Backend":
    if server is not None:
        from moot.desk import ServerBackend

        return ServerBackend.connect(server, key=os.environ.get("MOOT_SERVER_KEY"))
    from moot.desk import StoreBackend
    from moot.models import check_model
    from moot.stores import open_store

    # Named here, a model is meant to be used; one from the environment may be for other commands.
    for name in filter(None, (model, *offered)):
        check_model(name, base_url or os.environ.get("MOOT_BASE_URL") or None)
    opened = open_store(choose_store(store))
    return StoreBackend(opened, model=model, base_url=base_url)
