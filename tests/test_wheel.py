"""The wheel holds everything: built, installed into a new environment, imported and read there.

The package list in pyproject.toml is written by hand, so a forgotten subpackage would work in every editable
installation and fail for the first user.
"""

import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAPPED = ("configs", "graph", "nodes", "prompts", "state")
"""Top-level folders that are installed as subpackages of moot."""

READ_EVERYTHING = """
import importlib
import sys
from importlib.resources import files
from pathlib import Path

home = Path(sys.prefix)
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    assert home in Path(module.__file__).parents, f"{name} comes from {module.__file__}"

import moot

assert moot.load_profile("conclave").name == "conclave"
prompts = [entry for entry in files("moot.prompts").iterdir() if entry.name.endswith(".md")]
assert prompts, "no prompt is in the wheel"
assert all(entry.read_text(encoding="utf-8").strip() for entry in prompts)
"""


def expected_files(root: Path) -> set[str]:
    """Name what a wheel of this tree must hold: every file of every package, at its installed place."""
    homes = {root / "moot": "moot", **{root / name: f"moot/{name}" for name in MAPPED}}
    return {
        f"{installed}/{path.relative_to(home).as_posix()}"
        for home, installed in homes.items()
        for path in home.rglob("*")
        if path.is_file() and not is_passing(path.relative_to(home)) and not is_linked(path, home)
    }


def is_passing(path: Path) -> bool:
    """Tell whether a file is a by-product that nobody ships."""
    return "__pycache__" in path.parts or path.suffix == ".pyc" or path.name.startswith(".")


def is_linked(path: Path, home: Path) -> bool:
    """Tell whether a file is one of the five links or reached through it, and therefore counted at its real place."""
    return home.name == "moot" and path.relative_to(home).parts[0] in MAPPED


def missing(root: Path, wheel: Iterable[str]) -> list[str]:
    """Name the files a wheel should hold and does not."""
    return sorted(expected_files(root) - set(wheel))


def copy_sources(folder: Path) -> None:
    """Copy what a package is built from."""
    for name in ("moot", *MAPPED):
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and return what it printed, which is also shown when it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a clean copy, so that nothing left over from another build gets in."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    copy_sources(source)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-index")
    run(*pip, "--no-build-isolation", "--wheel-dir", target, source, cwd=source)
    [built] = target.glob("moot-*.whl")
    return built


def test_every_file_of_every_package_is_in_the_wheel(wheel: Path) -> None:
    assert missing(ROOT, zipfile.ZipFile(wheel).namelist()) == []


def test_an_installed_wheel_imports_and_reads_its_own_files(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "environment"
    venv.create(home, symlinks=True, with_pip=False)
    python = home / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    # Only now, or pip would find the editable moot there. A path file brings the dependencies in without reading the
    # path files beside them, so the editable moot itself stays out.
    [packages] = home.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    names = [name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("moot/") and name.endswith(".py")]
    modules = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names]
    run(python, "-I", "-c", READ_EVERYTHING, *(m for m in modules if not m.endswith("__main__")), cwd=tmp_path)


@pytest.mark.slow
def test_a_clone_without_links_installs_and_runs(tmp_path: Path) -> None:
    """Git on Windows writes a link as a text file unless it is told otherwise; see docs/platforms.md."""
    clone, home = tmp_path / "clone", tmp_path / "environment"
    copy_sources(clone)
    for name in MAPPED:
        (clone / "moot" / name).unlink()
        (clone / "moot" / name).write_text(f"../{name}", encoding="utf-8")
    venv.create(home, symlinks=True, with_pip=False)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", home / "bin/python", "install")
    alone = ("--no-deps", "--no-index", "--no-build-isolation", "--ignore-installed")
    [packages] = home.glob("lib/python*/site-packages")
    # The build backend is found among the dependencies, which come in as in the test above.
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    run(*pip, *alone, "--editable", clone, cwd=tmp_path)
    program = "import moot.configs, sys; from moot.cli.main import main; print(moot.configs.__file__); sys.exit(main())"
    store = ("--store", f"sqlite:///{tmp_path / 'debates.db'}")
    said = run(home / "bin/python", "-I", "-c", program, "demo", "--fast", *store, cwd=tmp_path)
    assert said.startswith(str(clone / "configs"))
    assert (tmp_path / "report.html").is_file()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Lay out a small project like ours: a mapped folder, a link to it, and a nested subpackage."""
    for folder in ("moot/cli", "state/deep", "graph", "nodes", "prompts", "configs/lexicons"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "__init__.py").touch()
    for file in ("moot/__init__.py", "state/__init__.py", "configs/lexicons/pt.yaml", "prompts/position.md"):
        (tmp_path / file).touch()
    (tmp_path / "moot/state").symlink_to("../state")
    (tmp_path / "state/__pycache__").mkdir()
    (tmp_path / "state/__pycache__/x.pyc").touch()
    return tmp_path


@pytest.mark.parametrize(
    "forgotten",
    [
        pytest.param("moot/cli/__init__.py", id="subpackage"),
        pytest.param("moot/graph/__init__.py", id="mapped folder"),
        pytest.param("moot/state/deep/__init__.py", id="subpackage of a mapped folder"),
        pytest.param("moot/configs/lexicons/pt.yaml", id="data of a subpackage"),
        pytest.param("moot/prompts/position.md", id="prompt"),
    ],
)
def test_the_check_notices_what_was_forgotten(tree: Path, forgotten: str) -> None:
    complete = expected_files(tree)
    assert missing(tree, complete) == []
    assert missing(tree, complete - {forgotten}) == [forgotten]
    assert not [name for name in complete if "__pycache__" in name]
