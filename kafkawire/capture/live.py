"""Traffic as it happens, recorded by `tcpdump`, which asks the system for the permission that this takes."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from kafkawire.capture.packets import Source
from kafkawire.errors import KafkaWireError

__all__ = ["CannotCapture", "LivePackets", "live_packets"]

_DROPPED = re.compile(rb"(\d+) packets? dropped by")


class CannotCapture(KafkaWireError):
    """Traffic cannot be recorded here; the text says why, and what helps."""


@contextmanager
def live_packets(interface: str, ports: Iterable[int]) -> Iterator[LivePackets]:
    """A capture that grows: what goes over the ports of an interface. Raises `CannotCapture`."""
    program = shutil.which("tcpdump")
    if program is None:
        raise CannotCapture("tcpdump records the packets, and it is not installed: apt install tcpdump, or the like")
    wanted = " or ".join(f"tcp port {int(port)}" for port in ports)
    command = [program, "-i", interface, "-U", "-n", "-s", "0", "-B", "16384", "-w", "-", wanted or "tcp"]
    # Without a buffer on our side: packets are to be seen when they are there, not when many are.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:  # noqa: S603
        assert process.stdout is not None
        start = process.stdout.read(24)  # the header of the file, which comes as soon as the interface is open
        if not start:
            raise CannotCapture(_why(process, interface))
        packets = LivePackets(start, process.stdout, process.terminate)
        try:
            yield packets
        finally:
            process.terminate()
            _, said = process.communicate()
            packets.dropped = sum(map(int, _DROPPED.findall(said)))


class LivePackets:
    """What comes from `tcpdump`, as a file of which the first bytes have been read. `stop` makes it end."""

    def __init__(self, start: bytes, rest: Source, stop: Callable[[], None]) -> None:
        self._start, self._rest, self.stop = start, rest, stop
        self.dropped = 0
        """Packets that were not recorded, as nobody took them in time; known when recording has ended."""

    def read(self, size: int, /) -> bytes:
        """What is there, and waits if nothing is; empty at the end."""
        start, self._start = self._start[:size], self._start[size:]
        return start or self._rest.read(size)


def _why(process: subprocess.Popen[bytes], interface: str) -> str:
    _, said = process.communicate()
    line = said.decode(errors="replace").strip().rpartition("\n")[2].removeprefix("tcpdump: ")
    if "ermi" in line or "ermission" in said.decode(errors="replace"):
        return (
            f"tcpdump may not record on {interface} ({line}): run it as root, or allow tcpdump to (setcap cap_net_raw)"
        )
    return f"tcpdump cannot record on {interface}: {line}"
