"""Ready-made detectors of languages: told to choose among Portuguese, English and Indonesian, or told nothing.

`python -m bench.peers.language_detectors lingua` reads texts as JSON, and writes what it found and what that took.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from importlib.metadata import distribution, requires
from pathlib import Path
from typing import Any

Detect = Callable[[str], str | None]


def open_lingua(*, small: bool = False, every: bool = False) -> Detect:
    """Lingua, with the full models or with those for little memory, for our languages or for every one."""
    from lingua import Language, LanguageDetectorBuilder

    ours = (Language.PORTUGUESE, Language.ENGLISH, Language.INDONESIAN)
    builder = LanguageDetectorBuilder.from_languages(*(Language.all() if every else ours))
    detector = (builder.with_low_accuracy_mode() if small else builder).build()

    def detect(text: str) -> str | None:
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else None

    return detect


def open_py3langid(*, every: bool = False) -> Detect:
    """Load py3langid, with numpy under it."""
    import py3langid

    if not every:
        py3langid.set_languages(["pt", "en", "id"])
    return lambda text: str(py3langid.classify(text)[0])


DETECTORS: dict[str, tuple[Callable[[], Detect], str]] = {
    "lingua": (open_lingua, "lingua-language-detector"),
    "lingua, low accuracy": (lambda: open_lingua(small=True), "lingua-language-detector"),
    "py3langid": (open_py3langid, "py3langid"),
}
"""How each is opened that chooses among ours, and the distribution that brings it."""
OPEN_DETECTORS: dict[str, tuple[Callable[[], Detect], str]] = {
    "lingua, any language": (lambda: open_lingua(every=True), "lingua-language-detector"),
    "py3langid, any language": (lambda: open_py3langid(every=True), "py3langid"),
}
"""The same, with no language ruled out."""


def weigh(name: str) -> float:
    """Add up the megabytes that a distribution and what it needs take on disk."""
    found = distribution(name)
    files = (Path(str(found.locate_file(each))) for each in found.files or ())
    own = sum(file.stat().st_size for file in files if file.is_file())
    needed = (each for each in requires(name) or () if "extra ==" not in each)
    return own / 2**20 + sum(weigh(each.split(";")[0].split(">")[0].split("=")[0].strip()) for each in needed)


def measure(detect: Detect, texts: list[str]) -> dict[str, Any]:
    """Detect every text, one after the other."""
    began = time.perf_counter()
    found = [detect(text) for text in texts]
    milliseconds = (time.perf_counter() - began) * 1000 / len(texts)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"found": found, "milliseconds": milliseconds, "memory": held}


def main(name: str) -> None:
    opens, brings = (DETECTORS | OPEN_DETECTORS)[name]
    texts = json.load(sys.stdin)
    detect = opens()
    # Models are loaded with the first text.
    detect(texts[0])
    version = distribution(brings).version
    json.dump({**measure(detect, texts), "version": version, "disk": weigh(brings)}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
