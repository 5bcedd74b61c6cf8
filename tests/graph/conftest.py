"""What the tests of whole debates share."""

from pathlib import Path

import pytest

from tests.support.stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Where a test's debates are run."""
    return Stage(tmp_path)
