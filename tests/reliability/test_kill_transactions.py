"""Transactions of a broker that is killed: what was committed is there as a whole, what was not is not there at all."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from time import time_ns
from typing import Any

from kafkawire.messages import (
    CreateTopicsRequest,
    EndTxnRequest,
    FetchRequest,
    InitProducerIdRequest,
    ListOffsetsRequest,
    OffsetFetchRequest,
    ProduceRequest,
    TxnOffsetCommitRequest,
)
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup, OffsetFetchRequestTopics
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.txn_offset_commit_request import TxnOffsetCommitRequestPartition, TxnOffsetCommitRequestTopic
from kafkawire.records import read_batches, write_batch
from tests.reliability.asking import GONE, Line
from tests.reliability.process import BrokerProcess, free_port

PARTITIONS = range(3)
OPTIONS = {
    "transaction.state.log.num.partitions": "2",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "100",
}
TIMEOUT_MS = 500
NAME, GROUP = "tx", "g"


@dataclass
class Ledger:
    """The numbers of transactions by what became of them. What is in none of the sets may be either."""

    committed: set[int] = field(default_factory=set)
    aborted: set[int] = field(default_factory=set)

    def check(self, seen: list[list[int]], offset: int) -> None:
        """Each partition holds one record of each transaction that counts, in order; the offset is that of the last."""
        assert all(numbers == seen[0] for numbers in seen), f"half a transaction: {seen}"
        assert seen[0] == sorted(set(seen[0])), f"order or number of transactions: {seen[0]}"
        assert self.committed <= set(seen[0]), f"lost: {self.committed - set(seen[0])}"
        assert not self.aborted & set(seen[0]), f"aborted and there: {self.aborted & set(seen[0])}"
        assert offset == max(seen[0], default=-1), f"the offset is {offset}"


async def begin(line: Line, timeout_ms: int = TIMEOUT_MS) -> tuple[int, int]:
    while True:
        answer = await line.insist(InitProducerIdRequest(transactional_id=NAME, transaction_timeout_ms=timeout_ms), 5)
        if not answer.error_code:
            return answer.producer_id, answer.producer_epoch
        await asyncio.sleep(0.02)


async def write(line: Line, producer: tuple[int, int], number: int) -> None:
    """One record to each partition, and how far the group has read."""
    batch = write_batch(
        [(0, time_ns() // 1_000_000, None, b"%d" % number, ())],
        producer_id=producer[0],
        producer_epoch=producer[1],
        base_sequence=0,
        is_transactional=True,
    )
    data = [
        TopicProduceData(name="t", partition_data=[PartitionProduceData(index=n, records=batch) for n in PARTITIONS])
    ]
    answer = await line.ask(ProduceRequest(transactional_id=NAME, acks=-1, timeout_ms=5000, topic_data=data), 12)
    assert not any(part.error_code for part in answer.responses[0].partition_responses), answer
    topics = [
        TxnOffsetCommitRequestTopic(
            name="t", partitions=[TxnOffsetCommitRequestPartition(partition_index=0, committed_offset=number)]
        )
    ]
    answer = await line.ask(
        TxnOffsetCommitRequest(
            transactional_id=NAME, group_id=GROUP, producer_id=producer[0], producer_epoch=producer[1], topics=topics
        ),
        5,
    )
    assert not answer.topics[0].partitions[0].error_code, answer


async def run_until_it_dies(line: Line, ledger: Ledger, number: int, dice: random.Random) -> int:
    """One transaction after the other; returns the number of the next one."""
    try:
        producer = await begin(line)
        while True:
            number += 1
            await write(line, producer, number)
            commit = dice.random() < 0.7
            answer = await line.ask(
                EndTxnRequest(
                    transactional_id=NAME, producer_id=producer[0], producer_epoch=producer[1], committed=commit
                ),
                5,
            )
            assert not answer.error_code, answer
            (ledger.committed if commit else ledger.aborted).add(number)
            producer = answer.producer_id, answer.producer_epoch
    except GONE:
        return number + 1


async def settled(line: Line) -> None:
    """Wait until nothing is undecided: what was left open is too late by then."""

    async def ends(isolation: int) -> Any:
        parts = [ListOffsetsPartition(partition_index=n, timestamp=-1) for n in PARTITIONS]
        topics = [ListOffsetsTopic(name="t", partitions=parts)]
        answer = await line.ask(ListOffsetsRequest(replica_id=-1, isolation_level=isolation, topics=topics), 7)
        return [part.offset for part in answer.topics[0].partitions]

    async with asyncio.timeout(20):
        while await ends(0) != await ends(1):
            await asyncio.sleep(0.05)


async def read(line: Line, partition: int) -> list[int]:
    """The numbers that a reader of committed records sees."""
    numbers: list[int] = []
    offset = 0
    while True:
        part = FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20)
        request = FetchRequest(min_bytes=0, isolation_level=1, topics=[FetchTopic(topic="t", partitions=[part])])
        found = (await line.ask(request, 12)).responses[0].partitions[0]
        aborted = {(one.producer_id, one.first_offset) for one in found.aborted_transactions or ()}
        batches = list(read_batches(found.records or b""))
        if not batches:
            return numbers
        for batch in batches:  # each transaction has one batch here
            if not batch.is_control and (batch.producer_id, batch.base_offset) not in aborted:
                numbers += [int(record.value or b"") for record in batch]
        offset = batches[-1].last_offset + 1


async def committed_offset(line: Line) -> int:
    topics = [OffsetFetchRequestTopics(name="t", partition_indexes=[0])]
    request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=GROUP, topics=topics)], require_stable=True)
    part = (await line.ask(request, 9)).groups[0].topics[0].partitions[0]
    assert not part.error_code
    offset: int = part.committed_offset
    return offset


async def rounds(broker: BrokerProcess, line: Line, seed: int, count: int) -> Ledger:
    ledger, number, dice = Ledger(), 0, random.Random(seed)
    await broker.start()
    await line.ask(
        CreateTopicsRequest(
            topics=[CreatableTopic(name="t", num_partitions=len(PARTITIONS), replication_factor=1)], timeout_ms=5000
        ),
        7,
    )
    await broker.stop()
    for _ in range(count):
        await line.close()
        await broker.spawn(deadly=dice.randrange(40, 400), seed=dice.randrange(1 << 30))
        if await broker.ready():
            number = await run_until_it_dies(line, ledger, number, dice)
        await broker.died(20)
        await line.close()
        await broker.start()
        await settled(line)
        ledger.check([await read(line, partition) for partition in PARTITIONS], await committed_offset(line))
        await line.close()
        await broker.kill()
    return ledger


def test_every_transaction_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    async def main() -> None:
        port = free_port()
        broker, line = BrokerProcess(tmp_path / "data", port, **OPTIONS), Line(port)
        try:
            ledger = await rounds(broker, line, seed=7, count=4)
        finally:
            await line.close()
            await broker.kill()
        assert len(ledger.committed) > 10
        assert len(ledger.aborted) > 3

    asyncio.run(main())
