"""Groups of several members against a broker that runs elsewhere, in each protocol.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them. The protocol "consumer" needs Kafka 4.0 or newer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.client import Consumer, Producer, TopicPartition
from kafkawire.client.cluster import Cluster
from kafkawire.client.options import ClientOptions
from kafkawire.client.runtime import AioRuntime
from tests.client.test_real_broker import ADDRESS, new_topic, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]

_NAMES_ITSELF = 1  # the version of the heartbeat from which a member chooses its id (KIP-1082)

PROTOCOLS: dict[str, dict[str, Any]] = {
    "range": {"partition_assignment_strategy": ["range"], "heartbeat_interval_ms": 300},
    "roundrobin": {"partition_assignment_strategy": ["roundrobin"], "heartbeat_interval_ms": 300},
    "sticky": {"partition_assignment_strategy": ["sticky"], "heartbeat_interval_ms": 300},
    "cooperative": {"partition_assignment_strategy": ["cooperative-sticky"], "heartbeat_interval_ms": 300},
    "consumer": {"group_protocol": "consumer"},
    "consumer-range": {"group_protocol": "consumer", "group_remote_assignor": "range"},
}


@pytest.fixture(params=PROTOCOLS)
def protocol(request: pytest.FixtureRequest) -> dict[str, Any]:
    options = PROTOCOLS[request.param]
    if "group_protocol" in options and asyncio.run(newest(ApiKey.CONSUMER_GROUP_HEARTBEAT)) < _NAMES_ITSELF:
        pytest.skip("the broker has no groups of the protocol 'consumer' in which members name themselves")
    return options


async def newest(api: ApiKey) -> int:
    cluster = Cluster(ADDRESS, ClientOptions(), AioRuntime())
    try:
        versions = (await cluster.any_connection()).versions
        return versions.choose(api) if api in versions else -1
    finally:
        cluster.close()


class Member:
    """Reads and commits until told to stop, and keeps book of what its listeners say."""

    def __init__(self, topic: str, log: Counter[tuple[TopicPartition, int]], **options: Any) -> None:
        self.owned: set[TopicPartition] = set()
        self.stop = asyncio.Event()
        self._log = log
        self._consumer = Consumer(
            ADDRESS,
            group_id=f"g-{topic}",
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            on_assigned=self.assigned,
            on_revoked=self.revoked,
            **({"topics": [topic]} | options),
        )

    def assigned(self, partitions: list[TopicPartition]) -> None:
        assert not self.owned & set(partitions)
        self.owned |= set(partitions)

    async def revoked(self, partitions: list[TopicPartition]) -> None:
        assert self.owned >= set(partitions)
        self.owned -= set(partitions)

    async def run(self) -> None:
        async with self._consumer as consumer:
            while not self.stop.is_set():
                for chunk in await consumer.fetch(max_records=100, timeout=0.2):
                    assert chunk.tp in self.owned
                    self._log.update((chunk.tp, record.offset) for record in chunk)
                assert self.owned == set(consumer.assignment)
                await consumer.commit()
        assert not self.owned


async def until(condition: Any, limit: float = 30) -> None:
    async with asyncio.timeout(limit):
        while not condition():
            await asyncio.sleep(0.05)


def test_members_come_and_go_and_every_record_is_read_once(protocol: dict[str, Any]) -> None:
    async def main() -> None:
        topic = await new_topic(7)
        log: Counter[tuple[TopicPartition, int]] = Counter()
        async with Producer(ADDRESS) as producer, asyncio.TaskGroup() as tasks:
            members = [Member(topic, log, **protocol) for _ in range(3)]

            async def write(count: int) -> None:
                for i in range(count):
                    producer.send(topic, b"%d" % i, partition=i % 7)
                await producer.flush()

            for number, member in enumerate(members):
                tasks.create_task(member.run())
                running = members[: number + 1]
                await write(700)
                await until(lambda running=running: shared(running) == 7 and all(m.owned for m in running))
            await write(700)
            members[0].stop.set()
            await until(lambda: not members[0].owned and shared(members[1:]) == 7)
            await write(700)
            await until(lambda: len(log) == 3500)
            for member in members:
                member.stop.set()
        assert set(log.values()) == {1}

    run(main())


def shared(members: list[Member]) -> int:
    """How many partitions the members have, counting one twice that two believe to have."""
    return sum(len(member.owned) for member in members)


def test_a_pattern_finds_topics_that_come_later(protocol: dict[str, Any]) -> None:
    async def main() -> None:
        topic = await new_topic(2)
        log: Counter[tuple[TopicPartition, int]] = Counter()
        options = {
            "topics": [],
            "topic_pattern": f"{topic}.*",
            "metadata_max_age_ms": 500,
        }
        member = Member(topic, log, **options, **protocol)
        async with Producer(ADDRESS) as producer, asyncio.TaskGroup() as tasks:
            tasks.create_task(member.run())
            await until(lambda: len(member.owned) == 2)
            await producer.send(f"{topic}-later", b"v")
            # A broker looks for new topics at its own pace: `group.consumer.regex.refresh.interval.ms`.
            if protocol.get("group_protocol") != "consumer":
                await until(lambda: len(log) == 1)
            member.stop.set()

    run(main())
