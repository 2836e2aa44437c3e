"""Transactions that one broker has begun and the other goes on with: Apache Kafka on our directory, and we on its."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kafkawire.broker import Broker, BrokerConfig
from kafkawire.messages import CreateTopicsRequest, DescribeTransactionsRequest, EndTxnRequest, FindCoordinatorRequest
from kafkawire.messages.create_topics_request import CreatableTopic
from tests.reliability.asking import Line
from tests.reliability.test_kafka_opens import TOOLS, apache_kafka
from tests.reliability.test_kill_transactions import GROUP, NAME, PARTITIONS, begin, committed_offset, read, write

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.slow,
    pytest.mark.skipif(not (TOOLS / "start.sh").exists(), reason="needs Apache Kafka and a JVM"),
]
Producer = tuple[int, int]
MINUTE_MS = 60_000


async def end(line: Line, producer: Producer, *, commit: bool = True) -> Producer:
    answer = await line.ask(
        EndTxnRequest(transactional_id=NAME, producer_id=producer[0], producer_epoch=producer[1], committed=commit), 5
    )
    assert not answer.error_code
    return answer.producer_id, answer.producer_epoch


async def open_one(line: Line) -> Producer:
    """One that was committed, one that was aborted, one that is open."""
    producer = await begin(line, MINUTE_MS)
    for number in (1, 2):
        await write(line, producer, number)
        producer = await end(line, producer, commit=number == 1)
    await write(line, producer, 3)
    return producer


async def go_on(line: Line, producer: Producer, number: int) -> Producer:
    """End what the other broker has begun, and begin another one."""
    for kind, name in ((0, GROUP), (1, NAME)):
        while (await line.insist(FindCoordinatorRequest(key=name, key_type=kind), 3)).error_code:
            await asyncio.sleep(0.05)
    while (found := await state_of(line))[0]:
        await asyncio.sleep(0.05)
    assert found == (0, "Ongoing", producer)
    assert await seen(line) == [n for n in range(1, number) if n != 2]
    producer = await end(line, producer)
    while (await state_of(line))[1] != "CompleteCommit":  # Apache Kafka writes the markers behind its answer
        await asyncio.sleep(0.05)
    assert await seen(line) == [n for n in range(1, number + 1) if n != 2]
    assert await committed_offset(line) == number
    await write(line, producer, number + 1)
    return producer


async def state_of(line: Line) -> tuple[int, str, Producer]:
    (found,) = (await line.ask(DescribeTransactionsRequest(transactional_ids=[NAME]), 0)).transaction_states
    return found.error_code, found.transaction_state, (found.producer_id, found.producer_epoch)


async def seen(line: Line) -> list[int]:
    numbers = [await read(line, partition) for partition in PARTITIONS]
    assert all(each == numbers[0] for each in numbers)
    return numbers[0]


def test_each_goes_on_where_the_other_has_stopped(tmp_path: Path) -> None:
    options = {"listeners": "127.0.0.1:0", "log.dirs": str(tmp_path / "logs"), "offsets.topic.num.partitions": "3"}
    config = BrokerConfig.from_options({**options, "transaction.state.log.num.partitions": "3"})

    async def first() -> Producer:
        async with Broker(config) as broker, asyncio.timeout(30):
            line = Line(broker.node.port)
            await line.ask(
                CreateTopicsRequest(
                    topics=[CreatableTopic(name="t", num_partitions=len(PARTITIONS), replication_factor=1)],
                    timeout_ms=5000,
                ),
                7,
            )
            producer = await open_one(line)
            await line.close()
            return producer

    async def second(port: int, producer: Producer) -> Producer:
        line = Line(port)
        async with asyncio.timeout(60):
            after = await go_on(line, producer, 3)
        await line.close()
        return after

    async def third(producer: Producer) -> None:
        async with Broker(config) as broker, asyncio.timeout(30):
            line = Line(broker.node.port)
            await go_on(line, producer, 4)
            await line.close()

    producer = asyncio.run(first())
    with apache_kafka(tmp_path) as port:
        producer = asyncio.run(second(port, producer))
    asyncio.run(third(producer))
    assert "ERROR" not in (tmp_path / "server.log").read_text()
