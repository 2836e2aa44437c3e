"""Messages of which every field says something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal
from uuid import UUID

from kafkawire.message import Message
from kafkawire.messages import PROTOCOL
from kafkawire.spec import FieldSpec, StructSpec

Say = Callable[[str, FieldSpec], Any]
"""What stands in a field, by its path; None for whatever there may be."""
SOME_ID = UUID(int=77)
_WHATEVER: dict[str, Any] = {"bool": True, "string": "x", "bytes": b"\0\1x", "records": b"", "uuid": SOME_ID}


def filled(cls: type[Message], version: int, say: Say, *, length: int = 1) -> Any:
    """A message in which everything is there that the version has."""
    return _filled(cls.spec().root, version, say, "", length)


def _filled(struct: StructSpec, version: int, say: Say, above: str, length: int) -> Any:
    made = struct.cls()
    for field in struct.fields:
        if version not in field.versions:
            continue
        path = f"{above}{field.attr}{'[]' * field.is_array}"
        count = length if field.is_array else 1
        if field.struct is not None:
            values = [_filled(field.struct, version, say, f"{path}.", length) for _ in range(count)]
        else:
            values = [_value(path, field, say) for _ in range(count)]
        setattr(made, field.attr, values if field.is_array else values[0])
    return made


def _value(path: str, field: FieldSpec, say: Say) -> Any:
    said = say(path, field)
    return _WHATEVER.get(field.type.removeprefix("[]"), 1) if said is None else said


def all_versions(kind: Literal["request", "response"]) -> Iterator[tuple[type[Any], int]]:
    for key in PROTOCOL:
        for version in PROTOCOL.versions(key):
            yield PROTOCOL.message_class(key, kind), version
