"""The JSON form of a message, with what it leaves out: unknown tags, the names of error codes, records on request.

Fields that hold secrets are hidden unless the caller asks for them: decoded bytes end up in terminals and tickets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kafkawire.annotate.batch_json import batch_lines
from kafkawire.error_code import ErrorCode
from kafkawire.jsonform import HIDDEN
from kafkawire.message import SECRET_FIELDS as SECRETS
from kafkawire.message import Message, Struct
from kafkawire.spec import FieldSpec, StructSpec, spec_of

__all__ = ["with_notes"]


def with_notes(message: Message, version: int, *, secrets: bool = False, records: bool = False) -> dict[str, Any]:
    """`body`, and where there is something to say `errors`, `unknownTags` and `records`."""
    body = message.to_json(version)
    notes = _Notes(secrets, records)
    notes.struct(spec_of(type(message)).root, message, body, "")
    found = {"errors": notes.errors, "unknownTags": notes.tags, "records": notes.records}
    return {"body": body} | {name: value for name, value in found.items() if value}


class _Notes:
    """Walks a message and its JSON form side by side."""

    def __init__(self, show_secrets: bool, show_records: bool) -> None:
        self._show_secrets, self._show_records = show_secrets, show_records
        self.errors: list[dict[str, Any]] = []
        self.tags: list[dict[str, Any]] = []
        self.records: list[dict[str, Any]] = []

    def struct(self, struct: StructSpec, obj: Struct, out: dict[str, Any], path: str) -> None:
        for field in struct.fields:
            if out.get(field.json_name) is not None:
                self._field(field, getattr(obj, field.attr), out, f"{path}.{field.json_name}".lstrip("."))
        for tag, raw in sorted((obj.unknown_tags or {}).items()):
            self.tags.append({"path": path, "tag": tag, "hex": raw.hex()})

    def _field(self, field: FieldSpec, value: Any, out: dict[str, Any], path: str) -> None:
        name = field.json_name
        if field.attr in SECRETS and not self._show_secrets:
            out[name] = HIDDEN
        elif field.struct is not None:
            for part, below, where in _parts(value, out[name], path):
                self.struct(field.struct, part, below, where)
        elif field.attr.endswith("error_code") and value:
            self._error(value, path)
        elif field.type == "records" and self._show_records and value:
            self.records.append({"path": path, "lines": list(batch_lines(value))})

    def _error(self, code: int, path: str) -> None:
        known = ErrorCode.of(code)
        self.errors.append({"path": path, "code": code, "name": known.name, "retriable": known.retriable})


def _parts(value: Any, out: Any, path: str) -> Iterator[tuple[Any, Any, str]]:
    """The structs that a field holds, one or many, each with its JSON form and its path."""
    if not isinstance(out, list):
        yield value, out, path
        return
    for index, (part, below) in enumerate(zip(value, out, strict=True)):
        yield part, below, f"{path}[{index}]"
