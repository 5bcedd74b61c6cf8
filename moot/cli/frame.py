"""The frame around every command: it turns each way a command can end into one line and an exit code."""

import os
import re
import sys
from collections.abc import Sequence

import typer

from moot.cli.app import COMMANDS, make_app
from moot.errors import MootError, UsageError

INTERRUPTED = 130
_POSSIBLE = re.compile(r"\(Possible options?: ([^)]+)\)")


def run_command(arguments: Sequence[str]) -> int:
    """Run a command; the exit codes are those of INTERFACES 2."""
    try:
        code = make_app().main(args=list(arguments), prog_name="moot", standalone_mode=False)
        _flush()
    except MootError as error:
        return _fail(str(error), error.exit_code)
    except typer.TyperException as error:
        return _fail(f"{_reword(error.format_message())}; {_where_to_look(arguments)}", UsageError.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader of our output has seen enough, which is no failure; typer meets that with an exit of its own.
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        return _fail(f"{place}{error.strerror or error}", MootError.exit_code)
    return code if isinstance(code, int) else 0


def _reword(message: str) -> str:
    """What the parser of the command line says, in our words: `no such option: --profil (did you mean --profile?)`."""
    plain = message.rstrip(".").replace("Value error, ", "")
    options = _POSSIBLE.sub(lambda found: f"(did you mean {found[1].replace(', ', ' or ')}?)", plain)
    return f"{options[:1].lower()}{options[1:]}"


def _where_to_look(arguments: Sequence[str]) -> str:
    known = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    return f"`{' '.join(filter(None, ('moot', known)))} --help` shows what is possible"


def _flush() -> None:
    print(end="", flush=True)  # noqa: T201  # unlike sys.stdout.flush, this bears a closed stdout


def _discard_output() -> None:
    # Python flushes once more at exit, and would complain once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _fail(message: str, code: int) -> int:
    line = " ".join(message.split()) or "wrong usage"
    _flush()
    print(f"moot: {line}", file=sys.stderr)  # noqa: T201  # the one place where errors leave the program
    return code
