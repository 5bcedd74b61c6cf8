"""A retriever that takes its time."""

import asyncio
from pathlib import Path
from typing import Any

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever


class Slow(BaseRetriever):
    """Answers after a minute."""

    def _get_relevant_documents(self, query: str, **_: Any) -> list[Document]:
        raise NotImplementedError

    async def _aget_relevant_documents(self, query: str, **_: Any) -> list[Document]:
        await asyncio.sleep(60)
        return []


def make_slow(_: Path | None) -> Slow:
    return Slow()
