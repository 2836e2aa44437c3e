"""What is read and written: topics of words in random order, and the same as Parquet."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.traffic import Content, contents
from kafkawire.client.admin import NewTopic
from kafkawire.client.blocking import Admin, Producer

__all__ = ["PARTITIONS", "SMALL", "TRAFFIC_COUNTS", "Load", "fill", "fill_small", "fill_traffic", "loads", "make_rows"]

CODECS = ("none", "lz4", "zstd")
PARTITIONS = 4
SMALL = "bench-small"
_SMALL_COUNT = 1_000
TRAFFIC_COUNTS = {
    "applications": 1_000_000,
    "flights": 500_000,
    "avro": 1_000_000,
    "changes": 50_000,
    "log_lines": 1_000_000,
    "compacted": 1_000_000,
}
"""Workload of `benchmarks/traffic.py` -> how many of its records are read."""
_KEYS = 1_000
_FILES = 4


@dataclass(frozen=True, slots=True)
class Load:
    """`count` records, each with a value of `size` bytes."""

    name: str
    count: int
    size: int

    def topic(self, codec: str) -> str:
        """Its name tells the number, so that one of another scale is not taken for it."""
        return f"bench-{self.name}-{codec}-{self.count}"


def loads(scale: float) -> list[Load]:
    """Small and large records."""
    return [Load("100B", int(2_000_000 * scale), 100), Load("1KB", int(500_000 * scale), 1_000)]


def fill_small(address: str) -> None:
    """The topic of the first query, made unless it is there."""
    _fill(address, {SMALL: ("none", Load("small", _SMALL_COUNT, 100))})


def fill(address: str, scale: float) -> dict[str, str]:
    """Topics by what is in them, made unless they are there."""
    _fill(address, {load.topic(codec): (codec, load) for load in loads(scale) for codec in CODECS})
    return {f"{load.name} {codec}": load.topic(codec) for load in loads(scale) for codec in CODECS}


def _fill(address: str, wanted: Mapping[str, tuple[str, Load]]) -> None:
    with Admin(address) as admin:
        missing = [topic for topic in wanted if topic not in set(admin.list_topics())]
        admin.create_topics({topic: NewTopic(PARTITIONS, 1) for topic in missing})
    for topic in missing:
        _write(address, topic, *wanted[topic])


def fill_traffic(address: str, scale: float) -> dict[str, str]:
    """Topics with records as applications send them, by the workload; made unless they are there."""
    counts = {name: int(count * scale) for name, count in TRAFFIC_COUNTS.items()}
    named = {name: f"bench-{name}-lz4-{count}" for name, count in counts.items()}
    with Admin(address) as admin:
        missing = [name for name, topic in named.items() if topic not in set(admin.list_topics())]
        admin.create_topics({named[name]: NewTopic(PARTITIONS, 1) for name in missing})
    for name in missing:
        _send(address, named[name], "lz4", islice(cycle(contents(name)), counts[name]))
    return named


def _write(address: str, topic: str, codec: Any, load: Load) -> None:
    _send(address, topic, codec, ((key, value, []) for key, value in _records(load, range(load.count))))


def _send(address: str, topic: str, codec: Any, records: Iterable[Content]) -> None:
    """With batches of 16 KB, as producers make them unless they are told otherwise."""
    with Producer(address, compression_type=codec, linger_ms=50) as producer:
        for key, value, headers in records:
            producer.send(topic, value, key=key, headers=headers)


def make_rows(folder: Path, load: Load) -> None:
    """The records as Parquet files."""
    import pyarrow as pa
    from pyarrow import parquet

    folder.mkdir()
    for file in range(_FILES):
        keys, values = zip(*_records(load, range(file, load.count, _FILES)), strict=True)
        table = pa.table({"key": pa.array(keys, pa.binary()), "value": pa.array(values, pa.binary())})
        parquet.write_table(table, folder / f"{file}.parquet")


def _records(load: Load, numbers: range) -> Iterator[tuple[bytes, bytes]]:
    """Keys that repeat, values that do not."""
    rnd = random.Random(1)
    words = [rnd.randbytes(rnd.randrange(1, 5)).hex().encode() for _ in range(2_000)]
    text = b" ".join(rnd.choices(words, k=100_000))
    for number in numbers:
        at = number * 7_919 % (len(text) - load.size)
        yield b"%d" % (number % _KEYS), b"%010d" % number + text[at : at + load.size - 10]
