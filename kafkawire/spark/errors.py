"""What went wrong in a query, without the pages around it.

An error of the source reaches the driver as text: Python's traceback, inside an error of Spark, inside a stack trace of
Java. What a person needs of that is the last line of the innermost Python traceback.
"""

from __future__ import annotations

import re

__all__ = ["cause_of"]

_OURS = re.compile(r"^\s*kafkawire\.[\w.]+: (.+)$", re.MULTILINE)


def cause_of(error: BaseException) -> str:
    """One line: what the source raised if it was the source, else the first line of the error."""
    text = str(error)
    found: list[str] = _OURS.findall(text)
    return found[-1] if found else text.strip().partition("\n")[0]
