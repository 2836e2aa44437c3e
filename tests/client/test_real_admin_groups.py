"""Groups, their offsets, and transactions, administered on a broker that runs elsewhere.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them. What a broker does not serve is left out.
"""

from __future__ import annotations

import pytest

from kafkawire import ApiKey
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.admin import AdminError, CommittedOffset, OffsetSpec, SomeFailed
from kafkawire.client.errors import ProducerFenced
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import UnsupportedVersion
from tests.client.real_admin import ADDRESS, eventually, new_name, new_topic, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]


def test_groups() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 2)
        async with Consumer(ADDRESS, group_id=name, topics=[name], client_id="c") as consumer:
            while len(consumer.assignment) < 2:
                await consumer.fetch(timeout=0.2)
            listed = await admin.list_groups(states=["Stable"])
            assert name in [group.group_id for group in listed]
            group = (await admin.describe_groups([name]))[name]
            (member,) = group.members
            assert (group.state, member.client_id, member.subscribed_topics) == ("Stable", "c", (name,))
            assert sorted(member.assignment) == [TP(name, 0), TP(name, 1)]
            with pytest.raises(AdminError, match="NON_EMPTY_GROUP"):
                await admin.delete_groups([name])
            with pytest.raises(AdminError, match="stop them first"):
                await admin.alter_group_offsets({name: {TP(name, 0): 5}})
            with pytest.raises(AdminError, match="GROUP_SUBSCRIBED_TO_TOPIC"):
                await admin.delete_group_offsets({name: [TP(name, 0)]})
            await admin.remove_members(name, reason="test")
            assert (await admin.describe_groups([name]))[name].state == "Empty"

    run(main)


def test_groups_that_the_broker_assigns() -> None:
    async def main(admin: Admin) -> None:
        if (await admin.describe_features()).finalized.get("group.version", (0, 0))[1] < 1:
            pytest.skip("the broker has no groups of KIP-848")
        name = await new_topic(admin)
        async with Consumer(ADDRESS, group_id=name, topics=[name], group_protocol="consumer") as consumer:
            while not consumer.assignment:
                await consumer.fetch(timeout=0.2)
            group = (await admin.describe_groups([name]))[name]
            (member,) = group.members
            assert (group.type, group.state, member.subscribed_topics) == ("consumer", "Stable", (name,))
            assert member.assignment == member.target_assignment == (TP(name, 0),)
            assert group.group_epoch >= group.assignment_epoch >= member.member_epoch > 0
            assert name in [listed.group_id for listed in await admin.list_groups(types=["consumer"])]

    run(main, ApiKey.CONSUMER_GROUP_DESCRIBE)


def test_offsets_of_groups() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 3)
        one, two, nobody = f"{name}-1", f"{name}-2", f"{name}-3"
        offsets: dict[str, dict[TP, int | CommittedOffset]]
        offsets = {one: {TP(name, 0): 5, TP(name, 1): CommittedOffset(6, 0, "here")}, two: {TP(name, 2): 7}}
        await admin.alter_group_offsets(offsets)
        assert await admin.list_group_offsets([one, two, nobody]) == {
            one: {TP(name, 0): CommittedOffset(5), TP(name, 1): CommittedOffset(6, 0, "here")},
            two: {TP(name, 2): CommittedOffset(7)},
            nobody: {},
        }
        found = await admin.list_group_offsets({one: [TP(name, 1), TP(name, 2)]}, require_stable=True)
        assert found == {one: {TP(name, 1): CommittedOffset(6, 0, "here")}}
        with pytest.raises(SomeFailed, match="UNKNOWN_TOPIC_OR_PARTITION"):
            await admin.alter_group_offsets({one: {TP(name, 0): 8, TP(name, 99): 1}})
        await admin.delete_group_offsets({one: [TP(name, 0)], two: [TP(name, 2)]})
        assert [*(await admin.list_group_offsets([one]))[one]] == [TP(name, 1)]
        with pytest.raises(SomeFailed, match="GROUP_ID_NOT_FOUND") as caught:
            await admin.delete_groups([one, nobody])
        assert [*caught.value.results] == [one]
        with pytest.raises(AdminError, match="GROUP_ID_NOT_FOUND"):
            await admin.describe_groups([nobody])

    run(main)


