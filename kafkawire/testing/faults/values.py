"""The values of a rule, read one by one. Each function raises `ValueError` with what is wrong, in words for users."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from kafkawire.error_code import ErrorCode
from kafkawire.messages import PROTOCOL

__all__ = [
    "NEWEST",
    "api_keys",
    "api_name",
    "check_boolean",
    "check_drop",
    "check_name",
    "check_names",
    "check_probability",
    "check_seconds",
    "error_code",
    "integer",
    "is_int",
    "nearest",
    "versions",
]

NEWEST = 32767
"""The newest version that there can be."""
_MAX_INT32 = 2**31 - 1
_ALIKE = 0.7
_VERSIONS = re.compile(r"(\d+)(?:(\+)|-(\d+))?\Z")


def api_name(key: int) -> str:
    """The name of an API as users write it: `ListOffsets`."""
    return PROTOCOL.message_class(key, "request").__name__.removesuffix("Request")


def api_keys(value: Any) -> frozenset[int]:
    """The keys of one API or several, each given by name or key."""
    listed = [value] if isinstance(value, str | int) else value
    if not isinstance(listed, Iterable) or not (keys := frozenset(map(_api_key, listed))):
        raise ValueError(f"{value!r} is no name or key of an API, nor a list of such")
    return keys


def _api_key(value: Any) -> int:
    if is_int(value) and 0 <= value <= NEWEST:
        return int(value)
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no name or key of an API")
    keys = {_folded(PROTOCOL.api_name(key)): key for key in PROTOCOL}
    wanted = _folded(value).removesuffix("request")
    if wanted not in keys:
        raise ValueError(f"no API is called {value!r}{nearest(value, map(api_name, PROTOCOL))}")
    return keys[wanted]


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(" ", "").lower()


def error_code(value: Any) -> int:
    """The number of an error code that is given by name or number."""
    codes = {code.name: int(code) for code in ErrorCode if code}
    if is_int(value) and value and -(1 << 15) <= value < 1 << 15:
        return int(value)
    name = value.strip().upper() if isinstance(value, str) else ""
    if name not in codes:
        raise ValueError(f"{value!r} is no error code{nearest(name, codes)}")
    return codes[name]


def versions(value: Any) -> range:
    """The versions in `'9'`, `'3-8'` or `'9+'`."""
    if isinstance(value, range) and value.step == 1 and len(value) and value.start >= 0:
        return value
    match = _VERSIONS.match(str(value)) if isinstance(value, str | int) and value is not True else None
    if match is None:
        raise ValueError(f"{value!r} is none; they are written '9', '3-8' or '9+'")
    low = int(match[1])
    high = NEWEST if match[2] else int(match[3] or low)
    if high < low:
        raise ValueError(f"{value!r} ends before it begins")
    return range(low, high + 1)


def check_name(value: Any) -> None:
    """A name, or a pattern."""
    if isinstance(value, Mapping) and [*value] == ["regex"]:
        raise ValueError(f"{value['regex']!r} is no regular expression")
    if not isinstance(value, str | re.Pattern) or value == "":
        raise ValueError(f"{value!r} is no name, nor a pattern of names")


def check_names(value: Any) -> None:
    """At least two names, or none at all."""
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    if value != () and not (is_list and all(isinstance(name, str) for name in value) and len({*value}) > 1):
        raise ValueError(f"{value!r} is no list of two names or more")


def integer(low: int, high: int = _MAX_INT32) -> Callable[[Any], None]:
    """The check of an integer within bounds."""

    def check(value: Any) -> None:
        if not is_int(value) or not low <= value <= high:
            raise ValueError(f"{value!r} is no integer of at least {low}")

    return check


def check_seconds(value: Any) -> None:
    """A time that can be waited for."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise ValueError(f"{value!r} is no number of seconds")


def check_probability(value: Any) -> None:
    """A share of 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise ValueError(f"{value!r} is not above 0 and at most 1")


def check_boolean(value: Any) -> None:
    """Yes or no."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")


def check_drop(value: Any) -> None:
    """When a connection ends."""
    if value not in ("before", "after"):
        raise ValueError(f"{value!r} is neither 'before' nor 'after'")


def is_int(value: Any) -> bool:
    """Whether it is an integer; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def nearest(name: str, known: Iterable[str]) -> str:
    """What else may be meant, to be put behind a sentence."""
    best = max(known, key=lambda word: _likeness(name, word), default="")
    return f"; did you mean {best!r}?" if name and _likeness(name, best) > _ALIKE else ""


def _likeness(name: str, known: str) -> float:
    """How much of a name is in another, or in its beginning: many error codes are long."""
    return max(SequenceMatcher(None, name, text).ratio() for text in (known, known[: len(name)]))
