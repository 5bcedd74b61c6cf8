"""Writes a debate as a conversation: what seats say, what a person is asked, and what was decided, in Markdown."""

from moot.views.chat.ending import write_ending
from moot.views.chat.entries import ChatEntry, list_entries
from moot.views.chat.request_page import write_request

__all__ = ["ChatEntry", "list_entries", "write_ending", "write_request"]
