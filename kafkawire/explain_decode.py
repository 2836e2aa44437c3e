"""The slow reader: follows a schema field by field and knows where it is.

The codecs are fast because they do not know where they are. When one of them stumbles, the bytes are read again here,
which gives an error with the field's path and the offset; `kafkawire decode --annotate` prints what this reader saw.
It accepts what the codecs accept and refuses what they refuse; the tests hold the two against each other.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, NoReturn

from kafkawire.errors import (
    DecodeError,
    InvalidLength,
    InvalidTag,
    InvalidText,
    InvalidVarint,
    LimitExceeded,
    TrailingBytes,
    Truncated,
    UnexpectedNull,
)
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message import Message
from kafkawire.spec import FIXED_SIZES, FieldSpec, MessageSpec, StructSpec, min_size, spec_of
from kafkawire.wire import MAX_STRING, make_uuid

_CODES = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint16": "H",
    "uint32": "I",
    "float64": "d",
}
_MAX_STEPS = 200_000  # fields followed to explain an error; beyond them the error goes without a path


@dataclass(frozen=True, slots=True)
class Token:
    """What bytes `start` to `stop` are: the path of the field, its type on the wire, its value."""

    start: int
    stop: int
    path: str
    type: str
    value: Any


class _OutOfSteps(Exception):
    """The message is too long to be explained."""


def trace(
    cls: type[Message], data: bytes, version: int, *, limits: Limits = DEFAULT_LIMITS, max_steps: int | None = None
) -> list[Token]:
    """Every field of an encoded message, in the order of its bytes. Raises `DecodeError` with path and offset."""
    tracer = _Tracer(spec_of(cls), data, version, limits, max_steps)
    tracer.run()
    return tracer.tokens


def trace_prefix(
    cls: type[Message], data: bytes, version: int, start: int = 0
) -> tuple[list[Token], int, DecodeError | None]:
    """As far as the bytes go: what was read, where it ends, and what stopped it, if anything did."""
    tracer = _Tracer(spec_of(cls), data, version, DEFAULT_LIMITS, None)
    tracer.pos = start
    try:
        tracer.struct(tracer.spec.root, "")
    except DecodeError as exc:
        return tracer.tokens, tracer.pos, exc
    return tracer.tokens, tracer.pos, None


class _Tracer:
    def __init__(self, spec: MessageSpec, data: bytes, version: int, limits: Limits, max_steps: int | None) -> None:
        self.spec, self.data, self.version, self.limits = spec, data, version, limits
        self.tokens: list[Token] = []
        self.pos = 0
        self._end = len(data)
        self._budget = limits.max_objects
        self._max_steps = max_steps
        self._flexible = version in spec.flexible

    def run(self) -> None:
        """Read the whole message."""
        self.struct(self.spec.root, "")
        if self.pos != self._end:
            self._fail(TrailingBytes, "", f"{self._end - self.pos} bytes left over")

    def struct(self, struct: StructSpec, path: str) -> None:
        """Read one struct."""
        for field in struct.on_wire(self.version):
            self._field(field, f"{path}.{field.attr}")
        if self._flexible:
            self._tags(struct, path)

    # ------------------------------------------------------------------------------------------------------ fields

    def _field(self, field: FieldSpec, path: str) -> None:
        if field.type.startswith("[]"):
            self._array(field, path)
        elif field.struct is not None:
            self._struct_field(field, path)
        else:
            self._scalar(field, field.type, path, self.version in field.nullable)

    def _struct_field(self, field: FieldSpec, path: str) -> None:
        assert field.struct is not None
        if self.version in field.nullable and self._fixed("int8", path, "present") < 0:
            return
        self.struct(field.struct, path)

    def _scalar(self, field: FieldSpec, type_: str, path: str, nullable: bool) -> None:
        if type_ in FIXED_SIZES:
            self._fixed(type_, path)
        else:
            self._variable(field, type_, path, nullable)

    def _fixed(self, type_: str, path: str, note: str = "") -> Any:
        start = self.pos
        raw = self._take(FIXED_SIZES[type_], path)
        value = make_uuid(raw) if type_ == "uuid" else struct.unpack(">" + _CODES[type_], raw)[0]
        self._note(start, path, note or type_, value)
        return value

    def _variable(self, field: FieldSpec, type_: str, path: str, nullable: bool) -> None:
        start = self.pos
        size = self._length(field, "int16" if type_ == "string" else "int32", path, nullable)
        if size is None:
            self._note(start, path, self._form(field, type_), None)
            return
        if type_ == "string" and size > MAX_STRING:
            self._fail(InvalidLength, path, f"a string of {size} bytes; {MAX_STRING} is the most", start)
        raw = self._take(size, path, start)
        self._note(start, path, self._form(field, type_), self._text(raw, path) if type_ == "string" else raw)

    def _text(self, raw: bytes, path: str) -> str:
        try:
            return raw.decode()
        except UnicodeDecodeError as exc:
            at = self.pos - len(raw) + exc.start
            self._fail(InvalidText, path, f"byte 0x{raw[exc.start]:02x} is not valid UTF-8 here", at)

    def _form(self, field: FieldSpec, type_: str) -> str:
        return f"compact {type_}" if self.spec.is_compact(field, self.version) else type_

    # ------------------------------------------------------------------------------------------------------ arrays

    def _array(self, field: FieldSpec, path: str) -> None:
        start = self.pos
        count = self._length(field, "int32", path, self.version in field.nullable)
        self._note(start, path, self._form(field, "array count"), count)
        if count is None:
            return
        element = field.type[2:]
        size = min_size(self.spec, field, element, self.version)
        if count * size > self._end - self.pos:
            room = self._end - self.pos
            self._fail(InvalidLength, path, f"count {count} needs at least {count * size} bytes, {room} left", start)
        self._spend(count, element, path, start)
        for index in range(count):
            if field.struct is not None:
                self.struct(field.struct, f"{path}[{index}]")
            else:
                self._scalar(field, element, f"{path}[{index}]", False)

    def _spend(self, count: int, element: str, path: str, start: int) -> None:
        if element in _CODES and count < 128:
            return  # short runs of numbers are not objects worth counting
        if count > self._budget:
            most = self.limits.max_objects
            self._fail(LimitExceeded, path, f"count {count} passes the object budget of {most} for a message", start)
        self._budget -= count

    # ------------------------------------------------------------------------------------------------------ tags

    def _tags(self, struct: StructSpec, path: str) -> None:
        start = self.pos
        count = self._uvarint(path)
        self._note(start, path, "number of tagged fields", count)
        most = self.limits.max_tagged_fields
        if count > most:
            self._fail(LimitExceeded, path, f"{count} tagged fields; {most} is the most", start)
        if 2 * count > self._end - self.pos:
            room = self._end - self.pos
            self._fail(
                InvalidLength, path, f"{count} tagged fields need at least {2 * count} bytes, {room} left", start
            )
        self._spend(count, "tag", path, start)
        last = -1
        for _ in range(count):
            last = self._tag(struct, path, last)

    def _tag(self, struct: StructSpec, path: str, last: int) -> int:
        start = self.pos
        tag = self._uvarint(path)
        self._note(start, path, "tag", tag)
        if tag <= last:
            self._fail(InvalidTag, path, f"tag {tag} after tag {last}", start)
        at = self.pos
        size = self._uvarint(path)
        self._note(at, path, "size of the tagged field", size)
        if size > self._end - self.pos:
            self._fail(InvalidLength, path, f"tag {tag} of {size} bytes, {self._end - self.pos} left", at)
        self._tag_value(struct, path, tag, size)
        return tag

    def _tag_value(self, struct: StructSpec, path: str, tag: int, size: int) -> None:
        field = next((f for f in struct.fields if f.tag == tag), None)
        start = self.pos
        if field is None:
            raw = self._take(size, path)
            self._note(start, f"{path}.unknown_tags[{tag}]", "bytes", raw)
            return
        below = f"{path}.{field.attr}"
        if self.version not in field.tagged:
            self._fail(InvalidTag, below, f"tag {tag} belongs to other versions")
        if field.struct is not None and not field.type.startswith("[]") and self.version in field.nullable:
            present = self._uvarint(below)
            self._note(start, below, "present", present)
            if present:
                self.struct(field.struct, below)
        else:
            self._field(field, below)
        if self.pos != start + size:
            takes = self.pos - start
            self._fail(InvalidTag, below, f"tag {tag} takes {takes} bytes where {size} were announced", start)

    # ------------------------------------------------------------------------------------------------------ bytes

    def _length(self, field: FieldSpec, legacy: str, path: str, nullable: bool) -> int | None:
        """A length or count; None for null."""
        start = self.pos
        if self.spec.is_compact(field, self.version):
            n = self._uvarint(path) - 1
        else:
            n = struct.unpack(">" + _CODES[legacy], self._take(FIXED_SIZES[legacy], path))[0]
        if n == -1 and nullable:
            return None
        if n == -1:
            self._fail(UnexpectedNull, path, f"null is not allowed in version {self.version}", start)
        if n < 0:
            self._fail(InvalidLength, path, f"a length of {n}", start)
        return n

    def _uvarint(self, path: str) -> int:
        start = self.pos
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self._take(1, path, start)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value & 0xFFFF_FFFF
        return self._fail(InvalidVarint, path, "an unsigned varint takes more than 5 bytes", start)

    def _take(self, size: int, path: str, start: int | None = None) -> bytes:
        room = self._end - self.pos
        if size > room:
            self._fail(Truncated, path, f"{size} bytes wanted, {room} left", self.pos if start is None else start)
        raw = self.data[self.pos : self.pos + size]
        self.pos += size
        return raw

    def _note(self, start: int, path: str, type_: str, value: Any) -> None:
        self.tokens.append(Token(start, self.pos, path, type_, value))
        if self._max_steps is not None and len(self.tokens) > self._max_steps:
            raise _OutOfSteps

    def _fail(self, error: type[DecodeError], path: str, text: str, at: int | None = None) -> NoReturn:
        where = f"{self.spec.name} v{self.version}{' ' if path else ''}{path}"
        raise error(f"{where}: {text} at offset {self.pos if at is None else at}")


def explain(cls: type[Message], data: bytes, version: int, limits: Limits, cause: Exception) -> DecodeError:
    """The error for bytes that a codec refused, with path and offset."""
    tracer = _Tracer(spec_of(cls), data, version, limits, _MAX_STEPS)
    try:
        tracer.run()
    except DecodeError as exc:
        return exc.with_traceback(None)  # where the slow reader was is of no use to anybody
    except _OutOfSteps:
        pass  # too long to follow; what the codec said has to do
    error = type(cause) if isinstance(cause, DecodeError) else Truncated
    return error(f"{cls.__name__} v{version}: {cause}")
