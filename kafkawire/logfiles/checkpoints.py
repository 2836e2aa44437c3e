"""The small text files of a log directory, in Apache Kafka's formats: text in, values out, and back.

Offset checkpoints (`recovery-point-offset-checkpoint` and its siblings) and `leader-epoch-checkpoint` share one frame:
a version line (0), the number of entries, one entry a line. `partition.metadata` and `meta.properties` are key-value
files. A file that cannot be understood raises `DecodeError`, so that the caller says which one it was.
"""

from __future__ import annotations

import base64
import uuid
from collections.abc import Iterable, Mapping

from kafkawire.errors import DecodeError

__all__ = [
    "format_epochs",
    "format_offsets",
    "format_partition_metadata",
    "format_properties",
    "format_uuid",
    "parse_epochs",
    "parse_offsets",
    "parse_partition_metadata",
    "parse_properties",
    "parse_uuid",
]


def format_uuid(value: uuid.UUID) -> str:
    """22 characters of URL-safe base64, as Kafka writes topic and cluster ids."""
    return base64.urlsafe_b64encode(value.bytes).decode().rstrip("=")


def parse_uuid(text: str) -> uuid.UUID:
    """The inverse of `format_uuid`."""
    try:
        return uuid.UUID(bytes=base64.urlsafe_b64decode(text + "=="))
    except ValueError as exc:
        raise DecodeError(f"{text!r} is not a Kafka uuid: {exc}") from exc


def format_offsets(offsets: Mapping[tuple[str, int], int]) -> bytes:
    """(topic, partition) -> offset."""
    return _frame(f"{topic} {partition} {offset}" for (topic, partition), offset in sorted(offsets.items()))


def parse_offsets(data: bytes) -> dict[tuple[str, int], int]:
    """The inverse of `format_offsets`."""
    try:
        return {(topic, int(partition)): int(offset) for topic, partition, offset in map(str.split, _entries(data))}
    except ValueError as exc:
        raise DecodeError(f"not an offset checkpoint: {exc}") from exc


def format_epochs(epochs: Iterable[tuple[int, int]]) -> bytes:
    """(leader epoch, its first offset), in order."""
    return _frame(f"{epoch} {offset}" for epoch, offset in epochs)


def parse_epochs(data: bytes) -> list[tuple[int, int]]:
    """The inverse of `format_epochs`."""
    try:
        return [(int(epoch), int(offset)) for epoch, offset in map(str.split, _entries(data))]
    except ValueError as exc:
        raise DecodeError(f"not a leader epoch checkpoint: {exc}") from exc


def format_partition_metadata(topic_id: uuid.UUID) -> bytes:
    """`partition.metadata`: which topic a partition directory belongs to."""
    return f"version: 0\ntopic_id: {format_uuid(topic_id)}".encode()


def parse_partition_metadata(data: bytes) -> uuid.UUID:
    """The inverse of `format_partition_metadata`."""
    values = _pairs(data, ":")
    if values.get("version") != "0" or "topic_id" not in values:
        raise DecodeError(f"not a partition.metadata file: {_text(data[:100])!r}")
    return parse_uuid(values["topic_id"])


def format_properties(values: Mapping[str, str]) -> bytes:
    """A Java properties file, as far as `meta.properties` needs one."""
    return "".join(f"{key}={value}\n" for key, value in values.items()).encode()


def parse_properties(data: bytes) -> dict[str, str]:
    """The inverse of `format_properties`; comments and blank lines are passed over."""
    return _pairs(data, "=")


def _frame(lines: Iterable[str]) -> bytes:
    entries = list(lines)
    return "".join(f"{line}\n" for line in ["0", str(len(entries)), *entries]).encode()


def _entries(data: bytes) -> list[str]:
    version, *after = _text(data).split("\n")
    if not after:
        raise DecodeError(f"a checkpoint of {len(data)} bytes, which lacks its count of entries")
    count, lines = after[0], [line for line in after[1:] if line]
    if version != "0" or int(count) != len(lines):
        raise DecodeError(f"version {version}, {count} entries announced, {len(lines)} there")
    return lines


def _pairs(data: bytes, separator: str) -> dict[str, str]:
    lines = [line.strip() for line in _text(data).splitlines()]
    pairs = [line.partition(separator) for line in lines if line and line[0] not in "#!"]
    return {key.strip(): value.strip() for key, _, value in pairs}


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        raise DecodeError(f"not text: {exc}") from exc
