"""A second, slow implementation of the wire format, written against the schema files alone.

Expected values and bytes of the tests come from here or from Apache Kafka's vectors, never from the code under test:
this module imports neither `codegen` nor `kafkawire`. The golden tests hold it against the vectors first.

Messages are plain trees: a struct is a dict from the JSON names of *all* its fields to values, and `UNKNOWN` to the
tagged fields that no schema knows. Floats are kept as text, so that NaN equals NaN and -0.0 is not 0.0.
"""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

Tree = dict[str, Any]

SCHEMAS = Path(__file__).resolve().parent.parent / "schemas"
UNKNOWN = "?tags"
CODES = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint16": "H",
    "uint32": "I",
    "float64": "d",
}
_OPEN = 1 << 15


def versions(text: str | None) -> range:
    """`3`, `1-4`, `2+` or `none` as a range."""
    if text is None or text == "none":
        return range(0)
    if text.endswith("+"):
        return range(int(text[:-1]), _OPEN)
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


@dataclass
class Field:
    """One field of a schema file."""

    name: str
    type: str
    versions: range
    nullable: range
    map_key: bool
    entity_type: str | None
    tagged: range
    tag: int | None
    flexible: range | None
    default: str | None
    ignorable: bool
    zero_copy: bool = False
    struct: Struct | None = None

    @property
    def json_name(self) -> str:
        return self.name[:1].lower() + self.name[1:]

    @property
    def is_array(self) -> bool:
        return self.type.startswith("[]")

    @property
    def element(self) -> str:
        return self.type.removeprefix("[]")

    def default_value(self) -> Any:
        """What the field holds when nothing was set."""
        if self.default == "null" or self.type == "records":
            return None
        if self.is_array:
            return []
        if self.struct is not None:
            return self.struct.default()
        if self.default is None:
            return {"bool": False, "string": "", "bytes": b"", "uuid": bytes(16), "float64": "0.0"}.get(self.type, 0)
        if self.type == "bool":
            return self.default.lower() == "true"
        if self.type == "float64":
            return repr(float(self.default))
        return self.default if self.type == "string" else int(self.default, 0)


@dataclass
class Struct:
    """A named list of fields."""

    name: str
    fields: list[Field]

    def default(self) -> Tree:
        """A tree of defaults."""
        return {field.json_name: field.default_value() for field in self.fields} | {UNKNOWN: {}}


@dataclass
class Schema:
    """One schema file."""

    name: str
    kind: str
    api_key: int | None
    versions: range
    flexible: range
    root: Struct
    structs: dict[str, Struct]
    listeners: tuple[str, ...]
    folder: str

    def compact(self, field: Field, version: int) -> bool:
        return version in (self.flexible if field.flexible is None else field.flexible)


@cache
def schemas() -> dict[str, Schema]:
    """Every schema file by the message's name."""
    found = [_load(file) for file in sorted(SCHEMAS.glob("*/*.json"))]
    return {schema.name: schema for schema in found if len(schema.versions)}


def _load(file: Path) -> Schema:
    schema = load(json.loads(file.read_text(encoding="utf-8")))
    schema.folder = file.parent.name
    return schema


def load(obj: dict[str, Any]) -> Schema:
    """A schema from its JSON."""
    structs = {item["name"]: Struct(item["name"], []) for item in obj.get("commonStructs", [])}
    for item in obj.get("commonStructs", []):
        structs[item["name"]].fields = [_field(field, structs) for field in item["fields"]]
    root = Struct(obj["name"], [_field(field, structs) for field in obj["fields"]])
    valid, flexible = versions(obj["validVersions"]), versions(obj.get("flexibleVersions"))
    listeners = tuple(obj.get("listeners", ()))
    return Schema(obj["name"], obj["type"], obj.get("apiKey"), valid, flexible, root, structs, listeners, "")


