"""`moot conflicts`: finds conflicts between finished agent outputs and settles them; no model unless one is named.

The input is bounded and read strictly; what is wrong with it is told in one line.
"""

import difflib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from uuid import UUID, uuid5

import typer

from moot.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from moot.policies.conflicts.reading import Output
    from moot.policies.language import Language
    from moot.state.conflicts import ConflictReport, ConsensusResult
    from moot.state.protocol import Profile
_MAX_FILE_BYTES = 4_000_000
"""Bytes of the whole file."""
_MAX_OUTPUT_LENGTH = 1_000_000
"""Characters of one agent's output."""

_KEYS = ("question", "outputs", "execution_id")
_PARTS = ("position", "reasoning", "confidence", "evidence")
_NAMESPACE = UUID("0d6cbb1a-3c1f-5a55-8d0c-7d2b5f0f6a70")


def conflicts_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON with question and outputs; - reads stdin.")],
    profile: Annotated[str, typer.Option(help="Whose seats and conflict rules apply: a name or a path.")] = "boardroom",
    language: Annotated[str, typer.Option(help="pt, en, id, or auto: told from each text.")] = "auto",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a profile setting; repeatable.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="M", help="Ask this model, once, about pairs that words do not tell apart.")
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="U", help="An OpenAI-compatible server.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Exactly one JSON document.")] = False,
) -> None:
    """Find conflicts between the outputs of agents and settle those that need it.

    Example: moot conflicts outputs.json --json
    """
    from datetime import UTC, datetime

    from moot.configs import load_profile, parse_override
    from moot.configs.tables import load_lexicons
    from moot.policies.conflicts import detect_conflicts
    from moot.policies.conflicts.reading import compile_lexicons, needed_languages

    rules = load_profile(profile, dict(parse_override(setting) for setting in settings or ()))
    spoken = _language(language if language != "auto" else rules.language)
    given = _read_outputs(file, rules)
    lexicons = compile_lexicons(load_lexicons((spoken,) if spoken else needed_languages(given.outputs.values())))
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    report = detect_conflicts(
        given.outputs,
        lexicons,
        rules.conflicts,
        given.execution_id,
        question=given.question,
        language=spoken,
        detected_at=now,
    )
    if model is not None:
        from moot.cli.conflict_meaning import compare_meaning
        from moot.models import Settings, check_model

        check_model(model, base_url)
        asked = Settings(model=model, base_url=base_url, thread=given.execution_id)
        report = compare_meaning(
            report, given.outputs, given.question, rules, asked, language=spoken or "", detected_at=now
        )
    results = None
    if report.requires_debate:
        from moot.policies.conflicts import build_consensus

        results = build_consensus(
            report,
            given.outputs,
            rules.conflicts,
            lexicons,
            threshold=rules.convergence.threshold,
            max_rounds=rules.rounds.max,
            language=spoken,
            resolved_at=now,
        )
    from moot.catalogue import frame_language, speaking
    from moot.policies.language import guess_language

    written = " ".join(each if isinstance(each, str) else each.position for each in given.outputs.values())
    with speaking(frame_language(spoken or guess_language(written))) as translator:
        _show(translator.tell_all(report), results, as_json=as_json)


def _show(report: "ConflictReport", results: "Sequence[ConsensusResult] | None", *, as_json: bool) -> None:
    if as_json:
        from moot.cli.json_documents import FoundConflicts

        settled = None if results is None else tuple(results)
        document = FoundConflicts(conflict_report=report, consensus_results=settled)
        typer.echo(document.model_dump_json(indent=2))
    else:
        from moot.views.terminal import show_conflicts

        show_conflicts(report, results or ())


def _language(name: str) -> "Language | None":
    match name:
        case "pt" | "en" | "id":
            return name
        case "auto":
            return None
        case _:
            raise UsageError(f"--language {name!r} is not known; use pt, en, id or auto")


class _AgentOutputs(NamedTuple):
    """Holds what the file says."""

    outputs: "dict[str, Output]"
    execution_id: str
    question: str = ""


