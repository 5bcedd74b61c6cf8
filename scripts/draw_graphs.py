"""Draws the graph of every profile into docs/graphs/; `--check` fails when a picture is not current."""

import sys
from pathlib import Path

from moot.configs import profile_names
from moot.graph import build_graph, draw_svg

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "graphs"


def main() -> int:
    """Write the pictures, or compare them with what stands there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = []
    for name in profile_names():
        path, picture = FOLDER / f"{name}.svg", draw_svg(build_graph(name).get_graph())
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(picture, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"docs/graphs: {', '.join(stale)} are not current; run `make docs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
