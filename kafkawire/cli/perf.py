"""`kafkawire perf`: how fast records are written and read, measured as Kafka's own perf tools do.

Rates are over the whole time, MB are 1024 * 1024 bytes, and a record's latency is the time from `send` to the broker's
acknowledgement. Deliveries are noted in the order of sending, so one that overtakes another counts as long as that.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from itertools import cycle
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli.client_options import connection_of, escaped
from kafkawire.cli.patience import Outages, Patience
from kafkawire.cli.usage import UsageError, duration_ms, positive

if TYPE_CHECKING:
    from kafkawire.client import Consumer, Producer
    from kafkawire.client.producer.delivery import Delivery

__all__ = ["Latencies", "add_parser"]

_MB = 1024 * 1024
_MOST_SAMPLES = 500_000
_AT_ONCE = 500  # records between two looks at buffer and clock
_PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p999": 0.999}
_RANDOM_BYTES = _MB


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(
        subparsers,
        "perf",
        "measure how fast records are written and read",
        "produce flights --num-records 100000 --record-size 100",
    )
    _add_produce(commands)
    _add_consume(commands)


def _add_produce(commands: command.Subcommands) -> None:
    producing = commands.add(
        "produce",
        _produce,
        "write records, and say how fast that went",
        "flights --num-records 100000 --record-size 100 --acks 1 -X linger.ms=5",
    )
    producing.add_argument("topic", metavar="TOPIC", help="where to")
    producing.add_argument("-n", "--num-records", type=positive, required=True, metavar="N", help="how many to write")
    payload = producing.add_mutually_exclusive_group(required=True)
    payload.add_argument("--record-size", type=positive, metavar="BYTES", help="of random capital letters")
    payload.add_argument("--payload-file", metavar="FILE", help="values are the parts of this file, in turn")
    producing.add_argument(
        "--payload-delimiter", default=r"\n", metavar="TEXT", help=r"between the parts (default: \n)"
    )
    producing.add_argument(
        "--throughput", type=float, default=-1, metavar="N", help="at most so many records a second (default: no limit)"
    )
    producing.add_argument("--acks", choices=("all", "1", "0"), help="default: all")
    producing.add_argument(
        "--warmup-records", type=int, default=0, metavar="N", help="the first N are sent, but not measured (default: 0)"
    )
    _add_interval(producing)


def _add_consume(commands: command.Subcommands) -> None:
    consuming = commands.add(
        "consume", _consume, "read records, and say how fast that went", "flights --num-records 100000"
    )
    consuming.add_argument("topics", nargs="+", metavar="TOPIC", help="what to read")
    consuming.add_argument("-n", "--num-records", type=positive, required=True, metavar="N", help="how many to read")
    consuming.add_argument(
        "-g", "--group", help="read as a member of this group (default: all partitions, in no group)"
    )
    consuming.add_argument("--from-latest", action="store_true", help="only records that come from now on")
    consuming.add_argument(
        "--timeout", type=duration_ms, default=10_000, metavar="SPAN", help="without records, then end (default: 10s)"
    )
    _add_interval(consuming)


def _add_interval(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reporting-interval",
        type=duration_ms,
        default=5000,
        metavar="SPAN",
        help="between two lines on stderr (default: 5s)",
    )


# --- measuring ------------------------------------------------------------------------------------------------------


class Latencies:
    """Times in milliseconds: average and highest of all, percentiles of a sample of 500,000 at most."""

    def __init__(self, expected: int) -> None:
        self._every = ceil(expected / _MOST_SAMPLES)
        self._sample = array("d")
        self.count = 0
        self.total = 0.0
        self.highest = 0.0

    def add(self, ms: float) -> None:
        """One more."""
        if self.count % self._every == 0:
            self._sample.append(ms)
        self.count += 1
        self.total += ms
        self.highest = max(self.highest, ms)

    def facts(self) -> dict[str, float]:
        """Average, highest and percentiles."""
        ordered = sorted(self._sample)
        found = {"avg_latency_ms": self.total / max(1, self.count), "max_latency_ms": self.highest}
        at = {name: min(int(part * len(ordered)), len(ordered) - 1) for name, part in _PERCENTILES.items()}
        found |= {f"{name}_ms": ordered[index] if ordered else 0.0 for name, index in at.items()}
        return {name: round(value, 3) for name, value in found.items()}


class _Meter:
    """Records, bytes and times of all that counts, and of the interval that is told of next."""

    def __init__(self, expected: int, interval_ms: int, verb: str) -> None:
        self.records = self.bytes = 0
        self.latencies = Latencies(expected)
        self.started = self._told = time.perf_counter()
        self.seconds = 0.0
        self._window = Latencies(1), 0, 0
        self._interval, self._verb, self._expected = interval_ms / 1000, verb, expected

    def add(self, ms: float, records: int, size: int) -> None:
        """So many records that took so long."""
        self.latencies.add(ms)
        window, count, total = self._window
        window.count += 1
        window.total += ms
        window.highest = max(window.highest, ms)
        self._window = window, count + records, total + size
        self.records += records
        self.bytes += size

    def tell(self) -> None:
        """A line on standard error, when it is time again."""
        now = time.perf_counter()
        self.seconds = now - self.started
        if now - self._told < self._interval:
            return
        window, records, size = self._window
        rates = _rates(self._verb, records, size, now - self._told)
        mean = window.total / max(1, window.count)
        print(f"{rates}, {mean:.1f} ms avg latency, {window.highest:.1f} ms max latency.", file=sys.stderr, flush=True)
        self._told, self._window = now, (Latencies(1), 0, 0)

    def facts(self) -> dict[str, Any]:
        """All that was measured."""
        seconds = max(self.seconds, 1e-9)
        return {
            "records": self.records,
            "bytes": self.bytes,
            "seconds": round(self.seconds, 3),
            "records_per_second": round(self.records / seconds, 1),
            "mb_per_second": round(self.bytes / _MB / seconds, 2),
        } | self.latencies.facts()


def _rates(verb: str, records: int, size: int, seconds: float) -> str:
    seconds = max(seconds, 1e-9)
    return f"{records} records {verb}, {records / seconds:.1f} records/sec ({size / _MB / seconds:.2f} MB/sec)"


def _show(args: argparse.Namespace, verb: str, facts: dict[str, Any], rest: str = "") -> None:
    """The line that Kafka's tool for producers ends with, or JSON."""
    if args.json:
        command.show_one(args, facts)
        return
    print(
        f"{_rates(verb, facts['records'], facts['bytes'], facts['seconds'])}, "
        f"{facts['avg_latency_ms']:.2f} ms avg latency, {facts['max_latency_ms']:.2f} ms max latency, "
        f"{facts['p50_ms']:.2f} ms 50th, {facts['p95_ms']:.2f} ms 95th, {facts['p99_ms']:.2f} ms 99th, "
        f"{facts['p999_ms']:.2f} ms 99.9th{rest}."
    )


