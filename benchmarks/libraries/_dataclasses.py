"""For libraries whose messages are dataclasses: which class the elements of a field have."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any


def element_class(cls: type[Any], name: str) -> type[Any]:
    """The dataclass within the annotation of a field, such as `list[Topic]` or `tuple[Topic, ...] | None`."""
    found = _dataclass_in(typing.get_type_hints(cls)[name])
    assert found is not None, f"{cls.__name__}.{name} holds no dataclass"
    return found


def _dataclass_in(annotation: Any) -> type[Any] | None:
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return annotation
    found = map(_dataclass_in, typing.get_args(annotation))
    return next((cls for cls in found if cls is not None), None)
