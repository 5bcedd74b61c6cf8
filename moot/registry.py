"""Registries: find what a profile or a caller names, whether it is ours or comes from an installed plug-in.

A registry belongs to the room that uses its entries. An entry comes from one of three places:

- a decorator: `@REGISTRY.register("name")` above a function or a class;
- a module of the registry's home package: all of them are imported before the first name is looked up, so that a new
  file there is enough;
- an entry point of an installed distribution, in the registry's group. It is loaded when its name is first asked for,
  and it never takes the place of an entry that is already there.

A setting that holds such a name is marked in the schema with `NameIn`, which says where its registry stands: whoever
reads a profile can check the name, although the schema lies below the registry's room.
"""

import difflib
import pkgutil
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, NamedTuple, TypeVar

from moot.errors import UnknownNameError, UsageError

_Entry = TypeVar("_Entry")
_Decorated = TypeVar("_Decorated")


class Registry(Generic[_Entry]):
    """Finds the entries of one kind by name."""

    def __init__(self, kind: str, group: str, make: Callable[..., _Entry], *, home: str | None = None) -> None:
        """Start with no entries.

        Args:
            kind: what an entry is called in messages, for example "strategy".
            group: the group of entry points in which plug-ins announce themselves.
            make: turns what was registered, and the options given with it, into an entry; it raises a TypeError
                that says what is expected when it cannot.
            home: the package whose modules register the entries that come with moot.
        """
        self.kind, self.group = kind, group
        self._make, self._home = make, home
        self._entries: dict[str, _Entry] = {}
        self._origins: dict[str, str] = {}
        self._read_from: tuple[str, ...] | None = None
        self._found: dict[str, EntryPoint] = {}

    def register(self, name: str, **options: Any) -> Callable[[_Decorated], _Decorated]:
        """Register what is decorated under a name, with the options its kind of entry knows."""

        def keep(decorated: _Decorated) -> _Decorated:
            self._add(name, decorated, options)
            return decorated

        return keep

    def get(self, name: str) -> _Entry:
        """Find an entry by its name; an unknown name is refused with the nearest known one."""
        self._load_home()
        if name not in self._entries:
            self._load_plugin(name)
        return self._entries[name]

    def names(self) -> tuple[str, ...]:
        """List every known name, those of plug-ins included; no plug-in is loaded for it."""
        self._load_home()
        return tuple(sorted({*self._entries, *self._plugins()}))

    def builtin_names(self) -> tuple[str, ...]:
        """List the names of the entries that come with moot."""
        self._load_home()
        return tuple(sorted(name for name, origin in self._origins.items() if origin.startswith("moot.")))

    def _add(self, name: str, registered: Any, options: dict[str, Any]) -> None:
        origin = _find_origin(registered)
        # A definition that runs again, as in a notebook, replaces itself.
        if self._origins.get(name, origin) != origin:
            raise ValueError(
                f"{self.kind} {name!r} is already registered by {self._origins[name]}; choose another name"
            )
        self._entries[name] = self._make(registered, **options)
        self._origins[name] = origin

    def _load_home(self) -> None:
        if self._home is None:
            return
        package = import_module(self._home)
        for module in pkgutil.iter_modules(package.__path__, f"{self._home}."):
            import_module(module.name)
        self._home = None

    def _plugins(self) -> dict[str, EntryPoint]:
        # Reading what is installed takes milliseconds; it is read again when there are other places to look in.
        places = tuple(sys.path)
        if self._read_from != places:
            self._found = {each.name: each for each in entry_points(group=self.group)}
            self._read_from = places
        return self._found

    def _load_plugin(self, name: str) -> None:
        plugin = self._plugins().get(name)
        if plugin is None:
            raise UnknownNameError(self._explain_unknown(name))
        try:
            loaded = plugin.load()
            if name not in self._entries:  # else a decorator there has registered it, with its options
                self._add(name, loaded, {})
        except Exception as error:  # a plug-in can fail in any way; whoever named it learns how
            source = plugin.dist.name if plugin.dist else plugin.value
            reason = " ".join(str(error).split()) or type(error).__name__
            raise UsageError(f"{self.kind} {name!r} of plug-in {source} cannot be loaded: {reason}") from error

    def _explain_unknown(self, name: str) -> str:
        known = self.names()
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known) or 'none'}"
        return f"{name!r} is not a known {self.kind}; {hint}"


class NameIn(NamedTuple):
    """Marks a setting whose value is a name in a registry: `Annotated[str, NameIn("package:REGISTRY")]`."""

    address: str

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Offer the names that come with moot; a plug-in may bring others."""
        return {"anyOf": [{"enum": list(self.load_registry().builtin_names())}, handler(schema)]}

    def load_registry(self) -> Registry[Any]:
        """Import the registry from where it stands."""
        found: Registry[Any] = pkgutil.resolve_name(self.address)
        return found


def _find_origin(registered: object) -> str:
    owner = registered if hasattr(registered, "__qualname__") else type(registered)
    return f"{owner.__module__}.{owner.__qualname__}"
