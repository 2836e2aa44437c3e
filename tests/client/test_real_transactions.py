"""Transactions against a broker that runs elsewhere; the reader is our own consumer with `read_committed`.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them.
"""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

import pytest

from kafkawire.client import Consumer, Producer, TopicPartition
from kafkawire.client.errors import NoTransaction, ProducerFenced, TransactionAborted
from tests.client.test_real_broker import ADDRESS, new_topic, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]


class Stop(Exception):
    """What makes a block end early."""


def producer(name: str | None = None, **options: Any) -> Producer:
    return Producer(ADDRESS, transactional_id=name or f"tx-{uuid.uuid4().hex[:12]}", **options)


async def committed(topic: str) -> list[bytes]:
    """All that a reader of committed records sees: up to the offset that the broker calls the last stable one."""
    values: list[bytes] = []
    options: Any = {"isolation_level": "read_committed", "auto_offset_reset": "earliest"}
    async with Consumer(ADDRESS, topics=[topic], **options) as consumer:
        ends = await consumer.offsets_for_times(dict.fromkeys(consumer.assignment, -1))
        while any(consumer.positions().get(tp, 0) < end for tp, end in ends.items()):
            for chunk in await consumer.fetch(timeout=1):
                values.extend(record.value or b"" for record in chunk)
    return values


def test_what_is_committed_is_seen_and_what_is_aborted_is_not() -> None:
    async def main() -> None:
        topic = await new_topic(3)
        async with producer() as p:
            for number in range(12):
                try:
                    async with p.transaction():
                        for i in range(6):
                            p.send(topic, b"%d.%d" % (number, i), partition=i % 3)
                        if number % 3 == 1:
                            await p.flush()
                        if number % 3:
                            raise Stop
                except Stop:
                    pass
        expected = [b"%d.%d" % (number, i) for number in range(0, 12, 3) for i in range(6)]
        assert sorted(await committed(topic)) == sorted(expected)

    run(main())


def test_offsets_are_committed_with_what_was_made_of_the_records() -> None:
    async def main() -> None:
        source, sink = await new_topic(1), await new_topic(1)
        async with Producer(ADDRESS) as plain:
            for i in range(20):
                plain.send(source, b"%d" % i)
        options: Any = {
            "isolation_level": "read_committed",
            "auto_offset_reset": "earliest",
            "enable_auto_commit": False,
        }
        async with (
            Consumer(ADDRESS, topics=[source], group_id=f"g-{source}", **options) as consumer,
            producer() as p,
        ):
            position = 0
            while position < 20:
                (chunk,) = await consumer.fetch(max_records=5, timeout=30)
                for attempt in range(2):  # the first one fails after all is written
                    try:
                        async with p.transaction():
                            for record in chunk:
                                p.send(sink, b"made of %s" % record.value)
                            await p.send_offsets(consumer)
                            if not attempt:
                                raise Stop
                    except Stop:
                        assert (await consumer.committed([TopicPartition(source, 0)])).get(
                            TopicPartition(source, 0), 0
                        ) == position
                position = chunk.records[-1].offset + 1
                assert await consumer.committed([TopicPartition(source, 0)]) == {TopicPartition(source, 0): position}
        assert await committed(sink) == [b"made of %d" % i for i in range(20)]

    run(main())


def test_the_second_producer_of_a_name_fences_the_first() -> None:
    async def main() -> None:
        topic, name = await new_topic(1), f"tx-{uuid.uuid4().hex[:12]}"
        first = producer(name)
        await first.start()
        first.begin_transaction()
        await first.send(topic, b"left open")
        async with producer(name) as second:
            async with second.transaction():
                second.send(topic, b"written")
            with pytest.raises(ProducerFenced, match=name):
                await first.commit_transaction()
            with pytest.raises(ProducerFenced):
                first.begin_transaction()
        await first.close()
        assert await committed(topic) == [b"written"]

    run(main())


def test_a_transaction_is_open_or_nothing_is_written() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        async with producer() as p:
            with pytest.raises(NoTransaction):
                p.send(topic, b"v")
            async with p.transaction():
                with pytest.raises(NoTransaction):
                    p.begin_transaction()
            p.begin_transaction()
            delivery = p.send(topic, b"never sent", partition=0)
            await p.abort_transaction()
            with pytest.raises(TransactionAborted):
                await delivery
            with pytest.raises(NoTransaction):
                p.send(topic, b"v")
            p.begin_transaction()
            await p.send(topic, b"left open")
        assert await committed(topic) == []  # closing aborts

    run(main())


def test_transactions_follow_each_other_without_a_pause() -> None:
    async def main() -> None:
        topic = await new_topic(2)
        async with producer() as p:
            for number in range(50):
                async with p.transaction():
                    p.send(topic, b"%d" % number, partition=number % 2)
        assert sorted(await committed(topic)) == sorted(b"%d" % number for number in range(50))

    run(main())


def test_what_a_failed_record_belongs_to_is_aborted_as_a_whole() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        async with producer(max_request_size=4 << 20) as p:

            async def attempt() -> None:
                async with p.transaction():
                    await p.send(topic, b"small")
                    p.send(topic, bytes(3 << 20))

            with pytest.raises(Exception, match="MESSAGE_TOO_LARGE"):
                await attempt()
            async with p.transaction():
                p.send(topic, b"afterwards")
        assert await committed(topic) == [b"afterwards"]

    asyncio.run(asyncio.wait_for(main(), 60))
