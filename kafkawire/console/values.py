"""Values as a page can have them: no longer than is read, and no number that JavaScript would round or not know."""

from __future__ import annotations

import math
from typing import Any

__all__ = ["for_page"]

_LONGEST = 2000  # characters of a text
_LARGEST_EXACT = 2**53 - 1  # of a number in JavaScript


def for_page(value: Any, longest: int = _LONGEST) -> Any:
    """A value that JSON can say, with long texts cut, and numbers as texts where JavaScript has none."""
    match value:
        case str():
            return value if len(value) <= longest else f"{value[:longest]}…"
        case dict():
            return {name: for_page(each, longest) for name, each in value.items()}
        case list() | tuple():
            return [for_page(each, longest) for each in value]
        case int():
            return value if abs(value) <= _LARGEST_EXACT else str(value)
        case float():
            return value if math.isfinite(value) else str(value)
    return value
