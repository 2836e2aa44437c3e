"""A directory that we wrote is opened by Apache Kafka, which serves the same and writes on; then we open it again."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time_ns

import pytest

from kafkawire.broker import Broker, BrokerConfig
from kafkawire.messages import CreateTopicsRequest, DeleteTopicsRequest, FindCoordinatorRequest, OffsetFetchRequest
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup, OffsetFetchRequestTopics
from tests import corpus
from tests.broker.wire import Wire, batch_of, produce
from tests.reliability.asking import Line, read_all, topics
from tests.reliability.grouping import ClassicMember, Committer, ModernMember
from tests.reliability.ledger import Place, Stored
from tests.reliability.process import free_port

TOOLS = Path(os.environ.get("KAFKAWIRE_KAFKA_TOOLS") or corpus.SHARED / "tools" / "real-kafka")
OPTIONS = {"group.initial.rebalance.delay.ms": "0", "offsets.topic.num.partitions": "5", "log.cleaner.backoff.ms": "50"}
COMPACTED = {"cleanup.policy": "compact", "segment.bytes": "1048576", "min.cleanable.dirty.ratio": "0.01"}
PLACES = [("t", 0), ("t", 1), ("c", 0)]
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
Seen = tuple[dict[str, int], dict[Place, list[Stored]], dict[str, tuple[int, str]]]

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.slow,
    pytest.mark.skipif(not (TOOLS / "start.sh").exists(), reason="needs Apache Kafka and a JVM"),
]


def test_apache_kafka_serves_what_we_wrote_and_we_what_it_wrote(tmp_path: Path) -> None:
    wrote = asyncio.run(ours(tmp_path, fill))
    with apache_kafka(tmp_path) as port:
        served, after = asyncio.run(theirs(port))
    assert served == wrote
    assert asyncio.run(ours(tmp_path, look)) == after
    assert "ERROR" not in (tmp_path / "server.log").read_text()


async def ours(directory: Path, work: object) -> Seen:
    options = {"listeners": "127.0.0.1:0", "log.dirs": str(directory / "logs"), **OPTIONS}
    async with Broker(BrokerConfig.from_options(options)) as broker:
        seen: Seen = await work(broker.node.port)  # type: ignore[operator]
    return seen


async def theirs(port: int) -> tuple[Seen, Seen]:
    """What it serves, and what after writing some more."""
    line = Line(port)
    for group in ("nobody", "classic", "modern"):
        await line.insist(FindCoordinatorRequest(key=group), 3)
    served = await look(port)
    for number in range(5):
        assert (await line.produce("t", b"by Apache Kafka %d" % number)).error_code == 0
    await line.close()
    return served, await look(port)


async def fill(port: int) -> Seen:
    """A bit of everything: codecs, compaction, each kind of group, a topic that is deleted."""
    wire = Wire(*await asyncio.open_connection("127.0.0.1", port))
    compacted = [CreatableTopicConfig(name=name, value=value) for name, value in COMPACTED.items()]
    wanted = [
        CreatableTopic(name="t", num_partitions=2, replication_factor=1),
        CreatableTopic(name="gone", num_partitions=1, replication_factor=1),
        CreatableTopic(name="c", num_partitions=1, replication_factor=1, configs=compacted),
    ]
    await wire.ask(CreateTopicsRequest(topics=wanted), 5)
    for n in range(200):
        now = time_ns() // 1_000_000
        batch = batch_of(b"t %d" % n, b"x" * 300, timestamp=now, compression=CODECS[n % 5])
        assert (await produce(wire, "t", batch)).error_code == 0
        assert (await produce(wire, "c", batch_of(bytes(20_000), key=b"%d" % (n % 7), timestamp=now))).error_code == 0
    for group in (
        Committer(port, "nobody", "t"),
        ClassicMember(port, "classic", "t"),
        ModernMember(port, "modern", "t"),
    ):
        await group.join()
        for _ in range(20):
            await group.step()
        await group.line.close()
    await wire.ask(DeleteTopicsRequest(topic_names=["gone"]), 5)
    await wire.close()
    line = Line(port)
    async with asyncio.timeout(20):
        while len(await read_all(line, ("c", 0))) > 120:  # until the cleaner has been there
            await asyncio.sleep(0.1)
    await line.close()
    return await look(port)


async def look(port: int) -> Seen:
    """Topics, records, and what is committed."""
    line = Line(port)
    records = {place: await read_all(line, place) for place in PLACES}
    committed = {group: await offset_of(line, group) for group in ("nobody", "classic", "modern")}
    names = {name: count for name, count in (await topics(line)).items() if not name.startswith("__")}
    await line.close()
    return names, records, committed


async def offset_of(line: Line, group: str) -> tuple[int, str]:
    wanted = OffsetFetchRequestGroup(group_id=group, topics=[OffsetFetchRequestTopics(name="t", partition_indexes=[0])])
    answer = (await line.insist(OffsetFetchRequest(groups=[wanted]), 8)).groups[0]
    assert answer.error_code == 0, (group, answer)
    return answer.topics[0].partitions[0].committed_offset, answer.topics[0].partitions[0].metadata


@contextmanager
def apache_kafka(directory: Path) -> Iterator[int]:
    """Apache Kafka on what is in `logs` there."""
    port = free_port()
    environment = {**os.environ, "HEAP": "512m"}
    subprocess.run([TOOLS / "start.sh", directory, str(port)], env=environment, check=True, stdout=subprocess.DEVNULL)
    try:
        yield port
    finally:
        subprocess.run([TOOLS / "stop.sh", directory], check=False, stdout=subprocess.DEVNULL)
