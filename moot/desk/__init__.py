"""Serves the desk where people review debates that paused."""

from moot.desk.access import DeskSettings, read_settings
from moot.desk.app import make_app
from moot.desk.backend import Backend, NewDebate, Person
from moot.desk.server_backend import ServerBackend
from moot.desk.store_backend import StoreBackend

__all__ = [
    "Backend",
    "DeskSettings",
    "NewDebate",
    "Person",
    "ServerBackend",
    "StoreBackend",
    "make_app",
    "read_settings",
]
