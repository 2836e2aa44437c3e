"""Requests by hand, over a connection that is made again when the broker is."""

from __future__ import annotations

import asyncio
import struct
from contextlib import suppress
from time import time_ns
from typing import Any

from kafkawire.message import Request
from kafkawire.messages import FetchRequest, ListOffsetsRequest, MetadataRequest, ProduceRequest
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import read_batches, write_batch
from tests.broker.wire import Wire
from tests.reliability.ledger import Broken, Place, Stored

GONE = (ConnectionError, asyncio.IncompleteReadError, TimeoutError, struct.error)
_EARLIEST, _LATEST = -2, -1


class Line:
    """One connection to a broker that dies now and then. `ask` raises one of `GONE` if it does so meanwhile."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._wire: Wire | None = None

    async def ask(self, request: Request, version: int) -> Any:
        """One answer. Whether the request was carried out is not known if there is none."""
        try:
            async with asyncio.timeout(20):
                if self._wire is None:
                    self._wire = Wire(*await asyncio.open_connection("127.0.0.1", self._port))
                return await self._wire.ask(request, version)
        except BaseException:
            await self.close()
            raise

    async def insist(self, request: Request, version: int) -> Any:
        """The same, again and again: for requests that may be carried out twice."""
        while True:
            with suppress(*GONE):
                return await self.ask(request, version)
            await asyncio.sleep(0.02)

    async def produce(self, topic: str, value: bytes) -> Any:
        """Write one record to partition 0, without idempotence; the partition's answer."""
        batch = write_batch([(0, time_ns() // 1_000_000, b"k", value, ())])
        data = [TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=batch)])]
        answer = await self.ask(ProduceRequest(acks=-1, timeout_ms=5000, topic_data=data), 9)
        return answer.responses[0].partition_responses[0]

    async def close(self) -> None:
        """Hang up."""
        wire, self._wire = self._wire, None
        if wire is not None:
            with suppress(*GONE):
                await wire.close()


async def topics(line: Line) -> dict[str, int]:
    """Topic -> number of partitions, the broker's own left out."""
    answer = await line.insist(MetadataRequest(topics=None, allow_auto_topic_creation=False), 9)
    return {topic.name: len(topic.partitions) for topic in answer.topics if not topic.is_internal}


async def offsets(line: Line, place: Place) -> tuple[int, int]:
    """Log start offset and high watermark."""
    found = []
    for timestamp in (_EARLIEST, _LATEST):
        wanted = [
            ListOffsetsTopic(
                name=place[0], partitions=[ListOffsetsPartition(partition_index=place[1], timestamp=timestamp)]
            )
        ]
        answer = (await line.insist(ListOffsetsRequest(topics=wanted), 5)).topics[0].partitions[0]
        if answer.error_code:
            raise Broken(f"{place}: error {answer.error_code} for offset {timestamp}")
        found.append(answer.offset)
    return found[0], found[1]


async def read_all(line: Line, place: Place) -> list[Stored]:
    """Every record of a partition, by Fetch."""
    at, end = await offsets(line, place)
    found: list[Stored] = []
    while at < end:
        part = FetchPartition(partition=place[1], fetch_offset=at, partition_max_bytes=1 << 20)
        request = FetchRequest(max_wait_ms=0, min_bytes=0, topics=[FetchTopic(topic=place[0], partitions=[part])])
        answer = (await line.insist(request, 11)).responses[0].partitions[0]
        if answer.error_code or not answer.records:
            raise Broken(f"{place}: error {answer.error_code} and no records at {at}, before {end}")
        for batch in read_batches(answer.records):
            if batch.last_offset < at:
                continue
            found += [Stored(r.offset, r.key, r.value) for r in batch if r.offset >= at]
            at = batch.last_offset + 1
    return found
