"""A record is found by its time in batches of all formats, and in large ones without holding them."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from kafkawire.broker.log.by_time import first_in_batch
from kafkawire.limits import MIB
from kafkawire.records import TimestampType, read_batches, write_batch
from tests.broker.wire import NOW_MS

TIMES = [0, 5, -3, 9, 7, 30]


@pytest.mark.parametrize("magic", [0, 1, 2])
@pytest.mark.parametrize("codec", ["none", "gzip"])
@pytest.mark.parametrize("stamped", [TimestampType.CREATE_TIME, TimestampType.LOG_APPEND_TIME])
def test_the_first_record_of_a_time_is_the_one_that_reading_finds(
    magic: int, codec: str, stamped: TimestampType
) -> None:
    rows: list[Any] = [(100 + 2 * n, NOW_MS + time, b"k", b"v", ()) for n, time in enumerate(TIMES)]
    data = write_batch(rows, magic=magic, compression=codec, timestamp_type=stamped, max_timestamp=NOW_MS + 30)
    for batch in read_batches(data):
        records = batch.records()
        for wanted in [-1, *(NOW_MS + time + more for time in TIMES for more in (0, 1))]:
            for start in (0, 103):
                fit = [(r.timestamp, r.offset) for r in records if r.timestamp >= wanted and r.offset >= start]
                assert first_in_batch(batch.data, wanted, start) == (fit[0] if fit else None)


def test_a_large_batch_is_not_held() -> None:
    rows: list[Any] = [(n, NOW_MS + n, None, bytes(30 * MIB), ()) for n in range(2)]
    batch = write_batch(rows, compression="zstd")
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    tracemalloc.start()
    try:
        assert first_in_batch(batch, NOW_MS + 1, 0, step) == (NOW_MS + 1, 1)
        assert tracemalloc.get_traced_memory()[1] < 2 * MIB
    finally:
        tracemalloc.stop()
    assert steps > 60 * MIB / 65536 - 1
