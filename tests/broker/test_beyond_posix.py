"""Where a system has no fcntl, sendfile, fork, Unix sockets or epoll: a program in which they are hidden.

asyncio's own loop for Linux needs fcntl itself, so that one is hidden once asyncio has it; Windows has another loop.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import corpus

_HIDE = """
import os, sys
sys.path.insert(0, {root!r})
import _socket, select
for module, names in (
    (select, ("epoll", "poll")),
    (_socket, ("AF_UNIX", "socketpair", "MSG_MORE", "SO_REUSEPORT")),
    (os, ("sendfile", "fork", "forkpty", "pwritev", "preadv", "pwrite", "pread", "fchmod", "getuid", "geteuid", "dup")),
    (os, ("O_NOFOLLOW", "O_CLOEXEC")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
import asyncio
for name in ("fcntl", "resource", "pwd", "grp", "termios", "uvloop"):
    sys.modules[name] = None
"""

_CODEC = """
import importlib
from kafkawire.messages import HeartbeatRequest
from kafkawire.records import read_batches, write_batch
for name in ("protocol", "transport", "compression", "client", "client.blocking", "broker", "testing"):
    module = importlib.import_module("kafkawire." + name)
    for public in module.__all__:
        try:
            getattr(module, public)
        except ModuleNotFoundError as exc:  # an extra that is not installed here
            assert exc.name not in sys.modules, exc
assert HeartbeatRequest.decode(HeartbeatRequest(group_id="g").encode(4), 4).group_id == "g"
(batch,) = read_batches(write_batch([(0, 1, None, b"x", ())]))
assert [record.value for record in batch] == [b"x"]
"""

_BROKER = """
import kafkawire.testing
from kafkawire.client import Consumer, Producer, blocking

SIZE, COUNT = 400_000, 8  # a response of megabytes, which goes past the event loop's own buffer where it can

async def through(address):
    async with asyncio.timeout(30), Producer(address, compression_type="none") as producer:
        await producer.send("t", b"asyncio")
    async with asyncio.timeout(30), Consumer(address, topics=["t"], auto_offset_reset="earliest") as consumer:
        async for record in consumer:
            return record.value

with kafkawire.testing.broker(topics={"t": 1, "large": 1}, message_max_bytes=1 << 20) as broker:
    assert asyncio.run(through(broker.bootstrap_servers)) == b"asyncio"
    with blocking.Producer(broker.bootstrap_servers) as producer:
        for number in range(COUNT):
            producer.send("large", bytes([number]) * SIZE)
    options = {"auto_offset_reset": "earliest", "group_id": "g", "max_partition_fetch_bytes": 16 << 20}
    with blocking.Consumer(broker.bootstrap_servers, topics=["large"], **options) as consumer:
        values = [record.value for _, record in zip(range(COUNT), consumer)]
    assert [value[:1] for value in values] == [bytes([number]) for number in range(COUNT)]
    assert {len(value) for value in values} == {SIZE}
"""

_ON_DISK = """
import kafkawire.testing
from kafkawire.broker import Broker, RealFiles
from kafkawire.broker.log.open_files import raise_limit
for make in (RealFiles, Broker, lambda: kafkawire.testing.broker(data_dir="nowhere").__enter__(), raise_limit):
    try:
        make()
    except OSError as exc:
        print(exc)
    else:
        raise AssertionError("nothing said")
"""


def run(*parts: str) -> str:
    program = _HIDE.format(root=str(corpus.ROOT)) + "".join(parts)
    done = subprocess.run([sys.executable, "-I", "-W", "error", "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("part", [_CODEC, _BROKER], ids=["codec and imports", "broker, producer, consumer"])
def test_with_files_in_memory_nothing_is_missed(part: str) -> None:
    assert run(part) == ""


def test_files_on_disk_say_in_one_line_what_they_need() -> None:
    lines = run(_ON_DISK).splitlines()
    assert len(lines) == 4
    assert {line.partition("] ")[2] for line in lines} == {
        "files on disk need a POSIX system (import of fcntl halted; None in sys.modules): use MemoryFiles()"
    }
