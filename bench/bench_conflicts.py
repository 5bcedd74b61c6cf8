"""How well and how fast conflicts are found.

    python bench/bench_conflicts.py [--json]

Quality: precision and recall on the labelled pairs of tests/data/conflict_pairs, per language and split. The lexicons
are tuned on `dev`; `held_out` was written at the same time and not tuned on. The same person wrote pairs and lexicons,
so these two are an upper bound. What to expect of new texts is told by the first run on pairs that were written after
the lexicons were frozen (precision / recall, before any of their misses was looked at):

    20 pairs per language, now part of `dev`:   pt 0.75 / 0.60   en 0.80 / 0.80   id 0.80 / 0.80
    16 pairs per language, split `fresh`:       pt 1.00 / 0.75   en 1.00 / 0.50   id 1.00 / 0.88

Missing word forms found that way were added since, so `fresh` now reads better than it did.

Cost: CPU time, the best of several runs, with the limits the project set itself.
"""

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from moot.configs.tables import load_lexicons
from moot.policies.conflicts import detect_conflicts
from moot.policies.conflicts.reading import compile_lexicons, find_pairs, read_stands
from moot.state.protocol import ConflictRules

PAIRS = Path(__file__).parent.parent / "tests" / "data" / "conflict_pairs"
LANGUAGES = ("pt", "en", "id")
BOARDROOM = ("analyst", "commercial", "financial", "market", "reviewer")
LENGTH = 2000
LEXICONS = compile_lexicons(load_lexicons())
RULES = ConflictRules()
FILLER = {
    "pt": (
        "A equipe visitou doze clientes em quatro estados e comparou os contratos com os de três fornecedores.",
        "O volume de pedidos aumentou em julho, e a entrega no prazo chegou perto de noventa por cento.",
        "O jurídico pede um mês para ler as cláusulas, e a feira de outubro ocupa metade do time.",
    ),
    "en": (
        "The team visited twelve customers in four states and compared the contracts with those of three suppliers.",
        "Orders went up in July, and deliveries on time came close to ninety per cent.",
        "Legal asks for a month to read the clauses, and the fair in October keeps half of the staff busy.",
    ),
    "id": (
        "Tim mengunjungi dua belas pelanggan di empat provinsi dan membandingkan kontrak dengan tiga pemasok.",
        "Jumlah pesanan bertambah pada bulan Juli, dan ketepatan pengiriman mendekati sembilan puluh persen.",
        "Bagian hukum meminta waktu sebulan untuk membaca pasal, dan pameran Oktober menyita separuh staf.",
    ),
}
"""What fills reports between the sentences that take a stand."""


def load_pairs(language: str) -> list[dict[str, Any]]:
    pairs: list[dict[str, Any]] = yaml.safe_load((PAIRS / f"{language}.yaml").read_text(encoding="utf-8"))["pairs"]
    return pairs


def measure_quality(language: str, split: str) -> dict[str, Any] | None:
    """Count right and wrong findings on the pairs of one split."""
    counts = {"tp": 0, "fp": 0, "fn": 0, "tn": 0}
    for pair in load_pairs(language):
        if pair["split"] == split:
            outputs = dict(zip(pair["agents"], (pair["a"], pair["b"]), strict=True))
            reported = bool(detect_conflicts(outputs, LEXICONS, RULES, "bench").conflicts)
            counts[("t" if reported == pair["conflict"] else "f") + ("p" if reported else "n")] += 1
    if not any(counts.values()):
        return None
    found, wanted = counts["tp"] + counts["fp"], counts["tp"] + counts["fn"]
    return {
        "pairs": sum(counts.values()),
        "precision": round(counts["tp"] / found, 3) if found else None,
        "recall": round(counts["tp"] / wanted, 3) if wanted else None,
        **counts,
    }


def make_outputs(agents: tuple[str, ...], stands: int, seed: int = 1) -> dict[str, str]:
    """Texts of a fixed length: reports in which one sentence in `stands` takes a stand."""
    rng = random.Random(seed)
    opinions = {language: [p[side] for p in load_pairs(language) for side in "ab"] for language in LANGUAGES}
    outputs = {}
    for number, agent in enumerate(agents):
        language = LANGUAGES[number % len(LANGUAGES)] if len(agents) > len(BOARDROOM) else "pt"
        sentences: list[str] = []
        while sum(map(len, sentences)) < LENGTH:
            source = opinions[language] if len(sentences) % stands == 0 else FILLER[language]
            sentences.append(rng.choice(source))
        outputs[agent] = " ".join(sentences)[:LENGTH]
    return outputs


