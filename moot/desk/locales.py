"""Translates the desk's own words into English, Portuguese and Indonesian; never what agents and reviewers wrote."""

from collections.abc import Mapping
from typing import Any

from moot.catalogue import CATALOGUE_LANGUAGES, SOURCE_LANGUAGE, Translator
from moot.views.wording.figures import whole_percent

DESK_LANGUAGES: Mapping[str, str] = CATALOGUE_LANGUAGES
_UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


class DeskTranslator(Translator):
    """Speaks one language at the desk: `t("inbox.title")` is `desk.inbox.title`, or a sentence that others say too."""

    def __call__(self, code: str, /, **values: Any) -> str:
        """Say a sentence of the desk, or of another domain."""
        own = f"desk.{code}"
        return super().__call__(own if self.knows(own) else code, **values)

    def known(self, key: str, otherwise: str) -> str:
        """Return the text of a key that may not exist."""
        return self(key) if self.knows(f"desk.{key}") or self.knows(key) else otherwise

    def amount(self, value: float) -> str:
        """Write a number that has a fraction only where it needs one."""
        return self.number(value, 0 if float(value).is_integer() else 2)

    def percent(self, share: float | None) -> str:
        """Write a share for people in whole percents."""
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
    return next((tag for tag, weight in ranked if tag in DESK_LANGUAGES and weight > 0), SOURCE_LANGUAGE)


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
