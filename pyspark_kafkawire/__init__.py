"""Found by Spark itself, which looks for modules whose names begin with `pyspark_`: `format("kafkawire")` just works.

Spark imports this before it knows whether anybody asks for the format, so nothing else is loaded here; and a Spark
without Python data sources (before 4.0) finds no `DefaultSource`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.spark.source import KafkaWireDataSource as DefaultSource

__all__ = ["DefaultSource", "loading"]


def loading(where: str, module: str, source: str) -> Callable[[str], object]:
    """The `__getattr__` of a module `where` whose `DefaultSource` is the class `source` in `module`."""

    def find(name: str) -> object:
        if name != "DefaultSource":
            raise AttributeError(f"module {where!r} has no attribute {name!r}")
        try:
            return getattr(import_module(module), source)
        except ImportError as exc:  # then `hasattr` says no, and the other sources that Spark finds are not disturbed
            raise AttributeError(f"{name}: {exc}") from exc

    return find


__getattr__ = loading(__name__, "kafkawire.spark.source", "KafkaWireDataSource")
