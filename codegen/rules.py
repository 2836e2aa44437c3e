"""The rules that a schema must keep beyond its form. Each broken one is a `SchemaError` that says file, field and rule.

What is odd without changing any byte (tags with a hole between them, a field left over from a version since removed)
is only a warning: Kafka's published files are full of it.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from .errors import SchemaError
from .model import SCALARS, FieldSpec, MessageSpec, StructSpec
from .names import class_name
from .versions import Versions

KINDS = ("request", "response", "header", "data", "metadata", "coordinator-key", "coordinator-value")
"""What a message's `type` may be."""
_KEYED = frozenset(KINDS) - {"header", "data"}

_INTEGERS = {
    "int8": (-(1 << 7), (1 << 7) - 1),
    "int16": (-(1 << 15), (1 << 15) - 1),
    "int32": (-(1 << 31), (1 << 31) - 1),
    "int64": (-(1 << 63), (1 << 63) - 1),
    "uint16": (0, (1 << 16) - 1),
    "uint32": (0, (1 << 32) - 1),
}
# No leading zeros: where Kafka's own compiler reads octal, others read decimal.
_INTEGER = re.compile(r"[+-]?(0|[1-9][0-9]*|0[xX][0-9a-fA-F]+)\Z")
_NULLABLE = frozenset({"string", "bytes", "records"})
_OPEN_END = Versions.parse("0+").high
_MOST_FIELDS = 10_000
_TAG_LIMIT = (1 << 31) - 1  # Kafka cannot use the tag 2147483647 itself


def is_struct_name(name: str) -> bool:
    """Whether a type's name is that of a struct: those begin with a capital letter, scalars with a small one."""
    return name[:1].isupper()


def check(spec: MessageSpec, warnings: list[str] | None = None) -> None:
    """Raise `SchemaError` for the first rule that a message breaks; add what is merely odd to `warnings`."""
    notes = [] if warnings is None else warnings
    _check_head(spec)
    for path, struct in named_structs(spec):
        if struct.name == spec.name and struct is not spec.root:
            raise SchemaError(spec.source, path, f"struct {struct.name} has the name of the message")
        _check_names(spec, path, struct)
        _check_tags(spec, path, struct, notes)
        for field in struct.fields:
            _FieldCheck(spec, f"{path}.{field.name}" if path else field.name, field, notes).run()
    _check_size(spec, spec.root, (), {})


def named_structs(spec: MessageSpec) -> Iterator[tuple[str, StructSpec]]:
    """The root with the path `""`, then every struct with the path of the field that defines it.

    A common struct has its own name as path, wherever it is used.
    """
    seen: set[str] = set()

    def walk(path: str, struct: StructSpec) -> Iterator[tuple[str, StructSpec]]:
        yield path, struct
        for field in struct.fields:
            below = field.struct
            if below is not None and below.name not in seen:
                seen.add(below.name)
                yield from walk(below.name if below.common else f"{path}.{field.name}".lstrip("."), below)

    yield from walk("", spec.root)


def parse_default(type_: str, text: str) -> int | float | bool | str | bytes:
    """The value of a default that is not null, a uuid's as 16 bytes. `ValueError` where it is none of that type."""
    if type_ in _INTEGERS:
        return _integer(type_, text)
    if type_ == "bool":
        if text not in ("true", "false"):
            raise ValueError("a bool is true or false")
        return text == "true"
    if type_ == "float64":
        return _float(text)
    if type_ == "string":
        return text
    if type_ == "uuid":
        return _uuid(text)
    raise ValueError(f"{type_} can only have null or nothing as default")


def _integer(type_: str, text: str) -> int:
    low, high = _INTEGERS[type_]
    if not _INTEGER.match(text):
        raise ValueError("not a decimal or hexadecimal number")
    value = int(text, 0)
    if not low <= value <= high:
        raise ValueError(f"{type_} goes from {low} to {high}")
    return value


def _float(text: str) -> float:
    if "_" in text:
        raise ValueError("not a number")
    return float(text)


