"""Reads PDF files (extra `pdf`): the text of each page."""

import logging
import time
import zlib
from collections.abc import Iterator
from io import BytesIO

from moot.errors import InputError
from moot.knowledge.documents.markdown import read_text
from moot.knowledge.documents.passages import Passage

MOST_PAGES = 5000
MOST_TEXT = 32_000_000
"""Characters: what compressed pages may unfold to; the library bounds each page, and we all of them together."""
SECONDS = 60.0
"""Pages may share one costly drawing: a small file can take hours."""

_BROKEN = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, OSError, RecursionError,
    TypeError, ValueError, zlib.error,
)  # fmt: skip
"""What the PDF library raises, besides its own errors, for files that are not what they seem."""


def read_pdf(raw: bytes) -> Iterator[Passage]:
    """Split a PDF file into paragraphs, page by page."""
    size = found = 0
    end = time.monotonic() + SECONDS
    for number, text in enumerate(_read_pages(raw), start=1):
        size += len(text)
        if number > MOST_PAGES or size > MOST_TEXT:
            raise InputError("more text than a document may have; split it into several files")
        if time.monotonic() > end:
            raise InputError(f"takes longer than {SECONDS:g} s to read, page {number} is not the last; split it")
        for passage in read_text(text):
            found += 1
            yield passage._replace(place=f"page {number}")
    if not found:
        raise InputError("a PDF without text, perhaps scanned; recognise its text first")


def _read_pages(raw: bytes) -> Iterator[str]:
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError as error:
        raise InputError("PDF files need the extra: pip install 'moot[pdf]'") from error
    # Its warnings are about the inside of the file; what matters is whether text comes out.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        for page in PdfReader(BytesIO(raw)).pages:
            yield page.extract_text()
    except (PyPdfError, *_BROKEN) as error:
        detail = " ".join(str(error).split())[:120] or type(error).__name__
        raise InputError(f"not a readable PDF: {detail}") from error
