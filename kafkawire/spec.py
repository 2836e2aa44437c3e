"""What the schema says of a message, at run time: for the JSON form, for error messages and for annotated dumps.

`paths_of` finds the fields that hold topic names, group ids, addresses and the like, whatever the message.

Codecs do not use it. The text comes with the codec module (see `codegen/emit_spec.py`), one field a line, indented.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from kafkawire.slotted import field_names

if TYPE_CHECKING:
    from kafkawire.message import Message

__all__ = ["FieldPath", "FieldSpec", "Meaning", "MessageSpec", "StructSpec", "paths_of", "spec_of"]

_OPEN = 32767
NO_VERSIONS = range(0)
FIXED_SIZES = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "uint16": 2,
    "uint32": 4,
    "float64": 8,
    "uuid": 16,
}


INT_BOUNDS = {
    "int8": (-(1 << 7), (1 << 7) - 1),
    "int16": (-(1 << 15), (1 << 15) - 1),
    "int32": (-(1 << 31), (1 << 31) - 1),
    "int64": (-(1 << 63), (1 << 63) - 1),
    "uint16": (0, (1 << 16) - 1),
    "uint32": (0, (1 << 32) - 1),
}
"""The least and the most that each type of integer holds."""

Meaning = Literal["brokerId", "groupId", "producerId", "topicName", "transactionalId", "address", "records"]
"""What a field may hold: one of Kafka's entity types, the host of an address, or record batches."""

_MEANINGS = frozenset(get_args(Meaning))
_HOST = re.compile(r"(.*)Host(?:Name)?\Z")


@dataclass(slots=True)
class FieldSpec:
    """One field. `attr` is its name in Python, `json_name` its name in the JSON form."""

    name: str
    attr: str
    type: str
    versions: range
    nullable: range = NO_VERSIONS
    """The versions in which it may be null."""
    tag: int | None = None
    tagged: range = NO_VERSIONS
    """The versions in which it travels as a tagged field."""
    flexible: range | None = None
    """The versions in which it is compact, where those are not the message's flexible ones."""
    ignorable: bool = False
    """Whether encoding drops a value, instead of refusing it, in a version that does not carry the field."""
    zero_copy: bool = False
    map_key: bool = False
    """Whether the field is, or is part of, what tells the elements of its array apart."""
    entity_type: str | None = None
    """What it holds in Kafka's words, such as `topicName`; `None` where the schema says nothing."""
    default: Any = None
    """What a new message holds, not to be changed: the schema's default, `None` for a tagged struct without one."""
    struct: StructSpec | None = None

    @property
    def is_array(self) -> bool:
        """Whether the field is an array."""
        return self.type.startswith("[]")

    @property
    def json_name(self) -> str:
        """The name with a small first letter, as Kafka's JSON converters print it."""
        return self.name[:1].lower() + self.name[1:]


def is_usual(field: FieldSpec, value: Any) -> bool:
    """Whether a value says nothing more than the field's default does; as the codecs see it.

    A tagged struct that is not there is None, which says the same as a struct of defaults; any empty sequence is one.
    """
    usual = field.default
    if field.is_array:
        return value is usual or (usual is not None and not value and (value is not None or not field.nullable))
    if field.struct is not None and usual is None and value is not None and not field.nullable:
        return bool(value == field.struct.cls())
    return bool(value) is usual if field.type == "bool" else bool(value == usual)


@dataclass(slots=True)
class StructSpec:
    """The fields of one struct, and the class that holds them."""

    name: str
    cls: type[Any]
    fields: list[FieldSpec] = field(default_factory=list)

    def on_wire(self, version: int) -> list[FieldSpec]:
        """The fields that stand in the struct itself, in order."""
        return [f for f in self.fields if version in f.versions and version not in f.tagged]

    def tagged(self, version: int) -> list[FieldSpec]:
        """The fields that travel with a tag, by tag."""
        return sorted((f for f in self.fields if version in f.tagged), key=lambda f: f.tag or 0)

    def absent(self, version: int) -> list[FieldSpec]:
        """The fields that the version does not carry."""
        return [f for f in self.fields if version not in f.versions]


@dataclass(slots=True)
class MessageSpec:
    """One message: its root struct, its versions, and which of them are flexible."""

    name: str
    kind: str
    versions: range
    flexible: range
    root: StructSpec

    def is_compact(self, field: FieldSpec, version: int) -> bool:
        """Whether a field takes its compact form in that version."""
        return version in (self.flexible if field.flexible is None else field.flexible)


def min_size(spec: MessageSpec, field: FieldSpec, type_: str, version: int) -> int:
    """The fewest bytes that a value of that type takes."""
    if type_ in FIXED_SIZES:
        return FIXED_SIZES[type_]
    if field.struct is not None and not type_.startswith("[]"):
        return struct_min_size(spec, field.struct, version)
    if spec.is_compact(field, version):
        return 1
    return 2 if type_ == "string" else 4


def struct_min_size(spec: MessageSpec, struct: StructSpec, version: int) -> int:
    """The fewest bytes that a struct takes, at least one."""
    sizes = (
        1 if version in f.nullable and f.type == getattr(f.struct, "name", None) else min_size(spec, f, f.type, version)
        for f in struct.on_wire(version)
    )
    return max(1, sum(sizes) + (version in spec.flexible))


def spec_of(cls: type[Message]) -> MessageSpec:
    """The spec of a message class; read once."""
    if cls not in _SPECS:
        _SPECS[cls] = _Parser(cls, cls._codec.spec).message()
    return _SPECS[cls]


