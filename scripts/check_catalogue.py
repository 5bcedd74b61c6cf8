"""Check the catalogue of sentences: complete in every language, the same parameters, nothing unknown, unused or twice.

    python -m scripts.check_catalogue            name every problem, and exit 1 if there is one

A code is used when it stands in the code or in a template, or when a code that is put together begins like it:
`say(f"word.status.{status}")` uses all of `word.status`. At the desk `t("inbox.title")` is `desk.inbox.title`.
Sentences outside of the catalogue are found by `scripts/written_sentences.py`. Titles and descriptions of profiles, and
the titles of their seats, stand in their own files in English and have the same words in the English catalogue.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from moot.catalogue import CATALOGUE_LANGUAGES, SOURCE_LANGUAGE, load_domain
from moot.configs import load_profile, profile_names
from scripts.written_sentences import find_written_sentences

ROOT = Path(__file__).resolve().parent.parent
_READ = (".py", ".html", ".js", ".yaml", ".lp")
_FOLDERS = ("moot", "nodes", "graph", "state", "prompts", "configs")
_CODE = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
_PLACE = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
_NO_WORD = re.compile(r"\{[^{}]*\}|`[^`]*`|--\w+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_QUOTED = re.compile(r"""["']([a-z]\w*(?:\.\w+)+)["']""")
_BEGUN = re.compile(r"""["']([a-z]\w*(?:\.\w*)+)(?:\{|["'] ~)""")
_SET = re.compile(r":@([a-z]\w*(?:\.\w+)*)\}")

_COUNTED = re.compile(r"\{n(?::\w+)?\} [^\W\d_]{4,}")
_PART = re.compile(r"[^\W_]+")

_Sentences = Mapping[str, tuple[str, ...]]


def read_language(language: str, root: Path = ROOT) -> dict[str, tuple[str, ...]]:
    """Read every sentence of a language."""
    domains = sorted(path.stem for path in (root / "configs" / "locales" / language).glob("*.po"))
    return {code: forms for domain in domains for code, forms in load_domain(language, domain).sentences.items()}


def find_repeated(root: Path = ROOT) -> Iterator[str]:
    """Name the codes that a file has twice: the later sentence would be said in both places."""
    for path in sorted((root / "configs" / "locales").glob("*/*.po")):
        counted = Counter(_CODE.findall(path.read_text(encoding="utf-8")))
        yield from (f"{path.parent.name}: {code} stands twice in {path.name}" for code, n in counted.items() if n > 1)


def _list_copied(forms: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
    """List the forms that were left as in English; a single word may be the same in both."""
    return [form for form in forms if form in other and len(_WORD.findall(_NO_WORD.sub(" ", form))) > 1]


def find_differences(source: _Sentences, other: _Sentences, language: str) -> Iterator[str]:
    """Name what a language lacks, has too much, or says about other parameters than English."""
    yield from (f"{language}: {code} is not translated" for code in source if not any(other.get(code, ())))
    yield from (f"{language}: {code} is not in English" for code in other if code not in source)
    if language != SOURCE_LANGUAGE:
        copied = (code for code in source if _list_copied(source[code], other.get(code, ())))
        yield from (f"{language}: {code} is in English" for code in copied)
    for code, forms in source.items():
        if any(other.get(code, ())) and _list_places(forms) != _list_places(other[code]):
            yield f"{language}: {code} has other parameters than in English"


def find_plural_faults(source: _Sentences, other: _Sentences, language: str) -> Iterator[str]:
    """Name what counts things in one form only, has another number of forms than the language, or drops a parameter."""
    several = 1 + max(map(load_domain(language, "count").choose_plural, range(200)))
    for code, forms in other.items():
        if len(forms) not in {1, several} or (len(source.get(code, ())) > 1) > (len(forms) == several):
            yield f"{language}: {code} has {len(forms)} forms where the language has {several}"
        elif several > 1 and len(forms) == 1 and _COUNTED.search(forms[0]):
            yield f"{language}: {code} counts things in one form only"
        if len({frozenset(_list_places([form])) - {"n"} for form in forms}) > 1:
            yield f"{language}: {code} has other parameters in another form"


def _list_places(forms: Iterable[str]) -> set[str]:
    return {place for form in forms for place in _PLACE.findall(form)}


def find_unused(source: _Sentences, texts: Iterable[str]) -> Iterator[str]:
    """Name the codes that nothing says."""
    quoted: set[str] = set()
    begun: set[str] = {f"{name}." for forms in source.values() for form in forms for name in _SET.findall(form)}
    written: set[str] = set()
    for text in texts:
        for place in ("", "desk."):
            quoted.update(place + name for name in _QUOTED.findall(text))
            begun.update(place + name for name in _BEGUN.findall(text))
        written.update(_PART.findall(text))
    begun.update(f"{name}." for name in quoted if name.startswith("word."))
    begun.discard("desk.")  # what `t(...)` puts before every code it is given
    for code in source:
        rests = [code[len(name) :].lstrip(".") for name in begun if code.startswith(name)]
        # What is put together has parts that stand somewhere: as a word, or as the key of a value.
        if code not in quoted and not any(written.issuperset(_PART.findall(rest)) for rest in rests):
            yield f"{code} is not used"


def find_untitled(source: _Sentences) -> Iterator[str]:
    """Name the titles and descriptions of profiles and seats that the catalogue lacks, or has in other words."""
    for profile in map(load_profile, profile_names()):
        name = profile.name.replace("-", "_")
        shown = {f"profile.title.{name}": profile.title, f"profile.description.{name}": profile.description}
        shown |= {f"profile.seat.{seat.id}": seat.title for seat in profile.seats}
        for code, words in shown.items():
            if words and source.get(code) != (words,):
                yield f"{code} is not what the profile says: {words!r}"


def main() -> int:
    """Check everything."""
    paths = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in _READ]
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    source = read_language("en")
    problems = [
        *find_repeated(),
        *(each for other in CATALOGUE_LANGUAGES for each in find_differences(source, read_language(other), other)),
        *(each for other in CATALOGUE_LANGUAGES for each in find_plural_faults(source, read_language(other), other)),
        *find_unused(source, texts.values()),
        *find_untitled(source),
        *find_written_sentences(texts),
    ]
    print("\n".join(problems) or f"{len(source)} sentences in {len(CATALOGUE_LANGUAGES)} languages")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
