"""The slow writer: follows a message field by field and says what of it cannot be written.

Encoders are fast because they do not check; when one stumbles, the message is looked through here, which gives an error
with the field's path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from kafkawire.errors import EncodeError, FieldNotInVersion, ValueOutOfRange
from kafkawire.message import Message, Struct, shown
from kafkawire.packing import StoredBytes
from kafkawire.spec import INT_BOUNDS, FieldSpec, MessageSpec, StructSpec, is_usual, spec_of
from kafkawire.wire import MAX_STRING


def explain_value(message: Message, version: int, cause: Exception) -> EncodeError:
    """The error for a message that a codec could not write, with the field's path."""
    spec = spec_of(type(message))
    try:
        _Checker(spec, version).struct(spec.root, message, "")
    except EncodeError as exc:
        return exc.with_traceback(None)  # where the slow writer was is of no use to anybody
    error = type(cause) if isinstance(cause, EncodeError) else EncodeError
    return error(f"{spec.name} v{version}: {cause}")


class _Checker:
    """Follows a message as an encoder would and says what cannot be written."""

    def __init__(self, spec: MessageSpec, version: int) -> None:
        self.spec, self.version = spec, version

    def struct(self, struct: StructSpec, obj: object, path: str) -> None:
        if not isinstance(obj, struct.cls):
            self._wrong(path, f"a {struct.name}", obj)
        for field in struct.absent(self.version):
            value = getattr(obj, field.attr)
            if not field.ignorable and not is_usual(field, value):
                low, high = field.versions.start, field.versions.stop - 1
                versions = f"{low}+" if high >= self.spec.versions.stop - 1 else f"{low}-{high}"
                text = f"holds {shown(field.attr, value)}, but only versions {versions} carry it"
                raise FieldNotInVersion(f"{self._where(f'{path}.{field.attr}')}: {text}")
        for field in struct.fields:
            if self.version in field.versions:
                self._field(field, getattr(obj, field.attr), f"{path}.{field.attr}")
        self._unknown_tags(struct, obj, path)

    def _unknown_tags(self, struct: StructSpec, obj: Struct, path: str) -> None:
        tags = obj.unknown_tags
        if not tags:
            return
        if self.version not in self.spec.flexible:
            raise FieldNotInVersion(f"{self._where(f'{path}.unknown_tags')}: this version has no tagged fields")
        if not isinstance(tags, Mapping):
            self._wrong(f"{path}.unknown_tags", "a dict", tags)
        for tag, value in tags.items():
            where = self._where(f"{path}.unknown_tags[{tag!r}]")
            if tag in {field.tag for field in struct.fields}:
                raise EncodeError(f"{where}: that tag is a field of the schema")
            if not isinstance(tag, int) or not 0 <= tag < 0x7FFF_FFFF:
                raise ValueOutOfRange(f"{where}: a tag is a number from 0 to 2147483646")
            if not isinstance(value, (bytes, bytearray, memoryview)):
                self._wrong(f"{path}.unknown_tags[{tag}]", "bytes", value)

    def _field(self, field: FieldSpec, value: object, path: str) -> None:
        if value is None:
            absent_struct = field.struct is not None and self.version in field.tagged
            if self.version not in field.nullable and not absent_struct:
                raise ValueOutOfRange(f"{self._where(path)}: null is not allowed in version {self.version}")
        elif field.type.startswith("[]"):
            if not isinstance(value, (list, tuple)):
                self._wrong(path, "a list", value)
            for index, item in enumerate(value):
                self._value(field, field.type[2:], item, f"{path}[{index}]")
        else:
            self._value(field, field.type, value, path)

    def _value(self, field: FieldSpec, type_: str, value: object, path: str) -> None:
        if field.struct is not None:
            self.struct(field.struct, value, path)
        elif type_ in INT_BOUNDS:
            self._integer(type_, value, path)
        elif type_ == "string":
            self._string(value, path)
        elif type_ in ("bytes", "records"):
            self._bytes(field, value, path)
        elif type_ == "uuid" and not hasattr(value, "bytes"):
            self._wrong(path, "a uuid.UUID", value)
        elif type_ == "float64":
            self._float(value, path)

    def _bytes(self, field: FieldSpec, value: object, path: str) -> None:
        # Small bytes are packed together with their neighbours, which a memoryview cannot be.
        views = field.zero_copy or field.type != "bytes"
        if not isinstance(value, (bytes, bytearray)) and not (views and isinstance(value, (memoryview, StoredBytes))):
            self._wrong(path, "bytes", value)

    def _float(self, value: object, path: str) -> None:
        if not isinstance(value, (int, float)):
            self._wrong(path, "a float", value)
        try:
            float(value)
        except OverflowError as exc:
            raise ValueOutOfRange(f"{self._where(path)}: {exc}") from exc

    def _integer(self, type_: str, value: object, path: str) -> None:
        low, high = INT_BOUNDS[type_]
        if not hasattr(value, "__index__"):
            self._wrong(path, f"an {type_}", value)
        if not low <= int(value) <= high:
            raise ValueOutOfRange(f"{self._where(path)}: {value} does not fit into {type_}, {low} to {high}")

    def _string(self, value: object, path: str) -> None:
        if not isinstance(value, str):
            self._wrong(path, "a str", value)
        try:
            size = len(value.encode())
        except UnicodeEncodeError as exc:
            raise ValueOutOfRange(f"{self._where(path)}: {exc}") from exc
        if size > MAX_STRING:
            raise ValueOutOfRange(f"{self._where(path)}: a string of {size} bytes; {MAX_STRING} is the most")

    def _where(self, path: str) -> str:
        return f"{self.spec.name} v{self.version}{' ' if path else ''}{path}"

    def _wrong(self, path: str, wanted: str, value: object) -> NoReturn:
        raise ValueOutOfRange(f"{self._where(path)}: {wanted} is wanted, not {type(value).__name__}")
