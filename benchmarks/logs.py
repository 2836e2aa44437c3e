"""`kafkawire log` beside kafka-dump-log on the same segments: the same lines, and how much processor time each takes.

    python -m benchmarks.logs [MIB] [KIND ...]

Segments are written on the spot, with batches and values of uneven sizes, large and small ones, of each codec, and
with transactions. Needs Apache Kafka's tool: see `KAFKA_DUMP_LOG` in tests/reliability/dump.py. Processor time is that
of the whole process, its start included; the best of three runs counts, both tools in turns.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from kafkawire.limits import MIB
from kafkawire.logfiles.indexes import OFFSET_ENTRY
from kafkawire.records import ControlRecordType, EndTxnMarker, Record, write_batch, write_end_txn_marker
from tests.reliability import dump

_DEFAULT = 300
_ROUNDS = 3
_INTERVAL = 4096
_TIME = 1_700_000_000_000
_OURS = [sys.executable, "-m", "kafkawire", "log"]
_UNEVEN = "uneven"
_KINDS = {  # records in a batch, bytes of a value (of "uneven" means: most are smaller, a few far larger), codec
    _UNEVEN: (24, 600, None),
    "large": (16, 1000, None),
    "small": (1, 300, None),
    "gzip": (50, 300, "gzip"),
    "snappy": (50, 300, "snappy"),
    "lz4": (50, 300, "lz4"),
    "zstd": (50, 300, "zstd"),
}


def write(root: Path, kind: str, size: int) -> Path:
    """A segment of about so many bytes, with its offset index; every tenth batch is followed by a marker."""
    codec = _KINDS[kind][2]
    rng = random.Random(kind)
    directory = root / f"{kind}-0"
    directory.mkdir()
    file = directory / f"{0:020d}.log"
    offset = position = since = sequence = number = 0
    with file.open("wb") as log, file.with_suffix(".index").open("wb") as index:
        while position < size:
            count, length = _size(kind, rng)
            text = rng.randbytes(length // 4).hex().encode() * 2
            data = _batch(offset, count, text, codec, sequence)
            if since > _INTERVAL:
                index.write(OFFSET_ENTRY.pack(offset + count - 1, position))
                since = 0
            log.write(data)
            offset, sequence = offset + count, sequence + count
            position, since = position + len(data), since + len(data)
            number += 1
            if number % 10 == 0:
                marker = EndTxnMarker(ControlRecordType.COMMIT, 0)
                data = write_end_txn_marker(
                    marker, producer_id=7, producer_epoch=0, timestamp=_TIME + offset, base_offset=offset
                )
                log.write(data)
                offset, position, since = offset + 1, position + len(data), since + len(data)
    return file


def _size(kind: str, rng: random.Random) -> tuple[int, int]:
    """Records of the next batch, and bytes of their values."""
    count, length, _ = _KINDS[kind]
    if kind == _UNEVEN:
        return 1 + int(rng.expovariate(1 / count)), 20 + int(rng.expovariate(1 / length))
    return count, length


def _batch(offset: int, count: int, value: bytes, codec: str | None, sequence: int) -> bytes:
    records = [Record(offset + n, _TIME + offset + n, b"key-%d" % n, value, []) for n in range(count)]
    return write_batch(
        records,
        compression=codec,
        partition_leader_epoch=0,
        producer_id=7,
        producer_epoch=0,
        base_sequence=sequence,
        is_transactional=True,
    )


def processor_seconds(command: Sequence[str]) -> float:
    """Of one run, with those of the children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _lines(command: Sequence[str]) -> Iterator[str]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stdout is not None
        yield from (line.rstrip() for line in process.stdout if line.startswith(("baseOffset", "|")))


def compare(file: Path, kafka: Sequence[str]) -> int:
    """How many lines both print about a segment. Raises `SystemExit` at the first that differs."""
    ours = _lines([*_OURS, "dump", "--records", str(file)])
    theirs = _lines([*kafka, "--print-data-log", "--files", str(file)])
    number = 0
    for number, (our, their) in enumerate(zip_longest(ours, theirs), 1):
        if our != their:
            raise SystemExit(f"{file}, line {number}:\n  ours:   {our}\n  theirs: {their}")
    return number


def main(words: Sequence[str]) -> None:
    """Write, compare, measure, and print a table."""
    kafka = dump.find()
    if kafka is None:
        raise SystemExit("kafka-dump-log is not there: KAFKA_DUMP_LOG says how it is called")
    kinds = words[1:] or list(_KINDS)
    size = int(words[0] if words else _DEFAULT) * MIB // len(kinds)
    print("| segment | MiB | lines compared | verify, GB/s | kafka-dump-log, GB/s | times |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as root:
        for kind in kinds:
            file = write(Path(root), kind, size)
            lines = compare(file, kafka)
            verify, shallow = [*_OURS, "verify", str(file.parent)], [*kafka, "--files", str(file)]
            took = [(processor_seconds(verify), processor_seconds(shallow)) for _ in range(_ROUNDS)]
            ours, theirs = map(min, zip(*took, strict=True))
            total = os.path.getsize(file)
            rates = f"{total / ours / 1e9:.2f} | {total / theirs / 1e9:.3f} | {theirs / ours:.0f}"
            print(f"| {kind} | {total // MIB} | {lines} | {rates} |", flush=True)
            file.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