def _uuid(text: str) -> bytes:
    try:
        value = base64.b64decode(text + "==", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        value = b""
    if len(value) != 16:
        raise ValueError("a uuid is 22 characters of URL-safe base64")
    return value


def _check_head(spec: MessageSpec) -> None:
    if class_name(spec.name) != spec.name:
        raise SchemaError(spec.source, "", f"no message can be called {spec.name}: generated modules use that name")
    if spec.kind not in KINDS:
        raise SchemaError(spec.source, "", f"type {spec.kind or '(none)'} is none of {', '.join(KINDS)}")
    if spec.kind in _KEYED and spec.api_key is None:
        raise SchemaError(spec.source, "", f"a {spec.kind} must have an apiKey")
    if spec.api_key is not None and not 0 <= spec.api_key <= _OPEN_END:
        raise SchemaError(spec.source, "", f"apiKey {spec.api_key} is not in 0-{_OPEN_END}")
    if spec.listeners and spec.kind != "request":
        raise SchemaError(spec.source, "", f"listeners given for a {spec.kind}, only a request has them")
    _check_head_versions(spec)


def _check_head_versions(spec: MessageSpec) -> None:
    valid, flexible = spec.valid_versions, spec.flexible_versions
    if valid.high == _OPEN_END:
        raise SchemaError(spec.source, "", f"validVersions {valid} must have an upper end")
    if flexible and flexible.high < valid.high:
        rule = f"flexibleVersions {flexible} must go on to the last valid version: once flexible, always flexible"
        raise SchemaError(spec.source, "", rule)
    if valid and valid.high < spec.deprecated_versions.high < _OPEN_END:
        rule = f"deprecatedVersions {spec.deprecated_versions} go past the valid versions {valid}"
        raise SchemaError(spec.source, "", rule)


def _check_names(spec: MessageSpec, path: str, struct: StructSpec) -> None:
    seen: dict[str, str] = {}
    for field in struct.fields:
        # What differs only in case or underscores would be one name in Python.
        key = field.name.replace("_", "").lower()
        if key in seen:
            raise SchemaError(spec.source, f"{path}.{field.name}".lstrip("."), _twice(field.name, seen[key]))
        seen[key] = field.name


def _twice(name: str, other: str) -> str:
    return f"duplicate field, there is already a {other}" if name != other else "duplicate field"


def _check_tags(spec: MessageSpec, path: str, struct: StructSpec, notes: list[str]) -> None:
    tagged = [field for field in struct.fields if field.tag is not None]
    for at, field in enumerate(tagged):
        for other in tagged[:at]:
            if field.tag == other.tag and field.tagged_versions & other.tagged_versions:
                rule = f"tag {field.tag} is also that of {other.name} in versions "
                shared = field.tagged_versions & other.tagged_versions
                raise SchemaError(spec.source, f"{path}.{field.name}".lstrip("."), f"{rule}{shared}")
    tags = sorted({field.tag for field in tagged if field.tag is not None})
    if tags and (tags[0], tags[-1]) != (0, len(tags) - 1):
        place = f"{spec.source}: {path}" if path else spec.source
        notes.append(f"{place}: tags should go up from 0 without a hole: {', '.join(map(str, tags))}")


def _check_size(spec: MessageSpec, struct: StructSpec, above: tuple[str, ...], sizes: dict[str, int]) -> int:
    """The fields of a struct, with those of the structs in it each time that they are used."""
    if struct.name in above and struct is not spec.root:
        raise SchemaError(spec.source, struct.name, f"struct contains itself: {' > '.join((*above, struct.name))}")
    size = len(struct.fields)
    for below in (field.struct for field in struct.fields if field.struct is not None):
        if below.name not in sizes:
            sizes[below.name] = _check_size(spec, below, (*above, struct.name), sizes)
        size += sizes[below.name]
    if size > _MOST_FIELDS:
        raise SchemaError(spec.source, struct.name, f"more than {_MOST_FIELDS} fields, with those of structs in it")
    return size


class _FieldCheck:
    """The rules of one field."""

    def __init__(self, spec: MessageSpec, path: str, field: FieldSpec, notes: list[str]) -> None:
        self.spec, self.path, self.field, self.notes = spec, path, field, notes

    def run(self) -> None:
        self.check_type()
        self.check_versions()
        self.check_nullable()
        self.check_tagged()
        self.check_flexible()
        self.check_default()

    def error(self, rule: str) -> SchemaError:
        return SchemaError(self.spec.source, self.path, rule)

    def check_type(self) -> None:
        name = self.field.element_type
        if name.startswith("[]"):
            raise self.error(f"type {self.field.type}: an array of arrays cannot be written, put a struct between")
        if not is_struct_name(name):
            if name not in SCALARS:
                raise self.error(f"unknown type {self.field.type}")
        elif self.field.struct is None:
            raise self.error(f"struct {name} is never defined")

    def check_versions(self) -> None:
        own, valid = self.field.versions, self.spec.valid_versions
        if not own:
            raise self.error("versions none: a field must be in some version")
        if not valid:
            return
        if own.low > valid.high or valid.high < own.high < _OPEN_END:
            raise self.error(f"versions {own} are outside the message's {valid}")
        if own.high < valid.low:
            self.notes.append(
                f"{self.spec.source}: {self.path}: versions {own} are no longer among the message's {valid}"
            )

    def check_nullable(self) -> None:
        field = self.field
        if not field.nullable_versions:
            return
        if not (field.is_array or field.struct is not None or field.type in _NULLABLE):
            raise self.error(f"nullableVersions given, but {field.type} cannot be null")
        if not field.versions.covers(field.nullable_versions):
            raise self.error(f"nullableVersions {field.nullable_versions} are outside the field's {field.versions}")

    def check_tagged(self) -> None:
        field = self.field
        if field.tag is not None and not field.tagged_versions:
            raise self.error(f"tag {field.tag} without taggedVersions")
        if not field.tagged_versions:
            return
        if field.tag is None:
            raise self.error(f"taggedVersions {field.tagged_versions} without a tag")
        if not 0 <= field.tag < _TAG_LIMIT:
            raise self.error(f"tag {field.tag} is not in 0-{_TAG_LIMIT - 1}")
        if not field.versions.covers(field.tagged_versions):
            raise self.error(f"taggedVersions {field.tagged_versions} are outside the field's {field.versions}")
        self.check_tagged_is_flexible()

    def check_tagged_is_flexible(self) -> None:
        tagged, flexible = self.field.tagged_versions, self.spec.flexible_versions
        if flexible.covers(tagged & self.spec.valid_versions):
            return
        where = f"flexible from {flexible.low} only" if flexible else "never flexible"
        raise self.error(f"taggedVersions {tagged} where the message is {where}")

    def check_flexible(self) -> None:
        own = self.field.flexible_versions
        if own is None:
            return
        if self.field.type not in ("string", "bytes"):
            raise self.error("flexibleVersions of its own are for a string or bytes only")
        if own and own.high < self.spec.valid_versions.high:
            raise self.error(f"flexibleVersions {own} must go on to the last valid version")
        if not self.spec.flexible_versions.covers(own & self.spec.valid_versions):
            raise self.error(f"flexibleVersions {own} are outside the message's {self.spec.flexible_versions}")

    def check_default(self) -> None:
        field = self.field
        if field.default is None:
            return
        if field.default == "null":
            self.check_null_default()
            return
        if field.is_array or field.struct is not None:
            raise self.error(f"default {field.default!r}: {field.type} can only have null or nothing as default")
        try:
            parse_default(field.type, field.default)
        except ValueError as exc:
            raise self.error(f"default {field.default!r} is of the wrong type: {exc}") from exc

    def check_null_default(self) -> None:
        """Null must do in the newest version; where an older one forbids it, the value has to be set for that one."""
        field = self.field
        present = field.versions & self.spec.valid_versions
        if field.nullable_versions.covers(present) or field.type == "records":
            return
        rule = f"default null, but the field is nullable in {field.nullable_versions} of its {field.versions} only"
        if present.high not in field.nullable_versions:
            raise self.error(rule)
        self.notes.append(f"{self.spec.source}: {self.path}: {rule}")
