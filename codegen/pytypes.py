"""Schema types in Python: annotations and defaults."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from .model import FieldSpec
from .names import class_name
from .rules import parse_default

_ANNOTATIONS = {
    "bool": "bool",
    "float64": "float",
    "string": "str",
    "bytes": "bytes",
    "records": "bytes",
    "uuid": "UUID",
}
_EMPTY = {"bool": "False", "float64": "0.0", "string": '""', "bytes": 'b""', "records": "None", "uuid": "ZERO_UUID"}


@dataclass(frozen=True, slots=True)
class Default:
    """A default: `value` makes one as an expression, `differs` is a condition on `{}` that says it is not the default.

    `factory` is what `dataclasses.field` needs where values are mutable, else empty.
    """

    value: str
    differs: str
    factory: str = ""

    @property
    def is_null(self) -> bool:
        """Whether the default is null."""
        return self.value == "None"


def annotation_of(field: FieldSpec) -> str:
    """The type of the attribute, such as `list[FetchTopic]` or `str | None`."""
    element = _element_annotation(field)
    if field.is_array:
        # Numbers come out of one unpack as a tuple; whoever builds a message may as well give a list.
        fixed = element in ("int", "bool", "float")
        text = f"Sequence[{element}]" if fixed else f"list[{element}]"
    else:
        text = element
    return f"{text} | None" if field.nullable_versions or default_of(field).is_null else text


def _element_annotation(field: FieldSpec) -> str:
    if field.type == "records" or (field.type == "bytes" and field.zero_copy):
        return "Buffer"  # with `zero_copy`, `decode` gives a view of what was received
    return _ANNOTATIONS.get(field.element_type) or (class_name(field.struct.name) if field.struct else "int")


def default_of(field: FieldSpec) -> Default:
    """What the attribute holds when nothing was set, or the version lacks it."""
    if field.default == "null" or field.type == "records" or _is_tagged_struct(field):
        return Default("None", _differs_from_null(field))
    if field.is_array:
        differs = "({0} is None or {0})" if field.nullable_versions else "{}"
        sequence = field.struct is None and field.element_type not in _ANNOTATIONS
        return Default("()", differs) if sequence else Default("[]", differs, "list")
    if field.struct is not None:
        cls = class_name(field.struct.name)
        return Default(f"{cls}()", f"{{}} != {cls}()", cls)
    value = _scalar(field)
    return Default(value, "{}" if value == "False" else "not {}" if value == "True" else f"{{}} != {value}")


def _is_tagged_struct(field: FieldSpec) -> bool:
    # A tagged struct that is not there is None: making three structs of defaults for every fetched partition would
    # cost more than reading the partition. Where null is a value of its own, it cannot stand for that.
    return bool(field.struct and field.tagged_versions and not field.nullable_versions) and not field.is_array


def _differs_from_null(field: FieldSpec) -> str:
    if _is_tagged_struct(field) and field.default != "null":
        assert field.struct is not None
        return f"{{0}} is not None and {{0}} != {class_name(field.struct.name)}()"
    return "{} is not None"


def _scalar(field: FieldSpec) -> str:
    if field.default is None:
        return _EMPTY.get(field.type, "0")
    if field.type == "bool":
        return "True" if field.default.lower() == "true" else "False"
    if field.type == "string":
        return json.dumps(field.default)
    value = parse_default(field.type, field.default)
    if isinstance(value, bytes):
        return f"UUID(bytes={value!r})" if field.type == "uuid" else repr(value)
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return repr(value)
