"""Reading: `Consumer`, and what it hands out. Names load on first use: who reads ranges needs no consumer."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.client.consumer.columns import ColumnBatch
    from kafkawire.client.consumer.consumer import Consumer
    from kafkawire.client.consumer.health import ConsumerHealth
    from kafkawire.client.consumer.record import ConsumerRecord, PartitionRecords

__all__ = ["ColumnBatch", "Consumer", "ConsumerHealth", "ConsumerRecord", "PartitionRecords"]

_HOMES = {
    "ColumnBatch": "columns",
    "Consumer": "consumer",
    "ConsumerHealth": "health",
    "ConsumerRecord": "record",
    "PartitionRecords": "record",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
