"""The tokens of one debate beside its peers: what is sent, what of it a server may have cached, and what is written.

The job of bench_peers.py, three agents and three rounds. In a revision an agent changes its time, its reasoning and its
confidence and nothing else: whoever asks for a whole position is told all of it again, whoever asks for what changed is
told that. What a request begins with that an earlier request of the same debate began with, too, counts as cacheable.

    python bench/bench_tokens.py [--only NAME ...]
"""

import argparse
import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.bench_peers import count_one
from bench.peers.process import PEERS, PeerError, run
from bench.peers.server import Manner, Seen, serve

LATENCY = 0.01
LENGTHS = (4, 12)
"""Sentences of reasoning in an answer."""
SAME_AS_MOOT = ("moot_graph", "moot_stored")
"""Other stores send the same requests."""


async def measure(only: list[str] | None, length: int) -> dict[str, Seen | str]:
    """Count one debate of everybody, or say why that cannot be done."""
    found: dict[str, Seen | str] = {}
    for peer in PEERS:
        if peer.module in SAME_AS_MOOT or (only and peer.module not in only):
            continue
        try:
            with serve(Manner(LATENCY, length, steady=True)) as url:
                async with run(peer) as process:
                    await process.open(url=url)
                    found[peer.name] = await count_one(process, url)
        except PeerError as error:
            found[peer.name] = str(error)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", help="modules of bench/peers to measure; all when left out")
    options = parser.parse_args()
    for length in LENGTHS:
        print(f"tokens of one debate, positions with {length} sentences of reasoning\n")
        heads = ("calls", "messages", "forms", "cacheable", "share", "completion")
        print(f"{'':32}" + "".join(f"{head:>12}" for head in heads))
        for name, seen in asyncio.run(measure(options.only, length)).items():
            if isinstance(seen, str):
                print(f"{name:32}left out: {seen}")
                continue
            share = seen.cacheable_tokens / seen.message_tokens
            counts = (seen.calls, seen.message_tokens, seen.form_tokens, seen.cacheable_tokens)
            row = "".join(f"{each:>12,}" for each in counts)
            print(f"{name:32}{row}{share:>12.0%}{seen.answer_tokens:>12,}")
        print()


if __name__ == "__main__":
    main()
