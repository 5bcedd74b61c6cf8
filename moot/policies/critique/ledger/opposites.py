"""Lists words that say the opposite of each other, such as rise and fall, and those that say that something ended."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from moot.policies.critique.ledger.clauses import Token

_LONGEST_WHOLE = 3
_RISING = """
rise rises rose risen rising higher increas grew grow climb gain aument cresc subi subiu subir eleva elevo naik
meningkat bertambah tumbuh kenaikan peningkatan bertumbuh exceed surpass superou superaram ultrapass melampaui melebihi
doubled tripled dobrou dobraram duplicou duplicaram triplicou melonjak
"""
_FALLING = """
fall falls fell fallen falling decreas declin drop shrink shrank reduc lower cai caiu cair queda diminu reduz recuo recu
baix turun menurun berkurang penurunan merosot halved anjlok
"""
_PAIRS = (
    (_RISING, _FALLING),
    (
        "allow permit =can =pode =podem autoris authoris authoriz autoriz boleh mengizinkan diizinkan diperbolehkan",
        "forbid forbad prohibit banned bans proib vedad dilarang melarang larangan",
    ),
    (
        "approv accept agreed grant aprov aceit conced setuju menyetujui disetujui menerima diterima mengabulk dikabul",
        "reject refus rejeit recus negou negado tolak menolak ditolak",
    ),
    ("open abre abri abert buka dibuka membuka", "close shut fech encerr tutup ditutup menutup"),
    ("profit lucr laba untung keuntungan", "loss prejuiz rugi kerugian"),
    ("=pass passed succeed lulus berhasil", "fail falh reprov gagal"),
    ("start began begin begun comec inici mulai dimulai", "end ends ended finish termin acab berakhir selesai"),
    ("mandatory obligat compuls require obrigat wajib", "optional voluntar opcional facultat sukarela opsional"),
    ("includ inclu termasuk meliputi", "exclud exclu mengecualikan"),
    ("majority maioria mayoritas", "minority minoria minoritas"),
    ("win won wins ganhou venceu menang memenang dimenang", "lost lose loses perdeu kalah"),
    ("uphold upheld affirm mantev mantiv menguatkan dikuatkan", "overturn quash anulou anulad membatalkan dibatalkan"),
    ("support apoi mendukung", "oppos object opos menentang keberatan"),
    ("cheaper barat murah", "dearer expensive caro mahal"),
    ("faster rapid cepat =early adiant antecip", "slower lent lambat =late delay atras terlambat telat"),
    ("before antes sebelum", "after depois apos setelah sesudah"),
)
"""Beginnings of words; short ones, and those after =, are whole words."""
SIDES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = tuple(
    (tuple(one.split()), tuple(other.split())) for one, other in _PAIRS
)
CHANGING = 0
"""The first pair tells a change."""
ORDER = len(SIDES) - 1
"""The last pair is compared only when what stands around it is in the same order."""
_GIVEN_UP = ("cancel", "abandon", "dismiss", "descart", "desist", "batal", "dibatal", "membatal", "suspen", "abst")
_STOPPED = (
    *("stopp", "halt", "ceas", "discontinu", "abolish", "scrapp", "withdr", "revok", "terminat", "suspend"),
    *("encerr", "interromp", "extint", "extingu", "revog", "elimin", "retir", "parou", "parar"),
    *("henti", "dihenti", "menghenti", "berhenti", "dihapus", "menghapus", "dicabut", "mencabut", "ditiada"),
)
"""What is stopped is no longer done: both say no."""


def belongs(word: str, beginnings: Sequence[str]) -> bool:
    """Say whether a word begins as one of a list does, or is one of its short ones."""
    return any(
        word == each.removeprefix("=") or (len(each) > _LONGEST_WHOLE and word.startswith(each)) for each in beginnings
    )


@cache
def find_side(word: str) -> tuple[int, int] | None:
    """Find the pair a word belongs to, and its side: words of one side mean much the same."""
    for number, pair in enumerate(SIDES):
        for side, beginnings in enumerate(pair):
            if belongs(word, beginnings):
                return number, side
    return None


class ToldChange(NamedTuple):
    """The word by which a text says that something rose or fell."""

    word: str
    rises: bool


def find_rise(tokens: Iterable[Token]) -> ToldChange | None:
    """Find whether a text says that something rose or fell; None where it says neither, both or denies it."""
    listed = tuple(tokens)
    found = [(token.word, side[1]) for token in listed if (side := find_side(token.word)) and side[0] == CHANGING]
    if len({side for _, side in found}) != 1 or any(token.denies for token in listed):
        return None
    return ToldChange(found[0][0], rises=found[0][1] == 0)


def says_given_up(word: str) -> bool:
    """Say whether a word says that something was ended, called off or left alone."""
    return word.startswith(_GIVEN_UP)


def says_stopped(word: str) -> bool:
    """Say whether a word says that something is no longer done."""
    return word.startswith(_STOPPED)
