"""The rules that a schema must keep beyond its form. Each broken one is a `Problem` that says file, field and rule.

What is odd without changing any byte (tags with a hole between them, a field left over from a version since removed)
is only a warning: Kafka's published files are full of it.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from .errors import Problem, SchemaError, collected, refuse
from .model import SCALARS, FieldSpec, MessageSpec, StructSpec
from .names import class_name, record_topic
from .versions import Versions

KINDS = ("request", "response", "header", "data", "metadata", "coordinator-key", "coordinator-value")
"""What a message's `type` may be."""
RECORD_PARTS = {"coordinator-key": "key", "coordinator-value": "value", "metadata": "record"}
"""Of these, what part of a record they are. Kafka's own topics number theirs, each for itself."""
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
_ENTITY_TYPES = {
    "brokerId": "int32",
    "groupId": "string",
    "producerId": "int64",
    "topicName": "string",
    "transactionalId": "string",
}
"""What a field's `entityType` may be, and the type that the field, or an element of it, must then have."""
_OPEN_END = Versions.parse("0+").high
_MOST_FIELDS = 10_000
_TAG_LIMIT = (1 << 31) - 1  # Kafka cannot use the tag 2147483647 itself


def is_struct_name(name: str) -> bool:
    """Whether a type's name is that of a struct: those begin with a capital letter, scalars with a small one."""
    return name[:1].isupper()


def check(spec: MessageSpec, warnings: list[str] | None = None) -> None:
    """Raise one `SchemaError` with every rule that a message breaks; add what is merely odd to `warnings`."""
    notes = [] if warnings is None else warnings
    problems = [Problem(spec.source, "", rule) for rule in (*_head(spec), *_head_versions(spec))]
    for path, struct in named_structs(spec):
        problems += [Problem(spec.source, at, rule) for at, rule in (*_names(spec, path, struct), *_tags(path, struct))]
        _note_holes(spec, path, struct, notes)
        for field in struct.fields:
            at = _below(path, field)
            problems += [Problem(spec.source, at, rule) for rule in _FieldRules(spec, at, field, notes).broken()]
    with collected(problems):
        _check_size(spec, spec.root, (), {})
    refuse(problems)


def same_api_key(specs: Iterable[MessageSpec]) -> list[Problem]:
    """The messages that have the API key of an earlier one of their kind: records, in the topic of their folder."""
    problems = []
    first: dict[tuple[str, str, int | None], MessageSpec] = {}
    for spec in specs:
        is_rpc = spec.kind in ("request", "response")
        if is_rpc or (spec.kind in RECORD_PARTS and "/" in spec.source):
            other = first.setdefault((spec.kind, "" if is_rpc else record_topic(spec.source), spec.api_key), spec)
            if other is not spec:
                rule = f"apiKey {spec.api_key} is also that of the {spec.kind} {other.name} in {other.source}"
                problems.append(Problem(spec.source, "", rule))
    return problems


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


def _head(spec: MessageSpec) -> Iterator[str]:
    if class_name(spec.name) != spec.name:
        yield f"no message can be called {spec.name}: generated modules use that name"
    if spec.kind not in KINDS:
        yield f"type {spec.kind or '(none)'} is none of {', '.join(KINDS)}"
    if spec.kind in _KEYED and spec.api_key is None:
        yield f"a {spec.kind} must have an apiKey"
    if spec.api_key is not None and not 0 <= spec.api_key <= _OPEN_END:
        yield f"apiKey {spec.api_key} is not in 0-{_OPEN_END}"
    if spec.listeners and spec.kind != "request":
        yield f"listeners given for a {spec.kind}, only a request has them"


def _head_versions(spec: MessageSpec) -> Iterator[str]:
    valid, flexible = spec.valid_versions, spec.flexible_versions
    if valid.high == _OPEN_END:
        yield f"validVersions {valid} must have an upper end"
    if flexible and flexible.high < valid.high:
        yield f"flexibleVersions {flexible} must go on to the last valid version: once flexible, always flexible"
    if valid and valid.high < spec.deprecated_versions.high < _OPEN_END:
        yield f"deprecatedVersions {spec.deprecated_versions} go past the valid versions {valid}"


def _below(path: str, field: FieldSpec) -> str:
    return f"{path}.{field.name}" if path else field.name


def _names(spec: MessageSpec, path: str, struct: StructSpec) -> Iterator[tuple[str, str]]:
    """What is wrong with the names in a struct: the path, and the rule."""
    if struct.name == spec.name and struct is not spec.root:
        yield path, f"struct {struct.name} has the name of the message"
    seen: dict[str, str] = {}
    for field in struct.fields:
        # What differs only in case or underscores would be one name in Python.
        key = field.name.replace("_", "").lower()
        if key in seen:
            yield _below(path, field), _twice(field.name, seen[key])
        seen.setdefault(key, field.name)


def _twice(name: str, other: str) -> str:
    return f"duplicate field, there is already a {other}" if name != other else "duplicate field"


def _tags(path: str, struct: StructSpec) -> Iterator[tuple[str, str]]:
    """The fields whose tag is taken: the path, and by whom."""
    tagged = [field for field in struct.fields if field.tag is not None]
    for at, field in enumerate(tagged):
        for other in tagged[:at]:
            shared = field.tagged_versions & other.tagged_versions
            if field.tag == other.tag and shared:
                yield _below(path, field), f"tag {field.tag} is also that of {other.name} in versions {shared}"
                break


