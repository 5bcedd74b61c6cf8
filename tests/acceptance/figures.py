"""Finds every figure that a view states of a debate, wherever it stands, and compares it with the facts."""

import re
from collections import Counter
from collections.abc import Iterable

from moot.views.wording.figures import as_percentage, say_percent, whole_percent
from tests.acceptance.table import Document


def find(pattern: str, view: str) -> Iterable[tuple[str, ...]]:
    """Find all groups of a statement."""
    return (found.groups() for found in re.finditer(pattern, view))


def number(text: str) -> int:
    return int(text.replace(",", ""))


def check_figures(view: str, facts: Document) -> None:
    """Compare what a view says of cost, agreement, votes, critiques, claims, rounds and confidence."""
    check_cost(view, facts)
    check_agreement(view, facts)
    check_votes(view, facts)
    check_counts(view, facts)
    check_sureness(view, facts)
    check_confidence(view, facts)
    check_reasons(view, facts)


def check_cost(view: str, facts: Document) -> None:
    """Whatever is said of calls and tokens is the sum, or that of one named seat."""
    usage = facts["usage"]
    named = {seat.replace("_", " "): used for seat, used in usage["by_seat"].items()}
    total = usage["calls"], usage["prompt_tokens"] + usage["completion_tokens"]
    for seat, calls, tokens in find(r"([a-z_ ]*?) ?([\d,]+) calls?,? ([\d,]+) tokens", view):
        owner = max((each for each in named if seat.replace("_", " ").endswith(each)), key=len, default=None)
        used = named[owner] if owner and seat not in ("", " ") else None
        wanted = (used["calls"], used["prompt_tokens"] + used["completion_tokens"]) if used else total
        assert (number(calls), number(tokens)) == wanted, (seat, calls, tokens)


def check_agreement(view: str, facts: Document) -> None:
    """The agreement is that of the round it is said of, else the last."""
    rounds = {each["number"]: each for each in facts["rounds"]}
    for at, said in find(r"(?:Round|ROUND) (\d+): [^:]{3,40}?[Aa]greement (\d+(?:\.\d+)?) %", view):
        each = rounds[int(at)]
        assert f"{said} %" in _shares(each["convergence"], each["details"].get("before_cap")), (at, said)
    for (said,) in find(
        r"(?:Confidence [^.:;]{2,16} Agreement|\) ?; agreement|Confidence \d+ % Agreement) (\d+) %", view
    ):
        last = [each["details"].get("before_cap") for each in facts["rounds"][-1:]]
        assert f"{said} %" in _shares(facts["convergence"], *last), said
    for (said,) in find(r"(?<![Cc]onvergence )Agreement (\d+(?:\.\d+)?) %", view):
        every = [each["convergence"] for each in facts["rounds"]]
        assert f"{said} %" in _shares(facts["convergence"], *every), said
    breaker = facts["circuit_breaker"]
    for ran, most in find(r"ROUNDS RUN: (\d+) of (\d+)", view):
        assert (int(ran), int(most)) == (breaker["rounds"], breaker["max_rounds"])
    for (said,) in find(r"FINAL CONVERGENCE: ([\d.]+)%", view):
        assert float(said) == as_percentage(breaker["convergence"])


def _shares(*shares: float | None) -> set[str]:
    return {say_percent(each) for each in shares if each is not None}


def check_votes(view: str, facts: Document) -> None:
    """Who is said to vote for what, in which round, and how much of the votes the first option has."""
    ballot = facts["ballot"]
    for (share,) in find(r"leading option has (\d+) % of the votes", view):
        assert ballot is not None
        assert int(share) == whole_percent(ballot["share"])
    if ballot is None:
        return
    votes = {(each["round"], each["seat"]): each["option"] for each in ballot["votes"]}
    for at, told in find(r"votes in round (\d+): ((?:[a-z_ ]+ [A-Z](?![a-z])(?:, )?)+)", view):
        said = {(int(at), seat.strip().replace(" ", "_")): option for seat, option in find(r"([a-z_ ]+) ([A-Z])", told)}
        assert said == {each: option for each, option in votes.items() if each[0] == int(at)}, told
    seats = {each["seat"] for each in ballot["votes"]}
    numbers = [each["number"] for each in facts["rounds"]]
    for (table,) in find(r"Who voted for what in each round Seat ((?:Round \d+ )+.*?) (?:Why|The sides|Reasons)", view):
        rows = re.sub(r"^(?:Round \d+ )+", "", table)
        for seat in seats:
            row = " ".join(votes.get((at, seat), "–") for at in numbers)
            assert re.search(rf"(?i)(?<!\w){seat.replace('_', '[_ ]')} {row}(?! [A-Z–](?!\w))", rows), (seat, row, rows)
    for option in ballot["options"]:
        text = re.escape(" ".join((option["restated"] or option["text"]).split()))
        for (told,) in find(rf"(?<!\w){option['id']} {text} \((.*?)\)", view):
            named = set(re.findall(r"[a-z_]+", told)) & {*facts["usage"]["by_seat"], *seats}
            assert named == set(option["seats"]), told