# --- writing --------------------------------------------------------------------------------------------------------


def _produce(args: argparse.Namespace) -> int:
    from kafkawire.client.options import ProducerOptions
    from kafkawire.transport.aio import loop_factory

    if not 0 <= args.warmup_records < args.num_records:
        raise UsageError(f"--warmup-records {args.warmup_records}: want fewer than the {args.num_records} of all")
    given: dict[str, object] = {}
    if args.acks is not None:  # else it is that of the properties file
        given["acks"] = args.acks if args.acks == "all" else int(args.acks)
    brokers, options = connection_of(args, ProducerOptions, given)
    values = _values(args)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        meter = runner.run(_write(args, brokers, options, values))
    warm = f" ({args.warmup_records} records before that to warm up)" if args.warmup_records else ""
    asked = {"warmup_records": args.warmup_records, "acks": str(options.get("acks", "all"))}
    _show(args, "sent", meter.facts() | asked, warm)
    return 0


def _values(args: argparse.Namespace) -> Iterator[bytes]:
    if args.payload_file:
        parts = [p for p in Path(args.payload_file).read_bytes().split(escaped(args.payload_delimiter)) if p]
        if not parts:
            raise UsageError(f"{args.payload_file}: there is nothing in it to send")
        return cycle(parts)
    size = args.record_size
    letters = bytes(random.choices(range(65, 91), k=size + _RANDOM_BYTES))  # noqa: S311 - no secret
    return (letters[at : at + size] for at in cycle(range(0, _RANDOM_BYTES, 61)))


async def _write(args: argparse.Namespace, brokers: str, options: dict[str, Any], values: Iterator[bytes]) -> _Meter:
    from kafkawire.client import Producer

    with Patience(brokers, options) as patience:
        async with Producer(brokers, **options) as producer:
            patience.over()
            with Outages("writing"):
                if args.warmup_records:
                    await _send_all(producer, args, args.warmup_records, values)
                return await _send_all(producer, args, args.num_records - args.warmup_records, values)


