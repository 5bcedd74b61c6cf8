"""Mounts the desk inside a LangGraph server: `http.app` in langgraph.json names `app`, and the pages are below /desk.

The server may listen anywhere, so the desk trusts the address less than its own settings: without a token it answers
this machine only, and under other names than localhost only when MOOT_DESK_HOSTS lists them. Where the server has an
`auth` handler, MOOT_DESK_SERVER names the server's own address: people come in with their own token of the server, each
sees their own debates, and the desk asks over HTTP, because calls inside the process pass the handler by.

Aegra takes FastAPI applications only; where it is installed FastAPI is, and there the application is one.
"""

import os
from importlib import import_module
from importlib.util import find_spec

from starlette.applications import Starlette
from starlette.routing import Mount

from moot.desk.access import read_settings
from moot.desk.app import make_app
from moot.desk.server_backend import ServerBackend

_names = [name.strip() for name in os.environ.get("MOOT_DESK_HOSTS", "").split(",") if name.strip()]
_address = os.environ.get("MOOT_DESK_SERVER") or None
_models = [name.strip() for name in os.environ.get("MOOT_DESK_MODELS", "").split(",") if name.strip()]

_kind: type[Starlette] = import_module("fastapi").FastAPI if find_spec("aegra_api") else Starlette

app = _kind(
    routes=[
        Mount(
            "/desk",
            make_app(
                ServerBackend.connect(_address),
                read_settings(also_known_as=_names, models=_models, asks_server=_address is not None),
            ),
        )
    ]
)
