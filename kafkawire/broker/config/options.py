"""Options under Kafka's names: text in, typed dataclass fields out, and a clear word about anything unknown.

A dataclass field `segment_bytes` is the option `segment.bytes`. Its annotation says how its text is read.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from kafkawire.broker.config.option_docs import INT, TYPE_NAMES, config_type
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "UNLISTED",
    "InvalidOption",
    "as_text",
    "invalid_value",
    "option_fields",
    "option_name",
    "parse_options",
    "with_changes",
]

T = TypeVar("T", bound="DataclassInstance")

UNLISTED: Mapping[str, object] = {"option": False}
"""Metadata of a field that is no option of that name."""
_BITS = {INT: 32}
_BOOLEANS = {"true": True, "false": False}
_READ: dict[str, Callable[[str], object]] = {
    "bool": lambda text: _BOOLEANS[text.lower()],
    "float": lambda text: _finite(float(text)),
    "int": int,
    "int | None": int,
    "str": str,
    "str | None": str,
}


class InvalidOption(KafkaWireError):
    """A configuration names an option that is not known, or gives it a value that it cannot have."""


def invalid_value(name: str, value: object, why: str) -> InvalidOption:
    """The error about a value that an option cannot have, in the words that Kafka's tools show."""
    return InvalidOption(f"Invalid value {value} for configuration {name}: {why}")


def option_name(field: str) -> str:
    """`segment_bytes` -> `segment.bytes`."""
    return field.replace("_", ".")


def option_fields(cls: type[DataclassInstance]) -> list[dataclasses.Field[Any]]:
    """The fields that are options."""
    return [field for field in dataclasses.fields(cls) if field.metadata.get("option", True)]


def as_text(value: object) -> str:
    """A value as Kafka writes it."""
    if isinstance(value, float):
        return str(value).replace("e+", "E").replace("e", "E")
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_options(cls: type[T], options: Mapping[str, str]) -> dict[str, Any]:
    """Keyword arguments for `cls` out of option texts; raises `InvalidOption`, with the nearest names that exist."""
    fields = {option_name(field.name): field for field in option_fields(cls)}
    unknown = [f"unknown option {name!r}{_nearest(name, fields)}" for name in options if name not in fields]
    if unknown:
        raise InvalidOption("; ".join(unknown))
    return {fields[name].name: _parse(name, str(fields[name].type), text.strip()) for name, text in options.items()}


def with_changes(options: Mapping[str, str], changes: Mapping[str, str | None]) -> dict[str, str]:
    """Options after some were set; None takes one back."""
    return {name: value for name, value in {**options, **changes}.items() if value is not None}


def _nearest(name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _parse(name: str, kind: str, text: str) -> object:
    try:
        value = _READ[kind](text)
    except (KeyError, ValueError):
        value = None
    bits = _BITS.get(config_type(name, kind), 64)
    if value is not None and not (kind.startswith("int") and abs(2 * value + 1) >= 1 << bits):  # type: ignore[operator]
        return value
    if kind == "bool":
        raise invalid_value(name, text, "Expected value to be either true or false")
    raise invalid_value(name, text, f"Not a number of type {TYPE_NAMES[config_type(name, kind)]}")


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("not a number to count with")
    return value
