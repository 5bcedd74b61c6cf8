"""Compares what a claim denies, or says the opposite of, with all that its source says of the same thing."""

from collections.abc import Sequence

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.denials import find_denial, read_statement
from moot.policies.critique.ledger.silences import compare_denied, denies_anew, find_unsaid, is_only_denied
from moot.policies.critique.ledger.sources import SourceReading
from moot.policies.critique.ledger.subjects import find_other_subject, is_said_of_own
from moot.state.facts import Fact, state_fact

_LONG = 24
"""A statement with more words is not checked for what it denies."""


def find_denied(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> Fact | None:
    """Find what a claim asserts although its source denies it, or denies although its source says so."""
    if len(tokens) > _LONG:
        return None  # what a statement of many parts denies, words alone do not tell
    affirmed = [token for token in tokens if not token.denies]
    if len(affirmed) < len(tokens) and find_other_subject(affirmed, figures, source):
        return None  # what is said of the other of two may be denied of this one
    compared = compare_denied(tokens, source)
    if compared is not None:
        return state_fact("claim.denied") if compared == "denied" else None
    for each in read_statement(tokens, source.language):
        denied = find_denial(each, source.passages)
        code = denied.code if denied else ""
        if code == "claim.denies" and (is_only_denied(each, source.parts) or denies_anew(each, source)):
            continue
        if denied and not (code == "claim.says_other" and is_said_of_own(tokens, figures, source)):
            return denied
    return find_unsaid(tokens, source)
