"""Tags a version whose words did not change, so that no two versions look the same (F-26)."""

import re

_TAG = re.compile(r"\s*\((?:version|attempt|versão|tentativa|versi|percobaan) \d+\)$")


def remove_tag(question: str) -> str:
    """Return a question without its tag."""
    return _TAG.sub("", question)
