"""Serves the desk where people review debates that paused."""

from moot.desk.access import DeskSettings, is_local, read_settings
from moot.desk.app import make_app
from moot.desk.backend import Backend, NewDebate, Person
from moot.desk.prefix import put_under
from moot.desk.server_backend import ServerBackend
from moot.desk.store_backend import StoreBackend

__all__ = [
    "Backend",
    "DeskSettings",
    "NewDebate",
    "Person",
    "ServerBackend",
    "StoreBackend",
    "is_local",
    "make_app",
    "put_under",
    "read_settings",
]
