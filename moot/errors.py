"""Declares every error a user can meet; each type is one distinct reaction.

    MootError
    +-- UsageError          exit 2: wrong usage, configuration or input
    |   +-- ProfileError    a profile, an override or a lexicon is wrong
    |   +-- InputError      a file or a text given by the caller cannot be used
    |   +-- UnknownNameError    no strategy, comparator, writer or provider of that name is registered
    |   +-- ThreadError     a debate is unknown, changed, or not in a state for this
    |       +-- UnbegunError    nothing but its name was stored: ask again
    +-- UnavailableError    exit 1: something outside does not answer
        +-- ModelError      the model is unreachable or refuses us
        +-- StoreError      the store is unreachable or held by another process

A message is one line: what is wrong, where, and what would be right.
"""


class MootError(Exception):
    """The root of everything moot raises on purpose."""

    exit_code = 1


class UsageError(MootError, ValueError):
    """The caller has to change something before trying again.

    It is a ValueError as well, because a LangGraph server tells its clients the message of such an error only.
    """

    exit_code = 2


class ProfileError(UsageError):
    """A profile, an override or a lexicon does not say something valid."""


class InputError(UsageError):
    """A file or a text given by the caller cannot be used."""


class UnknownNameError(UsageError):
    """Nothing is registered under a name; the message has the nearest known one."""


class ThreadError(UsageError):
    """The named debate is unknown, has changed, or is not waiting for this."""


class UnbegunError(ThreadError):
    """The debate was stopped before its first step was stored; it may be asked again under the same id."""


class UnavailableError(MootError):
    """Something outside does not answer; what was done so far is kept."""


class ModelError(UnavailableError):
    """The model cannot be reached, or refuses to work for us."""


class StoreError(UnavailableError):
    """The store cannot be reached, or another process holds the debate."""
