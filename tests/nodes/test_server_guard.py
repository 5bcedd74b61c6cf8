"""The key of a server goes only to addresses that its operator allows."""

import pytest

from moot.configs import load_profile
from moot.errors import InputError
from moot.nodes.context import Context
from moot.nodes.intake.server_guard import BASE_URLS_VARIABLE, check_visitor


@pytest.mark.parametrize(
    ("url", "refused"),
    [
        pytest.param("http://models.example/v1", True, id="an address of the client's choice"),
        pytest.param("http://user:pass@models.example/v1", True, id="with a password in it"),
        pytest.param("https://127.0.0.1.models.example/v1", True, id="that looks like this machine"),
        pytest.param("https://allowed.example/v1", False, id="that the operator allows"),
        pytest.param("https://own.example/v1", False, id="the operator's own"),
        pytest.param("http://127.0.0.1:1/v1", False, id="this machine"),
    ],
)
def test_the_servers_key_stays_where_the_operator_wants_it(
    url: str, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-marked-key-of-the-server")
    monkeypatch.setenv("MOOT_BASE_URL", "https://own.example/v1")
    monkeypatch.setenv(BASE_URLS_VARIABLE, "https://other.example/v1, https://allowed.example/v1")
    profile = load_profile("conclave")
    if not refused:
        check_visitor(Context(model="m", base_url=url), profile, profile)
        return
    with pytest.raises(InputError, match="key would be sent to") as caught:
        check_visitor(Context(model="m", base_url=url), profile, profile)
    assert "pass@" not in str(caught.value)
