"""Sets up the one template engine of all pages: report, evaluation and desk.

Every value a template shows is escaped, and a name it does not know is an error. Templates are read from the package
alone; nothing is fetched, and a page of `page.html` forbids itself everything but its own style.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from moot.catalogue import current_translator, say
from moot.state.facts import Fact
from moot.views.lines import clip_line
from moot.views.pages.charts import shorten_number
from moot.views.wording import capital, say_aspect, say_flag, say_literal
from moot.views.wording.figures import (
    say_confidence,
    say_count,
    say_level,
    say_moment,
    say_money,
    say_number,
    say_percent,
    say_time,
)
from moot.views.wording.names import say_profile, say_seat

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What a document may not contain or could not be written to a file: control signs and halves of characters."""

_FILTERS: dict[str, Callable[..., Any]] = {
    "aspect": say_aspect,
    "capital": capital,
    "clip": clip_line,
    "confidence": say_confidence,
    "counted": say_count,
    "figure": say_number,
    "flag": say_flag,
    "level": say_level,
    "literal": say_literal,
    "moment": say_moment,
    "money": say_money,
    "number": shorten_number,
    "percent": say_percent,
    "profile_text": say_profile,
    "seat": say_seat,
    "time": say_time,
}


class Section(NamedTuple):
    """One part of a page, with its heading."""

    id: str
    title: str
    body: Markup


def _say_each_time(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Keep the engine from working out a constant, such as `"open"|literal`, once in the language spoken then."""

    @pass_context
    @wraps(filter_)
    def say_now(_: Context, *args: Any, **named: Any) -> Any:
        return filter_(*args, **named)

    return say_now


@cache
def make_environment(*packages: str) -> Environment:
    """Make the engine; the templates of further packages are found beside those of the views."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in ("moot.views", *packages)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=_clean,
    )
    environment.filters |= {name: _say_each_time(filter_) for name, filter_ in _FILTERS.items()}
    environment.globals["say"] = say
    environment.tests["filled"] = _is_filled
    return environment


def render_template(name: str, **values: Any) -> Markup:
    """Fill in a template of the views; what it gives is markup that other templates take as it is."""
    # Every text in it was escaped when it was filled in.
    return Markup(make_environment().get_template(name).render(**values).strip())  # noqa: S704


def render_page(template: str, **values: Any) -> str:
    """Fill in a template that extends `page.html`, with its style and the policy that allows nothing else."""
    style = read_style()
    digest = b64encode(sha256(style.encode()).digest()).decode()
    language = current_translator().language
    page = render_template(template, style=style, style_digest=digest, page_language=language, **values)
    return f"{page}\n"


@cache
def read_style() -> str:
    """Read the style that all pages share."""
    return (files("moot.views.pages") / "report.css").read_text(encoding="utf-8")


def _clean(value: Any) -> Any:
    """Replace what a document may not contain; None is shown as nothing."""
    if value is None:
        return ""
    if isinstance(value, Fact):
        value = current_translator().tell(value)
    if isinstance(value, str) and not isinstance(value, Markup):
        return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", value)
    return value


def _is_filled(text: str | None) -> bool:
    return bool(str(text or "").strip())