_SPECS: dict[type[Message], MessageSpec] = {}


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The way from a message to one of its fields. As text: `topics[].partitions[].leader_id`, `[]` for each array."""

    fields: tuple[FieldSpec, ...]
    """The fields on the way; the last is the one that it leads to."""
    versions: range
    """The versions of the message that have the field."""
    port: FieldSpec | None = None
    """The port that stands beside the host of an address."""

    @property
    def field(self) -> FieldSpec:
        """The field that the path leads to."""
        return self.fields[-1]

    def holders(self, message: Message) -> Iterator[Any]:
        """The message itself, or the structs below it, whose attribute `path.field.attr` is the field."""
        holders: list[Any] = [message]
        for step in self.fields[:-1]:
            below = [getattr(holder, step.attr) for holder in holders]
            found = [value for value in below if value is not None]
            holders = [item for items in found for item in items] if step.is_array else found
        return iter(holders)

    def __str__(self) -> str:
        return ".".join(field.attr + "[]" * field.is_array for field in self.fields)


def paths_of(cls: type[Message], meaning: Meaning) -> list[FieldPath]:
    """The fields of a message, of all its versions, that hold a topic name, a broker id, records ...

    Kafka's schemas mark `brokerId`, `groupId`, `producerId`, `topicName` and `transactionalId`; an array of them counts
    too. `address` finds hosts that have a port beside them. `ValueError` for another word.
    """
    if meaning not in _MEANINGS:
        raise ValueError(f"{meaning!r} is none of {', '.join(sorted(_MEANINGS))}")
    spec = spec_of(cls)
    return list(_paths(spec.root, (), spec.versions, meaning))


def _paths(struct: StructSpec, above: tuple[FieldSpec, ...], versions: range, meaning: str) -> Iterator[FieldPath]:
    for item in struct.fields:
        here = _both(versions, item.versions)
        port = _port_of(item, struct) if meaning == "address" else None
        if not here:
            continue
        if port is not None or meaning in (item.entity_type, item.type):
            yield FieldPath((*above, item), here, port)
        if item.struct is not None:
            yield from _paths(item.struct, (*above, item), here, meaning)


def _port_of(host: FieldSpec, struct: StructSpec) -> FieldSpec | None:
    """The port beside a host: `Port` for `Host` and `HostName`, `V0Port` for `V0Host`."""
    match = _HOST.match(host.name)
    return next((item for item in struct.fields if match and item.name == f"{match[1]}Port"), None)


def _both(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


class _Parser:
    """Reads the text. Fields of a class stand in the order of its attributes, which is where their names come from."""

    def __init__(self, cls: type[Message], text: str) -> None:
        self._cls = cls
        self._module = sys.modules[cls.__module__]
        self._lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines()]
        self._structs: dict[str, StructSpec] = {}

    def message(self) -> MessageSpec:
        name, kind, versions, flexible = self._lines[0][1].split()
        self._common()
        root = StructSpec(name, self._cls)
        self._fill(root, self._block(1, 1))
        return MessageSpec(name, kind, _range(versions), _range(flexible.removeprefix("flexible=")), root)

    def _common(self) -> None:
        """Structs that several fields share stand behind the message; make them known before they are met."""
        heads = [index for index, (_, line) in enumerate(self._lines) if line.startswith("struct ")]
        for index in heads:
            name = self._lines[index][1].split()[1]
            self._structs[name] = StructSpec(name, getattr(self._module, name))
        for index in heads:
            self._fill(self._structs[self._lines[index][1].split()[1]], self._block(index + 1, 1))

    def _block(self, start: int, depth: int) -> Iterator[int]:
        """The lines of that depth from `start` on, up to the first that is less deep."""
        for index in range(start, len(self._lines)):
            if self._lines[index][0] < depth:
                return
            if self._lines[index][0] == depth:
                yield index

    def _fill(self, struct: StructSpec, lines: Iterator[int]) -> None:
        for attr, index in zip(field_names(struct.cls), lines, strict=False):
            struct.fields.append(self._field(attr, index))
        _set_defaults(struct)

    def _field(self, attr: str, index: int) -> FieldSpec:
        depth, line = self._lines[index]
        name, type_, versions, *rest = line.split()
        spec = FieldSpec(name, attr, type_, _range(versions))
        for word in rest:
            _apply(spec, word)
        element = type_.removeprefix("[]")
        if element[:1].isupper():
            spec.struct = self._structs.get(element) or self._inline(element, index, depth)
        return spec

    def _inline(self, name: str, index: int, depth: int) -> StructSpec:
        struct = self._structs[name] = StructSpec(name, getattr(self._module, name))
        self._fill(struct, self._block(index + 1, depth + 1))
        return struct


def _set_defaults(struct: StructSpec) -> None:
    new = struct.cls()
    for item in struct.fields:
        value = getattr(new, item.attr)
        item.default = () if isinstance(value, list) else value


def _apply(spec: FieldSpec, word: str) -> None:
    key, _, value = word.partition("=")
    if key == "null":
        spec.nullable = _range(value)
    elif key == "tag":
        tag, _, versions = value.partition("@")
        spec.tag, spec.tagged = int(tag), _range(versions)
    elif key == "flexible":
        spec.flexible = _range(value)
    elif key == "ignorable":
        spec.ignorable = True
    elif key == "zerocopy":
        spec.zero_copy = True
    elif key == "mapkey":
        spec.map_key = True
    elif key == "entity":
        spec.entity_type = value


def _range(text: str) -> range:
    if text == "none":
        return NO_VERSIONS
    if text.endswith("+"):
        return range(int(text[:-1]), _OPEN + 1)
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)
