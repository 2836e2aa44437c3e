"""kio (Aiven): frozen dataclasses generated from Kafka's schemas; since 0.6 it reads messages in Rust."""

from __future__ import annotations

import dataclasses
import datetime
import io
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks import reference, workloads
from benchmarks.libraries._dataclasses import element_class
from benchmarks.message_load import MessageLoad
from benchmarks.operations import Library
from benchmarks.reference import Record, Shape

_MS = datetime.timedelta(milliseconds=1)
_CUT = "kio cuts the timestamps of records to whole seconds when it reads them"


def load() -> Library:
    """Messages, records without compression, varints."""
    import_module("kio.serial")
    library = Library("kio", version("kio"))
    for message in workloads.messages():
        _add_message(library, message)
    _add_records(library)
    _add_varints(library)
    return library


def _add_message(library: Library, load: MessageLoad) -> None:
    api, _, kind = load.name.partition(".")[0].rpartition("_")
    cls = getattr(import_module(f"kio.schema.{api}.v{load.version}.{kind}"), load.class_name)
    serial = import_module("kio.serial")
    reader, writer = serial.entity_reader(cls), serial.entity_writer(cls)
    library.add_message(
        load,
        decode=lambda data: reader(data, 0)[0],
        plain=lambda entity: reference.plain(load.shape, entity, _get),
        build=lambda value: _build(cls, load.shape, value),
        encode=_written_by(writer),
    )


def _get(entity: Any, name: str) -> Any:
    """Durations are timedeltas in kio, and named without their unit. A timestamp that nobody set is None."""
    value = getattr(entity, name if hasattr(entity, name) else name.removesuffix("_ms"))
    if value is None and "time" in name:
        return -1
    return round(value / _MS) if isinstance(value, datetime.timedelta) else value


def _build(cls: type[Any], shape: dict[str, Shape], value: dict[str, Any]) -> Any:
    known = {field.name: field.metadata.get("kafka_type") for field in dataclasses.fields(cls)}
    fields = {}
    for name, part in shape.items():
        own = name if name in known else name.removesuffix("_ms")
        fields[own] = _converted(value[name], known[own])
        if isinstance(part, list) and isinstance(part[0], dict) and value[name] is not None:
            fields[own] = tuple(_build(element_class(cls, own), part[0], item) for item in value[name])
    return cls(**fields)


def _converted(value: Any, kind: str | None) -> Any:
    if kind == "error_code":
        return import_module("kio.schema.errors").ErrorCode(value)
    if kind is not None and kind.startswith("timedelta"):
        return value * _MS
    if kind == "datetime_i64":
        assert value == -1
        return None
    return tuple(value) if isinstance(value, list) else value


def _written_by(writer: Callable[[Any, Any], None]) -> Callable[[Any], bytes]:
    def encode(entity: Any) -> bytes:
        buffer = io.BytesIO()
        writer(buffer, entity)
        return buffer.getvalue()

    return encode


def _add_records(library: Library) -> None:
    read_batch = import_module("kio.records.readers").read_batch
    write_new_batch = import_module("kio.records.writers").write_new_batch
    for batch in workloads.batches():
        if batch.codec == "none":
            library.add_batch(
                batch,
                decode=lambda data: read_batch(data, 0)[0],
                plain=_plain_records,
                build=_build_batch,
                encode=_written_by(write_new_batch),
                known=_cut,
                note=_CUT,
            )


def _cut(record: Record) -> Record:
    offset, timestamp, key, value, headers = record
    return offset, timestamp // 1000 * 1000, key, value, headers


def _plain_records(batch: Any) -> list[Record]:
    return [
        (
            r.offset,
            round(r.timestamp.timestamp() * 1000),
            r.key,
            r.value,
            [(h.key.decode(), h.value) for h in r.headers],
        )
        for r in batch.records
    ]


def _build_batch(records: list[Record]) -> Any:
    schema = import_module("kio.records.schema")
    built = tuple(_build_record(schema, record) for record in records)
    return schema.NewRecordBatch(producer_id=-1, producer_epoch=-1, base_sequence=-1, attributes=0, records=built)


def _build_record(schema: Any, record: Record) -> Any:
    offset, timestamp, key, value, headers = record
    time = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + timestamp * _MS
    built = tuple(schema.RecordHeader(key=name.encode(), value=content) for name, content in headers)
    return schema.Record(attributes=0, timestamp=time, offset=offset, key=key, value=value, headers=built)


def _add_varints(library: Library) -> None:
    read = import_module("kio.serial.readers").read_signed_varint
    write = import_module("kio.serial.writers").write_signed_varint

    def read_all(data: bytes) -> list[int]:
        numbers, pos, end = [], 0, len(data)
        while pos < end:
            number, size = read(data, pos)
            numbers.append(number)
            pos += size
        return numbers

    def write_all(numbers: Sequence[int]) -> bytes:
        buffer = io.BytesIO()
        for number in numbers:
            write(buffer, number)
        return buffer.getvalue()

    library.add_varints(read_all, write_all)
