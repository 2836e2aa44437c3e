"""The programs of the tutorial run, and are as short as it says."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import pytest

from kafkawire.client import Consumer, Producer
from kafkawire.testing import broker
from tests.corpus import ROOT

EXAMPLES = ROOT / "examples"


@contextmanager
def running(name: str, *arguments: str) -> Iterator[tuple[str, IO[str]]]:
    """The program, once it listens: where, and what it prints."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("listening on ")
        yield line.split()[-1], process.stdout
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def write_and_read(servers: str, topic: str) -> list[bytes | None]:
    async with Producer(servers, client_id="example") as producer:
        await producer.send(topic, b"value")
    async with Consumer(servers, topics=[topic], group_id="g", auto_offset_reset="earliest") as consumer:
        async with asyncio.timeout(20):
            async for record in consumer:
                return [record.topic.encode(), record.value]
    raise AssertionError("the consumer ended")


@pytest.mark.parametrize(("name", "most"), [("proxy_log_requests.py", 25), ("proxy_rename_topics.py", 40)])
def test_the_programs_are_short(name: str, most: int) -> None:
    text = (EXAMPLES / name).read_text()
    assert len(text.splitlines()) <= most


def test_every_request_is_logged() -> None:
    with (
        broker(topics={"t": 1}) as kafka,
        running("proxy_log_requests.py", kafka.bootstrap_servers, "127.0.0.1:0") as it,
    ):
        address, output = it
        assert asyncio.run(write_and_read(address, "t")) == [b"t", b"value"]
        wanted = {"ApiVersionsRequest", "ProduceRequest", "FetchRequest", "JoinGroupRequest"}
        while wanted:
            line = output.readline()
            wanted = {word for word in wanted if word not in line}


def test_topics_have_other_names_behind_the_proxy() -> None:
    arguments = ("blue-", "127.0.0.1:0")
    with (
        broker(topics={"blue-t": 1}) as kafka,
        running("proxy_rename_topics.py", kafka.bootstrap_servers, *arguments) as it,
    ):
        assert asyncio.run(write_and_read(it[0], "t")) == [b"t", b"value"]
        assert [record.value for record in kafka.records("blue-t")] == [b"value"]


def test_the_core_runs_with_sockets_of_ones_own() -> None:
    with broker(topics={"t": 1}) as kafka:
        host, _, port = kafka.bootstrap_servers.rpartition(":")
        with running("proxy_without_asyncio.py", host, port, "0") as (address, output):
            asyncio.run(send_one(address))
            assert output.readline() == "API_VERSIONS v5\n" or output.readline()
            assert [record.value for record in kafka.records("t")] == [b"value"]


async def send_one(servers: str) -> None:
    async with Producer(servers) as producer:
        await producer.send("t", b"value")
