"""The parameters of a request: anything at all, until it has been looked at."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any

from kafkawire.console.view import Params, Refused

__all__ = ["between", "choice", "flag", "number", "optional", "text"]


def number(params: Params, name: str, default: int | None = None) -> int:
    """A parameter that is a whole number. Raises `Refused`."""
    value: Any = params.get(name, default)
    if isinstance(value, int | str):
        try:
            return int(value)
        except ValueError:
            pass  # as is said of all else that is none
    raise Refused(f"{name} is to be a whole number, not {short(value)}")


def text(params: Params, name: str, default: str | None = None) -> str:
    """A parameter that is a text. Raises `Refused`."""
    value = params.get(name, default)
    if not isinstance(value, str):
        raise Refused(f"{name} is to be a text, not {short(value)}")
    return value


def flag(params: Params, name: str) -> bool:
    """Whether a parameter says yes."""
    return params.get(name) in (True, "true", "1", "yes")


def choice(params: Params, name: str, words: Sequence[Any]) -> Any:
    """A parameter that is one of some words, the first unless it is given. Raises `Refused`."""
    value = params.get(name, words[0])
    if value not in words:
        raise Refused(f"{name} is to be one of {', '.join(words)}, not {short(value)}")
    return value


def between(params: Params, name: str, default: int, most: int) -> int:
    """A whole number, brought between 1 and the most that is allowed. Raises `Refused`."""
    return min(max(1, number(params, name, default)), most)


def optional(params: Params, name: str) -> int | None:
    """A whole number, or None where it is not given or empty. Raises `Refused`."""
    return None if params.get(name) in (None, "") else number(params, name)
