"""What one client writes the other reads: ours, confluent-kafka, and Apache Kafka's console tools, in every codec.

Set `KAFKAWIRE_TEST_BROKER` to the HOST:PORT of a broker. For the console tools, `KAFKAWIRE_KAFKA_TOOLS` names a
directory with `cli.sh`, which runs them.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer
from tests import corpus

ADDRESS = os.environ.get("KAFKAWIRE_TEST_BROKER", "")
CODECS = ["none", "gzip", "snappy", "lz4", "zstd"]
_TOOLS = Path(os.environ.get("KAFKAWIRE_KAFKA_TOOLS") or corpus.SHARED / "tools" / "real-kafka")

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]
needs_tools = pytest.mark.skipif(not (_TOOLS / "cli.sh").exists(), reason="KAFKAWIRE_KAFKA_TOOLS is not set")

KEYS = [b"key-%d" % (i % 7) for i in range(300)]
VALUES = [(b"value %d " % i) * (1 + i % 40) for i in range(300)]


def confluent() -> Any:
    try:
        return importlib.import_module("confluent_kafka")
    except ImportError:
        pytest.skip("confluent-kafka is not installed")


async def new_topic() -> str:
    name = f"kafkawire-{uuid.uuid4().hex[:12]}"
    async with Admin(ADDRESS) as admin:
        await admin.create_topics({name: 1})
    return name


def we_produce(codec: Any) -> str:
    async def main() -> str:
        topic = await new_topic()
        async with Producer(ADDRESS, compression_type=codec, batch_size=4096) as producer:
            for key, value in zip(KEYS, VALUES, strict=True):
                producer.send(topic, value, key=key, headers=[("codec", codec.encode())])
        return topic

    return asyncio.run(asyncio.wait_for(main(), 60))


def we_consume(topic: str) -> list[tuple[bytes | None, bytes | None]]:
    async def main() -> list[tuple[bytes | None, bytes | None]]:
        got: list[tuple[bytes | None, bytes | None]] = []
        async with Consumer(ADDRESS, topics=[topic], auto_offset_reset="earliest") as consumer:
            while len(got) < len(VALUES):
                got += [(r.key, r.value) for chunk in await consumer.fetch(timeout=30) for r in chunk]
        return got

    return asyncio.run(asyncio.wait_for(main(), 60))


@pytest.mark.parametrize("codec", CODECS)
def test_confluent_reads_what_we_write(codec: str) -> None:
    library = confluent()
    topic = we_produce(codec)
    consumer = library.Consumer(
        {"bootstrap.servers": ADDRESS, "group.id": topic, "auto.offset.reset": "earliest", "check.crcs": True}
    )
    consumer.subscribe([topic])
    got: list[Any] = []
    while len(got) < len(VALUES):
        messages = consumer.consume(len(VALUES) - len(got), timeout=30)  # waits for all of them
        assert messages, f"nothing comes any more after {len(got)}"
        assert not any(message.error() for message in messages)
        got += messages
    consumer.close()
    assert [(m.key(), m.value()) for m in got] == list(zip(KEYS, VALUES, strict=True))
    assert {tuple(m.headers()) for m in got} == {(("codec", codec.encode()),)}


@pytest.mark.parametrize("codec", CODECS)
def test_we_read_what_confluent_writes(codec: str) -> None:
    library = confluent()
    topic = asyncio.run(asyncio.wait_for(new_topic(), 30))
    producer = library.Producer({"bootstrap.servers": ADDRESS, "compression.type": codec, "linger.ms": 20})
    for key, value in zip(KEYS, VALUES, strict=True):
        producer.produce(topic, value, key)
    assert producer.flush(30) == 0
    assert we_consume(topic) == list(zip(KEYS, VALUES, strict=True))


def tool(*arguments: str, given: bytes = b"") -> bytes:
    done = subprocess.run([_TOOLS / "cli.sh", *arguments], input=given, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@needs_tools
@pytest.mark.parametrize("codec", CODECS)
def test_the_console_consumer_reads_what_we_write(codec: str) -> None:
    topic = we_produce(codec)
    options = ["--from-beginning", "--max-messages", str(len(VALUES)), "--timeout-ms", "30000"]
    shown = ["--formatter-property", "print.key=true", "--formatter-property", "key.separator=|"]
    printed = tool("console-consumer", "--bootstrap-server", ADDRESS, "--topic", topic, *options, *shown)
    assert printed.splitlines() == [key + b"|" + value for key, value in zip(KEYS, VALUES, strict=True)]


@needs_tools
@pytest.mark.parametrize("codec", CODECS)
def test_we_read_what_the_console_producer_writes(codec: str) -> None:
    topic = asyncio.run(asyncio.wait_for(new_topic(), 30))
    lines = b"".join(key + b"|" + value + b"\n" for key, value in zip(KEYS, VALUES, strict=True))
    options = ["--compression-codec", codec, "--reader-property", "parse.key=true"]
    options += ["--reader-property", "key.separator=|"]
    tool("console-producer", "--bootstrap-server", ADDRESS, "--topic", topic, *options, given=lines)
    assert we_consume(topic) == list(zip(KEYS, VALUES, strict=True))
