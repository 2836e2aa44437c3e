"""Where share groups stand: their offsets told, set and forgotten, and who coordinates them."""

from __future__ import annotations

from kafkawire.broker import Broker
from kafkawire.broker.share.records import StateKey, coordinator_key
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    AlterShareGroupOffsetsRequest,
    DeleteShareGroupOffsetsRequest,
    DescribeShareGroupOffsetsRequest,
    FindCoordinatorRequest,
    ListGroupsRequest,
)
from kafkawire.messages import alter_share_group_offsets_request as altering
from kafkawire.messages.delete_share_group_offsets_request import DeleteShareGroupOffsetsRequestTopic
from kafkawire.messages.describe_share_group_offsets_request import (
    DescribeShareGroupOffsetsRequestGroup,
    DescribeShareGroupOffsetsRequestTopic,
)
from tests.broker.sharing import ACCEPT, QUICK, acknowledge, acquired, beat, begin, fetch, topic_id
from tests.broker.test_server import run
from tests.broker.wire import Wire

CODE = ErrorCode


async def offsets(wire: Wire) -> tuple[int, int]:
    request = DescribeShareGroupOffsetsRequest(
        groups=[DescribeShareGroupOffsetsRequestGroup(group_id="g", topics=None)]
    )
    (group,) = (await wire.ask(request, 1)).groups
    part = group.topics[0].partitions[0]
    return part.start_offset, part.lag


def test_offsets_of_named_partitions_are_told_of_any_group() -> None:
    """Apache Kafka looks up their states, and not the group."""

    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire)
        asked = DescribeShareGroupOffsetsRequestTopic(topic_name="t", partitions=[0])
        groups = [DescribeShareGroupOffsetsRequestGroup(group_id="nobody", topics=topics) for topics in ([asked], None)]
        named, all_ = (await wire.ask(DescribeShareGroupOffsetsRequest(groups=groups), 1)).groups
        assert [part.start_offset for part in named.topics[0].partitions] == [-1]
        assert (all_.error_code, all_.topics) == (0, [])

    run(body)


def test_offsets_are_told_set_and_forgotten() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a", b"b", b"c")
        assert await offsets(wire) == (-1, -1)
        await wire.ask(fetch(broker, 0), 2)
        await wire.ask(acknowledge(broker, 1, (1, 1, [ACCEPT])), 2)
        assert await offsets(wire) == (0, 2)
        place = altering.AlterShareGroupOffsetsRequestPartition(partition_index=0, start_offset=2)
        alter = AlterShareGroupOffsetsRequest(
            group_id="g", topics=[altering.AlterShareGroupOffsetsRequestTopic(topic_name="t", partitions=[place])]
        )
        refused = await wire.ask(alter, 0)
        assert (refused.error_code, refused.error_message) == (CODE.NON_EMPTY_GROUP, "The group is not empty.")
        await wire.ask(acknowledge(broker, -1), 2)
        await wire.ask(beat(epoch=-1), 1)
        assert (await wire.ask(alter, 0)).responses[0].partitions[0].error_code == 0
        assert await offsets(wire) == (2, 1)
        await wire.ask(beat(), 1)
        assert acquired(await wire.ask(fetch(broker, 0), 2)) == [(2, 2, 1)]
        await wire.ask(acknowledge(broker, -1), 2)
        await wire.ask(beat(epoch=-1), 1)
        delete = DeleteShareGroupOffsetsRequest(
            group_id="g", topics=[DeleteShareGroupOffsetsRequestTopic(topic_name="t")]
        )
        assert (await wire.ask(delete, 0)).responses[0].error_code == 0
        (again,) = (await wire.ask(delete, 0)).responses
        assert (again.error_code, again.error_message) == (3, "There is no offset information to delete.")

    run(body, **QUICK)


def test_a_group_without_a_name_has_no_offsets() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        named = DeleteShareGroupOffsetsRequestTopic(topic_name="t")
        place = altering.AlterShareGroupOffsetsRequestTopic(
            topic_name="t",
            partitions=[altering.AlterShareGroupOffsetsRequestPartition(partition_index=0, start_offset=5)],
        )
        for request in (
            AlterShareGroupOffsetsRequest(group_id="", topics=[place]),
            DeleteShareGroupOffsetsRequest(group_id="", topics=[named]),
        ):
            answer = await wire.ask(request, 0)
            said = answer.error_code, answer.error_message
            assert said == (CODE.INVALID_GROUP_ID, "The configured groupId is invalid.")
        assert (await wire.ask(ListGroupsRequest(), 5)).groups == []

    run(body, **QUICK)


def test_the_coordinator_of_a_share_partition_is_found_by_its_key() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        key = coordinator_key(StateKey("g", topic_id(broker), 0))
        request = FindCoordinatorRequest(key_type=2, coordinator_keys=[key, "bad"])
        good, bad = (await wire.ask(request, 6)).coordinators
        assert (good.error_code, good.node_id) == (0, 1)
        assert (bad.error_code, bad.node_id) == (CODE.INVALID_REQUEST, -1)
        (old,) = (await wire.ask(FindCoordinatorRequest(key_type=2, coordinator_keys=[key]), 5)).coordinators
        assert old.error_code == CODE.INVALID_REQUEST

    run(body)