def _field(obj: dict[str, Any], structs: dict[str, Struct]) -> Field:
    field = Field(
        name=obj["name"],
        type=obj["type"],
        versions=versions(obj["versions"]),
        nullable=versions(obj.get("nullableVersions")),
        map_key=obj.get("mapKey", False),
        entity_type=obj.get("entityType"),
        tagged=versions(obj.get("taggedVersions")),
        tag=obj.get("tag"),
        flexible=versions(obj["flexibleVersions"]) if "flexibleVersions" in obj else None,
        default=None if obj.get("default") is None else str(obj["default"]),
        ignorable=obj.get("ignorable", False),
        zero_copy=obj.get("zeroCopy", False),
    )
    if field.element[:1].isupper():
        if "fields" in obj:
            structs[field.element] = Struct(field.element, [_field(item, structs) for item in obj["fields"]])
        field.struct = structs[field.element]
    return field


# ---------------------------------------------------------------------------------------------------------- bytes


def uvarint(value: int) -> bytes:
    """An unsigned varint."""
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F)
    return bytes(group | 0x80 for group in groups[:-1]) + bytes(groups[-1:])


def encode(schema: Schema, version: int, tree: Tree) -> bytes:
    """The bytes of a tree."""
    return _struct(schema, version, schema.root, tree)


def _struct(schema: Schema, version: int, spec: Struct, tree: Tree) -> bytes:
    out = b"".join(
        _value(schema, version, field, tree[field.json_name])
        for field in spec.fields
        if version in field.versions and version not in field.tagged
    )
    if version not in schema.flexible:
        return out
    tags = dict(tree[UNKNOWN])
    for field in spec.fields:
        value = tree[field.json_name]
        if version in field.tagged and value != field.default_value():
            assert field.tag is not None
            tags[field.tag] = _tagged(schema, version, field, value)
    parts = [uvarint(tag) + uvarint(len(tags[tag])) + tags[tag] for tag in sorted(tags)]
    return out + uvarint(len(parts)) + b"".join(parts)


def _tagged(schema: Schema, version: int, field: Field, value: Any) -> bytes:
    if field.struct is None or field.is_array or version not in field.nullable:
        return _value(schema, version, field, value)
    return b"\0" if value is None else b"\1" + _struct(schema, version, field.struct, value)


def _value(schema: Schema, version: int, field: Field, value: Any) -> bytes:
    compact = schema.compact(field, version)
    if field.is_array:
        if value is None:
            return b"\0" if compact else b"\xff" * 4
        count = uvarint(len(value) + 1) if compact else struct.pack(">i", len(value))
        return count + b"".join(_single(schema, version, field, compact, item) for item in value)
    if field.struct is not None and version in field.nullable:
        return b"\xff" if value is None else b"\1" + _struct(schema, version, field.struct, value)
    return _single(schema, version, field, compact, value)


def _single(schema: Schema, version: int, field: Field, compact: bool, value: Any) -> bytes:
    if field.struct is not None:
        return _struct(schema, version, field.struct, value)
    if field.element in CODES:
        return struct.pack(">" + CODES[field.element], float(value) if field.element == "float64" else value)
    if field.element == "uuid":
        return bytes(value)
    legacy = 2 if field.element == "string" else 4
    if value is None:
        return b"\0" if compact else b"\xff" * legacy
    raw: bytes = value.encode() if field.element == "string" else value
    return (uvarint(len(raw) + 1) if compact else len(raw).to_bytes(legacy, "big")) + raw


# ---------------------------------------------------------------------------------------------------------- JSON


def from_json(schema: Schema, version: int, obj: dict[str, Any], tags: list[dict[str, Any]]) -> Tree:
    """The tree of a vector: its `json` and its `unknownTags`."""
    tree = _struct_from_json(schema.root, version, obj)
    for item in tags:
        at: Any = tree
        for step in item["path"]:
            at = at[step]
        at[UNKNOWN][item["tag"]] = bytes.fromhex(item["hex"])
    return tree


