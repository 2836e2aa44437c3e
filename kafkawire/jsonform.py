"""The JSON form of messages, as Apache Kafka's own converters write it.

Names are lower camel case; bytes are base64, uuids URL-safe base64 without padding, NaN and infinities strings. Tagged
fields appear only when they differ from their default. Record fields are base64 too (Apache's converter prints only
their size, from which nothing can be made again).
"""

from __future__ import annotations

import base64
import binascii
import math
from difflib import get_close_matches
from typing import Any, NoReturn, TypeVar
from uuid import UUID

from kafkawire.errors import DecodeError, FieldNotInVersion, ValueOutOfRange
from kafkawire.message import SECRET_FIELDS, Message, shown, unsupported
from kafkawire.spec import INT_BOUNDS, FieldSpec, MessageSpec, StructSpec, is_usual, spec_of

M = TypeVar("M", bound=Message)

HIDDEN = "<hidden>"
"""Stands for a secret."""


def to_json(message: Message, version: int, *, secrets: bool = True) -> dict[str, Any]:
    """The fields of that version, in wire order; passwords and the like are hidden if `secrets` is off.

    Raises `FieldNotInVersion` as `encode` does.
    """
    cls = type(message)
    if version not in cls.VERSIONS:
        raise unsupported(cls, version)
    return _Writer(spec_of(cls), version, secrets=secrets).struct(spec_of(cls).root, message, "")


class _Writer:
    def __init__(self, spec: MessageSpec, version: int, *, secrets: bool) -> None:
        self.spec, self.version, self.secrets = spec, version, secrets

    def struct(self, struct: StructSpec, obj: object, path: str) -> dict[str, Any]:
        for field in struct.absent(self.version):
            value = getattr(obj, field.attr)
            if not field.ignorable and not is_usual(field, value):
                text = f"holds {shown(field.attr, value)}"
                raise FieldNotInVersion(f"{self.spec.name} v{self.version} {path}.{field.attr}: {text}")
        out = {}
        for field in struct.on_wire(self.version):
            out[field.json_name] = self._field(field, getattr(obj, field.attr), f"{path}.{field.attr}")
        for field in struct.tagged(self.version):
            value = getattr(obj, field.attr)
            if not is_usual(field, value):
                out[field.json_name] = self._field(field, value, f"{path}.{field.attr}")
        return out

    def _field(self, field: FieldSpec, value: Any, path: str) -> Any:
        if value is None:
            return None
        if not self.secrets and field.attr in SECRET_FIELDS:
            return HIDDEN
        if field.type.startswith("[]"):
            return [self._value(field, field.type[2:], item, f"{path}[{i}]") for i, item in enumerate(value)]
        return self._value(field, field.type, value, path)

    def _value(self, field: FieldSpec, type_: str, value: Any, path: str) -> Any:
        if field.struct is not None:
            return self.struct(field.struct, value, path)
        if type_ in ("bytes", "records"):
            return base64.b64encode(value).decode()
        if type_ == "uuid":
            return uuid_text(value)
        if type_ == "float64" and not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        return value


def uuid_text(value: UUID) -> str:
    """A uuid as Kafka prints it: 22 characters of URL-safe base64."""
    return base64.urlsafe_b64encode(value.bytes)[:22].decode()


def uuid_from_text(text: str) -> UUID:
    """A uuid of 22 characters. Raises `ValueError`."""
    raw = base64.b64decode(text + "==", altchars=b"-_", validate=True)
    return UUID(bytes=raw)


def from_json(cls: type[M], obj: Any, version: int) -> M:
    """The message that a JSON form describes. Raises `DecodeError`, or `ValueOutOfRange`, naming the field.

    Fields of the version must be there unless they are tagged; names that the version does not have are an error.
    """
    if version not in cls.VERSIONS:
        raise unsupported(cls, version)
    message = _Reader(spec_of(cls), version).struct(spec_of(cls).root, obj, "")
    assert isinstance(message, cls)
    return message


class _Reader:
    def __init__(self, spec: MessageSpec, version: int) -> None:
        self.spec, self.version = spec, version

    def struct(self, struct: StructSpec, obj: Any, path: str) -> object:
        if not isinstance(obj, dict):
            self._fail(path, "an object", obj)
        fields = {field.json_name: field for field in struct.fields if self.version in field.versions}
        for name in obj:
            if name not in fields:
                near = get_close_matches(name, fields, 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise DecodeError(f"{self._where(path)}: no field {name!r} in this version{hint}")
        values = {}
        for name, field in fields.items():
            if name in obj:
                values[field.attr] = self._field(field, obj[name], f"{path}.{name}")
            elif self.version not in field.tagged:
                raise DecodeError(f"{self._where(path)}: field {name!r} is missing")
        return struct.cls(**values)

    def _field(self, field: FieldSpec, value: Any, path: str) -> Any:
        if value is None:
            if self.version not in field.nullable:
                raise DecodeError(f"{self._where(path)}: null is not allowed in version {self.version}")
            return None
        if field.type.startswith("[]"):
            if not isinstance(value, list):
                self._fail(path, "an array", value)
            return [self._value(field, field.type[2:], item, f"{path}[{i}]") for i, item in enumerate(value)]
        return self._value(field, field.type, value, path)

    def _value(self, field: FieldSpec, type_: str, value: Any, path: str) -> Any:
        if field.struct is not None:
            return self.struct(field.struct, value, path)
        if type_ == "float64":
            return self._float(value, path)
        if type_ == "bool":
            return value if isinstance(value, bool) else self._fail(path, "true or false", value)
        if type_ in ("string", "bytes", "records", "uuid"):
            return self._text(type_, value, path)
        return self._integer(type_, value, path)

    def _text(self, type_: str, value: Any, path: str) -> Any:
        if not isinstance(value, str):
            self._fail(path, "a string", value)
        if type_ == "string":
            return value
        try:
            return uuid_from_text(value) if type_ == "uuid" else base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError) as exc:
            raise DecodeError(f"{self._where(path)}: not a {type_} in base64: {exc}") from exc

    def _integer(self, type_: str, value: Any, path: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self._fail(path, f"an {type_}", value)
        low, high = INT_BOUNDS[type_]
        if not low <= value <= high:
            raise ValueOutOfRange(f"{self._where(path)}: {value} does not fit into {type_}")
        return int(value)

    def _float(self, value: Any, path: str) -> float:
        if isinstance(value, str) and value in ("NaN", "Infinity", "-Infinity"):
            return float(value)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            self._fail(path, "a number", value)
        try:
            return float(value)
        except OverflowError as exc:
            raise ValueOutOfRange(f"{self._where(path)}: {exc}") from exc

    def _where(self, path: str) -> str:
        return f"{self.spec.name} v{self.version}{' ' if path else ''}{path}"

    def _fail(self, path: str, wanted: str, value: object) -> NoReturn:
        raise DecodeError(f"{self._where(path)}: {wanted} is wanted, not {type(value).__name__}")
