"""Reading: `Consumer`, and what it hands out. Names load on first use: who reads ranges needs no consumer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.client.consumer.consumer import Consumer
    from kafkawire.client.consumer.health import ConsumerHealth
    from kafkawire.client.consumer.record import ColumnBatch, ConsumerRecord, PartitionRecords

__all__ = ["ColumnBatch", "Consumer", "ConsumerHealth", "ConsumerRecord", "PartitionRecords"]

_HOMES = {
    "ColumnBatch": ".record",
    "Consumer": ".consumer",
    "ConsumerHealth": ".health",
    "ConsumerRecord": ".record",
    "PartitionRecords": ".record",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOMES)
