"""What a profile names is found in a registry: by decorator, in a home package, or as a plug-in's entry point."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NamedTuple, cast

import pytest

from moot.errors import UnknownNameError, UsageError
from moot.registry import NameIn, Registry

GROUP = "moot.test_greetings"


class Greeting(NamedTuple):
    say: Callable[[], str]
    loud: bool


def make_greeting(registered: object, *, loud: bool = False) -> Greeting:
    if not callable(registered):
        raise TypeError("a greeting is a callable without arguments")
    return Greeting(registered, loud)


@pytest.fixture
def greetings() -> Registry[Greeting]:
    found = Registry("greeting", GROUP, make_greeting)

    @found.register("hello", loud=True)
    def hello() -> str:
        return "hello"

    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder packages are imported from; nothing of it stays imported."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def install(folder: Path, module: str, code: str, entry_points: str) -> None:
    (folder / f"{module}.py").write_text(code)
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{entry_points}\n")


def test_a_decorator_registers_with_options_and_leaves_the_function_as_it_is(greetings: Registry[Greeting]) -> None:
    @greetings.register("bye")
    def bye() -> str:
        return "bye"

    assert bye() == "bye"
    assert greetings.get("bye") == Greeting(bye, loud=False)
    assert greetings.get("hello").loud
    assert greetings.names() == ("bye", "hello")


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        pytest.param("helo", "'helo' is not a known greeting; did you mean 'hello'?", id="misspelt"),
        pytest.param("zzz", "'zzz' is not a known greeting; known are hello", id="nothing near"),
        pytest.param("", "'' is not a known greeting; known are hello", id="empty"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(greetings: Registry[Greeting], asked: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as refused:
        greetings.get(asked)
    assert str(refused.value) == hint


def test_a_name_is_taken_once_but_the_same_definition_may_run_again(greetings: Registry[Greeting]) -> None:
    def define(text: str) -> Callable[[], str]:
        @greetings.register("again")
        def again() -> str:
            return text

        return again

    define("first")
    define("second")
    assert greetings.get("again").say() == "second"
    with pytest.raises(ValueError, match="greeting 'hello' is already registered by"):
        greetings.register("hello")(print)


def test_every_module_of_the_home_package_is_imported(folder: Path) -> None:
    home = folder / "greetings_home"
    home.mkdir()
    (home / "__init__.py").write_text(
        f"from moot.registry import Registry\nFOUND = Registry('greeting', {GROUP!r}, lambda each: each,"
        " home='greetings_home')\n"
    )
    for name in ("one", "two"):
        (home / f"{name}.py").write_text(
            f"from greetings_home import FOUND\n@FOUND.register({name!r})\ndef greet(): return {name!r}\n"
        )
    found = NameIn("greetings_home:FOUND").load_registry()
    assert found.names() == ("one", "two")
    assert found.get("two")() == "two"
    assert found.builtin_names() == ()


def test_a_plugin_is_found_by_its_entry_point(greetings: Registry[Greeting], folder: Path) -> None:
    install(folder, "plain_plugin", "def moin(): return 'moin'\n", "moin = plain_plugin:moin")
    assert greetings.names() == ("hello", "moin")
    assert "plain_plugin" not in sys.modules
    assert greetings.get("moin").say() == "moin"
    with pytest.raises(UnknownNameError, match="did you mean 'moin'"):
        greetings.get("moni")


def test_a_plugin_that_decorates_keeps_its_options(
    greetings: Registry[Greeting], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "host", cast(ModuleType, SimpleNamespace(GREETINGS=greetings)))
    code = "import host\n@host.GREETINGS.register('hey', loud=True)\ndef hey(): return 'hey'\n"
    install(folder, "loud_plugin", code, "hey = loud_plugin")
    assert greetings.get("hey").loud


def test_a_plugin_never_replaces_what_is_there(greetings: Registry[Greeting], folder: Path) -> None:
    install(folder, "greedy_plugin", "def mine(): return 'mine'\n", "hello = greedy_plugin:mine")
    assert greetings.get("hello").say() == "hello"
    assert "greedy_plugin" not in sys.modules


@pytest.mark.parametrize(
    ("code", "entry", "reason"),
    [
        pytest.param("raise RuntimeError('no\\nlicence')", "", "no licence", id="fails when imported"),
        pytest.param("", ":missing", "has no attribute 'missing'", id="names nothing"),
        pytest.param("number = 3", ":number", "a greeting is a callable without arguments", id="wrong kind"),
    ],
)
def test_a_broken_plugin_is_named(
    greetings: Registry[Greeting], folder: Path, code: str, entry: str, reason: str
) -> None:
    install(folder, "broken_plugin", code, f"broken = broken_plugin{entry}")
    with pytest.raises(UsageError, match=f"greeting 'broken' of plug-in broken_plugin cannot be loaded: .*{reason}"):
        greetings.get("broken")
