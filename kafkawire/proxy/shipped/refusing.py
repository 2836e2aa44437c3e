"""A part of a request that is refused: taken out before the broker sees it, answered beside what that says."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar

from kafkawire.message import Message, Response
from kafkawire.protocol.error_responses import identities
from kafkawire.spec import FieldSpec, StructSpec

__all__ = ["merge", "take_out"]

M = TypeVar("M", bound=Message)
Refused = Callable[[FieldSpec, Any], bool]
"""Whether an element of an array is refused."""


def take_out(message: M, version: int, is_refused: Refused) -> tuple[M, bool] | None:
    """Take what is refused out of the arrays of a message.

    Gives a copy of the message with that alone, and whether anything else was there; None if nothing is refused.
    """
    found = _taken(message, type(message).spec().root, version, is_refused)
    return None if found is None else (found, _has_items(message, found))


def _taken(holder: Any, struct: StructSpec, version: int, is_refused: Refused) -> Any:
    taken, has_any = copy(holder), False
    for field in struct.fields:
        items = getattr(holder, field.attr) if field.is_array and version in field.versions else None
        if not items:
            continue
        kept, gone = [], []
        for item in items:
            below = None
            if is_refused(field, item):
                gone.append(item)
                continue
            kept.append(item)
            if field.struct is not None:
                below = _taken(item, field.struct, version, is_refused)
            if below is not None:
                gone.append(below)
        if len(kept) != len(items):
            setattr(holder, field.attr, kept)
        setattr(taken, field.attr, gone)
        has_any |= bool(gone)
    return taken if has_any else None


def _has_items(message: Message, taken: Message) -> bool:
    """Whether the arrays from which something was taken have something left."""
    fields = [field for field in type(message).spec().root.fields if field.is_array and getattr(taken, field.attr)]
    return any(getattr(message, field.attr) for field in fields)


def merge(response: Response, errors: Response, version: int) -> None:
    """Put what is said of the refused part beside what the broker says of the rest."""
    _merge(response, errors, type(response).spec().root, version)


def _merge(into: Any, errors: Any, struct: StructSpec, version: int) -> None:
    for field in struct.fields:
        items = getattr(errors, field.attr) if field.is_array and version in field.versions else None
        if not items or field.struct is None:
            continue
        keys = [key.attr for key in identities(field.struct, version)]
        there = list(getattr(into, field.attr) or ())
        known = {_identity(item, keys): item for item in there} if keys else {}
        for item in items:
            same = known.get(_identity(item, keys))
            if same is None:
                there.append(item)
            else:
                _merge(same, item, field.struct, version)
        setattr(into, field.attr, there)


def _identity(item: Any, keys: list[str]) -> str:
    return repr([getattr(item, key) for key in keys])
