"""Starts a LangGraph server with the five graphs on the best model there is, and says where the desk is.

A model that the environment or `.env` names is used; else a key, a model server at its usual port on this machine, and
at last the embedded model, which needs nothing. `make serve` calls this.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
PORTS = {11434: "Ollama", 1234: "LM Studio", 8000: "vLLM", 8080: "llama.cpp"}
"""Where model servers usually listen."""
KEY_MODEL = "openai:gpt-4.1-mini"
START = 120.0
"""Seconds the server may take to answer."""


def main() -> int:
    """Start the server, announce the desk when it answers, and stay until it ends."""
    port, *rest = sys.argv[1:] or ["2024"]
    env_file = ROOT / ".env"
    if not env_file.exists():
        shutil.copy(ROOT / ".env.example", env_file)
    named = {**read_env(env_file), **{key: value for key, value in os.environ.items() if value}}
    chosen, why = choose_model(named)
    say(f"debates run on {why}")
    program = Path(sys.executable).parent / "langgraph"
    command = [str(program), "dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", port]
    settings = {"LANGSMITH_TRACING": "false", "LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGGRAPH_STRICT_MSGPACK": "true"}
    server = subprocess.Popen(
        [*command, "--n-jobs-per-worker", "10", *rest], cwd=ROOT, env={**os.environ, **settings, **chosen}
    )
    try:
        if wait_until_ready(f"http://127.0.0.1:{port}", server):
            say(f"the server is at http://127.0.0.1:{port}, the desk at http://127.0.0.1:{port}/desk/")
        return server.wait()
    except KeyboardInterrupt:
        server.terminate()
        return server.wait()


def read_env(path: Path) -> dict[str, str]:
    """Read what an env file sets; an empty value sets nothing."""
    pairs = (line.partition("=") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs if value.strip()}


def choose_model(named: Mapping[str, str], ports: Mapping[int, str] = PORTS) -> tuple[dict[str, str], str]:
    """Choose what debates run on: the settings that are missing, and the reason in words."""
    if named.get("MOOT_MODEL"):
        return {}, f"{named['MOOT_MODEL']}, as MOOT_MODEL says"
    if named.get("OPENAI_API_KEY") or named.get("MOOT_API_KEY"):
        return {"MOOT_MODEL": KEY_MODEL}, f"{KEY_MODEL}, because there is a key; MOOT_MODEL names another"
    for port, name in ports.items():
        url = f"http://127.0.0.1:{port}/v1"
        model = find_served_model(url)
        if model is not None:
            return {"MOOT_MODEL": model, "MOOT_BASE_URL": url}, f"{model}, served by {name} at {url}"
    return {"MOOT_MODEL": "local"}, "the embedded model: no key and no model server were found"


def find_served_model(url: str) -> str | None:
    """Ask a server which model it has first; None where no such server listens."""
    try:
        with urlopen(f"{url}/models", timeout=0.5) as answer:  # noqa: S310  # an address of this machine
            found = json.load(answer)["data"]
        return str(found[0]["id"]) if found else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def wait_until_ready(url: str, server: "subprocess.Popen[bytes]") -> bool:
    """Wait until the server answers; False when it ended or takes too long."""
    until = time.monotonic() + START
    while time.monotonic() < until and server.poll() is None:
        try:
            with urlopen(f"{url}/ok", timeout=1) as answer:  # noqa: S310  # an address of this machine
                if answer.status == 200:
                    return True
        except (URLError, OSError):
            time.sleep(0.2)
    return False


def say(text: str) -> None:
    """Tell whoever started it."""
    print(f"moot: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
