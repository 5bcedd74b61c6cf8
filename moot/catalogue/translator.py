"""Turns facts into words: the sentence of a code in one language, with its figures as that language writes them.

A place in a sentence names a parameter and how it is written:

    {share:percent}   a share as a percentage, rounded; 69.96 % must not look like the 70 % of a gate
    {share:decimal}   a share or score with two places
    {amount:money}    an amount in US dollars; one that is not known is said to be so
    {spent:time}      milliseconds
    {at:moment}       a point in time, in UTC
    {seats:names}     a, b and c
    {gaps:clauses}    one; two; three
    {sides:quotes}    “one” and “two”
    {who:agent}       pelo juiz, por cfo: Portuguese alone, where "por" and an article are one word
    {risk:@word.risk} one of a closed set, or several: the sentence `word.risk.severe` for "severe"
    {n}               texts and facts as they are, numbers with the separators of the language

A sentence about a number of things calls it `n` and has a form for each grammatical number. Figures are written by
babel, which is loaded with the first of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from operator import is_
from string import Formatter
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from moot.catalogue.sentences import CATALOGUE_LANGUAGES, SOURCE_LANGUAGE, find_sentence, load_domain
from moot.catalogue.shares import GatedShare, round_points
from moot.catalogue.titles import find_title
from moot.state.base import Value
from moot.state.facts import Fact

_LOCALES = {"en": "en", "pt": "pt_BR", "id": "id"}
_SEATS = frozenset({"seat", "who", "agent", "peer", "target", "author"})
"""The parameters that name one seat."""
_PLAIN = (str, int, float, bool, type(None), ...)
_ROWS = (tuple, list, Union, UnionType)
_SEAT_LISTS = frozenset({"seats", "parties", "pairs", "changed", "unexplained", "missing", "spared"})
"""The parameters that name several seats, or pairs of them."""
_SHORT_FORMS = frozenset({"cro", "cfo", "coo", "cmo"})
"""The ids of seats by which such people are called in every language."""
_GATES = ("needed", "limit")
"""The parameters that say what a share is held against."""
_MINUTE, _HOURS_FROM = 60, 120


class _Title(str):
    """The title of a seat in the language spoken, where it is no longer its id."""

    __slots__ = ()


class Translator(Formatter):
    """Speaks one language: `translator("warrant.quorum", n=3)`; a language without a catalogue is spoken in English."""

    def __init__(self, language: str, *, seats_by_id: bool = False) -> None:
        self.language = language if language in CATALOGUE_LANGUAGES else SOURCE_LANGUAGE
        self._seats_by_id = seats_by_id

    def __call__(self, code: str, /, **values: Any) -> str:
        """Say the sentence of a code; one that nobody knows is shown as it is, not lost."""
        sentence = find_sentence(self.language, code, values.get("n"))
        if sentence is None:
            return str(Fact(code=code, values=values)) if values else code
        # Most sentences have no place to fill, and some are literals with braces of their own.
        return self.vformat(sentence, (), values) if values else sentence

    def knows(self, code: str) -> bool:
        """Say whether there is such a sentence."""
        return find_sentence(self.language, code) is not None

    def tell(self, said: object) -> str:
        """Say a fact; what is in words already, a model's or a person's, stays as it is."""
        if isinstance(said, Fact):
            return self(said.code, **said.values)
        return "" if said is None else str(said)

    def tell_all(self, value: Any) -> Any:
        """Replace every fact in a value, however deep, by words: what leaves moot has no codes."""
        form = _find_form(value.__class__)
        if not form:
            return value
        if form == "fact":
            return self.tell(value)
        if form == "value":
            return self._tell_fields(value)
        if form == "row":
            row = [self.tell_all(each) for each in value]
            return value if all(map(is_, row, value)) else type(value)(row)
        if len(value) == 2 and set(value) == {"code", "values"}:
            # A fact that was written as JSON.
            return self.tell(Fact.model_validate(value))
        told = {name: self.tell_all(each) for name, each in value.items()}
        return value if all(told[name] is value[name] for name in told) else told

    def _tell_fields(self, value: Value) -> Any:
        held = value.__dict__
        told = {
            name: said for name in _list_telling(type(value)) if (said := self.tell_all(held[name])) is not held[name]
        }
        return value.model_copy(update=told) if told else value

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a parameter as the sentence asks."""
        if format_spec.startswith("@"):
            several = value if isinstance(value, tuple | list) else (value,)
            return ", ".join(self.word(format_spec[1:], each) for each in several)
        if format_spec:
            return str(getattr(self, format_spec)(value))
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self.names(value) if isinstance(value, tuple | list) else self.tell(value)
        return self.number(value)

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Take a parameter; one that names seats is shown under the titles of the seats."""
        value, first = super().get_field(field_name, args, kwargs)
        if first in _SEAT_LISTS and isinstance(value, tuple | list):
            return ["/".join(map(self.seat, self.tell(each).split("/"))) for each in value], first
        if isinstance(value, float) and first not in _GATES:
            gate = next((each for name in _GATES if isinstance(each := kwargs.get(name), float)), None)
            return (value if gate is None else GatedShare(value, gate)), first
        return (self.seat(value) if first in _SEATS and isinstance(value, str) else value), first

    def seat(self, name: str) -> str:
        """Name a seat by its title, and one that everybody knows by a short form by that; a claim may follow."""
        if self._seats_by_id:
            return name
        seat, blank, claim = name.partition(" ")
        code, own = f"profile.seat.{seat}", find_title(seat)
        if not own and seat in _SHORT_FORMS:
            return f"{seat.upper()}{blank}{claim}"
        title = own or find_sentence(self.language, code)
        if not title:
            return name
        # What somebody else wrote may be of any gender and number, so it takes no article.
        return f"{title}{blank}{claim}" if title == own else _Title(f"{title}{blank}{claim}")

    def word(self, group: str, name: object) -> str:
        """Say one of a closed set; one that is not in it is said plainly, without underscores."""
        code = f"{group}.{name}"
        return self(code) if self.knows(code) else str(name).replace("_", " ")

    def number(self, value: float, places: int | None = None) -> str:
        """Write a number with the separators of the language; with so many places, else as many as it needs."""
        if isinstance(value, int) and -1000 < value < 1000 and not places:
            return str(value)
        from babel.numbers import format_decimal

        pattern = "#,##0.##" if places is None else f"#,##0{'.' * bool(places)}{'0' * places}"
        return str(format_decimal(value, format=pattern, locale=_LOCALES[self.language]))

    def decimal(self, share: float) -> str:
        """Write a share or a score with two places; what is just below a gate does not look as if it reached it."""
        return self.number(round_points(share, gate=getattr(share, "gate", None)) / 100, 2)

    def percent(self, share: float | None) -> str:
        """Write a share as a percentage; one that nobody knows is not zero."""
        if share is None:
            return self("figure.unknown")
        points = round_points(share, 1, getattr(share, "gate", None))
        return f"{self.number(int(points) if points.is_integer() else points)} %"

    def money(self, amount: float | None) -> str:
        """Write an amount of money; an unknown price is not free."""
        if amount is None:
            return self("figure.price_unknown")
        return (
            self("figure.money", amount=self.number(amount, 4 if amount < 1 else 2)) if amount else self("figure.free")
        )

    def time(self, milliseconds: float) -> str:
        """Write a duration."""
        seconds = milliseconds / 1000
        if seconds < _MINUTE:
            return f"{self.number(round(seconds, 1), 1)} s"
        minutes = round(seconds / _MINUTE)
        return f"{minutes} min" if minutes < _HOURS_FROM else f"{self.number(round(minutes / 60, 1), 1)} h"

    def moment(self, stamp: str | None) -> str:
        """Write a point in time, in UTC; what cannot be read stays as it is."""
        try:
            at = datetime.fromisoformat(stamp or "")
        except ValueError:
            return stamp or ""
        from babel.dates import format_date

        at = at.astimezone(UTC) if at.tzinfo else at
        pattern = "d 'de' MMMM 'de' y" if self.language == "pt" else "d MMMM y"
        return f"{format_date(at, pattern, locale=_LOCALES[self.language])}, {at:%H:%M} UTC"

    def names(self, items: Iterable[object]) -> str:
        """Put names in a row: a, b and c."""
        row = [self.seat(self.tell(each)) for each in ([items] if isinstance(items, str) else items)]
        if len(row) < 2:
            return "".join(row)
        row = [each.removesuffix(".") for each in row]
        return f"{', '.join(row[:-1])} {self('figure.and')} {row[-1]}"

    def language_name(self, code: str) -> str:
        """Name a language; one without a name is that of the question."""
        from babel import Locale

        named = Locale.parse(_LOCALES[self.language]).languages.get(code) if code != "und" else None
        return str(named or self("figure.its_language"))

    def agent(self, name: object) -> str:
        """Write who did something in Portuguese, where "por" joins the article: pelo juiz, pelo Revisor, por cfo."""
        said = self.tell(name)
        article, _, rest = said.partition(" ")
        if article in ("o", "a", "os", "as") and rest:
            return f"pel{article} {rest}"
        # A title is a noun and takes an article, unlike the id of a seat or the name of a person.
        return f"pel{'a' if said.endswith('voz') else 'o'} {said}" if isinstance(name, _Title) else f"por {said}"

    def actor(self, name: str) -> str:
        """Say who speaks: a role by its word, a seat by its name."""
        return self.word("word.role", name) if self.knows(f"word.role.{name}") else self.seat(name)

    def commas(self, items: Iterable[object]) -> str:
        """Put things in a row, with commas alone."""
        return ", ".join(map(self.tell, items))

    def clauses(self, items: Iterable[object]) -> str:
        """Put clauses in a row, none with the full stop of a sentence."""
        return "; ".join(map(self.clause, items))

    def quotes(self, items: Iterable[object]) -> str:
        """Put what was said in a row, each in quotation marks and without its full stop."""
        return self.names(f"“{self.clause(each)}”" for each in items)

    def clause(self, said: object) -> str:
        """Say a sentence inside of another: without its full stop."""
        return self.tell(said).removesuffix(".")

    def roles(self, items: Iterable[object]) -> str:
        """Put actors in a row."""
        return ", ".join(self.word("word.role", each) for each in items)

    def parts(self, items: Iterable[object]) -> str:
        """Put the parts of a resolution in a row."""
        return ", ".join(self.word("word.part", each) for each in items)

    def sentences(self, items: Sequence[object]) -> str:
        """Put sentences one after the other."""
        return " ".join(filter(None, map(self.tell, items)))


def load_catalogue() -> None:
    """Load every sentence and what writing figures needs: a server must not read files while its debates run."""
    for language in _LOCALES:
        for place in (files("moot.configs") / "locales" / language).iterdir():
            load_domain(language, place.name.removesuffix(".po"))
        translator = Translator(language)
        translator.number(1234.5)
        translator.moment("2026-01-01T00:00:00+00:00")


@cache
def _find_form(kind: type) -> str:
    """Find what a value of a type is; asked once for each type, because a document has thousands of values."""
    if issubclass(kind, Fact):
        return "fact"
    if issubclass(kind, Value):
        return "value"
    if issubclass(kind, tuple | list):
        return "row"
    return "mapping" if issubclass(kind, Mapping) else ""


@cache
def _list_telling(kind: type[Value]) -> tuple[str, ...]:
    """List the fields of a value that can hold a fact: not those that are texts or numbers whatever they hold."""
    return tuple(name for name, field in kind.model_fields.items() if not _is_plain(field.annotation))


def _is_plain(annotation: Any) -> bool:
    """Tell whether a type holds only texts, numbers and rows of them."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal or annotation in _PLAIN:
        return True
    if origin is Annotated:
        return _is_plain(parts[0])
    return bool(parts) and origin in _ROWS and all(map(_is_plain, parts))


@cache
def speak(language: str) -> Translator:
    """Find who speaks a language."""
    return Translator(language)


@cache
def speak_to_models() -> Translator:
    """Find who speaks to models: in English, as prompts are, with seats by the ids that answers have to name."""
    return Translator(SOURCE_LANGUAGE, seats_by_id=True)
