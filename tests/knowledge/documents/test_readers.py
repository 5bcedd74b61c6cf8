"""Every format, and every hostile file with one clear line."""

import os
import resource
import zlib
from pathlib import Path
from typing import Any

import pytest

from moot.errors import InputError
from moot.knowledge.documents import markup, readers
from moot.knowledge.documents.readers import _MAX_DOCUMENT_BYTES, read_document, read_file_bytes


def stream_of(text: str) -> str:
    return f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET"


def make_pdf(*pages: str) -> bytes:
    """A PDF with one line of text per page, and nothing that is not needed."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, text in enumerate(pages):
        stream = stream_of(text)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * at} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    body, offsets = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, start=1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    start = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF"
    return body + (start + end).encode()


MARKDOWN = """---
owner: finance
---
Intro text.

# Refunds #

First paragraph
in two lines.

Setext heading
--------------

- a list
- of two

```
# no heading
```

### Deep

Text.

## Nothing below

# End
"""
HTML = """<html><head><title>Rules</title><style>p {color: red}</style></head><body><nav>Menu</nav>
<h1>Refunds &amp; returns</h1><p>Within <b>ten</b> days,<br>at most.</p><script>alert("x")</script>
<h2>Small</h2><ul><li>One</li><li>Two &euro;</li></ul><table><tr><td>A</td><td>B</td></tr></table><p>Unclosed"""


@pytest.mark.parametrize(
    ("name", "raw", "passages"),
    [
        pytest.param("a.txt", "One\ntwo.\n\n\nThree.\n", [("One\ntwo.", ""), ("Three.", "")], id="text"),
        pytest.param("a.TXT", "\ufeffOne.", [("One.", "")], id="a byte order mark, a name in capitals"),
        pytest.param(
            "a.md", MARKDOWN,
            [
                ("---\nowner: finance\n---\nIntro text.", ""),
                ("First paragraph\nin two lines.", "Refunds"),
                ("- a list\n- of two", "Refunds > Setext heading"),
                ("```\n# no heading\n```", "Refunds > Setext heading"),
                ("Text.", "Refunds > Setext heading > Deep"),
                ("Nothing below", "Refunds > Nothing below"),
                ("End", "End"),
            ],
            id="Markdown",
        ),
        pytest.param(
            "a.html", HTML,
            [
                ("Rules", ""),
                ("Within ten days,", "Refunds & returns"),
                ("at most.", "Refunds & returns"),
                *((text, "Refunds & returns > Small") for text in ("One", "Two €", "A", "B", "Unclosed")),
            ],
            id="HTML",
        ),
        pytest.param(
            "a.jsonl",
            '{"title": "Rents", "text": "They fall."}\n\n"just text"\n{"city": "Rio", "rent": {"old": 5}}\n',
            [("They fall.", "Rents"), ("just text", ""), ("city: Rio", ""), ("old: 5", "rent")],
            id="JSON lines",
        ),
        pytest.param("a.json", '[{"text": "One."}, {"body": "Two."}]', [("One.", ""), ("Two.", "")], id="JSON"),
        pytest.param("a.yaml", "rents:\n  city: Rio\n  old: [5, 6]\nnote: x\n",
                     [("city: Rio", "rents"), ("old: 5", "rents"), ("old: 6", "rents"), ("note: x", "")], id="YAML"),
        pytest.param("a.pdf", make_pdf("Rents fall.", "Demand grows."),
                     [("Rents fall.", ""), ("Demand grows.", "")], id="PDF"),
    ],
)  # fmt: skip
def test_formats(name: str, raw: str | bytes, passages: list[tuple[str, str]]) -> None:
    found = read_document(name, raw.encode() if isinstance(raw, str) else raw).passages
    assert [(each.text, each.heading) for each in found] == passages


def test_a_place_beyond_headings() -> None:
    """X-86: a locator names the page or the record."""
    assert [each.place for each in read_document("a.pdf", make_pdf("One.", "Two.")).passages] == ["page 1", "page 2"]
    raw = b'{"id": "../../etc/passwd\\n[x]", "text": "One."}\n{"text": "Two."}'
    # An id of the file names a place and nothing else: chunks get ids of our own.
    assert [each.place for each in read_document("a.jsonl", raw).passages] == ["../../etc/passwd [x]", "record 2"]


def test_half_a_character_can_be_stored() -> None:
    (found,) = read_document("a.jsonl", b'{"title": "a\\ud800", "text": "b\\udfff c"}').passages
    assert (found.text, found.heading) == ("b? c", "a?")
    found.text.encode()


@pytest.mark.parametrize(
    ("name", "raw", "line"),
    [
        pytest.param("a.txt", b"MZ\x00\x01\x02", "binary, not text", id="a program"),
        pytest.param("a.md", bytes(range(1, 32)) * 9, "binary, not text", id="control characters"),
        pytest.param("a.txt", "wide".encode("utf-16"), "UTF-16; save it as UTF-8", id="another encoding"),
        pytest.param("a.txt", b"caf\xe9 del centro", "not UTF-8 at byte 3", id="broken UTF-8"),
        pytest.param("a.txt", b" \n\n ", "nothing to read in it", id="blank"),
        pytest.param("a.html", b"<script>only()</script>", "nothing to read in it", id="no visible text"),
        pytest.param("a.html", b"<p" + b"x" * 8_000_000, "8 MB of HTML", id="a huge page"),
        pytest.param("a.json", b"[" * 100_000, "nested too deeply", id="JSON nested too deeply"),
        pytest.param("a.json", b"[" * 50 + b"1" + b"]" * 50, "nested more than 20 levels", id="JSON nested deeply"),
        pytest.param("a.json", b"{", "not JSON", id="JSON cut short"),
        pytest.param("a.json", b"1" * 5000, "not JSON", id="an endless number"),
        pytest.param("a.jsonl", b"{\n[", "line 1 left out: not JSON", id="no line is JSON"),
        pytest.param("a.yaml", b"[" * 100_000, "nested more than 100 levels", id="YAML nested too deeply"),
        pytest.param("a.yaml", b"a: &x [*x]", "aliases", id="YAML that refers to itself"),
        pytest.param("a.yaml", b"a: !!python/object/apply:os.getcwd []", "not valid YAML", id="YAML that runs code"),
        pytest.param("a.yaml", b"x: " + b"y" * 1_000_001, "larger than 1,000,000", id="YAML too long"),
        pytest.param("a.pdf", b"%PDF-1.4 nothing", "not a readable PDF", id="a PDF cut short"),
        pytest.param("a.pdf", b"", "not a readable PDF", id="an empty PDF"),
        pytest.param("a.pdf", make_pdf(" "), "a PDF without text", id="a scanned PDF"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(name: str, raw: bytes, line: str) -> None:
    with pytest.raises(InputError) as caught:
        read_document(name, raw)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_bad_line_does_not_lose_the_others() -> None:
    lines = [b'{"text": "One."}', b"{", b"[" * 50_000, b'{"text": "Two."}', b"x", b"y", b"z"]
    reading = read_document("a.jsonl", b"\n".join(lines))
    assert [each.text for each in reading.passages] == ["One.", "Two."]
    assert [note.partition(":")[0] for note in reading.notes] == [
        "line 2 left out", "line 3 left out", "line 5 left out", "2 more lines left out",
    ]  # fmt: skip


def test_files_beyond_the_limit_are_not_opened_in_full(tmp_path: Path) -> None:
    """A file of a gigabyte in one line is refused by its size, without reading it."""
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    with pytest.raises(InputError, match="1,000 MB, at most 32 are read; split it"):
        read_file_bytes(path)


def test_a_long_line_within_the_limit_is_read() -> None:
    (found,) = read_document("a.txt", b"word " * 400_000).passages
    assert len(found.text) == 1_999_999


@pytest.mark.parametrize(
    "trap",
    [
        "<a ", "</", "<!--", "<![CDATA[", "<!", "<?", "&#x", "<", "<script>", "<script></", '<a x="', '<a x=">\'',
        "<div>",
        "<h1>x", "<nav>", "<title>",
    ],
)  # fmt: skip
def test_hostile_html_takes_no_longer_than_its_size(trap: str) -> None:
    """The parser of the standard library needs hours for some of these: each part is looked at a few times only."""
    seen = 0

    class Counted(str):
        """Counts how far the reader looks."""

        __slots__ = ()

        def find(self, *args: Any) -> int:
            nonlocal seen
            found = super().find(*args)
            seen += (len(self) if found < 0 else found) - int(str(args[1]) if len(args) > 1 else 0)
            return found

    text = Counted(trap * (40_000 // len(trap)))
    passages = list(markup.read_html(text))
    assert sum(len(each.text) for each in passages) <= len(text)
    assert seen <= 20 * len(text)


def test_links_and_devices_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("x")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    for name in ("link.txt", "pipe.txt", "gone.txt", "."):
        with pytest.raises(InputError):
            read_file_bytes(tmp_path / name)


def test_compressed_pages_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PDF may unfold to more than it seems: what it unfolds to is counted."""
    monkeypatch.setattr("moot.knowledge.documents.readers._MAX_PDF_CHARS", 5)
    with pytest.raises(InputError, match="more text than a document may have"):
        read_document("a.pdf", make_pdf("Rents fall.", "Demand grows."))


