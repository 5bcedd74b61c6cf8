"""The published schemas are those of the models, and the check notices when they are not."""

import json
from pathlib import Path

import jsonschema
import pytest

from scripts import write_schemas


def test_the_committed_schemas_are_current() -> None:
    assert write_schemas.main(["--check"]) == 0


def test_every_schema_is_a_schema(tmp_path: Path) -> None:
    write_schemas.main([], root=tmp_path)
    files = sorted((tmp_path / write_schemas.FOLDER).iterdir())
    assert [path.name.removesuffix(".schema.json") for path in files] == sorted(write_schemas.DOCUMENTS)
    for path in files:
        jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ["result.schema.json", "extra.schema.json"])
def test_the_check_notices_a_change(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    write_schemas.main([], root=tmp_path)
    assert write_schemas.main(["--check"], root=tmp_path) == 0
    (tmp_path / write_schemas.FOLDER / name).write_text("{}")
    assert write_schemas.main(["--check"], root=tmp_path) == 1
    assert f"{name} is not current: run `make docs`" in capsys.readouterr().err