def _note_holes(spec: MessageSpec, path: str, struct: StructSpec, notes: list[str]) -> None:
    tags = sorted({field.tag for field in struct.fields if field.tag is not None})
    if tags and (tags[0], tags[-1]) != (0, len(tags) - 1):
        place = f"{spec.source}: {path}" if path else spec.source
        notes.append(f"{place}: tags should go up from 0 without a hole: {', '.join(map(str, tags))}")


def _check_size(spec: MessageSpec, struct: StructSpec, above: tuple[str, ...], sizes: dict[str, int]) -> int:
    """The fields of a struct, with those of the structs in it each time that they are used."""
    if struct.name in above and struct is not spec.root:
        raise SchemaError.at(spec.source, struct.name, f"struct contains itself: {' > '.join((*above, struct.name))}")
    size = len(struct.fields)
    for below in (field.struct for field in struct.fields if field.struct is not None):
        if below.name not in sizes:
            sizes[below.name] = _check_size(spec, below, (*above, struct.name), sizes)
        size += sizes[below.name]
    if size > _MOST_FIELDS:
        raise SchemaError.at(spec.source, struct.name, f"more than {_MOST_FIELDS} fields, with those of structs in it")
    return size


class _FieldRules:
    """The rules of one field. Each method gives those of its kind that are broken."""

    def __init__(self, spec: MessageSpec, path: str, field: FieldSpec, notes: list[str]) -> None:
        self.spec, self.path, self.field, self.notes = spec, path, field, notes

    def broken(self) -> Iterator[str]:
        wrong = list(self.type())
        if wrong:  # then nothing can be said about what depends on the type
            return iter(wrong)
        return chain(self.versions(), self.nullable(), self.tagged(), self.flexible(), self.default(), self.entity())

    def type(self) -> Iterator[str]:
        name = self.field.element_type
        if name.startswith("[]"):
            yield f"type {self.field.type}: an array of arrays cannot be written, put a struct between"
        elif not is_struct_name(name):
            if name not in SCALARS:
                yield f"unknown type {self.field.type}"
        elif self.field.struct is None:
            yield f"struct {name} is never defined"

    def versions(self) -> Iterator[str]:
        own, valid = self.field.versions, self.spec.valid_versions
        if not own:
            yield "versions none: a field must be in some version"
        elif valid and (own.low > valid.high or valid.high < own.high < _OPEN_END):
            yield f"versions {own} are outside the message's {valid}"
        elif own.high < valid.low:
            self.note(f"versions {own} are no longer among the message's {valid}")

    def nullable(self) -> Iterator[str]:
        field = self.field
        if not field.nullable_versions:
            return
        if not (field.is_array or field.struct is not None or field.type in _NULLABLE):
            yield f"nullableVersions given, but {field.type} cannot be null"
        elif not field.versions.covers(field.nullable_versions):
            yield f"nullableVersions {field.nullable_versions} are outside the field's {field.versions}"

    def tagged(self) -> Iterator[str]:
        field = self.field
        if not field.tagged_versions:
            if field.tag is not None:
                yield f"tag {field.tag} without taggedVersions"
            return
        if field.tag is None:
            yield f"taggedVersions {field.tagged_versions} without a tag"
        elif not 0 <= field.tag < _TAG_LIMIT:
            yield f"tag {field.tag} is not in 0-{_TAG_LIMIT - 1}"
        if not field.versions.covers(field.tagged_versions):
            yield f"taggedVersions {field.tagged_versions} are outside the field's {field.versions}"
        flexible = self.spec.flexible_versions
        if not flexible.covers(field.tagged_versions & self.spec.valid_versions):
            where = f"flexible from {flexible.low} only" if flexible else "never flexible"
            yield f"taggedVersions {field.tagged_versions} where the message is {where}"

    def flexible(self) -> Iterator[str]:
        own = self.field.flexible_versions
        if own is None:
            return
        if self.field.type not in ("string", "bytes"):
            yield "flexibleVersions of its own are for a string or bytes only"
        if own and own.high < self.spec.valid_versions.high:
            yield f"flexibleVersions {own} must go on to the last valid version"
        if not self.spec.flexible_versions.covers(own & self.spec.valid_versions):
            yield f"flexibleVersions {own} are outside the message's {self.spec.flexible_versions}"

    def default(self) -> Iterator[str]:
        field = self.field
        if field.default == "null":
            yield from self.null_default()
        elif field.default is not None and (field.is_array or field.struct is not None):
            yield f"default {field.default!r}: {field.type} can only have null or nothing as default"
        elif field.default is not None:
            try:
                parse_default(field.type, field.default)
            except ValueError as exc:
                yield f"default {field.default!r} is of the wrong type: {exc}"

    def null_default(self) -> Iterator[str]:
        """Null must do in the newest version; where an older one forbids it, the value has to be set for that one."""
        field = self.field
        present = field.versions & self.spec.valid_versions
        if field.nullable_versions.covers(present) or field.type == "records":
            return
        rule = f"default null, but the field is nullable in {field.nullable_versions} of its {field.versions} only"
        if present.high not in field.nullable_versions:
            yield rule
        else:
            self.note(rule)

    def entity(self) -> Iterator[str]:
        entity, type_ = self.field.entity_type, self.field.element_type
        if entity is None or entity == "unknown":
            return
        wanted = _ENTITY_TYPES.get(entity)
        if wanted is None:
            self.note(f"entityType {entity} is none of {', '.join(_ENTITY_TYPES)}")
        elif type_ != wanted:
            yield f"entityType {entity} is for the type {wanted}, not {type_}"

    def note(self, what: str) -> None:
        self.notes.append(f"{self.spec.source}: {self.path}: {what}")
