"""One log directory has one broker, whichever of the two it is: Apache Kafka's lock and ours keep each other out."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path

import pytest

from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.files import RealFiles
from tests.ports import free_ports
from tests.reliability.process import BrokerProcess
from tests.reliability.test_kafka_opens import TOOLS, apache_kafka

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.slow,
    pytest.mark.skipif(not (TOOLS / "start.sh").exists(), reason="needs Apache Kafka and a JVM"),
]


def test_apache_kafka_does_not_start_on_the_directory_of_a_running_broker(tmp_path: Path) -> None:
    asyncio.run(_ours_is_first(tmp_path))


async def _ours_is_first(directory: Path) -> None:
    broker = BrokerProcess(directory / "logs", free_ports())
    await broker.start()
    log = directory / "server.log"
    command = [str(TOOLS / "start.sh"), str(directory), str(free_ports(2))]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as starting:
        try:
            async with asyncio.timeout(80):
                while not log.exists() or "Failed to acquire lock on file .lock" not in log.read_text():
                    assert starting.poll() is None
                    await asyncio.sleep(0.1)
        finally:
            os.killpg(starting.pid, signal.SIGTERM)  # it would wait for an answer of the broker that has given up
            subprocess.run([TOOLS / "stop.sh", directory], check=False)
            await broker.stop()


def test_a_broker_does_not_start_on_the_directory_of_a_running_apache_kafka(tmp_path: Path) -> None:
    logs = str(tmp_path / "logs")
    with apache_kafka(tmp_path), pytest.raises(OSError, match=f"{logs} is in use by another broker"):
        LogDirectory(RealFiles(), logs, node_id=1)
