"""What every test can rely on: a clean environment, no network, and the same examples on every run."""

import ipaddress
import os
import socket
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support.postgres import PostgresServer, run_postgres

# Reproducible by default; HYPOTHESIS_PROFILE=thorough looks further, with new examples each time. A busy machine is no
# failure: nothing here depends on the clock.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("thorough", settings.get_profile("default"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

_NUMBERS = count()


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Hide the developer's own settings and keys, and the debates and incidents that moot keeps for them."""
    for name in [name for name in os.environ if name.startswith(("MOOT_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANGSMITH_TRACING", "false")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / f"data-{next(_NUMBERS)}"))


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not is_local(str(address[0])):
            raise AssertionError(f"a test tried to reach {address[0]}: only this machine is allowed")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A Postgres server of the tests' own, started when the first test asks for it."""
    with run_postgres() as server:
        yield server


def is_local(host: str) -> bool:
    """Tell whether an address stays on this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
