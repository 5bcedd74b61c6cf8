"""Everything a user can get wrong: exactly one line on stderr, exit code 2, nothing on stdout, no traceback."""

import json
from pathlib import Path

import pytest

from tests.cli.running import feed, run

GOOD = json.dumps({"outputs": {"analyst": "Expandir.", "market": "Consolidar."}}).encode()


def outputs(**texts: object) -> bytes:
    return json.dumps({"outputs": texts}).encode()


FILES = [
    pytest.param(b"", "empty", id="an empty file"),
    pytest.param(b" \n\t ", "empty", id="a blank file"),
    pytest.param(b"analyst: expand", "not JSON", id="not JSON"),
    pytest.param(b'{"outputs": {"analyst": "x"}', "line 1", id="JSON cut short"),
    pytest.param(b'[{"analyst": "x"}]', "not a list", id="a JSON list"),
    pytest.param(b'"analyst"', "not a text", id="a JSON text"),
    pytest.param(b"null", "not nothing", id="JSON null"),
    pytest.param(b'{"question": "?"}', "'outputs' is missing", id="no outputs"),
    pytest.param(b'{"outputs": {}}', "an empty object", id="empty outputs"),
    pytest.param(b'{"outputs": ["x"]}', "not a list", id="outputs as a list"),
    pytest.param(b'{"outputs": null}', "not nothing", id="outputs as null"),
    pytest.param(b'{"output": {"analyst": "x"}}', "did you mean 'outputs'?", id="a misspelt key"),
    pytest.param(b'{"outputs": {"analyst": "x"}, "question": 3}', "question", id="a question that is a number"),
    pytest.param(outputs(analyst=7), "outputs.analyst", id="an output that is a number"),
    pytest.param(outputs(analyst=None), "outputs.analyst", id="an output that is null"),
    pytest.param(outputs(analyst=["x"]), "not a list", id="an output that is a list"),
    pytest.param(outputs(**{"": "x"}), "'' is not a seat", id="an agent without a name"),
    pytest.param(outputs(analist="x"), "did you mean 'analyst'?", id="an unknown agent, nearly right"),
    pytest.param(outputs(pirate="x"), "--profile", id="an unknown agent"),
    pytest.param(outputs(analyst={}), "outputs.analyst.position", id="an object without position"),
    pytest.param(
        outputs(analyst={"position": "x", "reason": "y"}),
        "did you mean 'reasoning'?",
        id="an object with a misspelt key",
    ),
    pytest.param(
        outputs(analyst={"position": "x", "confidence": 70}), "outputs.analyst.confidence", id="confidence in percent"
    ),
    pytest.param(outputs(analyst={"position": "x", "evidence": "y"}), "evidence", id="evidence that is no list"),
    pytest.param(outputs(analyst={"position": "x", "evidence": [1]}), "evidence.0", id="evidence that is a number"),
    pytest.param(b'{"outputs": {"analyst": "x", "analyst": "y"}}', "given twice", id="an agent twice"),
    pytest.param(b'{"outputs": {"analyst": NaN}}', "NaN", id="not a number"),
    pytest.param(b'{"outputs": {"analyst": ' + b"9" * 5000 + b"}}", "not JSON", id="a number of 5,000 digits"),
    pytest.param(b'{"outputs": ' + b"[" * 100_000, "nested too deeply", id="deeply nested"),
    pytest.param(b'{"outputs": {"analyst": "caf\xe9"}}', "not UTF-8", id="invalid UTF-8"),
    pytest.param(GOOD.decode().encode("utf-16"), "not UTF-8", id="UTF-16"),
    pytest.param(b'{"outputs": {"analyst": "a\x00b"}}', "not JSON", id="a NUL byte in a text"),
    pytest.param(b"\x00\x00", "not JSON", id="NUL bytes"),
    pytest.param(b'{"outputs": {"analyst": "\\ud800"}}', "surrogate", id="half of a surrogate pair"),
    pytest.param(outputs(analyst="x" * 5_000_000), "larger than", id="5 MB of text"),
    pytest.param(outputs(analyst="x" * 1_000_001), "longer than", id="one output of 1 MB"),
]


