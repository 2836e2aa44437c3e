"""Reading records as applications send them: objects without and with numpy, and columns, beside other libraries.

`python -m benchmarks.records_read` prints a table of processor time per record for each workload of `traffic.py` and
each size of batch. `--tree DIR` adds the kafkawire of another checkout as a column, for a before beside an after.

The columns take turns call by call in one process, so that a slow moment hits neighbours alike. Every figure is for
records whose offset, timestamp, key, value and headers have been read, so that nobody gains by putting off what
everybody needs; the checksum is compared, and the records are given back before the next call. Ratios are medians of
the ratios within rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import product
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import Any

from benchmarks.reference import write_batch
from benchmarks.traffic import TRAFFIC

COUNTS = (100, 1_000, 10_000, 100_000)
_LARGEST = 100_000_000  # bytes of a batch; larger ones are left out
Read = Callable[[bytes], Any]
Tree = dict[str, Any]
"""The modules of one checkout by name."""


def touch(records: Sequence[Any]) -> None:
    """Read every field of every record."""
    for record in records:
        record.offset, record.timestamp, record.key, record.value, record.headers  # noqa: B018


def our_readers(tree: Tree, prefix: str = "") -> dict[str, Read]:
    """What the kafkawire of a tree offers; numpy is not there for the first."""
    read_batches = tree["kafkawire.records"].read_batches
    home = "kafkawire.records.columns"  # batches import it when columns are asked for

    def pure(data: bytes) -> None:
        with _without_numpy():
            objects(data)

    def objects(data: bytes) -> None:
        for batch in read_batches(data):
            touch(batch.records())

    def columns(data: bytes) -> None:
        sys.modules[home] = tree[home]
        for batch in read_batches(data):
            batch.columns()

    return {f"{prefix}pure": pure, f"{prefix}objects": objects, f"{prefix}columns": columns}


@contextmanager
def _without_numpy() -> Iterator[None]:
    numpy = sys.modules.pop("numpy", None)
    try:
        yield
    finally:
        if numpy is not None:
            sys.modules["numpy"] = numpy


def their_readers() -> dict[str, Read]:
    """kafka-python and aiokafka, which share their roots."""
    homes = {"kafka-python": "kafka.record.default_records", "aiokafka": "aiokafka.record.default_records"}
    return {name: _their_reader(import_module(home).DefaultRecordBatch) for name, home in homes.items()}


def _their_reader(cls: Any) -> Read:
    def read(data: bytes) -> None:
        batch = cls(data)
        if not batch.validate_crc():
            raise ValueError("the checksum does not fit")
        touch(list(batch))

    return read


def import_tree(path: Path | None = None) -> Tree:
    """`kafkawire.records` of this checkout or of another one, beside ours."""
    ours = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "kafkawire"}
    sys.path.insert(0, str(path or "."))
    try:
        for name in ("batch", "columns", "legacy", "many", "reader"):
            import_module(f"kafkawire.records.{name}")
        sys.modules["kafkawire.records"].read_batches  # noqa: B018 - it loads on first use
        return {name: module for name, module in sys.modules.items() if name.split(".")[0] == "kafkawire"}
    finally:
        del sys.path[0]
        for name in [name for name in sys.modules if name.split(".")[0] == "kafkawire"]:
            del sys.modules[name]
        sys.modules.update(ours)


def measure(readers: dict[str, Read], data: bytes, rounds: int, calls: int) -> dict[str, list[float]]:
    """Nanoseconds of processor time of a call, per reader and round."""
    found: dict[str, list[float]] = {name: [] for name in readers}
    names = list(readers)
    for turn in range(rounds + 1):
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            read = readers[name]
            start = process_time_ns()
            for _ in range(calls):
                read(data)
            if turn:  # the first round warms caches up
                found[name].append((process_time_ns() - start) / calls)
    return found


def ratio(found: dict[str, list[float]], name: str, peer: str) -> float:
    """How many times as fast as the peer."""
    return median(theirs / ours for ours, theirs in zip(found[name], found[peer], strict=True))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=TRAFFIC, help="a workload; all if none is named")
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS, help="records of a batch")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--tree", type=Path, help="another checkout, to be measured as `old`")
    parser.add_argument("--readers", nargs="+", help="these columns alone")
    options = parser.parse_args()
    import_module("numpy")
    readers = our_readers(import_tree())
    if options.tree:
        readers |= our_readers(import_tree(options.tree), "old ")
    readers |= their_readers()
    readers = {name: read for name, read in readers.items() if not options.readers or name in options.readers}
    peers = [name for name in readers if name not in ("pure", "objects", "columns")]
    print(f"ns per record, and × {', × '.join(peers)}")
    for name, count in product(options.only or TRAFFIC, options.counts):
        if count * len(write_batch(TRAFFIC[name].records(100))) <= _LARGEST * 100:
            data = write_batch(TRAFFIC[name].records(count))
            rounds = options.rounds if count < 50_000 else max(5, options.rounds // 3)
            found = measure(readers, data, rounds, max(1, 2_000 // count))
            _show(f"{name}/{count}", count, found, peers)


def _show(title: str, count: int, found: dict[str, list[float]], peers: Sequence[str]) -> None:
    cells = []
    for name, times in found.items():
        ratios = "" if name in peers else " (" + " ".join(f"{ratio(found, name, peer):.2f}" for peer in peers) + ")"
        cells.append(f"{name} {median(times) / count:,.0f}{ratios}")
    print(f"{title:22}", " | ".join(cells), flush=True)


if __name__ == "__main__":
    main()
