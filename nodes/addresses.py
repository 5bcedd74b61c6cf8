"""Keeps what is secret in the address of a model server out of everything that is stored."""

import os
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from moot.nodes.context import RunContext


def hide_credentials(url: str | None) -> str | None:
    """Leave out of an address its user and password, and the values of its query, whatever their names."""
    if url is None or not ("@" in url or "?" in url):
        return url
    parts = urlsplit(url)
    names = urlencode([(name, "") for name, _ in parse_qsl(parts.query, keep_blank_values=True)])
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=names, fragment=""))


def restore_secrets(stored: str | None, run: RunContext) -> str | None:
    """Find the whole address that a stored one stands for: of this run, else of the environment."""
    whole = (run.base_url, os.environ.get("MOOT_BASE_URL"))
    return next((url for url in whole if url and hide_credentials(url) == stored), stored)
