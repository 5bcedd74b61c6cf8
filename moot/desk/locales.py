"""Translates the desk's own words into English, Portuguese and Indonesian; never what agents and reviewers wrote."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from moot.configs import parse_yaml
from moot.views.wording import whole_percent

DESK_LANGUAGES: Mapping[str, str] = {"en": "English", "pt": "Português", "id": "Bahasa Indonesia"}
_DEFAULT_LANGUAGE = "en"
_SEPARATORS = {"en": (",", "."), "pt": (".", ","), "id": (".", ",")}
_UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


@cache
def load_words(language: str) -> Mapping[str, str]:
    """Read all texts of a language by their dotted keys."""
    text = (files("moot.desk") / "locales" / f"{language}.yaml").read_text(encoding="utf-8")
    words: dict[str, str] = {}
    for section, entries in parse_yaml(text, f"locale {language}").items():
        words |= {f"{section}.{key}": str(value) for key, value in entries.items()}
    return words


class Translator:
    """Translates into one language, called like a function: `t("inbox.title")`."""

    def __init__(self, language: str) -> None:
        self.language = language if language in DESK_LANGUAGES else _DEFAULT_LANGUAGE
        self._words = load_words(self.language)

    def __call__(self, key: str, **values: Any) -> str:
        """Return the text of a key; one that is missing here is said in English."""
        text = self._words.get(key) or load_words(_DEFAULT_LANGUAGE)[key]
        return text.format(**values) if values else text

    def known(self, key: str, otherwise: str) -> str:
        """Return the text of a key that may not exist."""
        return self._words.get(key) or load_words(_DEFAULT_LANGUAGE).get(key) or otherwise

    def number(self, value: float, places: int = 0) -> str:
        """Write a number with the language's separators."""
        thousands, decimal = _SEPARATORS[self.language]
        return f"{value:,.{places}f}".translate({ord(","): thousands, ord("."): decimal})

    def amount(self, value: float) -> str:
        """Write a number that has a fraction only where it needs one."""
        return self.number(value, 0 if float(value).is_integer() else 2)

    def percent(self, share: float | None) -> str:
        """Write a share for people; cut, so that nothing looks as if it reached a threshold."""
        return "–" if share is None else f"{whole_percent(share)} %"

    def age(self, seconds: float) -> str:
        """Say how long ago, in the largest unit that fits."""
        for unit, length in _UNITS:
            if seconds >= length:
                return self(f"age.{unit}", n=int(seconds // length))
        return self("age.now")


def choose_language(wanted: str, accepted: str) -> str:
    """Return the language somebody chose, else the first the browser names that the desk speaks."""
    if wanted in DESK_LANGUAGES:
        return wanted
    ranked = sorted(_ranked(accepted), key=lambda item: -item[1])
    return next((tag for tag, weight in ranked if tag in DESK_LANGUAGES and weight > 0), _DEFAULT_LANGUAGE)


def _ranked(accepted: str) -> list[tuple[str, float]]:
    found = []
    for part in accepted[:500].split(","):
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        # Browsers of older Indonesian systems say "in".
        found.append(({"in": "id"}.get(name := tag.strip().lower().partition("-")[0], name), weight))
    return found
