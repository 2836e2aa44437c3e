"""How fast captures are decoded, beside tshark: `python -m benchmarks.capture [FILE]`, in processor time.

Without a file, the traffic of a cluster of three brokers is laid over itself many times, each copy with addresses of
its own. tshark is asked for everything that its dissector finds (`-V`), and for nothing but correlation ids.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kafkawire import capture
from kafkawire.capture.packets import read_packets
from tests.corpus import path

__all__ = ["main", "overlaid"]

ROUNDS = 5
COPIES = 20
PORTS = range(20_000, 65_536)


def main(file: Path | None = None) -> None:
    """Measure and print; without a file, with one that is made."""
    with tempfile.TemporaryDirectory() as directory:
        file = file or overlaid(Path(directory), COPIES)
        size = file.stat().st_size / 1e6
        requests = sum(each.asked is not None for each in capture.read(file))
        packets = sum(1 for _ in read_packets(file.open("rb")))
        print(f"{size:.1f} MB, {packets} packets, {requests} requests; medians of {ROUNDS} rounds, processor time")
        ways: dict[str, Callable[[Path], float]] = {"kafkawire, headers": _headers, "kafkawire, decoded": _decoded}
        if shutil.which("tshark"):
            ways |= {"tshark, correlation ids": _tshark_ids, "tshark -V": _tshark_all}
        took: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                took[name].append(way(file))
        for name, seconds in took.items():
            middle = statistics.median(seconds)
            print(f"{name:26} {middle:8.3f} s {requests / middle:10,.0f} requests/s {size / middle:8.1f} MB/s")


def overlaid(directory: Path, copies: int) -> Path:
    """A capture of so many times the traffic of a cluster, 952 requests each; up to 256 times."""
    packets = list(read_packets(path("captures", "cluster", "life-of-a-cluster.pcap").open("rb")))
    made = directory / "many.pcap"
    with made.open("wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 262_144, packets[0].link_type))
        for copy in range(copies):
            for packet in packets:
                data = bytearray(packet.data)
                data[27] = data[31] = copy  # second byte of both IPv4 addresses
                seconds, rest = divmod(packet.time + copy * 60 * 10**9, 10**9)
                file.write(struct.pack("<IIII", seconds, rest, len(data), packet.size) + data)
    return made


def _headers(file: Path) -> float:
    start = time.process_time()
    for _ in capture.read(file):
        pass
    return time.process_time() - start


def _decoded(file: Path) -> float:
    start = time.process_time()
    for each in capture.read(file):
        _ = each.request, each.response
    return time.process_time() - start


def _tshark(file: Path, *words: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ports = ("-d", f"tcp.port=={PORTS.start}-{PORTS.stop - 1},kafka")
    command = ["tshark", "-r", str(file), *ports, "-Y", "kafka", *words]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _tshark_ids(file: Path) -> float:
    return _tshark(file, "-T", "fields", "-e", "kafka.correlation_id")


def _tshark_all(file: Path) -> float:
    return _tshark(file, "-V")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
