"""`python -m benchmarks.spark_scale`: a topic that grows to 10 GB, read by Spark on one core and on two.

The topic is made on the spot in a temporary directory (TMPDIR chooses which) and removed at the end. Writes README.md,
numbers and a plot; returns 1 if a promise is not kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.spark_scale.report import Run, is_kept, write
from benchmarks.spark_scale.session import TOPIC
from kafkawire.client.admin import NewTopic
from kafkawire.client.blocking import Admin, Producer
from kafkawire.demo.broker import BrokerProcess

PARTS = (0.1, 0.5, 1.0)  # of the whole: what is read after each has been written
PARTITIONS = 4
VALUE = 1_000  # bytes
_SPARE = 1.2  # times the topic has to be free on the disk


def main() -> int:
    """Write a part, read all that is there, and so on."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark_scale", description=__doc__)
    parser.add_argument("--gb", type=float, default=10.0, help="how large the topic becomes (%(default)s)")
    parser.add_argument(
        "--rounds", type=int, default=1, help="how often each is read; the quickest counts (%(default)s)"
    )
    given = parser.parse_args()
    runs: list[Run] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-scale-")))
        _ensure_room(folder, given.gb)
        broker = stack.enter_context(BrokerProcess(folder / "broker"))
        there = 0
        for part in PARTS:
            wanted = int(given.gb * part * 1e9 / VALUE)
            _write(broker.address, there, wanted)
            there = wanted
            for _ in range(given.rounds):
                runs += [_session(broker.address, there, cores) for cores in (2, 1)]
        runs += [_on_one_core(broker, there) for _ in range(given.rounds)]
    write(runs, given.gb)
    return 0 if is_kept(runs) else 1


def _ensure_room(folder: Path, gigabytes: float) -> None:
    free = shutil.disk_usage(folder).free / 1e9
    if free < gigabytes * _SPARE:
        raise SystemExit(
            f"{folder} has {free:.0f} GB free, {gigabytes * _SPARE:.0f} are needed: name another with TMPDIR"
        )


def _write(address: str, begin: int, end: int) -> None:
    """Records from number `begin` on. No two values are the same, and none can be compressed."""
    began = time.perf_counter()
    if begin == 0:
        with Admin(address) as admin:
            admin.create_topics({TOPIC: NewTopic(PARTITIONS, 1)})
    noise = random.Random(1).randbytes(1_000_000)
    with Producer(address, batch_size=1_000_000, linger_ms=20) as producer:
        for number in range(begin, end):
            at = number * 7_919 % (len(noise) - VALUE)
            value = b"%016d" % number + noise[at : at + VALUE - 16]
            producer.send(TOPIC, value, partition=number % PARTITIONS)
    seconds = time.perf_counter() - began
    print(f"{(end - begin) * VALUE / 1e9:.2f} GB written in {seconds:.0f} s", flush=True)


def _on_one_core(broker: BrokerProcess, records: int) -> Run:
    """The broker, Java and Python on nothing but one core of the machine; the broker stays there."""
    core = str(max(os.sched_getaffinity(0)))
    subprocess.run(["taskset", "-apc", core, str(broker.pid)], stdout=subprocess.DEVNULL, check=True)
    return _session(broker.address, records, 1, ["taskset", "-c", core])


def _session(address: str, records: int, cores: int, pin: Sequence[str] = ()) -> Run:
    command = [*pin, sys.executable, "-m", "benchmarks.spark_scale.session", str(cores), address, str(records)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    run = Run(records * VALUE, cores, bool(pin), found["seconds"], found["peak"])
    print(run, flush=True)
    return run


if __name__ == "__main__":
    sys.exit(main())
