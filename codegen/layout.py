"""(message, version) -> wire layout: what stands on the wire, in order, and what does not.

A layout is a value. Versions of a message whose layouts are equal share one function in the generated codec, and so do
the versions of a struct inside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .model import FieldSpec, MessageSpec, StructSpec
from .names import attribute, class_name
from .pytypes import Default, annotation_of, default_of

FIXED = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint16": "H",
    "uint32": "I",
    "float64": "d",
}
SIZES = {"?": 1, "b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "d": 8, "16s": 16, "x": 1}


@dataclass(frozen=True, slots=True)
class Slot:
    """One value on the wire; `attr` is empty for an array's element."""

    attr: str
    kind: str
    """`fixed`, `uuid`, `string`, `bytes`, `struct` or `array`."""
    default: Default
    nullable: bool = False
    compact: bool = False
    code: str = ""
    """The `struct` module's letter, for `fixed`."""
    blob: bool = False
    """Large bytes: records, or what the schema calls zeroCopy."""
    element: Slot | None = None
    struct: Layout | None = None
    tag: int | None = None
    optional: bool = False
    """Whether the attribute may be None in some version, so that type checkers must be told that it is not here."""

    @property
    def min_size(self) -> int:
        """The fewest bytes that a value takes."""
        if self.kind == "fixed":
            return SIZES[self.code]
        if self.kind == "uuid":
            return 16
        if self.kind == "struct":
            assert self.struct is not None
            return 1 if self.nullable else self.struct.min_size
        if self.compact:
            return 1
        return 2 if self.kind == "string" else 4

    @property
    def inner(self) -> Layout | None:
        """The struct that it is, or that its elements are."""
        return self.struct if self.element is None else self.element.inner

    @property
    def prefix(self) -> str:
        """The letter of the length that stands before it."""
        if self.compact:
            return "B"
        return "h" if self.kind == "string" else "i"


@dataclass(frozen=True, slots=True)
class Absent:
    """A field that this version does not carry."""

    attr: str
    default: Default
    ignorable: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """One struct in one version."""

    class_name: str
    flexible: bool
    slots: tuple[Slot, ...]
    tagged: tuple[Slot, ...]
    absent: tuple[Absent, ...]
    foreign_tags: tuple[int, ...]
    """Tags that belong to other versions only: to meet one here is an error, as in Kafka."""

    @property
    def min_size(self) -> int:
        """The fewest bytes that a value takes; at least one, so that a count can be checked against what is left."""
        return max(1, sum(slot.min_size for slot in self.slots) + self.flexible)

    @property
    def fixed_size(self) -> int | None:
        """The size of a struct of this layout without tagged fields, if all of them have the same."""
        if all(slot.kind in ("fixed", "uuid") for slot in self.slots) and self.slots:
            return sum(slot.min_size for slot in self.slots) + self.flexible
        return None

    @property
    def has_blobs(self) -> bool:
        """Whether there are large bytes in it, outside of its tags."""
        return any(slot.blob or (slot.inner is not None and slot.inner.has_blobs) for slot in self.slots)

    @property
    def is_leaf(self) -> bool:
        """Whether elements of this layout tend to repeat their sizes: no struct inside, no large bytes."""
        return bool(self.slots) and all(_repeats(slot) for slot in self.slots)


def _repeats(slot: Slot) -> bool:
    if slot.kind == "array":
        assert slot.element is not None
        return slot.element.kind == "fixed"
    return slot.kind in ("fixed", "uuid", "string") or (slot.kind == "bytes" and not slot.blob)


def layout_of(message: MessageSpec, version: int) -> Layout:
    """The layout of a message in one of its valid versions."""
    return _Builder(message, version).struct(message.root)


@dataclass(frozen=True, slots=True)
class _Builder:
    message: MessageSpec
    version: int

    @property
    def _flexible(self) -> bool:
        return self.version in self.message.flexible_versions

    def struct(self, spec: StructSpec) -> Layout:
        slots, tagged, absent = [], [], []
        for field in spec.fields:
            if self.version not in field.versions:
                absent.append(Absent(attribute(field.name), default_of(field), field.ignorable))
            elif self.version in field.tagged_versions:
                tagged.append(self._slot(field))
            else:
                slots.append(self._slot(field))
        here = {slot.tag for slot in tagged}
        foreign = sorted({f.tag for f in spec.fields if f.tag is not None and f.tag not in here})
        return Layout(
            class_name(spec.name),
            self._flexible,
            tuple(slots),
            tuple(sorted(tagged, key=lambda slot: slot.tag or 0)),
            tuple(absent),
            tuple(foreign) if self._flexible else (),
        )

    def _slot(self, field: FieldSpec) -> Slot:
        flexible = self._flexible
        if field.flexible_versions is not None:
            flexible = self.version in field.flexible_versions
        slot = self._value(field, field.type, flexible)
        tag = field.tag if self.version in field.tagged_versions else None
        return Slot(
            attr=attribute(field.name),
            kind=slot.kind,
            default=default_of(field),
            nullable=self.version in field.nullable_versions,
            compact=flexible,
            code=slot.code,
            blob=slot.blob or field.zero_copy,
            element=slot.element,
            struct=slot.struct,
            tag=tag,
            optional=annotation_of(field).endswith("| None"),
        )

    def _value(self, field: FieldSpec, type_: str, compact: bool) -> Slot:
        none = Default("", "")
        if type_.startswith("[]"):
            return Slot("", "array", none, element=self._value(field, type_[2:], compact))
        if type_ in FIXED:
            return Slot("", "fixed", none, code=FIXED[type_])
        if type_ in ("uuid", "string"):
            return Slot("", type_, none, compact=compact)
        if type_ in ("bytes", "records"):
            return Slot("", "bytes", none, compact=compact, blob=type_ == "records")
        assert field.struct is not None
        return Slot("", "struct", none, struct=self.struct(field.struct), compact=compact)