def check_counts(view: str, facts: Document) -> None:
    """How many rounds, critiques and claims there were, and what became of them."""
    rounds, critiques = facts["rounds"], facts["critiques"]
    for (said,) in find(r"(?:So far |(?<=% was needed )|Answer with )(\d+) rounds?", view):
        assert int(said) == len(rounds)
    for (said,) in find(r"(?<!in )(?<!after )(\d+) rounds? \d+ seats", view):
        assert int(said) == len(rounds)
    told = [int(at) for (at,) in find(r"Round (\d+): (?:first positions|rebuttals|refinement)", view)]
    assert told == [each["number"] for each in rounds][len(rounds) - len(told) :], told
    closed = sum(each["resolved"] for each in critiques)
    for resolved, total in find(r"(\d+) of (\d+) critiques? (?:are )?(?:settled|resolved|closed)", view):
        assert (int(resolved), int(total)) == (closed, len(critiques))
    for at, followed, settled in find(
        r"Round (\d+): (?:(?!Round \d).)*?(\d+) critiques? followed, (\d+) settled", view
    ):
        those = [each for each in critiques if each["round"] == int(at)]
        assert (int(followed), int(settled)) == (len(those), sum(each["resolved"] for each in those)), at
    known = {each["id"]: each for each in critiques}
    for name, of, target, severity, end in find(r"(K\d+) (\S+) on (\S+)[^:]*?, ([A-Z]+), (resolved|open):", view):
        each = known[name]
        assert (of, target, severity) == (each["agent"], each["target"], each["severity"])
        assert (end == "resolved") is each["resolved"], name
    for words in find(r"(\d+) claims? as each seat last stated them: ((?:\d+ \w+(?:, )?)+)", view):
        parts = [(int(count), kind) for count, kind in find(r"(\d+) (\w+)", words[1])]
        counted = count_claims(facts)
        assert int(words[0]) == sum(counted.values()), words
        assert {kind: count for count, kind in parts} == {kind: n for kind, n in counted.items() if n}, words


def count_claims(facts: Document) -> Counter[str]:
    """Count the claims as each seat last stated them, by what was found of their evidence."""
    last: dict[str, int] = {}
    for each in facts["evidence"]["claims"]:
        last[each["seat"]] = max(each["round"], last.get(each["seat"], 0))
    return Counter(each["verdict"] for each in facts["evidence"]["claims"] if each["round"] == last[each["seat"]])


def check_sureness(view: str, facts: Document) -> None:
    """How sure a seat is said to be is what it said in that round."""
    spoken = {(each["round"], each["seat"]): each["confidence"] for each in facts["positions"] if each["confidence"]}
    parts = re.split(r"ROUND (\d+): ", view)
    for at, part in zip(parts[1::2], parts[2::2], strict=True):
        for seat, said in find(r"([a-z_]+), confidence (?:high|medium|low) \((\d+) %\)", part):
            if (int(at), seat) in spoken:
                assert int(said) == whole_percent(spoken[int(at), seat]), (at, seat, said)
    for at, seat, said in find(r"round (\d+): ([a-z_]+) (?:position|revision) done \([^)]*confidence (\d+) %\)", view):
        assert int(said) == whole_percent(spoken[int(at), seat]), (at, seat, said)