def _read_outputs(file: str, profile: "Profile") -> _AgentOutputs:
    """Read the agents' outputs from a file, or from stdin when it is called `-`."""
    where = "stdin" if file == "-" else file
    document = _parse(_decode(_read(file, where), where), where)
    if not isinstance(document, dict):
        raise InputError(f"{where}: a JSON object with 'outputs' is needed, not {_kind(document)}")
    _refuse_unknown(document, _KEYS, where)
    if "outputs" not in document:
        raise InputError(f'{where}: \'outputs\' is missing; give one text per agent, for example {{"analyst": "..."}}')
    outputs = document["outputs"]
    if not isinstance(outputs, dict) or not outputs:
        kind = "an empty object" if outputs == {} else _kind(outputs)
        raise InputError(f"{where}: outputs: an object with one text per agent is needed, not {kind}")
    for key in ("question", "execution_id"):
        if not isinstance(document.get(key, ""), str):
            raise InputError(f"{where}: {key}: a text is needed, not {_kind(document[key])}")
    read = {agent: _output(agent, output, profile, where) for agent, output in outputs.items()}
    content = json.dumps([document.get("question", ""), outputs], sort_keys=True)
    execution_id = document.get("execution_id") or str(uuid5(_NAMESPACE, content))
    return _AgentOutputs(read, execution_id, document.get("question", ""))


def _read(file: str, where: str) -> bytes:
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(_MAX_FILE_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                raw = stream.read(_MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the name cannot be used"
        raise InputError(f"{where}: cannot be read: {reason}; check the path") from error
    if len(raw) > _MAX_FILE_BYTES:
        raise InputError(f"{where}: larger than {_MAX_FILE_BYTES:,} bytes; shorten the outputs")
    if not raw.strip():
        raise InputError(f"{where}: empty; a JSON object with 'outputs' is needed")
    return raw


def _decode(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


def _parse(text: str, where: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"{where}: the key {twice!r} is given twice; keep one of them")
        return found

    def refuse(constant: str) -> Any:
        raise InputError(f"{where}: {constant} is not a JSON number")

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise InputError(f"{where}: nested too deeply; outputs are texts or flat objects") from error
    except ValueError as error:
        raise InputError(f"{where}: not JSON: {error}") from error


def _output(agent: str, output: Any, profile: "Profile", where: str) -> "Output":
    from pydantic import ValidationError

    from moot.state.conflicts import AgentPosition

    if agent not in profile.seat_ids:
        close = difflib.get_close_matches(agent, profile.seat_ids, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"it has {', '.join(profile.seat_ids)}"
        raise InputError(
            f"{where}: outputs: {agent!r} is not a seat of {profile.name}; {hint} (--profile names another)"
        )
    place = f"{where}: outputs.{agent}"
    if isinstance(output, str):
        return _bounded(output, place)
    if not isinstance(output, dict):
        raise InputError(f"{place}: a text or an object with 'position' is needed, not {_kind(output)}")
    _refuse_unknown(output, _PARTS, place)
    if not isinstance(output.get("position"), str):
        raise InputError(f"{place}.position: a text is needed, not {_kind(output.get('position'))}")
    parts = {"supporting_evidence" if part == "evidence" else part: value for part, value in output.items()}
    try:
        position = AgentPosition.model_validate({"agent_name": agent, **parts}, strict=False)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        part = ".".join(str(step) for step in first["loc"]).replace("supporting_evidence", "evidence")
        raise InputError(f"{place}.{part}: {first['msg']}") from error
    for text in (position.position, position.reasoning, *position.supporting_evidence):
        _bounded(text, place)
    return position


def _bounded(text: str, place: str) -> str:
    if len(text) > _MAX_OUTPUT_LENGTH:
        raise InputError(f"{place}: longer than {_MAX_OUTPUT_LENGTH:,} characters; shorten it")
    if not text.isascii() and any("\ud800" <= mark <= "\udfff" for mark in text):
        raise InputError(f"{place}: contains half of a surrogate pair; escape the whole character")
    return text


def _refuse_unknown(found: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    for key in found:
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"
            raise InputError(f"{place}: unknown key {key!r}; {hint}")


def _kind(value: Any) -> str:
    names = {type(None): "nothing", bool: "yes/no", int: "a number", float: "a number", str: "a text", list: "a list"}
    return names.get(type(value), "an object")
