"""Random messages, from the schema files: as hypothesis strategies, and from a seed for when every version is due."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.reference import UNKNOWN, Field, Schema, Struct, Tree, schemas

INT_BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint16": 16, "uint32": 32}
EDGE_LENGTHS = (0, 1, 2, 5, 125, 126, 127, 128, 129)
LONG_LENGTHS = (16_382, 16_383, 16_384, 32_767)
FLOATS = ("0.0", "-0.0", "1.5", "nan", "inf", "-inf", "5e-324", "1.7976931348623157e+308")

ALL_VERSIONS = [(name, version) for name, schema in schemas().items() for version in schema.versions]


def bounds(type_: str) -> tuple[int, int]:
    """The ends of an integer type's range."""
    bits = INT_BITS[type_]
    return (0, (1 << bits) - 1) if type_[0] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)


def own_tags(struct: Struct) -> set[int]:
    """The tags that the schema gives to fields, in whatever version."""
    return {field.tag for field in struct.fields if field.tag is not None}


# ---------------------------------------------------------------------------------------------------------- hypothesis


@cache
def trees(name: str, version: int) -> SearchStrategy[Tree]:
    """Trees of one version of a message."""
    schema = schemas()[name]
    return struct_trees(schema, version, schema.root)


def struct_trees(schema: Schema, version: int, struct: Struct) -> SearchStrategy[Tree]:
    """Trees of one struct; fields that the version lacks hold their defaults."""
    parts: dict[str, SearchStrategy[Any]] = {}
    for field in struct.fields:
        if version not in field.versions:
            parts[field.json_name] = st.just(field).map(Field.default_value)
        elif version in field.tagged:
            parts[field.json_name] = st.just(field).map(Field.default_value) | values(schema, version, field)
        else:
            parts[field.json_name] = values(schema, version, field)
    parts[UNKNOWN] = unknown_tags(struct) if version in schema.flexible else st.just({})
    return st.fixed_dictionaries(parts)


def unknown_tags(struct: Struct) -> SearchStrategy[dict[int, bytes]]:
    """Tags that the schema does not know."""
    number = st.integers(0, 0x7FFF_FFFE).filter(lambda tag: tag not in own_tags(struct))
    return st.one_of(st.just({}), st.dictionaries(number, st.binary(max_size=20), max_size=3))


def values(schema: Schema, version: int, field: Field) -> SearchStrategy[Any]:
    """Values of one field."""
    one = st.deferred(lambda: single(schema, version, field))
    base: SearchStrategy[Any] = st.lists(one, max_size=5) if field.is_array else one
    return st.none() | base if version in field.nullable else base


def single(schema: Schema, version: int, field: Field) -> SearchStrategy[Any]:
    """Values of a field, or of one element of an array."""
    if field.struct is not None:
        return struct_trees(schema, version, field.struct)
    if field.element in INT_BITS:
        return st.integers(*bounds(field.element))
    if field.element == "bool":
        return st.booleans()
    if field.element == "float64":
        return st.floats().map(repr)
    if field.element == "uuid":
        return st.binary(min_size=16, max_size=16)
    lengths = st.sampled_from(EDGE_LENGTHS)
    if field.element == "string":
        return st.text(max_size=8) | lengths.map("x".__mul__)
    return st.binary(max_size=8) | lengths.map(b"x".__mul__)


# ---------------------------------------------------------------------------------------------------------- seeds


