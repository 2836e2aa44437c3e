"""JSON in the values of records: read within bounds, and written again without spaces."""

from __future__ import annotations

import json
from typing import Any

from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB

__all__ = ["NotJson", "parse", "render"]

_MOST_BYTES = 8 * MIB
"""Of a text that is read: one of empty lists becomes twenty times as large, and a few compressed bytes may hold it."""


class NotJson(KafkaWireError):
    """A value is no JSON, or too large or nested too deeply to be looked at. Does not say what is in it."""


def parse(text: bytes) -> Any:
    """What a JSON text says. Raises `NotJson`."""
    if len(text) > _MOST_BYTES:
        raise NotJson(f"the value has {len(text)} bytes, more than the {_MOST_BYTES} that are looked at")
    try:
        return json.loads(text)
    except ValueError as exc:  # it may quote the text, which is for no log
        raise NotJson(f"the value is no JSON: {type(exc).__name__}") from None
    except RecursionError:
        raise NotJson("the value is nested too deeply") from None


def render(value: Any, *, sort_keys: bool = False) -> bytes:
    """A JSON text that says that. Raises `NotJson`."""
    try:
        return json.dumps(value, separators=(",", ":"), sort_keys=sort_keys).encode()
    except RecursionError:
        raise NotJson("the value is nested too deeply") from None