@pytest.mark.parametrize("filters", ["/FlateDecode", "[/FlateDecode /FlateDecode]"])
def test_a_bomb_is_refused_before_it_unfolds(filters: str) -> None:
    """A page of a hundred megabytes in some kilobytes, packed once or twice: one clear line, in bounded memory."""
    packer = zlib.compressobj(1)
    stream = b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(128)), packer.flush()])
    stream = zlib.compress(stream, 9) if filters.startswith("[") else stream
    text = "(x) Tj"
    head, tail = make_pdf(text).split(f"<< /Length {len(stream_of(text))} >>\nstream\n".encode())
    raw = head + f"<< /Length {len(stream)} /Filter {filters} >>\nstream\n".encode() + stream + b"\nendstream" + tail
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InputError, match="not a readable PDF"):
        read_document("a.pdf", raw)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # kilobytes


def test_a_pdf_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.knowledge.documents.readers._MAX_PDF_SECONDS", -1.0)
    with pytest.raises(InputError, match="takes longer than"):
        read_document("a.pdf", make_pdf("Rents fall.", "Demand grows."))


def test_without_the_extra_a_pdf_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    whole = builtins.__import__

    def missing(name: str, *args: object, **named: object) -> object:
        if name == "pypdf":
            raise ImportError(name)
        return whole(name, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InputError, match=r"pip install .*\[pdf\]"):
        read_document("a.pdf", make_pdf("x"))


def test_limits_are_what_the_documentation_says() -> None:
    """docs/knowledge.md names them."""
    text = (Path(__file__).parents[3] / "docs/knowledge.md").read_text(encoding="utf-8")
    assert f"{_MAX_DOCUMENT_BYTES // 1_000_000} MB" in text
    assert all(suffix in text for suffix in readers.DOCUMENT_FORMATS)
    assert f"{markup._MAX_HTML_CHARS // 1_000_000} MB" in text
