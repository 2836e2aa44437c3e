"""Topics with all that a reader has to cope with, written by our own clients to whichever broker is asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kafkawire.client.admin import NewTopic
from kafkawire.client.blocking import Admin, BlockingReader, Producer
from kafkawire.client.metadata import TopicPartition

__all__ = ["TOPICS", "fill"]

COUNT = 3_000
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
_COMPACTED_WITHIN_S = 60.0
_HEADERS: list[list[tuple[str, bytes | None]]] = [
    [],
    [("a", b"1")],
    [("a", None), ("ä", b""), ("a", b"\xff" * 200)],
    [],
]


def _record(number: int, *, headers: bool = False, tombstones: bool = True) -> dict[str, Any]:
    return {
        "key": None if number % 13 == 0 else b"key-%d" % (number % 40),
        "value": None if tombstones and number % 11 == 0 else b"value " * (number % 30) + b"%d" % number,
        "headers": _HEADERS[number % 4] if headers else [],
        "timestamp_ms": int(time.time() * 1000) - 600_000 + number * 7 - number % 5 * 100,
        "partition": number % 3,
    }


def _plain(address: str, topic: str, codec: Any, headers: bool, batch_size: int) -> None:
    with Producer(address, compression_type=codec, batch_size=batch_size) as producer:
        for number in range(COUNT):
            producer.send(topic, **_record(number, headers=headers))


def _single(address: str, topic: str) -> None:
    with Producer(address, batch_size=1) as producer:
        for number in range(300):
            producer.send(topic, **_record(number, headers=True))


class _Aborted(Exception):
    """Ends a transaction without a commit."""


def _transactions(address: str, topic: str) -> None:
    """Committed and aborted ones by turns."""
    with Producer(address, transactional_id=f"{topic}-a") as producer:
        for turn in range(8):
            with suppress(_Aborted), producer.transaction():
                for number in range(turn * 100, turn * 100 + 100):
                    producer.send(topic, **_record(number))
                producer.flush()
                if turn % 3 == 1:
                    raise _Aborted


def _compacted(address: str, topic: str) -> None:
    for _ in range(3):
        with Producer(address, batch_size=2_048) as producer:
            for number in range(1_000):
                record = _record(number, tombstones=number % 22 == 0)
                producer.send(topic, **(record | {"key": b"key-%d" % (number % 200)}))
        time.sleep(0.3)  # a segment has to grow old to be rolled; there is nothing to wait for
    give_up = time.monotonic() + _COMPACTED_WITHIN_S
    while _records(address, topic) > 2_900:
        if time.monotonic() > give_up:
            raise TimeoutError(f"{topic} was not compacted within {_COMPACTED_WITHIN_S:.0f} s")
        time.sleep(1)


def _records(address: str, topic: str) -> int:
    with BlockingReader(address) as reader:
        ends = reader.end_offsets(reader.partitions(topic))
        return sum(
            1
            for tp, end in ends.items()
            for piece in reader.fetch(TopicPartition(*tp), 0, end)
            for _ in piece.records()
        )


_COMPACT = {
    "cleanup.policy": "compact",
    "segment.ms": "200",
    "min.cleanable.dirty.ratio": "0.01",
    "max.compaction.lag.ms": "500",
}
TOPICS: dict[str, tuple[dict[str, str], Callable[[str, str], None]]] = {
    **{f"codec-{codec}": ({}, lambda a, t, c=codec: _plain(a, t, c, False, 16_384)) for codec in CODECS},  # type: ignore[misc]
    **{f"headers-{codec}": ({}, lambda a, t, c=codec: _plain(a, t, c, True, 4_096)) for codec in ("none", "zstd")},  # type: ignore[misc]
    "append-time": ({"message.timestamp.type": "LogAppendTime"}, lambda a, t: _plain(a, t, "lz4", True, 8_192)),
    "single": ({}, _single),
    "transactions": ({}, _transactions),
    "compacted": (_COMPACT, _compacted),
    "empty": ({}, lambda _, __: None),
}
"""Name, options of the topic, and what writes it."""


def fill(address: str, prefix: str) -> list[str]:
    """Make all topics, with names that begin with `prefix`."""
    with Admin(address) as admin:
        admin.create_topics({prefix + name: NewTopic(3, 1, options) for name, (options, _) in TOPICS.items()})
    for name, (_, write) in TOPICS.items():
        write(address, prefix + name)
    return [prefix + name for name in TOPICS]