def _struct_from_json(spec: Struct, version: int, obj: dict[str, Any]) -> Tree:
    tree = spec.default()
    names = {field.json_name for field in spec.fields if version in field.versions}
    assert set(obj) <= names, f"{spec.name}: {set(obj) - names} not in version {version}"
    for field in spec.fields:
        if field.json_name in obj:
            tree[field.json_name] = _from_json(field, version, obj[field.json_name])
        else:
            assert version in field.tagged or version not in field.versions, f"{spec.name}: {field.name} is missing"
    return tree


def _from_json(field: Field, version: int, value: Any) -> Any:
    if value is None:
        return None
    if field.is_array:
        return [_single_from_json(field, version, item) for item in value]
    return _single_from_json(field, version, value)


def _single_from_json(field: Field, version: int, value: Any) -> Any:
    if field.struct is not None:
        return _struct_from_json(field.struct, version, value)
    if field.element in ("bytes", "records"):
        return base64.b64decode(value)
    if field.element == "uuid":
        return base64.urlsafe_b64decode(value + "==")
    return repr(float(value)) if field.element == "float64" else value


# ---------------------------------------------------------------------------------------------------------- objects

_TYPES = {"bool": bool, "string": str, "uuid": UUID, "float64": float}


def tree_of(spec: Struct, obj: Any) -> Tree:
    """The tree of a decoded object; its values must have exactly the types that they should have.

    Attributes are matched to fields by their order, which needs no rule about names.
    """
    assert type(obj).__name__ == spec.name
    attrs = obj.__slots__
    assert len(attrs) == len(spec.fields) + 1
    tree = {f.json_name: _plain(f, getattr(obj, attr)) for f, attr in zip(spec.fields, attrs, strict=False)}
    assert attrs[-1] == "unknown_tags"
    return tree | {UNKNOWN: dict(obj.unknown_tags or {})}


def _plain(field: Field, value: Any) -> Any:
    if value is None:
        # A tagged struct that is not there is None in Python, where the schema means a struct of defaults.
        return field.struct.default() if _is_tagged_struct(field) and field.struct is not None else None
    if field.is_array:
        assert isinstance(value, (list, tuple))
        return [_plain_single(field, item) for item in value]
    return _plain_single(field, value)


def _is_tagged_struct(field: Field) -> bool:
    return bool(field.struct and not field.is_array and len(field.tagged) and not len(field.nullable))


def _plain_single(field: Field, value: Any) -> Any:
    if field.struct is not None:
        return tree_of(field.struct, value)
    if field.element in ("bytes", "records"):
        assert type(value) in (bytes, memoryview)
        return bytes(value)
    wanted: type = _TYPES.get(field.element, int)
    assert type(value) is wanted, f"{field.name}: {value!r}"
    if isinstance(value, UUID):
        return value.bytes
    return repr(value) if field.element == "float64" else value


def build(spec: Struct, cls: type[Any], tree: Tree) -> Any:
    """An object of a message class, or of one of its structs, from a tree. The reverse of `tree_of`."""
    import sys

    module = sys.modules[cls.__module__]
    values: dict[str, Any] = {}
    for field, attr in zip(spec.fields, cls.__slots__, strict=False):
        value = tree[field.json_name]
        if _is_tagged_struct(field) and value == field.default_value():
            values[attr] = None  # as the decoder leaves it
        elif isinstance(value, list):
            values[attr] = [_object(field, item, module) for item in value]
        else:
            values[attr] = None if value is None else _object(field, value, module)
    return cls(**values, unknown_tags=dict(tree[UNKNOWN]) or None)


def _object(field: Field, value: Any, module: Any) -> Any:
    if field.struct is not None:
        return build(field.struct, getattr(module, field.struct.name), value)
    if field.element == "uuid":
        return UUID(bytes=value)
    return float(value) if field.element == "float64" else value
