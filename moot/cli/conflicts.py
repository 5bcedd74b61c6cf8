"""`moot conflicts`: the conflicts between finished agent outputs, and how they are settled; no model is called."""

from typing import TYPE_CHECKING, Annotated

import typer

from moot.errors import UsageError

if TYPE_CHECKING:
    from moot.policies.language import Language


def conflicts(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON with question and outputs; - reads stdin.")],
    profile: Annotated[str, typer.Option(help="Whose seats and conflict rules apply: a name or a path.")] = "boardroom",
    language: Annotated[str, typer.Option(help="pt, en, id, or auto: told from each text.")] = "auto",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a profile setting; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Exactly one JSON document.")] = False,
) -> None:
    """Find conflicts between the outputs of agents and settle those that need it.

    Example: moot conflicts outputs.json --json
    """
    from datetime import UTC, datetime

    from moot.cli.conflict_input import read_outputs
    from moot.configs import load_lexicons, load_profile, parse_override
    from moot.policies.conflicts import detect_conflicts, needed_languages, text_of

    rules = load_profile(profile, dict(parse_override(setting) for setting in settings or ()))
    spoken = _language(language if language != "auto" else rules.language)
    given = read_outputs(file, rules)
    lexicons = load_lexicons((spoken,) if spoken else needed_languages(map(text_of, given.outputs.values())))
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    report = detect_conflicts(
        given.outputs, lexicons, rules.conflicts, given.execution_id, language=spoken, detected_at=now
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
    if as_json:
        import json

        document = {
            "conflict_report": report.model_dump(mode="json"),
            "consensus_results": None if results is None else [result.model_dump(mode="json") for result in results],
        }
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        from moot.cli.conflict_table import show_conflicts

        show_conflicts(report, results or ())


def _language(name: str) -> "Language | None":
    match name:
        case "pt" | "en" | "id":
            return name
        case "auto":
            return None
        case _:
            raise UsageError(f"--language {name!r} is not known; use pt, en, id or auto")
