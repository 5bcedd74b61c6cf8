"""The script that gets the browser: it never fails, and says what it could not do."""

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/setup_browser.sh"
TOOLS = ("bash", "dirname", "env", "id", "mkdir", "mktemp", "mv", "rm", "tar", "gzip")


def run(folder: Path, *programs: str) -> subprocess.CompletedProcess[str]:
    """Run the script in a project and on a machine of its own, which has these programs and a few tools."""
    tools, scripts = folder / "bin", folder / "project/scripts"
    tools.mkdir()
    scripts.mkdir(parents=True)
    shutil.copy(SCRIPT, scripts)
    for name in TOOLS:
        (tools / name).symlink_to(shutil.which(name) or name)
    for name in programs:
        (tools / name).write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    command = [tools / "bash", scripts / SCRIPT.name]
    return subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)


def test_a_machine_with_nothing_is_told_why_tests_are_skipped(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 0
    assert "no Chromium, and no apt-get" in done.stderr
    assert "no npm" in done.stderr


def test_an_installation_that_fails_is_no_failure(tmp_path: Path) -> None:
    done = run(tmp_path, "apt-get", "npm")
    assert done.returncode == 0
    assert "Chromium" in done.stderr
    assert "npm could not fetch axe-core" in done.stderr


def test_what_is_there_stays(tmp_path: Path) -> None:
    axe = tmp_path / "project/build/browser/axe.min.js"
    axe.parent.mkdir(parents=True)
    axe.write_text("axe", encoding="utf-8")
    done = run(tmp_path, "chromium")
    assert (done.returncode, done.stderr) == (0, "")
    assert axe.read_text(encoding="utf-8") == "axe"
