"""Found by Spark itself, as `pyspark_kafkawire` is: `format("kafkawire.log")` just works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark_kafkawire import loading

if TYPE_CHECKING:
    from kafkawire.spark.log.source import KafkaWireLogSource as DefaultSource

__all__ = ["DefaultSource"]

__getattr__ = loading(__name__, "kafkawire.spark.log.source", "KafkaWireLogSource")
