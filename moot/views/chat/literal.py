"""Keeps what people and models wrote from becoming markup of the page that shows it.

Front ends render more than Markdown: Agent Inbox renders HTML, Agent Chat UI sets what stands between two dollars as a
formula, and both load pictures from anywhere, which tells a stranger who reads what.
"""

import re

_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|!(?=\[)")
"""What begins a tag or a picture."""
_JOINER = "\u2060"
"""Nobody sees it, in code and in plain text neither, and no tag begins with it; a backslash could be escaped itself."""
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_DOLLAR = re.compile(r"(?<!\\)\$")


def keep_literal(text: str) -> str:
    """Take their meaning from tags, pictures and pairs of dollars; a single dollar opens nothing and stays as it is."""
    plain = _MARKUP.sub(rf"\g<0>{_JOINER}", text)
    if len(_DOLLAR.findall(plain)) < 2:
        return plain
    # No formula begins in code, where a backslash would be seen.
    return "".join(part if number % 2 else _DOLLAR.sub(r"\\$", part) for number, part in enumerate(_CODE.split(plain)))