class Maker:
    """Random trees of one version of a message, made from a seed; much quicker than hypothesis.

    An array takes one of three shapes: elements whose lengths are all the same, two that alternate, or all at random;
    the decoder guesses that neighbours are alike, and each way must be right.
    """

    def __init__(self, schema: Schema, version: int, rng: Random, *, long: bool = False, elements: int = 60) -> None:
        self.schema, self.version, self.rng, self.long = schema, version, rng, long
        self._left = elements

    def tree(self) -> Tree:
        """A whole message."""
        return self.struct(self.schema.root, 0)

    def struct(self, struct: Struct, depth: int) -> Tree:
        """One struct."""
        tree = struct.default()
        for field in struct.fields:
            if self.version in field.versions and (self.version not in field.tagged or self.rng.random() < 0.5):
                tree[field.json_name] = self.value(field, depth)
            if tree[field.json_name] == "-0.0" and self.version in field.tagged:
                tree[field.json_name] = "0.0"  # equal to the default, so not written, by Kafka neither
        if self.version in self.schema.flexible and self.rng.random() < 0.15:
            numbers = {self.rng.choice((0, 1, 5, 127, 128, 16_384, 0x7FFF_FFFE)) for _ in range(2)} - own_tags(struct)
            tree[UNKNOWN] = {number: self.raw() for number in numbers}
        return tree

    def value(self, field: Field, depth: int) -> Any:
        """One field."""
        if self.version in field.nullable and self.rng.random() < 0.2:
            return None
        return self.array(field, depth) if field.is_array else self.single(field, depth)

    def array(self, field: Field, depth: int) -> list[Any]:
        """An array in one of the shapes."""
        count = self.rng.choice((0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 126, 127, 128, 200, 300)[: 15 - 4 * depth])
        if field.struct is not None and any(below.is_array for below in field.struct.fields):
            count = min(count, 3)  # what lies below multiplies
        if self._left < count:
            count = min(self._left, 2)
        self._left -= count
        shape = self.rng.choice(("same", "alternating", "random"))
        if field.struct is None or shape == "random":
            return [self.single(field, depth + 1) for _ in range(count)]
        patterns = [self.single(field, depth + 1) for _ in range(1 if shape == "same" else 2)]
        items = [self.vary(field.struct, patterns[index % len(patterns)]) for index in range(count)]
        if items and self.rng.random() < 0.3:
            items[self.rng.randrange(count)] = self.single(field, depth + 1)
        return items

    def vary(self, struct: Struct, tree: Tree) -> Tree:
        """The same lengths with other numbers and letters."""
        out = dict(tree)
        for field in struct.fields:
            value = tree[field.json_name]
            if self.version not in field.versions or value is None or field.struct is not None:
                continue
            if field.element in INT_BITS:
                out[field.json_name] = [self.number(field) for _ in value] if field.is_array else self.number(field)
            elif field.element == "string" and not field.is_array:
                out[field.json_name] = self.text(len(value.encode()))
        return out

    def single(self, field: Field, depth: int) -> Any:
        """A value, or an element of an array."""
        if field.struct is not None:
            return self.struct(field.struct, depth)
        if field.element in INT_BITS:
            return self.number(field)
        if field.element == "bool":
            return self.rng.random() < 0.5
        if field.element == "float64":
            return self.rng.choice((*FLOATS, repr(self.rng.gauss(0, 1e6))))
        if field.element == "uuid":
            return self.rng.choice((bytes(16), self.rng.randbytes(16)))
        return self.text(self.length()) if field.element == "string" else self.raw()

    def number(self, field: Field) -> int:
        low, high = bounds(field.element)
        return self.rng.choice((low, high, 0, 1, self.rng.randint(low, high)))

    def length(self) -> int:
        if self.long and self.rng.random() < 0.05:
            return self.rng.choice(LONG_LENGTHS)
        return self.rng.choice((0, 1, 3, 4, 9, self.rng.choice(EDGE_LENGTHS)))

    def text(self, size: int) -> str:
        """A string of that many bytes in UTF-8."""
        wide = self.rng.choice(("", "é", "漢", "😀"))
        head = wide if len(wide.encode()) <= size else ""
        return head + self.rng.choice("abcxyz") * (size - len(head.encode()))

    def raw(self) -> bytes:
        size = self.length()
        return bytes((self.rng.randrange(256),)) * size
