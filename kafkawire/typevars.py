"""Types of keys and values, as type variables that are bytes unless something else is said (PEP 696).

Python knows such defaults since 3.13, type checkers since long before: they bring `typing_extensions` along, and at run
time nobody asks for a default.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:

    def TypeVar(name: str, *, default: type, **variance: bool) -> typing.TypeVar:  # noqa: ARG001, N802
        """As `typing.TypeVar`, without its default."""
        return typing.TypeVar(name, **variance)


__all__ = ["K_co", "K_contra", "V_co", "V_contra"]

K_co = TypeVar("K_co", default=bytes, covariant=True)
"""What a key is read as."""
V_co = TypeVar("V_co", default=bytes, covariant=True)
"""What a value is read as."""
K_contra = TypeVar("K_contra", default=bytes, contravariant=True)
"""What a key is written from."""
V_contra = TypeVar("V_contra", default=bytes, contravariant=True)
"""What a value is written from."""
