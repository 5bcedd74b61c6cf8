"""A small library on disk, as users have it."""

from collections.abc import Callable
from pathlib import Path

import pytest

REFUNDS = """# Refund policy

A refund above R$ 1,200 must be approved by the finance committee within ten days.

## Small refunds

Smaller refunds are not reviewed.
"""
LOJA = """# Segunda loja

A loja vazia ao lado da estação tem noventa metros quadrados e um contrato de cinco anos.

## Aluguéis

Os aluguéis no centro subiram um quinto desde 2024.
"""
SEWA = "Sewa ruko di pusat kota naik dua puluh persen sejak tahun lalu, dan pemilik menawarkan kontrak lima tahun.\n"

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file below the root and name it."""

    def put(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return put


@pytest.fixture
def library(tmp_path: Path, write: Write) -> Path:
    """A root with documents in three languages."""
    write("knowledge/refund_policy.md", REFUNDS)
    write("knowledge/loja/segunda_loja.md", LOJA)
    write("processing/insights/CG001_sewa.txt", SEWA)
    return tmp_path
