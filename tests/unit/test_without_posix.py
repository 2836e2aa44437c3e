"""Codec, connections and clients where `fcntl`, `fork`, `sendfile` and Unix sockets are not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import kafkawire.testing
from tests.corpus import ROOT

IMPORTS = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    assert all(getattr(package, each) is not None for each in package.__all__)
    for found in pkgutil.walk_packages(package.__path__, f"{name}."):
        importlib.import_module(found.name)
"""
CLIENTS = """
import asyncio, sys
from kafkawire.client import Consumer, Producer, blocking

async def main(address):
    async with Producer(address) as producer:
        await producer.send("orders", b"tea")
    async with Consumer(address, topics=["orders"], group_id="g", auto_offset_reset="earliest") as consumer:
        return [record.value async for record in until(consumer, 2)]

async def until(records, count):
    async for record in records:
        yield record
        count -= 1
        if not count:
            return

with blocking.Admin(sys.argv[1]) as admin:
    assert list(admin.create_topics({"orders": 1})) == ["orders"]
with blocking.Producer(sys.argv[1], compression_type="gzip") as producer:
    assert producer.send("orders", b"coffee").result(timeout=30).offset == 0
assert asyncio.run(main(sys.argv[1])) == [b"coffee", b"tea"]
"""


def run(directory: Path, program: str, *arguments: str) -> None:
    file = directory / "program.py"
    file.write_text(program)
    command = [sys.executable, str(ROOT / "tests" / "without_posix.py"), str(file), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_hidden_is_not_there(tmp_path: Path) -> None:
    modules = "assert sys.modules['fcntl'] is sys.modules['pwd'] is None"
    names = (
        "assert not any(hasattr(owner, name) for owner, name in ((os, 'fork'), (os, 'sendfile'), (socket, 'AF_UNIX')))"
    )
    run(tmp_path, f"import os, socket, sys\n{modules}\n{names}")


def test_codec_connections_and_clients_are_imported(tmp_path: Path) -> None:
    packages = ("messages", "records", "compression", "protocol", "transport", "client")
    run(tmp_path, IMPORTS, *(f"kafkawire.{package}" for package in packages))


def test_clients_do_their_work(tmp_path: Path) -> None:
    with kafkawire.testing.broker() as broker:
        run(tmp_path, CLIENTS, broker.bootstrap_servers)
