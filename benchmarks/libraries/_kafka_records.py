"""kafka-python and aiokafka share their roots: record batches and varints are called alike in both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import workloads
from benchmarks.operations import Library
from benchmarks.reference import CODECS, Record
from benchmarks.workloads import BatchLoad

_NO_LIMIT = 1 << 30


def add_records(library: Library, module: Any) -> None:
    """All record batches; where kafkawire makes columns, these make objects."""
    decode = _reader(module.DefaultRecordBatch)
    for batch in workloads.batches():
        encode = _writer(module.DefaultRecordBatchBuilder, batch)
        library.add_batch(batch, decode=decode, plain=_plain_records, encode=encode)
    for batch in workloads.column_batches():
        library.add_reader(batch, decode=decode, plain=_plain_records)


def _reader(cls: Any) -> Callable[[bytes], list[Any]]:
    def decode(data: bytes) -> list[Any]:
        batch = cls(data)
        if not batch.validate_crc():
            raise ValueError("the checksum does not fit")
        return list(batch)

    return decode


def _writer(cls: Any, load: BatchLoad) -> Callable[[list[Record]], Any]:
    codec = CODECS.index(load.codec)

    def encode(records: list[Record]) -> Any:
        builder = cls(2, codec, 0, -1, -1, -1, _NO_LIMIT)
        append = builder.append
        for offset, timestamp, key, value, headers in records:
            append(offset, timestamp, key, value, headers)
        return builder.build()

    return encode


def _plain_records(records: list[Any]) -> list[Record]:
    return [(r.offset, r.timestamp, r.key, r.value, list(r.headers)) for r in records]


def add_varints(library: Library, util: Any) -> None:
    """Their writers take a function that gets the bytes one by one; aiokafka's reader wants a `bytearray`."""
    read, write = util.decode_varint, util.encode_varint

    def read_all(data: bytearray) -> list[int]:
        numbers, pos, end = [], 0, len(data)
        while pos < end:
            number, pos = read(data, pos)
            numbers.append(number)
        return numbers

    def write_all(numbers: Sequence[int]) -> bytearray:
        out = bytearray()
        push = out.append
        for number in numbers:
            write(number, push)
        return out

    library.add_varints(read_all, write_all, bytearray)
