"""The grammar of one version of a message, as the protocol guide prints it.

    Metadata Request (Version: 1) => [topics]
      topics => name
        name => STRING

An array is named in brackets; what follows below is one element of it. In a flexible version every struct ends in
`_tagged_fields`, and the tagged fields that this version knows stand before that with their tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .model import FieldSpec, MessageSpec, StructSpec
from .names import snake

_SCALARS = {"bool": "BOOLEAN"}
_SIZED = frozenset({"string", "bytes", "records"})
_WORD = re.compile(r"(Request|Response)\Z")


def show(spec: MessageSpec, version: int | None = None) -> str:
    """The grammar of one version, the newest if none is given. `ValueError` where the message has no such version."""
    number = spec.valid_versions.high if version is None else version
    if number not in spec.valid_versions:
        raise ValueError(f"{spec.name} has versions {spec.valid_versions}, not {number}")
    title = _WORD.sub(r" \1", spec.name)
    lines = _Grammar(spec, number).struct(f"{title} (Version: {number})", spec.root, 0)
    return "".join(line + "\n" for line in lines)


class _Grammar:
    def __init__(self, spec: MessageSpec, version: int) -> None:
        self.version = version
        self.flexible = version in spec.flexible_versions

    def struct(self, title: str, struct: StructSpec, indent: int) -> Iterator[str]:
        ordinary, tagged = self.fields(struct)
        words = [_bracketed(field) for field in ordinary]
        words += [f"{_bracketed(field)}<tag: {field.tag}>" for field in tagged]
        words += ["_tagged_fields"] * self.flexible
        yield " " * indent + " ".join([title, "=>", *words])
        for field in (*ordinary, *tagged):
            yield from self.field(field, indent + 2)

    def fields(self, struct: StructSpec) -> tuple[list[FieldSpec], list[FieldSpec]]:
        present = [field for field in struct.fields if self.version in field.versions]
        tagged = [field for field in present if self.version in field.tagged_versions]
        tagged.sort(key=lambda field: field.tag or 0)
        return [field for field in present if field not in tagged], tagged

    def field(self, field: FieldSpec, indent: int) -> Iterator[str]:
        tag = f"<tag: {field.tag}>" if self.version in field.tagged_versions else ""
        name = f"{_name(field)}{tag}"
        if field.struct is not None:
            yield from self.struct(name, field.struct, indent)
        else:
            yield f"{' ' * indent}{name} => {self.type(field)}"

    def type(self, field: FieldSpec) -> str:
        """A scalar's name in the guide; compact and nullable forms exist only of what has a length."""
        name = field.element_type
        word = _SCALARS.get(name, name.upper())
        if name not in _SIZED:
            return word
        flexible = self.flexible if field.flexible_versions is None else self.version in field.flexible_versions
        # A null array says nothing of its elements, which are never null. Records are nullable by nature in the guide.
        nullable = self.version in field.nullable_versions and not field.is_array and name != "records"
        return "COMPACT_" * flexible + "NULLABLE_" * nullable + word


def _bracketed(field: FieldSpec) -> str:
    name = _name(field)
    return f"[{name}]" if field.is_array else name


def _name(field: FieldSpec) -> str:
    """The name in snake_case; what is a keyword in Python is none in the guide."""
    return snake(field.name).rstrip("_")
