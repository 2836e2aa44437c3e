"""What a message workload is: plain values, the shape that lays them out, and so its golden bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchmarks import reference
from benchmarks.reference import Shape


@dataclass(frozen=True)
class MessageLoad:
    """One message in one version."""

    class_name: str
    version: int
    flexible: bool
    shape: dict[str, Shape]
    full_value: dict[str, Any]
    variant: str = ""
    has_blobs: bool = False

    @cached_property
    def name(self) -> str:
        """Such as `metadata_response.v12`, or `metadata_response.v12.cluster` for a variant."""
        words = "".join("_" + c.lower() if c.isupper() else c for c in self.class_name)
        return f"{words[1:]}.v{self.version}" + (f".{self.variant}" if self.variant else "")

    @cached_property
    def value(self) -> dict[str, Any]:
        """The values that this version has fields for."""
        value: dict[str, Any] = reference.pick(self.shape, self.full_value)
        return value

    @cached_property
    def golden(self) -> bytes:
        """The bytes that every encoder must give."""
        return reference.write(self.shape, self.value, self.flexible)
