"""Starts a LangGraph server with the five graphs on the best model there is, and says where the desk is.

A model that the environment or `.env` names is used; else a key, a model server at its usual port on this machine, and
at last the embedded model, which needs nothing. `make serve` calls this.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from moot.models.discovery import find_best_model

ROOT = Path(__file__).resolve().parent.parent
START = 120.0
"""Seconds the server may take to answer."""


def main() -> int:
    """Start the server, announce the desk when it answers, and stay until it ends."""
    wanted, *rest = sys.argv[1:] or ["2024"]
    port = find_free_port(int(wanted))
    if str(port) != wanted:
        say(f"port {wanted} is taken; this server is at {port} (another one: make serve PORT=N)")
    env_file = ROOT / ".env"
    if not env_file.exists():
        shutil.copy(ROOT / ".env.example", env_file)
    named = {**read_env(env_file), **{key: value for key, value in os.environ.items() if value}}
    found = find_best_model(named)
    say(f"debates run on {found.reason}")
    program = Path(sys.executable).parent / "langgraph"
    command = [str(program), "dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", str(port)]
    settings = {"LANGSMITH_TRACING": "false", "LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGGRAPH_STRICT_MSGPACK": "true"}
    server = subprocess.Popen(
        [*command, "--n-jobs-per-worker", "10", *rest], cwd=ROOT, env={**os.environ, **settings, **found.settings}
    )
    # Who ends this process ends the server: it would keep its port.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if wait_until_ready(f"http://127.0.0.1:{port}", server):
            say(f"the server is at http://127.0.0.1:{port}, the desk at http://127.0.0.1:{port}/desk/")
        return server.wait()
    except KeyboardInterrupt:
        server.terminate()
        return server.wait()


def find_free_port(wanted: int) -> int:
    """Find the port to serve at: the one that is wanted, or any other where somebody listens there.

    `langgraph dev` would go elsewhere by itself, and the desk would be announced where somebody else answers.
    """
    for port in (wanted, 0):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    return wanted


def read_env(path: Path) -> dict[str, str]:
    """Read what an env file sets; an empty value sets nothing."""
    pairs = (line.partition("=") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs if value.strip()}


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
