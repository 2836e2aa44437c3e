"""Records of Kafka's own topics as lines of JSON."""

from __future__ import annotations

from typing import Any

from kafkawire.cli.output import json_line
from kafkawire.errors import KafkaWireError
from kafkawire.internal_records import INTERNAL, decode_internal

__all__ = ["INTERNAL", "to_internal_json"]


def to_internal_json(topic: str, partition: int, record: Any) -> bytes:
    """A line of JSON. What cannot be read is shown in hex, with the reason: a log may be newer than we are."""
    line: dict[str, Any] = {
        "topic": topic,
        "partition": partition,
        "offset": record.offset,
        "timestamp": record.timestamp,
    }
    try:
        line |= decode_internal(topic, record.key, record.value)
    except KafkaWireError as exc:
        line |= {"error": str(exc), "key": _hex(record.key), "value": _hex(record.value)}
    return json_line(line)


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
