"""Whether a hypothesis names a cause, in the three languages."""

import pytest

from moot.policies.root_cause.naming import says_unknown


@pytest.mark.parametrize(
    "statement",
    [
        "The root cause is not known",
        "The root cause of the 502s cannot be determined from this log.",
        "Unknown root cause",
        "No root cause can be named from the data.",
        "Checkout requests fail with 502; the root cause is not known.",
        "It is not known why the pool shrank.",
        "The log does not show why the orders database refused connections.",
        "The exact cause of the outage could not be identified",
        "unknown",
        "A causa das falhas não pode ser determinada a partir destes logs",
        "Não se sabe o que causou a falha",
        "Pedidos falham com 502, mas a causa é desconhecida",
        "Penyebab kegagalan belum dapat ditentukan dari log ini",
        "Pembayaran gagal; penyebabnya tidak diketahui",
    ],
)
def test_what_names_none(statement: str) -> None:
    assert says_unknown(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "The disk filled up because of a high replication rate",
        "The root cause is an unknown host error: DNS no longer resolves payments",
        "The pool was exhausted by a leak; the cause of the leak is unknown",
        "The cause is that the certificate was not identified as expired in time",
        "A deployment of an unknown version shrank the pool",
        "The trigger was a deploy; its author is not known",
        "A causa é a flag order_list_full_history",
        "Penyebab utama adalah pool koneksi penuh",
    ],
)
def test_what_names_one_and_leaves_something_open(statement: str) -> None:
    assert not says_unknown(statement)
