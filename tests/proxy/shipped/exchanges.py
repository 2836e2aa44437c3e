"""Messages with records for tests of filters, and the ways to run those behind real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from kafkawire.client import Consumer, Producer
from kafkawire.messages import FetchRequest, FetchResponse, ProduceRequest, ProduceResponse
from kafkawire.messages import fetch_response as fetch
from kafkawire.messages import produce_request as produce
from kafkawire.messages import produce_response as produced
from kafkawire.proxy import Filter, Proxy, VirtualCluster
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import Record, read_batches, write_batch

PRODUCE, FETCH = 12, 12  # the last versions with names of topics


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


def behind(target: str, *filters: Filter) -> Proxy:
    return Proxy([VirtualCluster(target)], filters, drain_timeout=5)


def batch(*values: bytes | None, key: bytes | None = b"k", headers: Iterable[Any] = (), **fields: Any) -> bytes:
    start = fields.get("base_offset", 0)
    rows = [(start + n, 1_700_000_000_000 + n, key, value, list(headers)) for n, value in enumerate(values)]
    return write_batch(rows, **fields)


def asks(parts: dict[tuple[str, int], bytes], acks: int = -1) -> ProduceRequest:
    """A Produce request with these batches."""
    topics: dict[str, list[produce.PartitionProduceData]] = {}
    for (topic, index), data in parts.items():
        topics.setdefault(topic, []).append(produce.PartitionProduceData(index=index, records=data))
    topic_data = [produce.TopicProduceData(name=name, partition_data=found) for name, found in topics.items()]
    return ProduceRequest(acks=acks, timeout_ms=1000, topic_data=topic_data)


def written(request: ProduceRequest) -> dict[tuple[str, int], bytes]:
    """The batches of a Produce request."""
    return {
        (topic.name, part.index): bytes(part.records or b"")
        for topic in request.topic_data
        for part in topic.partition_data
    }


def accepts(request: ProduceRequest) -> ProduceResponse:
    """What a broker says that takes all."""
    responses = [
        produced.TopicProduceResponse(
            name=topic.name,
            partition_responses=[produced.PartitionProduceResponse(index=part.index) for part in topic.partition_data],
        )
        for topic in request.topic_data
    ]
    return ProduceResponse(responses=responses)


def outcomes(response: ProduceResponse) -> dict[tuple[str, int], produced.PartitionProduceResponse]:
    return {(topic.name, part.index): part for topic in response.responses for part in topic.partition_responses}


def sends(test: FilterTest, request: ProduceRequest) -> dict[tuple[str, int], bytes]:
    """The batches that a broker gets of a request, all of which it takes."""
    sent = test.request(request, PRODUCE)
    test.response(accepts(sent))
    return written(sent)


def fetched(test: FilterTest, data: bytes, topic: str = "t", **fields: Any) -> fetch.PartitionData:
    """What a client gets that fetches, where the broker has that data."""
    test.request(FetchRequest(), FETCH)
    partition = fetch.PartitionData(partition_index=0, records=data, **fields)
    response = FetchResponse(responses=[fetch.FetchableTopicResponse(topic=topic, partitions=[partition])])
    found: fetch.PartitionData = test.response(response).responses[0].partitions[0]
    return found


def records(data: Any) -> list[Record]:
    return [record for found in read_batches(bytes(data or b"")) for record in found]


def values(data: Any) -> list[bytes | None]:
    return [record.value for record in records(data)]


async def write(servers: str, topic: str, rows: Iterable[tuple[bytes | None, bytes | None]], **options: Any) -> None:
    async with Producer(servers, **options) as producer:
        for key, value in rows:
            producer.send(topic, value, key=key, headers=[("h", b"1")])
        await producer.flush()


async def read(servers: str, topic: str, count: int, **options: Any) -> list[Any]:
    found: list[Any] = []
    async with Consumer(servers, topics=[topic], auto_offset_reset="earliest", **options) as consumer:
        async for record in consumer:
            found.append(record)
            if len(found) == count:
                return found
    return found


async def until(holds: Callable[[], bool]) -> None:
    """Look again and again; whoever runs the test limits how long."""
    while not holds():
        await asyncio.sleep(0.02)
