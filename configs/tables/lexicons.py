"""Reads words from YAML: the lexicons of each language with what opposes what, and the literals of the sources.

A literal is how the sources write one of our English ids (X-90).
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from moot.configs.yaml_files import parse_yaml
from moot.errors import ProfileError
from moot.state.base import Value
from moot.state.lexicon import (
    Acts,
    AdviceWords,
    Concept,
    Cues,
    Extraction,
    Family,
    LanguageCode,
    Lexicon,
    Lexicons,
    Opposition,
    Phrases,
    Words,
)

_LexiconRecord = TypeVar("_LexiconRecord", Acts, AdviceWords, Concept, Cues, Extraction, Opposition, Phrases)

_ALL_LANGUAGES: tuple[LanguageCode, ...] = get_args(LanguageCode)


@cache
def load_lexicons(languages: tuple[LanguageCode, ...] = _ALL_LANGUAGES) -> Lexicons:
    """Load the opposition table with the words of these languages (all of them unless told otherwise)."""
    table = _read_mapping(_read_file("oppositions"), "oppositions")
    return _make_lexicons({**table, "languages": {language: _read_language(language) for language in languages}})


def _read_language(language: LanguageCode) -> Any:
    """Read the files of a language: its words in general, those by which advice is told, and what can be advised."""
    advice = {**_read_named(f"advice_{language}"), **_read_named(f"advised_{language}")}
    return {**_read_named(language), "advice": advice}


def _read_named(name: str) -> Mapping[str, Any]:
    return _read_mapping(_read_file(name), name)


def _make_lexicons(raw: Mapping[str, Any]) -> Lexicons:
    """Check lexicons given as plain values; an unknown key or a concept without words is refused."""
    _refuse_unknown(raw, Lexicons._fields, "")
    oppositions = tuple(
        _read_record(Opposition, entry, f"oppositions.{number}")
        for number, entry in enumerate(raw.get("oppositions", ()))
    )
    families = {
        concept: _read_texts(names, f"families.{concept}")
        for concept, names in _read_mapping(raw.get("families", {}), "families").items()
    }
    for number, opposition in enumerate(oppositions):
        _check_family(opposition.family, f"oppositions.{number}.family")
        for side in ("one", "other"):
            if not getattr(opposition, side):
                raise ProfileError(f"lexicon oppositions.{number}.{side}: name at least one concept")
    for concept, names in families.items():
        for name in names:
            _check_family(name, f"families.{concept}")
    languages = {
        language: _read_lexicon(entry, f"languages.{language}", oppositions)
        for language, entry in _read_mapping(raw.get("languages"), "languages").items()
    }
    return Lexicons(oppositions=oppositions, languages=languages, families=families)  # type: ignore[arg-type]


def _read_lexicon(raw: Any, where: str, oppositions: tuple[Opposition, ...]) -> Lexicon:
    entries = _read_mapping(raw, where)
    _refuse_unknown(entries, Lexicon._fields, where)
    if entries.get("language") not in _ALL_LANGUAGES:
        raise ProfileError(f"lexicon {where}.language: use one of {', '.join(_ALL_LANGUAGES)}")
    concepts = {
        name: _read_record(Concept, entry, f"{where}.concepts.{name}")
        for name, entry in _read_mapping(entries.get("concepts"), f"{where}.concepts").items()
    }
    for opposition in oppositions:
        for concept in (*opposition.one, *opposition.other):
            if concept not in concepts:
                raise ProfileError(f"lexicon {where}: the concept {concept!r} of the oppositions has no words")
    return Lexicon(
        language=entries["language"],
        concepts=concepts,
        cues=_read_record(Cues, entries.get("cues"), f"{where}.cues"),
        extraction=_read_record(Extraction, entries.get("extraction"), f"{where}.extraction"),
        phrases=_read_record(Phrases, entries.get("phrases"), f"{where}.phrases"),
        acts=_read_record(Acts, entries.get("acts", {}), f"{where}.acts"),
        advice=_read_record(AdviceWords, entries.get("advice", {}), f"{where}.advice"),
        opposites=_read_texts(entries.get("opposites", []), f"{where}.opposites"),
    )


def _read_record(kind: type[_LexiconRecord], raw: Any, where: str) -> _LexiconRecord:
    """Read one of the flat records of a lexicon: texts, lists of texts, and switches."""
    entries = _read_mapping(raw, where)
    _refuse_unknown(entries, kind._fields, where)
    missing = next((name for name in kind._fields if name not in entries and name not in kind._field_defaults), None)
    if missing:
        raise ProfileError(f"lexicon {where}.{missing}: missing")
    return kind(
        **{name: _check_value(value, kind.__annotations__[name], f"{where}.{name}") for name, value in entries.items()}
    )


def _check_value(value: Any, wanted: Any, where: str) -> Any:
    """Check a value of a record: a list of words, a switch, or a text."""
    if wanted == Words:
        return _read_texts(value, where)
    if wanted is bool and not isinstance(value, bool):
        raise ProfileError(f"lexicon {where}: true or false is needed")
    if wanted is not bool and not isinstance(value, str):
        raise ProfileError(f"lexicon {where}: a text is needed")
    return value


def _read_texts(raw: Any, where: str) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise ProfileError(f"lexicon {where}: a list of words is needed")
    for number, word in enumerate(raw):
        if not isinstance(word, str) or not word.strip():
            raise ProfileError(f"lexicon {where}.{number}: {word!r} is no word; put words such as no and yes in quotes")
    return tuple(raw)


def _read_mapping(raw: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise ProfileError(f"lexicon {where}: a mapping is needed")
    return raw


def _refuse_unknown(raw: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = next((key for key in raw if key not in known), None)
    if unknown is not None:
        raise ProfileError(f"lexicon {where}.{unknown}: unknown key; known are {', '.join(known)}")


def _check_family(name: str, where: str) -> None:
    if name not in get_args(Family):
        raise ProfileError(f"lexicon {where}: {name!r} is not known; use one of {', '.join(get_args(Family))}")


def _read_file(name: str) -> Any:
    text = (files("moot.configs") / "lexicons" / f"{name}.yaml").read_text(encoding="utf-8")
    return parse_yaml(text, f"lexicon {name}")


class _LiteralTable(Value):
    """Holds literals by group and id."""

    groups: dict[str, dict[str, str]]


@cache
def load_literals() -> _LiteralTable:
    """Load the table that comes with moot."""
    text = (files("moot.configs") / "literals.yaml").read_text(encoding="utf-8")
    try:
        return _LiteralTable.model_validate(parse_yaml(text, "literals"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ProfileError(f"literals {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def write_literal(group: str, name: str) -> str:
    """Write one of our ids as its literal; an id that is not in the table is a mistake in the program."""
    return load_literals().groups[group][name]
