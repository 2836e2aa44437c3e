"""What the varint primitives cost, by the number of bytes: `python benchmarks/bench_varint.py [--rounds N]`.

Prints nanoseconds per call, the least of several rounds, next to an empty call of the same shape. The record codec does
not call these for each field (it has tables, see `kafkawire/records/tables.py`); message codecs and slow paths do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from kafkawire.varint import read_uvarint, read_varint, read_varlong, write_uvarint, write_varint, write_varlong

CALLS = 2_000
VALUES = {1: 5, 2: 300, 3: 70_000, 5: 0x7FFFFFFF}
WIDE = {10: -(1 << 62) - 1}


def least(function: Callable[..., Any], arguments: tuple[Any, ...], rounds: int) -> float:
    best = float("inf")
    calls = range(CALLS)
    for _ in range(rounds):
        start = time.perf_counter_ns()
        for _ in calls:
            function(*arguments)
        best = min(best, (time.perf_counter_ns() - start) / CALLS)
    return best


def nothing(buf: bytes, pos: int) -> tuple[int, int]:
    return len(buf), pos


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    print(f"{'':>14} {'bytes':>5} {'read ns':>8} {'write ns':>8}")
    print(f"{'(empty call)':>14} {'':>5} {least(nothing, (b'', 0), rounds):8.0f}")
    for name, read, write, values in (
        ("uvarint", read_uvarint, write_uvarint, VALUES),
        ("varint", read_varint, write_varint, VALUES),
        ("varlong", read_varlong, write_varlong, VALUES | WIDE),
    ):
        for value in values.values():
            raw = write(value)
            reading, writing = least(read, (raw, 0), rounds), least(write, (value,), rounds)
            print(f"{name:>14} {len(raw):5} {reading:8.0f} {writing:8.0f}")


if __name__ == "__main__":
    main()
