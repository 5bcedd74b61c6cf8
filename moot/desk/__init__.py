"""The desk where people review debates that paused."""

from moot.desk.app import make_app
from moot.desk.backend import Backend, Person, Wanted
from moot.desk.local import LocalBackend
from moot.desk.server import ServerBackend
from moot.desk.settings import DeskSettings, read_settings

__all__ = ["Backend", "DeskSettings", "LocalBackend", "Person", "ServerBackend", "Wanted", "make_app", "read_settings"]