def check_confidence(view: str, facts: Document) -> None:
    """How sure the result, the synthesis and the council are said to be is what the facts say of each."""
    for (said,) in find(r"Confidence (?:(?:High|Medium|Low), |(?:high|medium|low) \()(\d+) %", view):
        assert int(said) == whole_percent(facts["confidence"])
    for (said,) in find(r"synthesis done \([^)]*confidence (\d+) %\)", view):
        stated = facts["synthesis"]["stated_confidence"]
        assert int(said) == whole_percent(facts["synthesis"]["confidence"] if stated is None else stated)
    for (said,) in find(r"COUNCIL: confidence \w+ \((\d+) %\)", view):
        assert int(said) == whole_percent(facts["council"]["confidence"])
    for (said,) in find(r"council synthesizer done \([^)]*confidence (\d+) %\)", view):
        assert any(re.search(rf"council says: {said}$", step) for step in facts["confidence_steps"]), said
    sheets = [each["hypotheses"].values() for each in (facts["rca"] or {}).get("rounds", ())]
    made = [each["confidence"] for sheet in sheets for listed in sheet for each in listed]
    for (said,) in find(r"Stated confidence (\d+) % Found by", view):
        assert int(said) in map(whole_percent, made), said
    for (said,) in find(r"ended: [^:]*?, confidence (\d+) %", view):
        assert int(said) == whole_percent(facts["confidence"])
    for (said,) in find(r"Proposed decision .*?Confidence (\d+) % Agreement", view):
        assert int(said) == whole_percent(facts["confidence"])


def check_reasons(view: str, facts: Document) -> None:
    """A confidence that is told as a reason, or beside a conflict, is the one of that reason or conflict."""
    request = (facts["review"] or {}).get("request") or {}
    reasons = " ".join(map(str, (*facts["escalation"]["reasons"], request.get("details", {}).get("reasons", ()))))
    for said, rest in find(r"onfidence of ([\d.]+) % (is below [\d.]+ %|suffices)", view):
        assert f"onfidence of {said} % {rest}" in reasons, said
    weighed = {say_percent(each["confidence_score"]) for each in facts["consensus_results"] or ()}
    for (said,) in find(r"is not settled: confidence ([\d.]+) %", view):
        assert f"is not settled: confidence {said} %" in reasons, said
    for (said,) in find(r"decided by:? [^,]{2,30}, confidence ([\d.]+) %", view):
        assert f"{said} %" in weighed, said


HEADINGS = {
    "decided": "Decided|Question approved",
    "needs_review": "Waiting for a person",
    "inconclusive": "Inconclusive",
    "failed": "No decision|Failed",
}


def check_heading(page: str, facts: Document) -> None:
    """The status that a page tells is the one of the facts, wherever it stands."""
    told = {status for status, words in HEADINGS.items() if re.search(rf"(?<![\w“])(?:{words})(?!\w)", page)}
    assert told == {facts["status"]}, told


def check_end(printed: str, facts: Document) -> None:
    """The last line of the progress tells the status of the facts."""
    for (said,) in find(r"ended: ([A-Z][a-z]+)", printed):
        assert re.match(HEADINGS[facts["status"]].replace(" a person", ""), said) or said in HEADINGS[facts["status"]]


def check_log(log: Document, facts: Document) -> None:
    """Compare every figure of the log of the debate with the facts."""
    usage, rag, found = facts["usage"], facts["rag"], log["rag_queries"]
    assert log["metricas"]["tempo_total_ms"] == usage["wall_ms"]
    assert log["metricas"]["tokens_consumidos"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert [found[name] for name in ("total", "sucesso", "timeout")] == [
        rag[name] for name in ("total", "succeeded", "timed_out")
    ]
    assert found["chunks_citados"] == rag["chunks_cited"]
    told = [
        (each["numero"], each["duracao_ms"], each["convergencia"], each["mudancas_posicao"]) for each in log["rodadas"]
    ]
    assert told == [
        (each["number"], each["duration_ms"], as_percentage(each["convergence"]), each["position_changes"])
        for each in facts["rounds"]
    ]
    if facts["council"] is None:
        assert log["resultado"]["confianca_sintese"] == as_percentage(facts["confidence"])


def check_summary(summary: Document, facts: Document) -> None:
    """Compare every figure of the summary with the facts."""
    usage, critiques = facts["usage"], facts["critiques"]
    assert summary["token_usage"] == {
        "prompt_tokens": usage["prompt_tokens"],
        "completion_tokens": usage["completion_tokens"],
        "total_tokens": usage["prompt_tokens"] + usage["completion_tokens"],
    }
    left = {(each["agent"], each["target"], each["description"]): each for each in critiques if not each["resolved"]}
    for name, those in (("critique_counts", critiques), ("unresolved_counts", left.values())):  # said twice counts once
        counted = Counter(each["severity"].lower() for each in those)
        assert summary[name] == {severity: counted[severity] for severity in ("critical", "major", "minor")}
    assert summary["needs_human_review"] == facts["needs_human_review"]
    assert summary["ballot"] == facts["ballot"]
    assert summary["acceptances"] == facts["acceptances"]
    if facts["circuit_breaker"]:
        assert summary["max_rounds"] == facts["circuit_breaker"]["max_rounds"]
