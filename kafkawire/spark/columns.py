"""From fetched batches to Arrow record batches, without a Python object per record.

`Columns` says where each key and value begins in a buffer and how long it is; `arrays.gather` copies those out.
Headers go the same way. Columns that nobody wants cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from kafkawire.client.consumer.batches import FetchedBatch, PlainBatches
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.errors import DecodeError, KafkaWireError, UnsupportedCodec
from kafkawire.limits import MIB
from kafkawire.records import Columns, Record, RecordBatch
from kafkawire.records.columns import columns_of_records
from kafkawire.records.many import header_columns, read_together
from kafkawire.spark.arrays import bits, gather, numbers, repeated
from kafkawire.spark.schema import arrow_schema

__all__ = ["Converter"]

# A record batch goes to Spark when it holds this many bytes: large enough to be worth its overhead in the JVM, small
# enough not to matter in a task's memory.
_BYTES = 8 * MIB
_OLD_RECORDS = 8192
_MICROSECONDS = 1000  # in the millisecond of Kafka's timestamps
_LARGEST_MS = (2**63 - 1) // _MICROSECONDS

OnDamage = Callable[[FetchedRange, FetchedBatch, KafkaWireError], None]


def raise_damage(piece: FetchedRange, batch: FetchedBatch, error: KafkaWireError) -> None:
    """Raise what is wrong with a batch, with topic, partition and offset in the text."""
    where = piece.start if batch.source is None else batch.base_offset
    raise type(error)(f"{piece.tp}, offset {where}: {error}") from error


class Converter:
    """Makes Arrow record batches of some columns; `on_damage` is told of batches that cannot be read, and may raise."""

    def __init__(self, columns: Sequence[str], on_damage: OnDamage = raise_damage) -> None:
        self._names = tuple(columns)
        self._schema = arrow_schema(self._names)
        self._on_damage = on_damage

    def arrow_batches(self, piece: FetchedRange) -> Iterator[pa.RecordBatch]:
        """The records of a fetched range."""
        for batches in _alike(piece):
            if isinstance(batches, PlainBatches):
                yield from self._of_plain(piece, batches)
            else:
                yield from self._of_old(piece, batches)

    def _of_plain(self, piece: FetchedRange, batches: PlainBatches) -> Iterator[pa.RecordBatch]:
        """Many at once; one by one where that is not possible, so that the one at fault is found."""
        for run in read_together(batches.data, batches.positions, check_crc=batches.check_crc, most=_BYTES):
            if run.columns is not None:
                yield from self._record_batch(piece, run.columns, run.types)
                continue
            for batch in batches[run.first : run.last]:
                yield from self._one(piece, batch)

    def _of_old(self, piece: FetchedRange, old: Sequence[FetchedBatch]) -> Iterator[pa.RecordBatch]:
        """The messages of formats 0 and 1, many together: each that is not compressed is a batch of its own."""
        records: list[Record] = []
        types: list[int] = []
        for fetched in old:
            try:
                records += fetched.records()
            except (DecodeError, UnsupportedCodec) as exc:
                self._on_damage(piece, fetched, exc)
                continue
            types += [_type_of(fetched)] * (len(records) - len(types))
            if len(records) >= _OLD_RECORDS:
                yield from self._record_batch(piece, columns_of_records(records), np.array(types, np.int32))
                records, types = [], []
        yield from self._record_batch(piece, columns_of_records(records), np.array(types, np.int32))

    def _one(self, piece: FetchedRange, fetched: FetchedBatch) -> Iterator[pa.RecordBatch]:
        batch = fetched.source
        if batch is None or fetched.base_offset >= piece.next_offset:
            return
        try:
            columns = batch.columns()
        except (DecodeError, UnsupportedCodec) as exc:
            self._on_damage(piece, fetched, exc)
            return
        yield from self._record_batch(piece, columns, np.full(len(columns), batch.timestamp_type, np.int32))

    def _record_batch(self, piece: FetchedRange, columns: Columns, types: Any) -> Iterator[pa.RecordBatch]:
        """The records of `columns` that lie in the range."""
        if not len(columns):
            return
        make = _Arrays(piece, columns, types)
        arrays = [make.column(name) for name in self._names]
        whole = pa.RecordBatch.from_arrays(arrays, schema=self._schema)
        offsets = np.asarray(columns.offsets)
        inside = (offsets >= piece.start) & (offsets < piece.next_offset)
        if inside.all():
            yield whole
        elif inside.any():
            yield whole.filter(bits(inside))


class _Arrays:
    """The columns of some records, each made when it is asked for."""

    def __init__(self, piece: FetchedRange, columns: Columns, types: Any) -> None:
        self._tp = piece.tp
        self._columns = columns
        self._types = types
        self._data = pa.py_buffer(columns.data)

    def column(self, name: str) -> pa.Array:
        """An array as `arrow_schema` has it."""
        columns = self._columns
        match name:
            case "key":
                return gather(self._data, np.asarray(columns.key_starts), np.asarray(columns.key_lengths))
            case "value":
                return gather(self._data, np.asarray(columns.value_starts), np.asarray(columns.value_lengths))
            case "topic":
                return repeated(self._tp.topic, len(columns))
            case "partition":
                return numbers(np.full(len(columns), self._tp.partition, np.int32), pa.int32())
            case "offset":
                return numbers(np.asarray(columns.offsets), pa.int64())
            case "timestamp":
                return self._timestamps()
            case "timestampType":
                return numbers(self._types, pa.int32())
            case _:
                return self._headers()

    def _timestamps(self) -> pa.Array:
        """In microseconds, as Spark has them, for as far as those reach: some 290,000 years both ways."""
        times = np.asarray(self._columns.timestamps)
        beyond = (times > _LARGEST_MS) | (times < -_LARGEST_MS)
        if beyond.any():
            offset = np.asarray(self._columns.offsets)[beyond][0]
            raise DecodeError(f"{self._tp}, offset {offset}: Spark cannot say its timestamp, {times[beyond][0]} ms")
        return numbers(times * _MICROSECONDS, pa.timestamp("us", tz="UTC"))

    def _headers(self) -> pa.Array:
        """A list for records that have headers; null for the others, as Spark's Kafka source has it."""
        counts = np.asarray(self._columns.header_counts)
        kind = arrow_schema(("headers",)).field(0).type
        if not counts.any():
            return pa.nulls(len(counts), kind)
        name_starts, name_lengths, value_starts, value_lengths = header_columns(self._columns)
        names = gather(self._data, name_starts, name_lengths).cast(pa.string())
        values = gather(self._data, value_starts, value_lengths)
        structs = pa.StructArray.from_arrays([names, values], fields=list(kind.value_type))
        ends = np.append(0, np.cumsum(counts)).astype(np.int32)
        return pa.ListArray.from_arrays(numbers(ends, pa.int32()), structs, type=kind, mask=bits(counts == 0))


def _alike(piece: FetchedRange) -> Iterator[PlainBatches | list[FetchedBatch]]:
    """The batches that are to be seen, in order: those of format 2 in one buffer together, and those of older ones."""
    if isinstance(piece.batches, PlainBatches):
        yield piece.batches
        return
    seen = (batch for batch in piece.batches if batch.source is not None)
    for _, group in groupby(seen, lambda batch: isinstance(batch.source, RecordBatch) and id(batch.source.buffer)):
        batches = list(group)
        sources = [batch.source for batch in batches if isinstance(batch.source, RecordBatch)]
        if sources:
            positions = [source.position for source in sources]
            yield PlainBatches(sources[0].buffer, positions, check_crc=sources[0].check_crc)
        else:
            yield batches


def _type_of(fetched: FetchedBatch) -> int:
    return -1 if fetched.source is None else fetched.source.timestamp_type
