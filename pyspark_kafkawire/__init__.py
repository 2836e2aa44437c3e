"""Found by Spark itself, which looks for modules whose names begin with `pyspark_`: `format("kafkawire")` just works.

Spark imports this before it knows whether anybody asks for the format, so nothing else is loaded here; and a Spark
without Python data sources (before 4.0) finds no `DefaultSource`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.spark.source import KafkaWireDataSource as DefaultSource

__all__ = ["DefaultSource"]


def __getattr__(name: str) -> object:
    if name != "DefaultSource":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from kafkawire.spark.source import KafkaWireDataSource
    except ImportError as exc:  # then `hasattr` says no, and the other sources that Spark finds are not disturbed
        raise AttributeError(f"{name}: {exc}") from exc
    return KafkaWireDataSource