def cpu(work: Callable[[], object], repeat: int) -> float:
    """The least CPU milliseconds of several runs."""
    best = float("inf")
    gc.collect()
    for _ in range(repeat):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000


def measure_cost() -> dict[str, Any]:
    """The figures of the cost requirement, each with its limit."""
    five = make_outputs(BOARDROOM, 4)
    many = make_outputs(tuple(f"a{number:03}" for number in range(200)), 4)
    twenty = dict(list(many.items())[::10])
    stands = list(read_stands(many, LEXICONS).values())

    def compare_all() -> int:
        return sum(bool(find_pairs(a, b, LEXICONS)) for number, a in enumerate(stands) for b in stands[number + 1 :])

    read_twenty = cpu(lambda: read_stands(twenty, LEXICONS), 15)
    read_many = cpu(lambda: read_stands(many, LEXICONS), 15)
    return {
        "five agents, detect (ms)": (cpu(lambda: detect_conflicts(five, LEXICONS, RULES, "b"), 50), 2.0),
        "the same, lexicons not compiled (ms)": (
            cpu(lambda: detect_conflicts(five, LEXICONS.lexicons, RULES, "b"), 15),
            None,
        ),
        "20 agents, read (ms)": (read_twenty, None),
        "200 agents, read (ms)": (read_many, None),
        "reading 200 / reading 20": (read_many / read_twenty, 12.0),
        "19,900 pairs, compare (ms)": (cpu(compare_all, 3), 1000.0),
        "200 agents, detect (ms)": (cpu(lambda: detect_conflicts(many, LEXICONS, RULES, "b"), 3), None),
    }


def measure_start() -> dict[str, Any]:
    """Wall time of the command on a small file, against importing two of its libraries."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump({"outputs": {"analyst": "Devemos expandir já.", "market": "Não devemos expandir."}}, file)
        file.flush()
        bare = best_wall([sys.executable, "-c", "import pydantic, yaml"])
        typer = best_wall([sys.executable, "-c", "import typer; typer.Typer()"])
        program = "import sys; from moot.cli.main import main; sys.exit(main())"
        conflicts = best_wall([sys.executable, "-c", program, "conflicts", "--json", file.name])
        shown = best_wall([sys.executable, "-c", program, "--help"])
    return {
        "import pydantic, yaml (ms)": (bare, None),
        "moot conflicts FILE (ms)": (conflicts, 2 * bare + 150),
        "import typer (ms)": (typer, None),
        "moot --help (ms)": (shown, typer + 150),
    }


def best_wall(command: list[str], repeat: int = 7) -> float:
    """The least wall milliseconds of several runs."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description="How well and how fast conflicts are found.")
    parser.add_argument("--json", action="store_true", help="exactly one JSON document")
    as_json = parser.parse_args().json
    splits = ("dev", "held_out", "fresh")
    quality = {
        f"{language} {split}": found
        for language in LANGUAGES
        for split in splits
        if (found := measure_quality(language, split)) is not None
    }
    cost = {
        name: {"value": round(value, 2), "limit": None if limit is None else round(limit, 2)}
        for name, (value, limit) in {**measure_cost(), **measure_start()}.items()
    }
    if as_json:
        print(json.dumps({"quality": quality, "cost": cost}, indent=2))
        return 0
    print(f"{'pairs':<14}{'n':>4}{'precision':>11}{'recall':>8}{'tp':>5}{'fp':>4}{'fn':>4}{'tn':>4}")
    for name, found in quality.items():
        shares = f"{found['precision']:>11.2f}{found['recall']:>8.2f}"
        print(f"{name:<14}{found['pairs']:>4}{shares}{found['tp']:>5}{found['fp']:>4}{found['fn']:>4}{found['tn']:>4}")
    print()
    for name, figure in cost.items():
        limit = "" if figure["limit"] is None else f"   at most {figure['limit']:g}"
        verdict = "" if figure["limit"] is None else ("   ok" if figure["value"] <= figure["limit"] else "   TOO MUCH")
        print(f"{name:<38}{figure['value']:>10.2f}{limit}{verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
