"""Fetched ranges of given values, and what the source makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.metadata import TopicPartition
from kafkawire.records import read_batches, write_batch
from kafkawire.spark.options import parse_options

Pair = tuple[bytes | None, bytes | None]


def piece(pairs: Sequence[Pair], topic: str = "flights") -> FetchedRange:
    """One batch with these keys and values, from offset 100 on."""
    records: list[tuple[Any, ...]] = [(100 + i, 0, key, value, []) for i, (key, value) in enumerate(pairs)]
    batches = [FetchedBatch(batch, hidden=False) for batch in read_batches(write_batch(records, base_offset=100))]
    end = 100 + len(pairs)
    return FetchedRange(TopicPartition(topic, 3), 100, end, batches, end)


def batches(pairs: Sequence[Pair], topic: str = "flights", **options: str) -> list[Any]:
    """What a query with these options gives to Spark."""
    from kafkawire.spark.values.decoding import DecodingConverter, with_schemas

    given = {"kafka.bootstrap.servers": "127.0.0.1:1", "subscribe": topic}
    parsed = parse_options(given | options)
    converter = DecodingConverter(parsed.columns, with_schemas(parsed.formats))
    return list(converter.arrow_batches(piece(pairs, topic)))


def decoded(pairs: Sequence[Pair], topic: str = "flights", **options: str) -> list[dict[str, Any]]:
    """The rows of it."""
    return [row for batch in batches(pairs, topic, **options) for row in batch.to_pylist()]


def values(found: Sequence[bytes | None], topic: str = "flights", **options: str) -> list[Any]:
    """The column `value` alone."""
    return [row["value"] for row in decoded([(None, value) for value in found], topic, columns="value", **options)]
