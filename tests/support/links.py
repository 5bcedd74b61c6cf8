"""Says whether this clone has its symbolic links; see docs/platforms.md."""

from pathlib import Path

import pytest

needs_links = pytest.mark.skipif(
    not (Path(__file__).resolve().parents[2] / "moot" / "state").is_symlink(),
    reason="this clone has no symbolic links, which linters and type checkers follow",
)
"""For tests of what follows the five links in `moot/`; everything else does without them."""
