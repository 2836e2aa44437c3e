"""Share groups against a broker that runs elsewhere: Apache Kafka 4.2 or newer, or ours.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.client import Admin, Producer, ShareConsumer, ShareRecord, TopicPartition, blocking
from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import AcknowledgeFailed, NotAcknowledged, NotHeld
from kafkawire.client.options import ClientOptions
from kafkawire.client.runtime import AioRuntime
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from tests.client.test_real_broker import ADDRESS, new_topic, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]

RENEWALS = 2


@pytest.fixture(autouse=True, scope="module")
def share_groups() -> None:
    """Skip where the broker has none, or those of Kafka 4.1, which cannot renew."""

    async def newest() -> int:
        cluster = Cluster(ADDRESS, ClientOptions(), AioRuntime())
        try:
            versions = (await cluster.any_connection()).versions
            return versions.choose(ApiKey.SHARE_ACKNOWLEDGE) if ApiKey.SHARE_ACKNOWLEDGE in versions else -1
        finally:
            cluster.close()

    if asyncio.run(newest()) < RENEWALS:
        pytest.skip("the broker has no share groups that can renew")


async def new_group(topic: str, **configs: str) -> str:
    """A group that reads from the beginning."""
    group = f"share-{topic}"
    changes = {"share.auto.offset.reset": "earliest"} | {k.replace("_", "."): v for k, v in configs.items()}
    async with Admin(ADDRESS) as admin:
        await admin.alter_configs({("group", group): changes})
    return group


async def produce(topic: str, count: int, partitions: int = 1, **options: Any) -> None:
    async with Producer(ADDRESS, **options) as producer:
        for n in range(count):
            producer.send(topic, b"%d" % n, partition=n % partitions)


def member(topic: str, group: str, **options: Any) -> ShareConsumer:
    return ShareConsumer(ADDRESS, group_id=group, topics=[topic], **options)


async def read(consumer: ShareConsumer, count: int) -> list[ShareRecord]:
    """Exactly `count` records, in one call or several."""
    records: list[ShareRecord] = []
    while len(records) < count:
        records += await consumer.fetch(count - len(records), timeout=20)
    return records


async def remaining(consumer: ShareConsumer) -> list[bytes | None]:
    """What comes until nothing comes for a while."""
    values: list[bytes | None] = []
    while records := await consumer.fetch(timeout=2):
        values += [record.value for record in records]
    return values


def test_each_record_goes_to_one_of_the_members() -> None:
    async def main() -> None:
        topic = await new_topic(2)
        group = await new_group(topic)
        seen: Counter[bytes | None] = Counter()

        async def work() -> None:
            async with member(topic, group, max_poll_records=50) as consumer:
                while sum(seen.values()) < 2_000:
                    for record in await consumer.fetch():
                        assert record.delivery_count == 1
                        seen[record.value] += 1
                await consumer.commit()

        tasks = [asyncio.create_task(work()) for _ in range(3)]
        await produce(topic, 2_000, 2)
        await asyncio.gather(*tasks)
        assert seen == Counter(b"%d" % n for n in range(2_000))
        async with member(topic, group) as consumer:
            assert await remaining(consumer) == []

    run(main())


def test_what_was_given_back_comes_again_and_nothing_else() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic)
        await produce(topic, 4)
        async with member(topic, group, share_acknowledgement_mode="explicit") as consumer:
            first = await read(consumer, 4)
            for record, kind in zip(first, ("accept", "release", "reject", "release"), strict=True):
                consumer.acknowledge(record, kind)
            again = await read(consumer, 2)
            assert [(r.value, r.delivery_count) for r in again] == [(b"1", 2), (b"3", 2)]
            consumer.acknowledge(again[0])
            with pytest.raises(NotAcknowledged):
                await consumer.fetch()
            with pytest.raises(NotHeld):
                consumer.acknowledge(first[0])
            consumer.acknowledge(again[1])
            await consumer.commit()
        async with member(topic, group) as consumer:
            assert await remaining(consumer) == []

    run(main())


def test_what_is_not_acknowledged_at_the_end_comes_again() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic)
        await produce(topic, 10)
        async with member(topic, group) as consumer:
            read_through = 0
            async for record in consumer:
                read_through += 1
                if record.value == b"6":
                    break
            assert read_through == 7
        async with member(topic, group) as consumer:
            values = [(r.value, r.delivery_count) for r in await read(consumer, 4)]
            assert values == [(b"6", 2), (b"7", 2), (b"8", 2), (b"9", 2)]
            await consumer.commit()
            assert await remaining(consumer) == []

    run(main())


def test_a_renewed_lock_lasts_longer_and_one_that_is_not_renewed_is_lost() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic, share_record_lock_duration_ms="15000")  # the shortest that Kafka allows
        await produce(topic, 2)
        async with member(topic, group, share_acknowledgement_mode="explicit") as consumer:
            kept, lost = await read(consumer, 2)
            assert consumer.acquisition_lock_timeout_ms == 15_000
            await asyncio.sleep(8)
            consumer.acknowledge(kept, "renew")
            await consumer.commit()
            await asyncio.sleep(8)  # 16 s after the delivery, 8 s after the renewal
            consumer.acknowledge(lost)
            consumer.acknowledge(kept)
            with pytest.raises(AcknowledgeFailed) as failed:
                await consumer.commit()
            (error,) = failed.value.errors.values()
            assert isinstance(error, KafkaError)
            assert error.code == ErrorCode.INVALID_RECORD_STATE

    run(main())


def test_a_renewed_record_is_handed_out_again() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic)
        await produce(topic, 3)
        async with member(topic, group, share_acknowledgement_mode="explicit") as consumer:
            first, *others = await read(consumer, 3)
            consumer.acknowledge(first, "renew")
            for record in others:
                consumer.acknowledge(record)
            assert await consumer.fetch(timeout=20) == [first]
            consumer.acknowledge(first)
            await consumer.commit()
            assert await remaining(consumer) == []

    run(main())


def test_a_record_is_delivered_no_more_often_than_the_limit() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic, share_delivery_count_limit="2")
        await produce(topic, 1)
        async with member(topic, group, share_acknowledgement_mode="explicit") as consumer:
            for count in (1, 2):
                (record,) = await read(consumer, 1)
                assert record.delivery_count == count
                consumer.acknowledge(record, "release")
            assert await remaining(consumer) == []

    run(main())


async def abort(producer: Producer, topic: str) -> None:
    async with producer.transaction():
        await producer.send(topic, b"aborted")
        raise ZeroDivisionError


def test_markers_and_aborted_records_are_not_handed_out() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic, share_isolation_level="read_committed")
        async with Producer(ADDRESS, transactional_id=f"x-{topic}") as producer:
            async with producer.transaction():
                producer.send(topic, b"committed")
            with pytest.raises(ZeroDivisionError):
                await abort(producer, topic)
            async with producer.transaction():
                producer.send(topic, b"committed too")
        async with member(topic, group) as consumer:
            assert [record.value for record in await read(consumer, 2)] == [b"committed", b"committed too"]
            await consumer.commit()
            assert await remaining(consumer) == []

    run(main())


def test_a_record_limit_is_kept() -> None:
    async def main() -> None:
        topic = await new_topic(3)
        group = await new_group(topic)
        await produce(topic, 300, 3)
        async with member(topic, group, share_acquire_mode="record_limit", max_poll_records=7) as consumer:
            seen: list[ShareRecord] = []
            while len(seen) < 300:
                records = await consumer.fetch(timeout=20)
                assert 1 <= len(records) <= 7
                seen += records
            await consumer.commit()
            assert sorted(int(r.value or b"") for r in seen) == list(range(300))

    run(main())


def test_offsets_of_the_group_move_on() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        group = await new_group(topic)
        await produce(topic, 5)
        async with member(topic, group) as consumer:
            await read(consumer, 5)
            await consumer.commit()
        async with Admin(ADDRESS) as admin:
            offsets = await admin.list_share_group_offsets({group: None})
            assert offsets[group][TopicPartition(topic, 0)].lag == 0
            (listed,) = [each for each in await admin.list_groups() if each.group_id == group]
            assert listed.type.lower() == "share"
            assert (await admin.describe_groups([group]))[group].state == "Empty"
            await admin.delete_groups([group])

    run(main())


def test_code_without_an_event_loop_reads_and_acknowledges() -> None:
    topic = asyncio.run(new_topic(1))
    group = asyncio.run(new_group(topic))
    asyncio.run(produce(topic, 6))
    with blocking.ShareConsumer(ADDRESS, group_id=group, topics=[topic]) as consumer:
        values = []
        for record in consumer:
            values.append(record.value)
            if len(values) == 3:
                break
        consumer.commit()
    options: Any = {"share_acknowledgement_mode": "explicit"}
    with blocking.ShareConsumer(ADDRESS, group_id=group, topics=[topic], **options) as consumer:
        while len(values) < 6:
            for record in consumer.fetch(timeout=20):
                consumer.acknowledge(record)
                values.append(record.value)
        consumer.commit()
        assert consumer.fetch(timeout=1) == []
    assert values == [b"%d" % n for n in range(6)]
