"""Faults and noise in three languages and three forms of log: nothing was changed for their sake.

The kinds are those of `incident_faults`, in systems, words and forms that the other lots do not have. A log of them is
written as JSON, as syslog or as plain lines, one after the other.
"""

from bench.incident_faults import Fault

FRESH_FAULTS = (
    Fault(
        "pool exhausted",
        ("INFO", "ansible", "changed: [ticketing-2] => pgbouncer.ini default_pool_size 60 => 6"),
        "default_pool_size",
        (
            ("ERROR", "ticketing", "remaining connection slots are reserved, seat map {n} not stored"),
            ("WARN", "ticketing", "waited {n} ms for a session"),
        ),
        "remaining connection slots",
        220,
        210,
    ),
    Fault(
        "disk full",
        ("INFO", "rsyslog", "omfile: rota de depuração ligada para *.* em /var/log/tudo.log"),
        "tudo.log",
        (("ERRO", "postfix", "falha ao gravar a fila, mensagem {n}: sem espaço no dispositivo"),),
        "sem espaço no dispositivo",
        190,
        500,
    ),
    Fault(
        "certificate",
        ("INFO", "cert-manager", "issuer for wildcard-transit replaced: letsencrypt-staging"),
        "letsencrypt-staging",
        (
            (
                "ERROR",
                "fares",
                "tls: failed to verify certificate: x509: certificate signed by unknown authority trip={n}",
            ),
        ),
        "signed by unknown authority",
        170,
        90,
    ),
    Fault(
        "DNS",
        ("INFO", "unbound", "zona local kantor.internal dimuat ulang, 14 entri dihapus"),
        "14 entri dihapus",
        (("GALAT", "gudang", "nama host stok.kantor.internal tidak dapat ditemukan, permintaan {id}"),),
        "tidak dapat ditemukan",
        160,
        50,
    ),
    Fault(
        "deploy",
        ("INFO", "flux", "HelmRelease grading reconciled: chart 4.11.0, previously 4.10.3"),
        "chart 4.11.0",
        (("ERROR", "grading", "undefined method 'weight' for nil:NilClass submission={n}"),),
        "undefined method 'weight'",
        260,
        70,
    ),
    Fault(
        "memory leak",
        ("INFO", "lektor", "cache de miniaturas sem limite ativado pelo operador"),
        "cache de miniaturas",
        (
            ("WARN", "lektor", "memória residente {grow} MiB"),
            ("ERROR", "systemd", "lektor.service: A process of this unit has been killed by the OOM killer ({n})"),
        ),
        "killed by the OOM killer",
        120,
        650,
    ),
    Fault(
        "clock skew",
        ("WARN", "ptp4l", "port 1: grandmaster changed to 00:1b:19.ff, offset 61000 ms"),
        "grandmaster changed",
        (("ERROR", "cassandra", "mutation {n} dropped: timestamp lies too far ahead of the coordinator"),),
        "too far ahead",
        200,
        35,
    ),
    Fault(
        "noisy neighbour",
        ("INFO", "slurm", "job array 88213 of group genomics dispatched to rack 7"),
        "88213 of group genomics",
        (("ERROR", "imaging", "tile {n} not delivered within {n} ms, viewer closed"),),
        "viewer closed",
        210,
        140,
    ),
    Fault(
        "lock",
        ("INFO", "psql", "LOCK TABLE matriculas IN EXCLUSIVE MODE por secretaria.noite"),
        "LOCK TABLE matriculas",
        (("ERRO", "portal", "tempo esgotado à espera do bloqueio da matrícula {n}"),),
        "espera do bloqueio",
        150,
        18,
    ),
    Fault(
        "quota",
        ("INFO", "konsol", "paket langganan sms diturunkan dari 50000 menjadi 500 oleh keuangan"),
        "paket langganan sms",
        (("PERINGATAN", "notifikasi", "kuota kirim habis, pesan {n} dibuang"),),
        "kuota kirim habis",
        280,
        80,
    ),
    Fault(
        "poison message",
        ("INFO", "mqtt-bridge", "device th-7731 announced firmware 9.0-rc1"),
        "firmware 9.0-rc1",
        (("ERROR", "telemetry", "cannot unmarshal frame: unexpected EOF, offset {n} redelivered"),),
        "cannot unmarshal frame",
        330,
        22,
    ),
    Fault(
        "dependency down",
        ("INFO", "f5", "member 10.20.4.9:8443 of pool ledger-core forced offline by admin"),
        "forced offline",
        (("ERROR", "teller", "ledger-core gave 503 for posting {n}"),),
        "ledger-core gave 503",
        240,
        15,
    ),
)

FRESH_NOUNS = (
    "folheto",
    "refeitório",
    "kantin",
    "jadwal",
    "mural",
    "agenda",
    "perpustakaan",
    "blog",
    "wiki",
    "loterij",
)
FRESH_NOISE = (
    ("ERRO", "imagem de {noun} {word} não encontrada, {n}"),
    ("AVISO", "resposta de {noun} {word} demorou {n} ms"),
    ("INFO", "{noun} {word} atualizado por redator {n}"),
    ("GALAT", "gagal membuka lampiran {noun} {word}"),
    ("INFO", "tampilan {noun} {word} diubah ke tata letak {n}"),
    ("ERROR", "{noun} feed {word} is not well formed at column {n}"),
    ("WARN", "{noun} search for {word} returned nothing"),
    ("INFO", "{noun} template {word} switched on for {n} readers"),
    ("ERROR", "{noun} export {word} was cancelled by its owner"),
)
