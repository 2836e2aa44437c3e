"""The administrative client and our own broker, in one process and in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from kafkawire.broker import Broker
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.admin import (
    HIGH_WATERMARK,
    AdminError,
    CommittedOffset,
    ConfigChange,
    ConfigResource,
    NewTopic,
    OffsetSpec,
    SomeFailed,
)
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from tests.broker.wire import new_broker


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


class Served:
    """A broker and an `Admin` of it."""

    def __init__(self, **options: Any) -> None:
        self.broker: Broker = new_broker(**options)

    async def __aenter__(self) -> Admin:
        await self.broker.start()
        self.admin = Admin(self.broker.bootstrap_servers)
        await self.admin.start()
        return self.admin

    async def __aexit__(self, *_: object) -> None:
        await self.admin.close()
        await self.broker.close()


def test_the_life_of_a_topic() -> None:
    async def main() -> None:
        async with Served() as admin:
            created = await admin.create_topics({"t": NewTopic(2, configs={"retention.ms": "5000"})})
            assert (created["t"].partitions, created["t"].replication_factor) == (2, 1)
            assert created["t"].configs["retention.ms"] == "5000"
            would_be = await admin.create_topics({"t": 1, "u": 3}, exist_ok=True, validate_only=True)
            assert {name: topic.partitions for name, topic in would_be.items()} == {"u": 3}
            assert [*await admin.list_topics()] == ["t"]

            await admin.create_partitions({"t": 4})
            topic = (await admin.describe_topics(["t"], page_size=3))["t"]
            assert [p.partition for p in topic.partitions] == [0, 1, 2, 3]
            assert (topic.name, topic.topic_id) == ("t", created["t"].topic_id)
            assert {p.replicas for p in topic.partitions} == {p.isr for p in topic.partitions}
            by_id = (await admin.describe_topics([topic.topic_id]))[topic.topic_id]
            assert (by_id.name, len(by_id.partitions)) == ("t", 4)
            with pytest.raises(AdminError, match=r"INVALID_PARTITIONS.*topic 't'"):
                await admin.create_partitions({"t": 4})

            await admin.delete_topics([topic.topic_id])
            assert await admin.list_topics() == {}
            with pytest.raises(AdminError, match=r"UNKNOWN_TOPIC_OR_PARTITION.*'t'"):
                await admin.delete_topics(["t"])

    run(main())


def test_a_topic_may_name_its_replicas() -> None:
    async def main() -> None:
        async with Served() as admin:
            created = await admin.create_topics({"t": NewTopic(assignments={0: [1], 1: [1]})})
            assert (created["t"].partitions, created["t"].replication_factor) == (2, 1)
            (topic,) = (await admin.describe_topics(["t"])).values()
            assert [(p.partition, p.replicas) for p in topic.partitions] == [(0, (1,)), (1, (1,))]

    run(main())


def test_records() -> None:
    async def main() -> None:
        served = Served()
        async with served as admin:
            await admin.create_topics({"t": 2})
            async with Producer(served.broker.bootstrap_servers) as producer:
                for n in range(10):
                    producer.send("t", b"%d" % n, partition=0, timestamp_ms=1_000 + n % 7)
            tp, empty = TP("t", 0), TP("t", 1)
            specs = {tp: OffsetSpec.MAX_TIMESTAMP, empty: OffsetSpec.MAX_TIMESTAMP}
            assert await admin.list_offsets({}) == {}
            found = await admin.list_offsets(specs)
            assert (found[tp].offset, found[tp].timestamp, found[empty].offset) == (6, 1_006, -1)
            assert (await admin.list_offsets({tp: 1_003}))[tp].offset == 3
            assert await admin.delete_records({tp: 4, empty: HIGH_WATERMARK}) == {tp: 4, empty: 0}
            assert (await admin.list_offsets({tp: OffsetSpec.EARLIEST}))[tp].offset == 4
            with pytest.raises(AdminError, match=r"OFFSET_OUT_OF_RANGE.*t-0"):
                await admin.delete_records({tp: 11})
            (state,) = (await admin.describe_producers([tp]))[tp]
            assert (state.last_sequence, state.producer_epoch, state.current_txn_start_offset) == (9, 0, -1)

    run(main())


def test_options() -> None:
    async def main() -> None:
        async with Served() as admin:
            await admin.create_topics({"t": 1})
            topic = ConfigResource("topic", "t")
            changes: dict[str, str | ConfigChange | None] = {
                "retention.ms": "7",
                "cleanup.policy": ConfigChange("append", "compact"),
                "segment.ms": "1000",
            }
            await admin.alter_configs({topic: changes})
            await admin.alter_configs({topic: {"segment.ms": None}})
            await admin.alter_configs({topic: {"retention.ms": "9"}}, validate_only=True)
            entries = (await admin.describe_configs([topic], synonyms=True))[topic]
            assert (entries["retention.ms"].value, entries["retention.ms"].source) == ("7", "DYNAMIC_TOPIC_CONFIG")
            assert entries["cleanup.policy"].value == "delete,compact"
            assert (entries["segment.ms"].is_default, entries["segment.ms"].type) == (True, "LONG")
            policies = [(synonym.name, synonym.value) for synonym in entries["cleanup.policy"].synonyms]
            assert policies == [("cleanup.policy", "delete,compact"), ("log.cleanup.policy", "delete")]
            only = await admin.describe_configs([topic], names=["retention.ms"])
            assert [*only[topic]] == ["retention.ms"]
            assert (await admin.describe_configs([("broker", "1")]))["broker", "1"]
            with pytest.raises(SomeFailed, match=r"INVALID_CONFIG.*topic 't'") as caught:
                await admin.alter_configs({topic: {"retention.mss": "1"}, ("broker", "1"): {}})
            assert [*caught.value.errors] == [topic]
            assert topic in await admin.list_config_resources(["topic"])

    run(main())


def test_groups_with_and_without_members() -> None:
    async def main() -> None:
        served = Served()
        async with served as admin:
            await admin.create_topics({"t": 2})
            address = served.broker.bootstrap_servers
            async with Consumer(address, group_id="g", topics=["t"], client_id="c") as consumer:
                while len(consumer.assignment) < 2:
                    await consumer.fetch(timeout=0.1)
                (listed,) = await admin.list_groups(states=["Stable"])
                assert (listed.group_id, listed.type) == ("g", "classic")
                group = (await admin.describe_groups(["g"]))["g"]
                (member,) = group.members
                assert (group.state, group.assignor, member.client_id) == ("Stable", "range", "c")
                assert member.subscribed_topics == ("t",)
                assert sorted(member.assignment) == [TP("t", 0), TP("t", 1)]
                with pytest.raises(AdminError, match=r"NON_EMPTY_GROUP.*'g'"):
                    await admin.delete_groups(["g"])
                with pytest.raises(AdminError, match="the group has members: stop them first"):
                    await admin.alter_group_offsets({"g": {TP("t", 0): 5}})
                with pytest.raises(AdminError, match="GROUP_SUBSCRIBED_TO_TOPIC"):
                    await admin.delete_group_offsets({"g": [TP("t", 0)]})
                with pytest.raises(InvalidOption, match="no members are named"):
                    await admin.remove_members("g", member_ids=[])
                await admin.remove_members("g", reason="test")
                assert (await admin.describe_groups(["g"]))["g"].state == "Empty"

    run(main())


def test_offsets_of_many_groups() -> None:
    async def main() -> None:
        async with Served() as admin:
            await admin.create_topics({"t": 3})
            new: dict[str, dict[TP, int | CommittedOffset]]
            new = {"g": {TP("t", 0): 5, TP("t", 1): CommittedOffset(6, 0, "here")}, "h": {TP("t", 2): 7}}
            await admin.alter_group_offsets(new)
            found = await admin.list_group_offsets(["g", "h", "nobody"])
            assert found == {
                "g": {TP("t", 0): CommittedOffset(5), TP("t", 1): CommittedOffset(6, 0, "here")},
                "h": {TP("t", 2): CommittedOffset(7)},
                "nobody": {},
            }
            assert await admin.list_group_offsets({"g": [TP("t", 1), TP("t", 2)]}) == {
                "g": {TP("t", 1): CommittedOffset(6, 0, "here")}
            }
            await admin.delete_group_offsets({"g": [TP("t", 0)], "h": [TP("t", 2)]})
            assert [*(await admin.list_group_offsets(["g"]))["g"]] == [TP("t", 1)]
            with pytest.raises(SomeFailed, match=r"GROUP_ID_NOT_FOUND.*'nobody'") as caught:
                await admin.delete_groups(["g", "nobody"])
            assert [*caught.value.results] == ["g"]
            with pytest.raises(SomeFailed, match="'nobody'"):
                await admin.describe_groups(["g", "nobody"])

    run(main())


def test_the_cluster() -> None:
    async def main() -> None:
        served = Served()
        async with served as admin:
            cluster = await admin.describe_cluster(authorized_operations=True)
            (broker,) = cluster.brokers
            assert f"{broker.host}:{broker.port}" == served.broker.bootstrap_servers
            assert cluster.controller_id == broker.node_id
            assert cluster.authorized_operations
            assert "CREATE" in cluster.authorized_operations
            assert (await admin.describe_quorum()).leader_id == broker.node_id
            assert "group.version" in (await admin.describe_features()).supported
            assert (await admin.api_versions())[broker.node_id][3][0] == 0
            await admin.create_topics({"t": 1})
            (directory,) = (await admin.describe_log_dirs())[broker.node_id]
            assert [*directory.replicas] == [TP("t", 0)]
            assert await admin.list_partition_reassignments() == {}
            assert await admin.elect_leaders("preferred") == []
            with pytest.raises(SomeFailed, match="NO_REASSIGNMENT_IN_PROGRESS"):
                await admin.alter_partition_reassignments({TP("t", 0): None, TP("t", 1): [7]})

    run(main())
