"""Runs in a process of its own with little memory: mutated record sets, one verdict each.

Any bytes must give records or one error of our family, the same by every way of reading. Exits with 0 if all did;
an abort, a time-out or a traceback is what the test looks for.
"""

from __future__ import annotations

import random
import resource
import signal
import sys
from typing import Any

from kafkawire.errors import KafkaWireError
from kafkawire.limits import Limits
from kafkawire.records import Record, RecordBatch, convert, decode_control_record, read_batches, write_batch
from kafkawire.records.careful import read_record
from kafkawire.records.header import wrap64
from tests.corpus import json_lines, path

MEMORY = 3 << 30
SECONDS_EACH = 10
LIMITS = Limits(max_decompressed_size=4 << 20)
INTERESTING = (0, 1, 0x7F, 0x80, 0xFF, 0xFE, 2, 3, 4, 8, 61)


def runs(rng: random.Random) -> list[bytes]:
    """Batches with long runs of records alike, for the quick ways of reading; the vectors have few of them."""
    found = []
    for headers in ([], [("name", b"value")], [("name", None), ("other", b"")]):
        for key, value in ((b"key", b"value"), (None, b"v" * 70), (b"k" * 70, None), (b"", b"x" * 9000)):
            for step in (0, 1, 7, 9000):
                count = 70 if value is None or len(value) < 100 else 20
                records: list[Any] = [
                    (rng.choice((i, i + i // 50)), 1000 + step * i, key, value, headers) for i in range(count)
                ]
                found.append(write_batch(records, base_offset=0, compression=rng.choice(("none", "none", "lz4"))))
    return found


def mutate(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(changed)) if rng.random() < 0.6 else min(len(changed) - 1, rng.randrange(100))
        kind = rng.randrange(8)
        if kind < 3:
            changed[at] ^= 1 << rng.randrange(8)
        elif kind < 5:
            changed[at] = rng.choice(INTERESTING)
        elif kind == 5:
            changed[at : at + 5] = b"\xff\xff\xff\xff" + bytes((rng.choice((0x0F, 0x7F, 0xFF)),))
        elif kind == 6:
            del changed[at : at + rng.randrange(1, 9)]
        else:
            changed[at:at] = rng.randbytes(rng.randrange(1, 9))
        if not changed:
            break
    return bytes(changed)


def carefully(batch: RecordBatch) -> list[Record]:
    """The records by the one function that checks everything, without any of the quick ways."""
    body, pos, end = batch.body()
    records = []
    for _ in range(batch.record_count):
        pos, time, offset, key, value, headers = read_record(body, pos, end, LIMITS)
        at = batch.max_timestamp if batch.timestamp_type else wrap64(batch.base_timestamp + time)
        records.append(Record(wrap64(batch.base_offset + offset), at, key, value, headers))
    if pos != end:
        raise KafkaWireError("trailing bytes")
    return records


def outcome(read: Any) -> Any:
    try:
        return read()
    except KafkaWireError:
        return KafkaWireError


def by_columns(batch: Any) -> list[Record]:
    columns = batch.columns()
    return [
        Record(
            int(columns.offsets[i]), int(columns.timestamps[i]), columns.key(i), columns.value(i), columns.headers(i)
        )
        for i in range(len(columns))
    ]


def check(data: bytes, rng: random.Random) -> None:
    def batches() -> list[Any]:
        return list(read_batches(data, limits=LIMITS, check_crc=False))

    for batch in batches() if outcome(batches) is not KafkaWireError else ():
        records = outcome(batch.records)
        repr(batch)
        for name in ("is_valid", "last_offset", "next_offset", "last_sequence", "delete_horizon", "timestamp_type"):
            getattr(batch, name)
        if isinstance(batch, RecordBatch):
            assert records == outcome(lambda batch=batch: carefully(batch)), batch
        assert records == outcome(lambda batch=batch: by_columns(batch)), batch
        if records is not KafkaWireError and batch.is_control:
            for record in records:
                outcome(lambda record=record: decode_control_record(record))
    if rng.random() < 0.05:
        outcome(lambda: convert(data, rng.randrange(3), limits=LIMITS))
        outcome(lambda: [b.records() for b in read_batches(data, limits=LIMITS)])


def main(count: int, seed: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    rng = random.Random(seed)
    sets = [bytes.fromhex(line["hex"]) for line in json_lines(path("vectors", "records.jsonl.gz"))]
    sets = [data for data in sets if len(data) < 5000] + 3 * runs(rng)
    for number in range(count):
        data = mutate(rng, rng.choice(sets))
        signal.alarm(SECONDS_EACH)  # its default action ends the process
        try:
            check(data, rng)
        except BaseException:
            print(f"seed {seed}, number {number}: {data.hex()}", file=sys.stderr)
            raise
    signal.alarm(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
