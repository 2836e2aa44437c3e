"""Directories of real brokers, through Fetch: every record that Apache Kafka's own tool shows, and no other."""

from __future__ import annotations

import asyncio
import gzip
import re
import tarfile
from pathlib import Path

import pytest

from kafkawire.broker import Broker, BrokerConfig
from kafkawire.messages import FetchRequest
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.records import read_batches
from tests import corpus
from tests.broker.wire import Wire

RECORD = re.compile(r"\| offset: (\d+) \w+: (-?\d+) keySize: (-?\d+) valueSize: (-?\d+)")
Shown = list[tuple[int, int, int, int]]
"""Offset, timestamp, and the sizes of key and value, -1 for null."""

pytestmark = pytest.mark.skipif(not corpus.has_full_corpus(), reason="needs the full archives of real log directories")


def shown(dump: Path) -> Shown:
    """The records in what kafka-dump-log printed."""
    with gzip.open(dump, "rt", encoding="utf-8", errors="replace") as lines:
        found = [RECORD.match(line) for line in lines]
    return [(int(m[1]), int(m[2]), int(m[3]), int(m[4])) for m in found if m]


def size(text: bytes | None) -> int:
    return -1 if text is None else len(text)


async def fetched(wire: Wire, topic: str, partition: int, at: int, end: int) -> Shown:
    """The records as a consumer of uncommitted ones gets them."""
    found: Shown = []
    while at < end:
        part = FetchPartition(partition=partition, fetch_offset=at, partition_max_bytes=200_000)
        request = FetchRequest(max_wait_ms=0, topics=[FetchTopic(topic=topic, partitions=[part])])
        answer = (await wire.ask(request, 11)).responses[0].partitions[0]
        assert answer.error_code == 0
        for batch in read_batches(answer.records):
            found += [(r.offset, r.timestamp, size(r.key), size(r.value)) for r in batch if r.offset >= at]
            next_at = batch.last_offset + 1
        assert next_at > at
        at = next_at
    return found


async def serve(directory: Path, dumps: Path) -> int:
    """Start on a directory and hold each partition against its dump; returns how many were compared."""
    compared = 0
    config = BrokerConfig.from_options({"listeners": "127.0.0.1:0", "log.dirs": str(directory)})
    async with Broker(config) as broker:
        wire = await Wire.to(broker, limit=2**22)
        for (topic, partition), log in broker.node.reconciler.logs().items():
            dump = dumps / f"{topic}-{partition}.log.txt.gz"
            expected = shown(dump) if dump.exists() else []
            if not expected or topic.startswith("__"):
                continue
            start = log.log_start_offset
            served = await fetched(wire, topic, partition, start, log.end_offset)
            assert served == [record for record in expected if record[0] >= start], (topic, partition)
            compared += 1
        await Wire.close_all()
    return compared


@pytest.mark.parametrize(
    ("name", "dumps", "count"),
    [("clean", "clean", 20), ("unclean", "unclean", 25), ("old", "old", 15), ("damaged", "damaged/recovered", 6)],
)
def test_every_record_is_served(tmp_path: Path, name: str, dumps: str, count: int) -> None:
    with tarfile.open(corpus.path("segments", name, "logs.tar.xz")) as archive:
        archive.extractall(tmp_path, filter="data")
    if name == "damaged":
        (tmp_path / "meta.properties").write_text("version=1\nnode.id=1\ncluster.id=MkU3OEVBNTcwNTJENDM2Qg\n")
    place = corpus.path("segments", *dumps.split("/"), "dump")
    for _ in range(2):  # as it is, and after our own clean stop
        assert asyncio.run(serve(tmp_path, place)) >= count
