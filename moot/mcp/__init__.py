"""Offers debates to other programs as tools of the Model Context Protocol, over stdio and over HTTP."""

from moot.mcp.http import make_http_app
from moot.mcp.server import AskSettings, make_server

__all__ = ["AskSettings", "make_http_app", "make_server"]