def test_share_groups() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 1)
        tp = TP(name, 0)
        await eventually(lambda: admin.alter_share_group_offsets({name: {tp: 0}}), lambda _: True)
        found = await eventually(lambda: admin.list_share_group_offsets([name]), lambda found: tp in found[name])
        assert found[name][tp].start_offset == 0
        group = (await admin.describe_groups([name]))[name]
        assert (group.type, group.state, group.members) == ("share", "Empty", ())
        assert name in [group.group_id for group in await admin.list_groups(types=["share"])]
        with pytest.raises(AdminError, match=r"group '.*', "):
            await admin.alter_share_group_offsets({name: {TP("nowhere", 0): 0}})
        await admin.delete_share_group_offsets({name: [name]})
        await admin.delete_groups([name])

    run(main, ApiKey.ALTER_SHARE_GROUP_OFFSETS)


def test_transactions() -> None:
    async def main(admin: Admin) -> None:
        name = new_name()
        with pytest.raises(AdminError, match="TRANSACTIONAL_ID_NOT_FOUND"):
            await admin.describe_transactions([name])
        first = (await admin.fence_producers([name, f"{name}-2"]))[name]
        second = (await admin.fence_producers([name]))[name]
        assert (second.producer_id, second.producer_epoch) > (first.producer_id, first.producer_epoch)
        described = (await admin.describe_transactions([name]))[name]
        assert (described.state, described.producer_id, described.start_time_ms) == ("Empty", second.producer_id, -1)
        listed = await admin.list_transactions(producer_ids=[second.producer_id], states=["Empty"])
        assert name in [one.transactional_id for one in listed]
        topic = await new_topic(admin)
        await admin.abort_transaction(TP(topic, 0), second.producer_id, second.producer_epoch)
        ends = await admin.list_offsets({TP(topic, 0): OffsetSpec.LATEST})
        assert ends[TP(topic, 0)].offset in (0, 1)

    run(main, ApiKey.LIST_TRANSACTIONS, ApiKey.WRITE_TXN_MARKERS)


def test_a_transaction_that_hangs_is_aborted() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin)
        tp = TP(name, 0)

        async def end() -> int:
            return (await admin.list_offsets({tp: OffsetSpec.LATEST}, isolation_level="read_committed"))[tp].offset

        async def hang(producer: Producer) -> None:
            async with producer.transaction():
                await producer.send(name, b"1", partition=0)
                (state,) = (await admin.describe_producers([tp]))[tp]
                assert (state.current_txn_start_offset, await end()) == (0, 0)
                assert (await admin.describe_transactions([name]))[name].partitions == (tp,)
                assert name in [t.transactional_id for t in await admin.list_transactions(states=["Ongoing"])]
                await admin.abort_transaction(tp, state.producer_id, state.producer_epoch)
                assert await end() == 2  # a record and a marker
                await admin.fence_producers([name])

        async with Producer(ADDRESS, transactional_id=name) as producer:
            with pytest.raises(ProducerFenced):
                await hang(producer)

    run(main, ApiKey.LIST_TRANSACTIONS, ApiKey.WRITE_TXN_MARKERS)


def test_what_a_transactional_id_has_open_is_terminated() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin)

        async def hang(producer: Producer) -> None:
            async with producer.transaction():
                await producer.send(name, b"1", partition=0)
                await admin.force_terminate_transaction(name)

        async with Producer(ADDRESS, transactional_id=name) as producer:
            with pytest.raises(ProducerFenced):
                await hang(producer)
        ends = await admin.list_offsets({TP(name, 0): OffsetSpec.LATEST}, isolation_level="read_committed")
        assert ends[TP(name, 0)].offset == 2  # a record and a marker

    run(main, ApiKey.LIST_TRANSACTIONS)


def test_nobody_takes_metrics_of_clients_without_a_plugin() -> None:
    async def main(admin: Admin) -> None:
        with pytest.raises(UnsupportedVersion, match="GET_TELEMETRY_SUBSCRIPTIONS"):
            await admin.client_instance_id()

    run(main)
