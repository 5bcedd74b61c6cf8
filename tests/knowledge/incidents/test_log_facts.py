"""Severity, errors and entities of single lines (R-53)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.knowledge.incidents import log_facts
from moot.knowledge.incidents.log_facts import find_entities, find_error, judge_severity, name_error


@pytest.mark.parametrize(
    ("level", "message", "severity"),
    [
        pytest.param("ERROR", "all is well", "ERROR", id="R-53 the level decides"),
        pytest.param("FATAL", "", "ERROR", id="fatal"),
        pytest.param("dpanic", "", "ERROR", id="what zap calls a panic in development"),
        pytest.param("warning", "", "WARN", id="warning, lower case"),
        pytest.param("INFO", "started", "INFO", id="info"),
        pytest.param("INFO", "Got exception while serving", "WARN", id="a harmless level hides an error"),
        pytest.param("INFO", "finished with 0 errors", "INFO", id="no errors are none"),
        pytest.param("DEBUG", "connection failed", "INFO", id="debug stays quiet"),
        pytest.param("34", "su failed", "ERROR", id="syslog priority 34: critical"),
        pytest.param("36", "x", "WARN", id="syslog priority 36: warning"),
        pytest.param("38", "x", "INFO", id="syslog priority 38: informational"),
        pytest.param("", "Connection refused by peer", "ERROR", id="no level: error words"),
        pytest.param(None, "retrying in 5 s", "WARN", id="no level: odd words"),
        pytest.param(None, "user logged in", "INFO", id="no level: nothing"),
        pytest.param(None, 'level=error msg="x"', "ERROR", id="a level inside the message"),
        pytest.param("CUSTOM", "all is well", "INFO", id="an unknown level"),
    ],
)
def test_severity(level: str | None, message: str, severity: str) -> None:
    assert judge_severity(level, message) == severity


@pytest.mark.parametrize(
    ("message", "name"),
    [
        pytest.param("java.io.DiskFullException: no space left", "DiskFullException", id="R-53 the exception"),
        pytest.param("write failed: No space left on device", "DiskFull", id="R-63 words of a full disk"),
        pytest.param("connect to 10.0.0.1: Connection refused", "ConnectionRefused", id="refused"),
        pytest.param("exception: request timed out", "Timeout", id="trouble says more than exception"),
        pytest.param("Got exception while serving blk_1", "Exception", id="only an exception"),
        pytest.param("replica 7 of /data/x9 diverged badly", "ReplicaOfDivergedBadly", id="no name: the first words"),
        pytest.param("12345", "Error", id="no words"),
    ],
)
def test_the_name_of_an_error(message: str, name: str) -> None:
    assert name_error(message) == name


@pytest.mark.parametrize(
    ("message", "entities"),
    [
        pytest.param("blk_-123 from /10.0.1.5:50010", [("block", "blk_-123"), ("ip", "10.0.1.5")], id="R-63"),
        pytest.param("open /var/log/app.log failed", [("file", "/var/log/app.log")], id="a file"),
        pytest.param("failed for user root", [("user", "root")], id="a user"),
        pytest.param("lost node worker-7.", [("host", "worker-7")], id="a host"),
        pytest.param("service=checkout is slow", [("service", "checkout")], id="a service"),
        pytest.param("version 1.2.3 at http://a/b/c", [], id="neither a version nor a URL"),
    ],
)
def test_entities(message: str, entities: list[tuple[str, str]]) -> None:
    assert list(find_entities(message)) == entities


ASCII = st.characters(max_codepoint=127)


@given(st.from_regex(log_facts._ERROR_WORDS, alphabet=ASCII) | st.from_regex(log_facts._WARNING_WORDS, alphabet=ASCII))
def test_the_quick_look_misses_nothing(message: str) -> None:
    """Every word that makes a line severe is also seen by the first look at it."""
    assert log_facts._TROUBLE_HINT.search(message.lower())


@given(st.text(max_size=200))
def test_any_line_has_a_severity_and_an_error_a_name(message: str) -> None:
    assert judge_severity(None, message) in ("INFO", "WARN", "ERROR")
    assert name_error(message)
    assert find_error(message) in ("", name_error(message))