async def _send_all(producer: Producer, args: argparse.Namespace, count: int, values: Iterator[bytes]) -> _Meter:
    """Send so many, as fast as may be, and wait for the last acknowledgement."""
    meter = _Meter(count, args.reporting_interval, "sent")
    under_way: deque[tuple[float, int, Delivery]] = deque()
    some = _AT_ONCE if args.throughput <= 0 else max(1, min(_AT_ONCE, int(args.throughput / 100)))
    now = time.perf_counter
    for sent in range(0, count, some):
        for _ in range(min(some, count - sent)):
            value = next(values)
            under_way.append((now(), len(value), producer.send(args.topic, value)))
        await producer.drain()
        await _pace(meter.started, sent + some, args.throughput)
        await _note(under_way, meter, lambda delivery: delivery.done)
    await _flushed(producer, under_way, meter)
    return meter


async def _flushed(producer: Producer, under_way: deque[tuple[float, int, Delivery]], meter: _Meter) -> None:
    flushing = asyncio.ensure_future(producer.flush())
    try:
        await _note(under_way, meter, lambda _: True)
    finally:
        await flushing


async def _note(
    under_way: deque[tuple[float, int, Delivery]], meter: _Meter, may_wait: Callable[[Delivery], bool]
) -> None:
    """Take note of deliveries, the oldest first, as long as there are some that are done, or to be waited for."""
    while under_way and may_wait(under_way[0][2]):
        sent_at, size, delivery = under_way.popleft()
        await delivery
        meter.add((time.perf_counter() - sent_at) * 1000, 1, size)
        if meter.records % _AT_ONCE == 0:
            meter.tell()
    meter.tell()


async def _pace(started: float, sent: int, throughput: float) -> None:
    """Wait until so many records may have been sent."""
    if throughput > 0:
        early = started + sent / throughput - time.perf_counter()
        if early > 0:
            await asyncio.sleep(early)


# --- reading --------------------------------------------------------------------------------------------------------


def _consume(args: argparse.Namespace) -> int:
    from kafkawire.client.options import ConsumerOptions
    from kafkawire.transport.aio import loop_factory

    given: dict[str, object] = {
        "auto_offset_reset": "latest" if args.from_latest else "earliest",
        "allow_auto_create_topics": False,
    }
    if args.group:
        given["group_id"] = args.group
    brokers, options = connection_of(args, ConsumerOptions, given)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        meter, join_ms = runner.run(_read(args, brokers, options))
    facts = meter.facts() | {"join_ms": join_ms}
    _show(
        args,
        "read",
        facts,
        f" (of each fetch); {join_ms:.0f} ms to join the group" if args.group else " (of each fetch)",
    )
    if meter.records < args.num_records:
        print(f"kafkawire: nothing came for {args.timeout / 1000:g} s, so that is all", file=sys.stderr)
        return 1
    return 0


async def _read(args: argparse.Namespace, brokers: str, options: dict[str, Any]) -> tuple[_Meter, float]:
    from kafkawire.client import Consumer

    with Patience(brokers, options) as patience:
        async with Consumer(brokers, topics=args.topics if args.group else (), **options) as consumer:
            partitions = [tp for topic in args.topics for tp in await consumer.partitions(topic)]
            patience.over()
            if not args.group:
                consumer.assign(partitions)
            with Outages("reading"):
                return await _fetch_all(consumer, args)


async def _fetch_all(consumer: Consumer, args: argparse.Namespace) -> tuple[_Meter, float]:
    """Fetch until there are enough, or none come. The clock begins with the first call; joining is part of the time."""
    meter = _Meter(args.num_records, args.reporting_interval, "read")
    last = begun = meter.started
    joined: float | None = None
    while meter.records < args.num_records and last - begun < args.timeout / 1000:
        asked = time.perf_counter()
        chunks = await consumer.fetch(min(10_000, args.num_records - meter.records), 0.1)
        last = time.perf_counter()
        joined = last if joined is None and consumer.assignment else joined
        if chunks:
            begun = last
            size = sum(len(r.key or b"") + len(r.value or b"") for chunk in chunks for r in chunk.records)
            meter.add((last - asked) * 1000, sum(len(chunk.records) for chunk in chunks), size)
            meter.tell()
    return meter, 0.0 if joined is None or not args.group else round((joined - meter.started) * 1000, 1)
