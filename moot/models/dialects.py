"""Says how models of LangChain's packages are asked: each takes schemas, limits and headers in a form of its own.

moot asks in OpenAI's form. Packages that are not listed have functions in common and nothing else, so they are asked by
function, then in words, within the length that was set when they were opened.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from moot.configs.scripts import AnswerMode

Options = dict[str, Any]


def _as_openai(form: Mapping[str, Any]) -> Options:
    return {"response_format": form}


def _as_gemini(form: Mapping[str, Any]) -> Options:
    return {"response_mime_type": "application/json", "response_json_schema": form["json_schema"]["schema"]}


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one package understands beyond what all have in common."""

    ways: tuple[AnswerMode, ...] = ("function", "prompt")
    """The ways of asking for a structured answer, in the order they are tried."""
    write_schema: Callable[[Mapping[str, Any]], Options] = _as_openai
    limit: str | None = None
    """What it calls the most tokens of one answer."""
    takes_headers: bool = False
    opened_with: str = "max_tokens"
    """What it calls the same limit where it is opened."""

    def translate(self, options: Mapping[str, Any]) -> Options:
        """Translate the options of a request; functions are bound by the package itself."""
        theirs: Options = {}
        if options.get("response_format"):
            theirs |= self.write_schema(options["response_format"])
        if self.limit is not None and options.get("max_tokens"):
            theirs[self.limit] = options["max_tokens"]
        if self.takes_headers and options.get("extra_headers"):
            theirs["extra_headers"] = options["extra_headers"]
        return theirs


_COMMON = Dialect()

_DIALECTS: Mapping[str, Dialect] = {
    # A forced function works with every model; those that think refuse to be forced and know schemas.
    "anthropic": Dialect(("function", "schema", "prompt"), limit="max_tokens", takes_headers=True),
    "google_genai": Dialect(
        ("schema", "function", "prompt"), _as_gemini, limit="max_output_tokens", opened_with="max_output_tokens"
    ),
    "mistralai": Dialect(("schema", "function", "prompt"), limit="max_tokens"),
    # It decodes by grammar, which even the smallest models cannot leave.
    "ollama": Dialect(("schema", "function", "prompt"), opened_with="num_predict"),
}


def find_dialect(provider: str) -> Dialect:
    """Find how a provider's models are asked, by the prefix of their names."""
    return _DIALECTS.get(provider, _COMMON)
