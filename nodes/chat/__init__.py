"""Tells a debate as chat messages, and hears what people say to it while it runs."""

from moot.nodes.chat.hearing import HEARING_STEPS, REMARKS_NAMESPACE, hear_remarks, write_remark
from moot.nodes.chat.messages import (
    MODERATOR,
    find_human_text,
    make_message,
    make_question_message,
    telling,
    telling_ending,
)

__all__ = [
    "HEARING_STEPS",
    "MODERATOR",
    "REMARKS_NAMESPACE",
    "find_human_text",
    "hear_remarks",
    "make_message",
    "make_question_message",
    "telling",
    "telling_ending",
    "write_remark",
]
