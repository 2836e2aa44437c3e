"""Share consumers and a broker of ours: queues, restarts in the middle, transactions."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.client import Admin, Producer, ShareConsumer, TopicPartition, blocking
from kafkawire.client.errors import AcknowledgeFailed
from kafkawire.testing import ThreadedBroker

EXPLICIT: Any = {"share_acknowledgement_mode": "explicit"}
OPTIONS = {"group.share.assignment.interval.ms": "0"}


async def prepare(address: str, count: int, **configs: str) -> None:
    changes = {"share.auto.offset.reset": "earliest"} | {k.replace("_", "."): v for k, v in configs.items()}
    async with Admin(address) as admin:
        await admin.alter_configs({("group", "g"): changes})
    async with Producer(address) as producer:
        for n in range(count):
            producer.send("t", b"%d" % n, partition=n % 2)


def test_members_share_the_records_of_a_topic() -> None:
    async def main(address: str) -> None:
        await prepare(address, 600)
        seen: Counter[bytes | None] = Counter()

        async def work() -> None:
            async with ShareConsumer(address, group_id="g", topics=["t"], max_poll_records=20) as consumer:
                while sum(seen.values()) < 600:
                    seen.update(record.value for record in await consumer.fetch(timeout=0.5))
                await consumer.commit()

        await asyncio.gather(*(work() for _ in range(3)))
        assert seen == Counter(b"%d" % n for n in range(600))
        async with Admin(address) as admin:
            offsets = (await admin.list_share_group_offsets({"g": None}))["g"]
        assert {tp: offset.lag for tp, offset in offsets.items()} == {TopicPartition("t", n): 0 for n in (0, 1)}

    with kafkawire.testing.broker(topics={"t": 2}, options=OPTIONS) as broker:
        asyncio.run(main(broker.bootstrap_servers))


def test_what_was_acknowledged_is_not_delivered_again_after_a_restart(tmp_path: Path) -> None:
    with kafkawire.testing.broker(topics={"t": 2}, options=OPTIONS, data_dir=tmp_path) as broker:
        asyncio.run(prepare(broker.bootstrap_servers, 20))
        with blocking.ShareConsumer(broker.bootstrap_servers, group_id="g", topics=["t"], **EXPLICIT) as consumer:
            first = read(consumer, 20)
            for record in first:
                consumer.acknowledge(record, "release" if record.offset == 3 else "accept")
            consumer.commit()
            again = read(consumer, 2)
            broker.restart()  # while both are locked
            consumer.acknowledge(again[0])
            consumer.acknowledge(again[1])
            with pytest.raises(AcknowledgeFailed):
                consumer.commit()
            last = read(consumer, 2)
            assert sorted((r.partition, r.offset, r.delivery_count) for r in last) == [(0, 3, 3), (1, 3, 3)]
            for record in last:
                consumer.acknowledge(record)
            consumer.commit()
            assert consumer.fetch(timeout=1) == []


def read(consumer: blocking.ShareConsumer, count: int) -> list[Any]:
    records: list[Any] = []
    while len(records) < count:
        records += consumer.fetch(count - len(records), timeout=10)
    return records


def test_records_of_aborted_transactions_are_not_handed_out() -> None:
    async def main(address: str) -> None:
        await prepare(address, 0, share_isolation_level="read_committed")
        async with Producer(address, transactional_id="x") as producer:
            for value in (b"a", b"b", b"c"):
                try:
                    async with producer.transaction():
                        await producer.send("t", value, partition=0)
                        if value == b"b":
                            raise ZeroDivisionError
                except ZeroDivisionError:
                    continue
        async with ShareConsumer(address, group_id="g", topics=["t"]) as consumer:
            values: list[Any] = []
            while len(values) < 2:
                values += [record.value for record in await consumer.fetch(timeout=10)]
            assert values == [b"a", b"c"]
            assert await consumer.fetch(timeout=0.5) == []

    with kafkawire.testing.broker(topics={"t": 2}, options=OPTIONS) as broker:
        asyncio.run(main(broker.bootstrap_servers))


def test_a_broker_stops_while_a_member_waits(broker_that_stops: ThreadedBroker) -> None:
    with blocking.ShareConsumer(
        broker_that_stops.bootstrap_servers, group_id="g", topics=["t"], default_api_timeout_ms=2_000
    ) as consumer:
        assert consumer.fetch(timeout=0.5) == []
        broker_that_stops.stop()
        assert consumer.fetch(timeout=0.5) == []


@pytest.fixture
def broker_that_stops() -> Any:
    with kafkawire.testing.broker(topics={"t": 2}, options=OPTIONS) as broker:
        yield broker
