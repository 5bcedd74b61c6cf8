"""Find sentences that are written in the code or in a template, instead of standing in the catalogue.

A text of two words or more is a sentence, wherever it stands in a room that people read, except where nobody reads it
as moot's word about a debate: in a docstring, in an error (errors stay English), in a pattern, and in what only a model
or a program reads. Files that list words by which texts are read are named below, with single places that are none.
"""

import ast
import re
from collections.abc import Iterator, Mapping

_ROOMS = ("moot/policies/", "moot/views/", "moot/desk/", "nodes/", "moot/cli/",
          "moot/knowledge/norms/rules.py", "moot/knowledge/documents/lookup.py")  # fmt: skip
"""Where everything that is written is read by people."""

_WORD_LISTS = (
    "moot/policies/language/",
    "moot/policies/critique/ledger/abbreviations.py",
    "moot/policies/critique/ledger/beyond.py",
    "moot/policies/critique/ledger/changes.py",
    "moot/policies/critique/ledger/clauses.py",
    "moot/policies/critique/ledger/denials.py",
    "moot/policies/critique/ledger/enumerations.py",
    "moot/policies/critique/ledger/exceptions.py",
    "moot/policies/critique/ledger/figure_words.py",
    "moot/policies/critique/ledger/subjects.py",
    "moot/policies/critique/ledger/names.py",
    "moot/policies/critique/ledger/opposites.py",
    "moot/policies/critique/ledger/portions.py",
    "moot/policies/critique/ledger/proposals.py",
    "moot/policies/critique/ledger/roles.py",
    "moot/policies/critique/ledger/silences.py",
    "moot/policies/comparison/wording/wording.py",
    "moot/policies/refinement/evaluation/subject.py",
    "moot/policies/root_cause/naming.py",
)
"""Files of words by which texts are read."""

_UNSAID: Mapping[str, tuple[str, ...]] = {
    # What only a model reads: personas and instructions; prompts are in English.
    "nodes/closing/auditor.py": ("You took no part", "An audit objects"),
    "nodes/synthesis/binding.py": ("The decision does not state",),
    "nodes/opening/convener.py": ("The council's critic asks",),
    "nodes/seats/answerer.py": ("You are asked because",),
    "nodes/root_cause/inspecting.py": ("refine your hypotheses", "name a root cause"),
    "nodes/refinement/loop.py": ("empty, no gap was listed",),
    "moot/policies/verdict/resolution.py": ("",),
    "moot/policies/root_cause/evidence/sources.py": ("",),
    # Errors of a call or a request; errors stay English.
    "nodes/seats/critic.py": ("no peer answered",),
    "nodes/seats/settler.py": ("the model of this debate is not asked", "verdicts: []"),
    "nodes/surviving.py": ("the answer could not be used",),
    "nodes/synthesis/mediator.py": ("it wrote no decision",),
    "moot/policies/limits/leases/leases.py": ("",),
    "moot/policies/root_cause/hypotheses.py": ("no hypothesis", "No reasoning was given."),
    "moot/desk/guard.py": ("",),
    "moot/desk/page_request.py": ("nobody has come in", "the form does not carry"),
    "moot/desk/probes.py": ("",),
    "moot/desk/sign_in.py": ("wrong token",),
    "moot/desk/server_backend.py": ("no answer",),
    "moot/desk/store_backend.py": ("somebody stopped it",),
    # Words by which texts are read.
    "moot/policies/conflicts/rulings.py": ("to be ", "por decidir", "belum di", "tidak ada"),
    "moot/policies/critique/critiques.py": ("no ", "without ", "cites ", "lacks ", "tanpa ", "tidak ", "falta ", "nao ",
                                            "sem ", "in force", "does not say", "not apply", "out of ", "fora de"),
    "moot/policies/critique/ledger/quotations.py": ("a an the", "\n"),
    "moot/policies/refinement/steps.py": ("semi formed",),
    "moot/policies/refinement/versions.py": ("\ncomo",),
    "moot/policies/root_cause/evidence/checking.py": ("hardware ", "network ", "memory ", "config ", "exception ",
                                                    "setting "),
    "moot/policies/root_cause/evidence/quotes.py": ("\nlog", "\npassed"),
    "moot/policies/routing/domains.py": ("hukum ", "mahkamah ", "harta ", "drue ", "national ", "civil ", "supreme ",
                                           "case law", "direito ", "codigo ", "supremo ", "customary "),
    "moot/policies/comparison/entitlements.py": ("",),
    "moot/policies/verdict/review/reading.py": ("saya setuju", "i approve", "i reject"),
    "moot/policies/verdict/synthesis/supervision.py": ("",),
    "moot/knowledge/norms/rules.py": ("",),
    # Names and literals that programs read.
    "moot/policies/verdict/confidence.py": ("REDUZIDA POR TIMEOUT",),
    "moot/desk/starting.py": ("attachment;",),
    "moot/desk/live_events.py": ("event: moot",),
    "moot/cli/review.py": ("--",),
    # Said before anything is loaded that could say it otherwise.
    "moot/cli/progress.py": ("getting ready ...",),
    "moot/policies/verdict/outcomes.py": ("methodologist: ", "{}: another direction"),
    "moot/views/records/write.py": ("record writer",),
    "moot/views/records/round_files.py": ("{}: no evidence is cited",),
}  # fmt: skip
"""Texts in those rooms that are no sentences about a debate, by how they begin; an empty beginning means the file."""

