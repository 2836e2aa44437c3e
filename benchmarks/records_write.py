"""What writing a record batch costs, by workload, size and codec: `python -m benchmarks.records_write [--help]`.

All writers live in this process and take turns, one slice of processor time each; a ratio is the median of the ratios
within the rounds. Before anything is timed, each writer has to give the reference's bytes, or compressed ones that hold
the reference's records. kafkawire is measured in two ways: `batch` is `write_batch` of records at hand, `objects` has
them as `Record`, and `builder` is what a producer does, one `append` for each record and `build` in the end, as with
the others.

Codecs are set as each library sets them by default: lz4 at level 0 (the others: 9 for aiokafka, 0 for kafka-python),
gzip at level 6 (9 for aiokafka), zstd at level 3 with all. `--equal` has aiokafka use our levels.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from statistics import median
from time import process_time_ns
from typing import Any

from benchmarks import reference
from benchmarks.reference import CODECS, Record
from benchmarks.traffic import TRAFFIC
from kafkawire.records import BatchBuilder, write_batch
from kafkawire.records import Record as OurRecord

COUNTS = (100, 1_000, 10_000, 100_000)
SIZES = {"16KB": 16_384, "100KB": 100_000, "1MB": 1_000_000}
_NO_LIMIT = 1 << 30
_EQUAL_LEVELS = {"gzip": 6, "lz4": 0, "zstd": 3}

Write = Callable[[], Any]
Writer = Callable[[list[Record], str], Write]
"""From records, made ready for a library before its time counts, and a codec to one batch written."""


def _batch(records: list[Record], codec: str) -> Write:
    return lambda: write_batch(records, compression=codec)


def _objects(records: list[Record], codec: str) -> Write:
    objects = [OurRecord(*record) for record in records]
    return lambda: write_batch(objects, compression=codec)


def _builder(records: list[Record], codec: str) -> Write:
    def write() -> bytes:
        builder = BatchBuilder()
        append = builder.append
        for _, timestamp, key, value, headers in records:
            append(timestamp, key, value, headers)
        return builder.build(compression=codec)

    return write


def _theirs(module: str, records: list[Record], codec: str) -> Write:
    """kafka-python and aiokafka are called alike."""
    cls, number = import_module(module).DefaultRecordBatchBuilder, CODECS.index(codec)

    def write() -> Any:
        builder = cls(2, number, 0, -1, -1, -1, _NO_LIMIT)
        append = builder.append
        for offset, timestamp, key, value, headers in records:
            append(offset, timestamp, key, value, headers)
        return builder.build()

    return write


WRITERS: dict[str, Writer] = {
    "batch": _batch,
    "objects": _objects,
    "builder": _builder,
    "kafka-python": partial(_theirs, "kafka.record.default_records"),
    "aiokafka": partial(_theirs, "aiokafka.record.default_records"),
}
OURS = tuple(WRITERS)[:3]


def _check(name: str, write: Write, records: list[Record], codec: str) -> None:
    """What was written is right; a leader epoch of 0 or -1 is nobody's business."""
    data = bytearray(write())
    data[12:16] = bytes(4)
    if codec == "none":
        assert data == reference.write_batch(records), f"{name}: other bytes than the reference's"
    assert reference.read_batch(bytes(data)) == records, f"{name}, {codec}: other records than were given"


def measure(writes: dict[str, Write], rounds: int, milliseconds: float) -> dict[str, list[float]]:
    """Microseconds a batch of each writer, round by round; a slice is at least one batch."""
    times: dict[str, list[float]] = {name: [] for name in writes}
    for name in (name for _ in range(rounds) for name in writes):
        write, calls = writes[name], 0
        start = process_time_ns()
        while (spent := process_time_ns() - start) < milliseconds * 1e6 or not calls:
            write()
            calls += 1
        times[name].append(spent / calls / 1e3)
    return times


def _loads(names: Iterable[str], counts: Iterable[int], sizes: Iterable[str]) -> Iterator[tuple[str, list[Record]]]:
    for name in names:
        for count in counts:
            yield f"{name} {count:,}", TRAFFIC[name].records(count)
        for size in sizes:
            yield f"{name} {size}", TRAFFIC[name].records_of(SIZES[size])


def _line(title: str, times: dict[str, list[float]], count: int) -> str:
    fields = [f"{title:<28}"]
    fields += (f"{name} {1e3 * median(found) / count:7.0f}" for name, found in times.items())
    for ours in (name for name in OURS if name in times):
        for peer in (name for name in times if name not in OURS):
            ratio = median(theirs / own for theirs, own in zip(times[peer], times[ours], strict=True))
            fields.append(f"{ours}/{peer} {ratio:.2f}")
    return "  ".join(fields)


def _use_our_levels() -> None:
    """The builders of aiokafka call the functions of its `codec` module by name."""
    records = import_module("aiokafka.record._crecords.default_records")
    codec = import_module("aiokafka.codec")
    for name, level in _EQUAL_LEVELS.items():
        setattr(records, f"{name}_encode", partial(getattr(codec, f"{name}_encode"), **{_keyword(name): level}))


def _keyword(codec: str) -> str:
    return "compresslevel" if codec == "gzip" else "level"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--traffic", nargs="+", choices=TRAFFIC, default=list(TRAFFIC))
    parser.add_argument("--records", nargs="*", type=int, default=COUNTS)
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=())
    parser.add_argument("--codecs", nargs="+", choices=CODECS, default=["none"])
    parser.add_argument("--writers", nargs="+", choices=WRITERS, default=list(WRITERS))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--ms", type=float, default=10, help="processor time of a slice (default 10)")
    parser.add_argument("--equal", action="store_true", help="aiokafka at our compression levels")
    options = parser.parse_args()
    if options.equal:
        _use_our_levels()
    print("nanoseconds a record, and how many times as fast")
    for title, records in _loads(options.traffic, options.records, options.sizes):
        for codec in options.codecs:
            writes = {name: WRITERS[name](records, codec) for name in options.writers}
            for name, write in writes.items():
                _check(name, write, records, codec)
            print(_line(f"{title} {codec}", measure(writes, options.rounds, options.ms), len(records)), flush=True)


if __name__ == "__main__":
    main()
