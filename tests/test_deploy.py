"""The files in deploy/ hang together: nothing is named that is not there, and no key gets into an image."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return found


def test_the_services_wait_for_those_they_name() -> None:
    found = services()
    assert set(found) == {"postgres", "redis", "api", "worker"}
    for service in found.values():
        for other, wanted in (service.get("depends_on") or {}).items():
            assert wanted == {"condition": "service_healthy"}
            assert found[other]["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}


def test_every_file_is_there() -> None:
    for service in services().values():
        for name in service.get("env_file", ()):
            assert (DEPLOY / name).exists() or (DEPLOY / f"{name}.example").exists(), name
        if build := service.get("build"):
            context = DEPLOY / build["context"]
            assert (context / build["dockerfile"]).is_file()
            assert (context / "constraints.txt").is_file()


def test_every_variable_is_explained() -> None:
    wanted = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert wanted <= set(
        re.findall(r"^(\w+)=", (DEPLOY / "secrets.env.example").read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_the_image_installs_extras_that_exist_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    (named,) = re.findall(r'"\.\[([\w,]+)\]"', text)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(named.split(",")) <= set(extras)
    assert text.index("USER moot") < text.index("CMD")


def test_no_key_gets_into_the_image() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    for secret in (".env", "deploy/secrets.env", ".git", ".venv", ".venv-distributed"):
        assert any(fnmatch(secret, pattern) for pattern in ignored), secret
    for needed in (
        "pyproject.toml",
        "constraints.txt",
        "langgraph.json",
        "deploy/requirements.txt",
        "README.md",
        "moot",
    ):
        assert not any(fnmatch(needed, pattern) for pattern in ignored), needed
