"""A broker as a process: started, asked whether it answers, looked at from outside, stopped."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import time
from pathlib import Path

from benchmarks.conversation import ProcessFailed

_PATIENCE = 90.0
_TICKS = os.sysconf("SC_CLK_TCK")
_API_VERSIONS = bytes.fromhex("0000000f 0012 0000 00000001 0005") + b"bench"


class Broker:
    """A broker that runs. `pid` is None for one that somebody else has started."""

    def __init__(self, name: str, address: str, process: subprocess.Popen[str] | None = None) -> None:
        self.name, self.address = name, address
        self._process = process

    @property
    def pid(self) -> int | None:
        """Its process, if it can be looked at."""
        return self._process.pid if self._process else None

    def cpu(self) -> float | None:
        """Processor seconds that it has used so far."""
        if self.pid is None:
            return None
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self, what: str = "VmRSS") -> float | None:
        """Resident megabytes now, or at their peak (`VmHWM`)."""
        return None if self.pid is None else memory_of(self.pid, what)

    def kill(self) -> None:
        """End it at once; its directory is not worth being written to disk."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()


def memory_of(pid: int | str, what: str) -> float:
    """Megabytes of a process, `self` for this one: resident now (`VmRSS`), or at their peak (`VmHWM`)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1]) / 1000
    raise ProcessFailed(f"process {pid} has ended")


def greet(address: str) -> socket.socket:
    """A new connection that has asked for API versions and read the answer. Raises `OSError`."""
    host, _, port = address.rpartition(":")
    connection = socket.create_connection((host, int(port)), 30)
    try:
        connection.sendall(_API_VERSIONS)
        (size,) = struct.unpack(">i", _exactly(connection, 4))
        _exactly(connection, size)
    except OSError:
        connection.close()
        raise
    return connection


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise ConnectionError("the broker hung up")
        data += more
    return data


def spawn(command: list[str], *, cwd: Path, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True)


def first_line(name: str, process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    if not line:
        raise ProcessFailed(f"{name} did not start: exit code {process.wait()}")
    return line


def wait_for_answer(name: str, port: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            return greet(f"127.0.0.1:{port}").close()
        except OSError:
            time.sleep(0.01)
    process.kill()
    raise ProcessFailed(f"{name} did not answer: exit code {process.wait()}")