_NAMED = ("moot", "Ctrl", "Enter", "evaluation", "story", "plain wide")
"""What a template may say in every language: names, keys, and what is left of its own code."""

_PROSE = re.compile(r"[^\W\d_]{2,}[,;:]? [^\W\d_]{2,}")
_MARKUP = re.compile(
    r"^\s*<|class=|[\w-]+: ?[\w#-]+;|^(?:bold|dim|word|italic)\b|\bmoot [a-z]+ \{|^SELECT|^[a-z]+\[|-- "
)
_TAGS = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<(style|script|svg)\b.*?</\1>|<code>.*?</code>|<[^>]*>", re.DOTALL)
_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"{]*)"')
_UNREAD_CALLS = re.compile(
    r"(?:Error|Exception|compile|log_refusal|split|fullmatch|Option|Argument|warn|cast)$|^(?:_?[Ll]og)"
)


_OPERATORS = re.compile(
    r"moot/cli/(?:app|batch|checkup|conflicts|conflict_meaning|demo|doctor|driving|eval|ingest|init|mcp|options|program"
    r"|rca|replay|serve|store)\.py"
)
"""What speaks to whoever runs moot, in English as help and errors do: no sentence there is about a debate."""
_COMMENT = re.compile(r"(?m)^\s*//.*$|/\*.*?\*/", re.DOTALL)
_QUOTED = re.compile(r"""(["'`])((?:\\.|(?!\1).)*)\1""")
_FILLED = re.compile(r"\$\{[^}]*\}")
_SELECTOR = re.compile(r"\[|:not\(")


def find_written_sentences(texts: Mapping[str, str]) -> Iterator[str]:
    """Name every sentence that stands outside of the catalogue, with its place; `texts` are files by their path."""
    for place, text in texts.items():
        if place.endswith(".html"):
            yield from (f"{place}: a sentence outside of the catalogue: {said!r}" for said in _list_template(text))
        elif place.endswith(".js"):
            yield from (f"{place}: a sentence outside of the catalogue: {said!r}" for said in _list_script(text))
        elif place.endswith(".py") and place.startswith(_ROOMS) and not place.startswith(_WORD_LISTS):
            if _OPERATORS.fullmatch(place):
                continue
            for line, said in _list_literals(text):
                if not _is_unsaid(place, said):
                    yield f"{place}:{line}: a sentence outside of the catalogue: {said!r}"


def _is_unsaid(place: str, said: str) -> bool:
    return any(said.startswith(beginning) for beginning in _UNSAID.get(place, ()))


def _list_template(text: str) -> Iterator[str]:
    """List what a template says itself: text between its tags, and names that readers of the screen hear."""
    seen = (*_TAGS.sub("\n", text).splitlines(), *_ATTRIBUTE.findall(text))
    yield from (said.strip() for said in seen if re.search(r"[^\W\d_]{3,}", said) and said.strip(" ·") not in _NAMED)


def _list_script(text: str) -> Iterator[str]:
    """List what a script says itself: its words come from the page, which has them from the catalogue."""
    for _, quoted in _QUOTED.findall(_COMMENT.sub("", text)):
        said = _FILLED.sub("", quoted)
        if _PROSE.search(said) and not _SELECTOR.search(said):
            yield said


def _list_literals(text: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(text)
    unread = {id(part) for node in ast.walk(tree) if _is_unread(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        if isinstance(node, ast.JoinedStr):
            unread |= {id(part) for part in ast.walk(node)}
            said = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        if _PROSE.search(said) and not _MARKUP.search(said):
            yield node.lineno, said


def _is_unread(node: ast.AST) -> bool:
    """Tell whether nobody reads what stands inside: docstrings, errors, annotations and patterns."""
    if isinstance(node, ast.Raise | ast.arg | ast.Subscript):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Call) and _UNREAD_CALLS.search(ast.unparse(node.func)) is not None
