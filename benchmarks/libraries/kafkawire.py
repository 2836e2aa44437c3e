"""kafkawire itself, called as its users call it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import kafkawire
from benchmarks import reference, workloads
from benchmarks.libraries._dataclasses import element_class
from benchmarks.message_load import MessageLoad
from benchmarks.operations import Library
from benchmarks.reference import Record, Shape
from benchmarks.workloads import BatchLoad
from kafkawire import messages
from kafkawire.message import Message
from kafkawire.records import Columns, RecordBatch, read_batches, write_batch
from kafkawire.records import Record as OurRecord
from kafkawire.varint import read_varint, write_varint


def load() -> Library:
    """All operations; the columns are ours alone."""
    library = Library("kafkawire", kafkawire.__version__)
    for message in workloads.messages():
        _add_message(library, message)
    for batch in workloads.batches():
        library.add_batch(batch, decode=_read_records, plain=_plain_records, encode=_writer(batch))
    for batch in workloads.column_batches():
        library.add_reader(batch, decode=_read_columns, plain=_plain_columns)
    library.add_varints(_read_varints, _write_varints)
    return library


def _add_message(library: Library, load: MessageLoad) -> None:
    cls: type[Message] = getattr(messages, load.class_name)
    version = load.version
    library.add_message(
        load,
        decode=lambda data: cls.decode(data, version),
        decode_views=lambda data: cls.decode(data, version, zero_copy=True),
        plain=lambda message: reference.plain(load.shape, message, getattr),
        build=lambda value: _build(cls, load.shape, value),
        encode=lambda message: message.encode(version),
    )


def _build(cls: type[Any], shape: dict[str, Shape], value: dict[str, Any]) -> Any:
    """A message object, or a part of one, from plain values."""
    fields = {}
    for name, part in shape.items():
        fields[name] = value[name]
        if isinstance(part, list) and isinstance(part[0], dict) and value[name] is not None:
            fields[name] = [_build(element_class(cls, name), part[0], item) for item in value[name]]
    return cls(**fields)


def _read_records(data: bytes) -> list[OurRecord]:
    return [record for batch in read_batches(data) for record in batch]


def _plain_records(records: list[OurRecord]) -> list[Record]:
    return [(r.offset, r.timestamp, r.key, r.value, [(n, v or b"") for n, v in r.headers]) for r in records]


def _writer(load: BatchLoad) -> Callable[[list[Record]], bytes]:
    return lambda records: write_batch(records, compression=load.codec)


def _read_columns(data: bytes) -> Columns:
    (batch,) = read_batches(data)
    assert isinstance(batch, RecordBatch)
    return batch.columns()


def _plain_columns(columns: Columns) -> list[Record]:
    offsets, timestamps = map(int, columns.offsets), map(int, columns.timestamps)
    return [
        (offset, timestamp, columns.key(i), columns.value(i), [(n, v or b"") for n, v in columns.headers(i)])
        for i, (offset, timestamp) in enumerate(zip(offsets, timestamps, strict=True))
    ]


def _read_varints(data: bytes) -> list[int]:
    numbers, pos, end = [], 0, len(data)
    while pos < end:
        number, pos = read_varint(data, pos)
        numbers.append(number)
    return numbers


def _write_varints(numbers: Sequence[int]) -> bytes:
    return b"".join(map(write_varint, numbers))
