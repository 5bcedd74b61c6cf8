"""Takes the pictures of the README: the live view of a real run on a real terminal, and the report in a browser.

`make pictures` runs it. It needs Chromium (`make browser`). Both show the debate of examples/expansion.yaml, spoken
slowly enough to watch.
"""

import io
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pyte
import yaml
from PIL import Image
from playwright.sync_api import sync_playwright
from pyte.screens import Char
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import MONOKAI
from rich.text import Text

from tests.cli.terminal import Terminal

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
QUESTION = "Should we expand into Europe?"
COLUMNS, LINES = 96, 26
WIDTHS = (60, 80, 120)
"""The terminals of which docs/command-line.md shows how the live view looks there."""
SECONDS_A_WORD = 0.08
WIDTH, HEIGHT, COLOURS = 1280, 1500, 64
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> int:
    """Take both pictures."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no Chromium: run `make browser`, or install it", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        command = prepare(folder)
        (FOLDER / "live.svg").write_text(watch(command, COLUMNS), encoding="utf-8")
        for width in WIDTHS:
            thread = ("--thread", f"europe-{width}")
            (FOLDER / f"live-{width}.svg").write_text(watch((*command, *thread), width), encoding="utf-8")
        (FOLDER / "report.png").write_bytes(photograph(browser, report(folder, command)))
    return 0


def prepare(folder: Path) -> tuple[str, ...]:
    """Write the script with pauses between the words, and name the command that runs it."""
    script = yaml.safe_load((ROOT / "examples/expansion.yaml").read_text(encoding="utf-8"))
    slow = [{**entry, "piece_delay": SECONDS_A_WORD} for entry in script["answers"]]
    (folder / "script.yaml").write_text(yaml.safe_dump({"answers": slow}, sort_keys=False), encoding="utf-8")
    evidence, store = ROOT / "examples/europe.json", f"sqlite:///{folder / 'debates.db'}"
    model, speed = f"scripted:{folder / 'script.yaml'}", "rounds.execution.revise=parallel"
    asked = ("run", QUESTION, "--model", model, "--context", str(evidence), "--value-at-risk", "250000")
    return (*asked, "--set", speed, "--thread", "europe", "--store", store)


def watch(command: tuple[str, ...], columns: int) -> str:
    """Look at a terminal in the middle of round 2, and draw it."""
    with Terminal(*command, columns=columns, lines=LINES) as terminal:
        terminal.wait_for("round 2 of 3", "CRO revision", "CMO revision", seconds=60)
        terminal.look(1.2)
        drawn = draw_screen(terminal.screen)
        terminal.wait(120)
        return drawn


def draw_screen(screen: pyte.Screen) -> str:
    """A screen as a drawing, with the fonts of whoever looks at it."""
    console = Console(record=True, width=screen.columns, file=io.StringIO(), force_terminal=True)
    used = max(row for row, line in enumerate(screen.display, start=1) if line.strip())
    for row in range(used):
        line = Text(no_wrap=True)
        for column in range(screen.columns):
            sign = screen.buffer[row][column]
            line.append(sign.data, _style(sign))
        console.print(line)
    drawn = console.export_svg(title=f'moot run "{QUESTION}"', theme=MONOKAI, unique_id="live")
    return re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL)


def _style(sign: Char) -> Style:
    colour = None if sign.fg == "default" else sign.fg if not re.fullmatch("[0-9a-f]{6}", sign.fg) else f"#{sign.fg}"
    return Style(color="yellow" if colour == "brown" else colour, bold=sign.bold)


def report(folder: Path, command: tuple[str, ...]) -> Path:
    """Write the report of the debate that was watched."""
    page, store = folder / "report.html", command[command.index("--store") :]
    moot = "import sys; from moot.cli.main import main; sys.exit(main())"
    subprocess.run([sys.executable, "-c", moot, "report", "europe", "-o", str(page), *store], check=True)
    return page


def photograph(browser: str, page: Path) -> bytes:
    """The top of a page, in few colours so that the file stays small."""
    with sync_playwright() as playwright:
        # In a container there is no user whom the sandbox could protect.
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        tab = opened.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        tab.goto(page.as_uri())
        picture = tab.screenshot()
        opened.close()
    small = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    sys.exit(main())
