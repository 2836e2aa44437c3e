"""`valueFormat=kafka-internal`: records of Kafka's own topics with keys and values as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.errors import DecodeError, KafkaWireError, UnsupportedCodec
from kafkawire.internal_records import decode_internal
from kafkawire.records import Record
from kafkawire.spark.columns import OnDamage, raise_damage
from kafkawire.spark.tables import Table, microseconds

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["INTERNAL_COLUMNS", "InternalConverter"]

INTERNAL_COLUMNS = {
    "topic": "string",
    "partition": "int",
    "offset": "bigint",
    "timestamp": "timestamp",
    "type": "string",
    "version": "int",
    "key": "string",
    "value": "string",
    "error": "string",
}


class InternalConverter:
    """Does what `Converter` does, for these columns. A record that cannot be decoded has hex and an error."""

    def __init__(self, columns: Sequence[str] = (), on_damage: OnDamage = raise_damage) -> None:  # noqa: ARG002
        self._on_damage = on_damage

    def arrow_batches(self, piece: FetchedRange) -> Iterator[pa.RecordBatch]:
        """The records of a range."""
        table = Table(INTERNAL_COLUMNS)
        for batch in piece.batches:
            try:
                records = batch.records()
            except (DecodeError, UnsupportedCodec) as exc:
                self._on_damage(piece, batch, exc)
                continue
            for record in records:
                if piece.start <= record.offset < piece.next_offset:
                    table.add(_row(piece, record))
            if table.is_full:
                yield table.take()
        yield table.take()


def _row(piece: FetchedRange, record: Record) -> dict[str, Any]:
    row = {
        "topic": piece.tp.topic,
        "partition": piece.tp.partition,
        "offset": record.offset,
        "timestamp": microseconds(record.timestamp),
    }
    try:
        found = decode_internal(piece.tp.topic, record.key, record.value)
    except KafkaWireError as exc:
        return row | {"error": str(exc), "key": _hex(record.key), "value": _hex(record.value)}
    for part in ("key", "value"):
        if found.get(part) is not None:
            found[part] = json.dumps(found[part])
    return row | found


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