@pytest.mark.parametrize(("raw", "named"), FILES)
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["table", "json"])
def test_bad_files(
    raw: bytes, named: str, options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    expect_one_line(capsys, named, "conflicts", str(path), *options)


@pytest.mark.parametrize(("raw", "named"), FILES)
def test_bad_stdin(raw: bytes, named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    feed(monkeypatch, raw)
    expect_one_line(capsys, named, "conflicts", "-")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        pytest.param((), "no command", id="no command"),
        pytest.param(("conflict", "GOOD"), "did you mean 'conflicts'?", id="a misspelt command"),
        pytest.param(("dance",), "--help", id="an unknown command"),
        pytest.param(("--bogus",), "--bogus", id="an unknown option of moot"),
        pytest.param(("conflicts",), "FILE", id="no file"),
        pytest.param(("conflicts", "GOOD", "GOOD"), "GOOD", id="two files"),
        pytest.param(("conflicts", "GOOD", "--jsn"), "--json", id="a misspelt option"),
        pytest.param(("conflicts", "GOOD", "--set"), "--set", id="an option without its value"),
        pytest.param(("conflicts", "/nowhere/at/all.json"), "No such file", id="a missing file"),
        pytest.param(("conflicts", "FOLDER"), "directory", id="a folder"),
        pytest.param(("conflicts", "a\x00b"), "cannot be read", id="an impossible name"),
        pytest.param(("conflicts", ""), "cannot be read", id="an empty name"),
        pytest.param(("conflicts", "GOOD", "--language", "fr"), "pt, en, id or auto", id="an unknown language"),
        pytest.param(("conflicts", "GOOD", "--profile", "bordroom"), "boardroom", id="a misspelt profile"),
        pytest.param(("conflicts", "GOOD", "--profile", "conclave"), "not a seat of conclave", id="another profile"),
        pytest.param(("conflicts", "GOOD", "--set", "rounds.max"), "key=value", id="a setting without a value"),
        pytest.param(("conflicts", "GOOD", "--set", "rounds.mx=2"), "rounds.max", id="a misspelt setting"),
        pytest.param(("conflicts", "GOOD", "--set", "conflicts.max=0"), "conflicts.max", id="a setting out of range"),
        pytest.param(("conflicts", "GOOD", "--set", "conflicts.max=[1"), "YAML", id="a setting that is no YAML"),
        pytest.param(("profiles", "nosuch"), "nosuch", id="an unknown profile"),
        pytest.param(("profiles", "TYPO"), "did you mean", id="a profile with a typo"),
        pytest.param(("profiles", "BROKEN"), "not valid YAML", id="a profile that is no YAML"),
        pytest.param(("profiles", "/nowhere/at/all.yaml"), "cannot be read", id="a missing profile"),
        pytest.param(("profiles", "--set", "rounds.max=2"), "moot profiles NAME", id="a setting for the list"),
        pytest.param(("profiles", "legal", "--set", "rounds.min=9"), "rounds.min", id="contradicting settings"),
        pytest.param(("profiles", "legal", "rca"), "rca", id="two profiles"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = {"GOOD": "good.json", "TYPO": "typo.yaml", "BROKEN": "broken.yaml"}
    (tmp_path / "good.json").write_bytes(GOOD)
    (tmp_path / "typo.yaml").write_text("extends: boardroom\nname: mine\nroundz: {max: 2}\n", encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("name: [unclosed\n", encoding="utf-8")
    given = [str(tmp_path / places[word]) if word in places else word for word in arguments]
    given = [str(tmp_path) if word == "FOLDER" else word for word in given]
    expect_one_line(capsys, named.replace("GOOD", "good.json"), *given)


def expect_one_line(capsys: pytest.CaptureFixture[str], named: str, *arguments: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("moot: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert len(err) < 500
    assert named in err
