"""Found by Spark itself, as `pyspark_kafkawire` is: `format("kafkawire.log")` just works."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.spark.log.source import KafkaWireLogSource as DefaultSource

__all__ = ["DefaultSource"]


def __getattr__(name: str) -> object:
    if name != "DefaultSource":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from kafkawire.spark.log.source import KafkaWireLogSource
    except ImportError as exc:  # then `hasattr` says no, and the other sources that Spark finds are not disturbed
        raise AttributeError(f"{name}: {exc}") from exc
    return KafkaWireLogSource
