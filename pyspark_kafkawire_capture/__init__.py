"""Found by Spark itself, as `pyspark_kafkawire` is: `format("kafkawire.capture")` just works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark_kafkawire import loading

if TYPE_CHECKING:
    from kafkawire.spark.capture.source import KafkaWireCaptureSource as DefaultSource

__all__ = ["DefaultSource"]

__getattr__ = loading(__name__, "kafkawire.spark.capture.source", "KafkaWireCaptureSource")
