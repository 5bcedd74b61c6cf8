"""Builds sdist and wheel into dist/, checks them, and runs the wheel alone in an environment of its own.

`make dist` calls it. The wheel is built from the sdist, so an sdist that lacks something is found out. The new
environment sees neither the clone nor the developer's packages; `moot demo --fast` there has to end well.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def main() -> int:
    """Build, check and try; the first thing that fails ends it."""
    shutil.rmtree(DIST, ignore_errors=True)
    python = (sys.executable, "-m")
    run(*python, "build", "--no-isolation", "--outdir", str(DIST), str(ROOT), quietly=True)
    built = sorted(DIST.iterdir())
    run(*python, "twine", "check", "--strict", *map(str, built))
    [wheel] = DIST.glob("*.whl")
    with TemporaryDirectory() as folder:
        try_wheel(wheel, Path(folder))
    print("\n".join(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB" for path in built))
    return 0


def try_wheel(wheel: Path, folder: Path) -> None:
    """Install a wheel into a new environment, far from the clone, and run the demonstration there."""
    home, work = folder / "environment", folder / "work"
    work.mkdir()
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    pip = (str(scripts / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "install", "--constraint", str(ROOT / "constraints.txt"), str(wheel), cwd=folder)
    store = {"MOOT_STORE": f"sqlite:///{folder / 'debates.db'}"}
    run(str(scripts / "moot"), "demo", "--fast", cwd=work, environment=store, quietly=True)
    if not (work / "report.html").is_file():
        sys.exit("moot demo --fast ended well and wrote no report.html")


def run(*command: str, cwd: Path = ROOT, environment: dict[str, str] | None = None, quietly: bool = False) -> None:
    """Run a command; what it said is shown when it fails, or when it is not told to be quiet."""
    said = subprocess.STDOUT if quietly else None
    done = subprocess.run(
        command,
        cwd=cwd,
        env=_without_ours(environment or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quietly else None,
        stderr=said,
        check=False,
    )
    if done.returncode:
        sys.stdout.buffer.write(done.stdout or b"")
        sys.exit(f"{' '.join(command)}: exit {done.returncode}")


def _without_ours(more: dict[str, str]) -> dict[str, str]:
    """Return the environment without what could lead back to the clone or to a key."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "OPENAI_", "PYTHON"))}
    return {**kept, **more}


if __name__ == "__main__":
    sys.exit(main())
