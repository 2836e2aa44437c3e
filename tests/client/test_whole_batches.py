"""Batches that come complete, and transactions that are left open: what a pipeline needs of a producer."""

from __future__ import annotations

import asyncio

import pytest

from kafkawire.client import Admin, Producer, TopicPartition
from kafkawire.client.errors import NoTransaction, RecordTooLarge
from kafkawire.records import BatchBuilder
from kafkawire.testing.threaded import ThreadedBroker

TP = TopicPartition("t", 0)


def batch(*values: bytes) -> BatchBuilder:
    builder = BatchBuilder()
    for value in values:
        builder.append(1_700_000_000_000, None, value)
    return builder


def test_whole_batches_and_single_records_keep_their_order(kafka_broker: ThreadedBroker) -> None:
    async def main() -> None:
        async with Producer(kafka_broker.bootstrap_servers, linger_ms=1000) as producer:
            assert await producer.count_partitions("t") == 1
            producer.send("t", b"1", partition=0)
            await producer.flush()
            producer.send("t", b"2", partition=0)
            await producer.send_batch(TP, batch(b"3", b"4"), 100)
            producer.send("t", b"5", partition=0)

    kafka_broker.create_topic("t")
    asyncio.run(main())
    assert [record.value for record in kafka_broker.records("t")] == [b"1", b"2", b"3", b"4", b"5"]


def test_a_batch_that_no_request_can_hold_is_refused(kafka_broker: ThreadedBroker) -> None:
    async def main() -> None:
        async with Producer(kafka_broker.bootstrap_servers, max_request_size=1000) as producer:
            with pytest.raises(RecordTooLarge, match=r"t-0: 2 record\(s\) of 1001 bytes; max_request_size is 1000"):
                await producer.send_batch(TP, batch(b"a", b"b"), 1001)

    kafka_broker.create_topic("t")
    asyncio.run(main())
    assert kafka_broker.records("t") == []


def test_a_transaction_can_be_left_open_for_somebody_else(kafka_broker: ThreadedBroker) -> None:
    async def main() -> None:
        producer = Producer(kafka_broker.bootstrap_servers, transactional_id="x")
        await producer.start()
        producer.begin_transaction()
        producer.send("t", b"1")
        identity = await producer.leave_transaction()
        with pytest.raises(NoTransaction, match="left to be ended by somebody else"):
            producer.begin_transaction()
        async with Admin(kafka_broker.bootstrap_servers) as admin:
            found = (await admin.describe_transactions(["x"]))["x"]
        assert (found.state, found.producer_id, found.producer_epoch) == ("Ongoing", *identity)
        assert found.partitions == (TP,)

    kafka_broker.create_topic("t")
    asyncio.run(main())
    assert [record.value for record in kafka_broker.records("t")] == [b"1"]
