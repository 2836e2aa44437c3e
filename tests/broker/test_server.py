from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, Context, MemoryFiles, handles
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.transactions.coordinator import Transactions
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    CreateTopicsRequest,
    FetchRequest,
    FindCoordinatorRequest,
    HeartbeatRequest,
    InitProducerIdRequest,
    JoinGroupRequest,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    ProduceRequest,
    SyncGroupRequest,
)
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_fetch_request import (
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from kafkawire.records import read_batches
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker, produce

Body = Callable[[Broker, Wire], Awaitable[None]]


def run(body: Body, *, files: MemoryFiles | None = None, handlers: Any = (), **options: Any) -> None:
    """Run the body with a broker that has the topic `t`, and a connection to it."""

    async def main() -> None:
        broker = new_broker(files, **options)
        if handlers:
            broker = Broker(broker.config, files=MemoryFiles(), handlers=handlers)
        async with broker:
            if broker.node.topics.get("t") is None:
                broker.node.controller.create("t", 1, {}, NOW_MS)
            wire = await Wire.to(broker)
            try:
                async with asyncio.timeout(10):
                    await body(broker, wire)
            finally:
                await Wire.close_all()

    asyncio.run(main())


def values(response: Any) -> list[bytes | None]:
    return [r.value for batch in read_batches(response.responses[0].partitions[0].records) for r in batch]


def test_api_versions_says_what_the_table_holds_in_every_version() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        table = {int(key): (versions[0], versions[-1]) for key, versions in broker.node.handlers.versions.items()}
        for version in range(5):
            response = await wire.ask(
                ApiVersionsRequest(client_software_name="tests", client_software_version="1"), version
            )
            assert {a.api_key: (a.min_version, a.max_version) for a in response.api_keys} == table
        assert int(ApiKey.ADD_RAFT_VOTER) not in table

    run(body)


def test_api_versions_from_the_future_is_answered_and_the_connection_goes_on() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        wire._sent.append((18, 0))
        wire.writer.write(struct.pack(">ihhih", 10, 18, 99, 0, -1))
        _number, response = await wire.receive()
        assert response.error_code == ErrorCode.UNSUPPORTED_VERSION
        assert [(api.api_key, api.min_version, api.max_version) for api in response.api_keys] == [(18, 0, 5)]
        assert (
            await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        ).error_code == 0

    run(body)


@pytest.mark.parametrize(
    "frame",
    [
        struct.pack(">ihhih", 10, 999, 0, 0, -1),
        struct.pack(">ihhih", 10, ApiKey.METADATA, 99, 0, -1),
        struct.pack(">ihhihi", 14, ApiKey.METADATA, 1, 0, -1, 2**31 - 1),
        struct.pack(">i", -2),
        struct.pack(">i", 2001),
    ],
    ids=["unknown API", "unknown version", "undecodable", "negative size", "oversize"],
)
def test_a_bad_request_ends_its_connection_and_no_other(frame: bytes) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        bad = await Wire.to(broker)
        bad.send(HeartbeatRequest(group_id="g", generation_id=0, member_id="m"), 0)
        bad.writer.write(frame)
        assert (await bad.receive())[0] == 0  # what came before is answered
        assert await bad.is_closed()
        await bad.close()
        assert (
            await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        ).error_code == 0

    run(body, socket_request_max_bytes=2000)


def test_pipelined_requests_are_answered_in_order_even_behind_one_that_waits() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        wire.send(fetch_request("t", 0, max_wait_ms=5000), 4)
        for number in range(20):
            wire.send(HeartbeatRequest(group_id="g", generation_id=number, member_id="m"), number % 5)
        other = await Wire.to(broker)
        assert (await produce(other, "t", [b"wake"])).base_offset == 0
        answers = [await wire.receive() for _ in range(21)]
        assert [number for number, _ in answers] == list(range(21))
        assert values(answers[0][1]) == [b"wake"]

    run(body)


def test_what_is_produced_is_fetched_in_every_version() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.topics.get("t")
        assert topic is not None
        for version in range(14):
            magic = 0 if version < 2 else 1 if version == 2 else 2
            data = batch_of(b"v%d" % version, magic=magic)
            part = PartitionProduceData(index=0, records=data)
            named = TopicProduceData(name="t", topic_id=topic.topic_id, partition_data=[part])
            response = await wire.ask(ProduceRequest(acks=1, topic_data=[named]), version)
            assert (response.responses[0].partition_responses[0].base_offset) == version
        for version in range(19):
            asked = FetchTopic(topic="t", topic_id=topic.topic_id, partitions=[FetchPartition(partition=0)])
            asked.partitions[0].partition_max_bytes = 1 << 20
            response = await wire.ask(FetchRequest(max_wait_ms=0, topics=[asked]), version)
            assert values(response) == [b"v%d" % n for n in range(14)]
            magics = {batch.magic for batch in read_batches(response.responses[0].partitions[0].records)}
            assert magics == {0 if version < 2 else 1 if version < 4 else 2}

    run(body)


def test_acks_0_gets_no_answer_and_an_error_closes_the_connection() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        topics = [
            TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=batch_of(b"quiet"))])
        ]
        wire.send(ProduceRequest(acks=0, topic_data=topics), 9)
        number = wire.send(fetch_request("t", 0), 11)
        answered, response = await wire.receive()
        assert (answered, values(response)) == (number, [b"quiet"])
        topics[0].name = "nowhere"
        wire.send(ProduceRequest(acks=0, topic_data=topics), 9)
        assert await wire.is_closed()

    run(body)


def test_a_fetch_waits_for_enough_bytes_and_no_longer_than_it_may() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        one = len(batch_of(b"x" * 100))
        wire.send(fetch_request("t", 0, max_wait_ms=8000, min_bytes=2 * one), 11)
        waiting = asyncio.ensure_future(wire.receive())
        other = await Wire.to(broker)
        await produce(other, "t", [b"x" * 100])
        await other.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        assert not waiting.done()
        await produce(other, "t", [b"y" * 100])
        assert len(values((await waiting)[1])) == 2
        empty = await wire.ask(fetch_request("t", 2, max_wait_ms=20), 11)
        assert (values(empty), empty.responses[0].partitions[0].high_watermark) == ([], 2)

    run(body)


def test_a_waiting_fetch_learns_that_its_topic_is_gone() -> None:
    from kafkawire.messages import DeleteTopicsRequest

    async def body(broker: Broker, wire: Wire) -> None:
        wire.send(fetch_request("t", 0, max_wait_ms=8000), 11)
        other = await Wire.to(broker)
        deleted = await other.ask(DeleteTopicsRequest(topic_names=["t"]), 5)
        assert deleted.responses[0].error_code == 0
        _, response = await wire.receive()
        assert response.responses[0].partitions[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        assert broker.node.wakeups._watches == {}

    run(body)


def test_a_client_that_goes_away_leaves_nothing_waiting() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        other = await Wire.to(broker)
        other.send(fetch_request("t", 0, max_wait_ms=60_000), 11)
        while not broker.node.wakeups._watches:
            await asyncio.sleep(0)
        await other.close()
        while broker.node.wakeups._watches:
            await asyncio.sleep(0)

    run(body)


def test_a_client_that_does_not_read_its_answers_is_not_read_from() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"x" * 900_000])
        slow = await Wire.to(broker, limit=1024)
        for _ in range(200):
            slow.send(fetch_request("t", 0), 11)
        await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        connection = next(c for c in broker._connections if c._has_requests or not c._writer.can_write)
        while connection._writer.can_write:
            await asyncio.sleep(0)
        assert connection._writer.transport.get_write_buffer_size() < 5_000_000
        assert not connection._reads
        for _ in range(200):
            await slow.receive()
        await slow.close()

    run(body)


def test_topics_are_made_when_asked_for_and_allowed() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        for version, name in ((1, "old"), (4, "new"), (12, "newer")):
            told = []
            for _turn in range(2):  # Apache Kafka does not know it either when it is first asked for
                (topic,) = (await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name=name)]), version)).topics
                told.append((topic.error_code, len(topic.partitions)))
            assert told == [(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 0), (0, 2)]
        unmade = await wire.ask(
            MetadataRequest(topics=[MetadataRequestTopic(name="no")], allow_auto_topic_creation=False), 9
        )
        assert unmade.topics[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        bad = await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name="a/b")]), 9)
        assert bad.topics[0].error_code == ErrorCode.INVALID_TOPIC_EXCEPTION
        everything = await wire.ask(MetadataRequest(topics=None), 12)
        assert [topic.name for topic in everything.topics] == ["t", "old", "new", "newer"]
        by_id = await wire.ask(
            MetadataRequest(topics=[MetadataRequestTopic(topic_id=everything.topics[0].topic_id, name=None)]), 12
        )
        assert by_id.topics[0].name == "t"

    run(body, num_partitions=2)


def test_topics_are_not_made_where_the_broker_forbids_it() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        response = await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name="no")]), 9)
        assert response.topics[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

    run(body, auto_create_topics_enable=False)


@pytest.mark.parametrize("version", range(8))
def test_topics_are_created_or_it_is_said_why_not(version: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        wanted = [
            CreatableTopic(
                name="good",
                num_partitions=3,
                replication_factor=1,
                configs=[CreatableTopicConfig(name="retention.ms", value="5")],
            ),
            CreatableTopic(name="t", num_partitions=1, replication_factor=1),
            CreatableTopic(name="twice", num_partitions=1, replication_factor=1),
            CreatableTopic(name="twice", num_partitions=1, replication_factor=1),
            CreatableTopic(name="b@d", num_partitions=1, replication_factor=1),
            CreatableTopic(name="zero", num_partitions=0, replication_factor=1),
            CreatableTopic(name="wide", num_partitions=1, replication_factor=3),
            CreatableTopic(
                name="odd",
                num_partitions=1,
                replication_factor=1,
                configs=[CreatableTopicConfig(name="retention.sm", value="5")],
            ),
        ]
        response = await wire.ask(CreateTopicsRequest(topics=wanted), version)
        assert [ErrorCode.of(topic.error_code).name for topic in response.topics] == [
            "NONE",
            "TOPIC_ALREADY_EXISTS",
            "INVALID_REQUEST",  # one answer for a topic that is named twice
            "INVALID_TOPIC_EXCEPTION",
            "INVALID_PARTITIONS",
            "INVALID_REPLICATION_FACTOR",
            "INVALID_CONFIG",
        ]
        if version >= 1:
            assert response.topics[-1].error_message == "Unknown topic config name: retention.sm"
        if version >= 5:
            assert {c.name: c.value for c in response.topics[0].configs}["retention.ms"] == "5"

    run(body)


def test_offsets_are_listed_by_what_is_known_of_them() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await produce(wire, "t", batch_of(b"a", b"b", timestamp=NOW_MS))
        await produce(wire, "t", batch_of(b"c", timestamp=NOW_MS - 5))

        async def at(timestamp: int, version: int) -> tuple[int, int]:
            topics = [
                ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=timestamp)])
            ]
            response = await wire.ask(ListOffsetsRequest(replica_id=-1, topics=topics), version)
            part = response.topics[0].partitions[0]
            assert part.error_code == 0
            return part.timestamp, part.offset

        for version in range(1, 12):
            assert await at(-1, version) == (-1, 3)
            assert await at(-2, version) == (-1, 0)
            assert await at(NOW_MS + 1, version) == (NOW_MS + 1, 1)
            assert await at(NOW_MS - 10, version) == (NOW_MS, 0)
            assert await at(NOW_MS + 2, version) == (-1, -1)
        assert await at(-3, 7) == (NOW_MS + 1, 1)

    run(body)


@pytest.mark.parametrize(("version", "epoch"), [(1, -1), (3, -1), (4, 0), (11, 0)])
def test_an_offset_is_listed_with_its_epoch_where_the_version_has_one(version: int, epoch: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"a"])
        topics = [ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=-2)])]
        response = await wire.ask(ListOffsetsRequest(replica_id=-1, topics=topics), version)
        part = response.topics[0].partitions[0]
        assert (part.offset, part.leader_epoch) == (0, epoch)

    run(body)


def test_a_group_joins_commits_and_reads_back_in_every_version() -> None:
    async def join(wire: Wire, version: int, group_id: str) -> tuple[str, int]:
        request = JoinGroupRequest(
            group_id=group_id,
            session_timeout_ms=10_000,
            rebalance_timeout_ms=10_000,
            member_id="",
            group_instance_id=None,
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name="r", metadata=b"")],
        )
        joined = await wire.ask(request, version)
        if version >= 4:
            assert joined.error_code == ErrorCode.MEMBER_ID_REQUIRED
            request.member_id = joined.member_id
            joined = await wire.ask(request, version)
        assert (joined.error_code, joined.leader) == (0, joined.member_id)
        assignment = [SyncGroupRequestAssignment(member_id=joined.member_id, assignment=b"all")]
        sync = SyncGroupRequest(
            group_id=group_id,
            generation_id=joined.generation_id,
            member_id=joined.member_id,
            group_instance_id=None,
            protocol_type="consumer",
            protocol_name="r",
            assignments=assignment,
        )
        assert (await wire.ask(sync, min(version, 5))).assignment == b"all"
        return joined.member_id, joined.generation_id

    async def body(broker: Broker, wire: Wire) -> None:
        topic = broker.node.topics.get("t")
        assert topic is not None
        for version in range(11):
            group_id = f"g{version}"
            member_id, generation = await join(wire, min(version, 9), group_id)
            part = OffsetCommitRequestPartition(
                partition_index=0, committed_offset=40 + version, committed_metadata="note"
            )
            topics = [OffsetCommitRequestTopic(name="t", topic_id=topic.topic_id, partitions=[part])]
            commit = OffsetCommitRequest(
                group_id=group_id, generation_id_or_member_epoch=generation, member_id=member_id, topics=topics
            )
            if version:  # version 0 has no members
                response = await wire.ask(commit, version)
                assert response.topics[0].partitions[0].error_code == 0
                found = await _committed(wire, version, group_id, topic.topic_id)
                assert (found.committed_offset, found.metadata) == (40 + version, "note")
            assert (
                await wire.ask(
                    HeartbeatRequest(group_id=group_id, generation_id=generation, member_id=member_id), min(version, 4)
                )
            ).error_code == 0

    run(body)


async def _committed(wire: Wire, version: int, group_id: str, topic_id: Any) -> Any:
    if version < 8:
        asked = OffsetFetchRequest(group_id=group_id, topics=[OffsetFetchRequestTopic(name="t", partition_indexes=[0])])
        return (await wire.ask(asked, version)).topics[0].partitions[0]
    group = OffsetFetchRequestGroup(
        group_id=group_id, topics=[OffsetFetchRequestTopics(name="t", topic_id=topic_id, partition_indexes=[0])]
    )
    return (await wire.ask(OffsetFetchRequest(groups=[group]), version)).groups[0].topics[0].partitions[0]


def test_the_coordinator_of_every_group_and_transactional_id_is_this_broker() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for version in range(7):
            request = FindCoordinatorRequest(key="g") if version < 4 else FindCoordinatorRequest(coordinator_keys=["g"])
            response = await wire.ask(request, version)
            found = response if version < 4 else response.coordinators[0]
            assert (found.error_code, found.node_id, found.port) == (0, 1, broker.node.port)
        for key_type, error in ((1, ErrorCode.NONE), (2, ErrorCode.INVALID_REQUEST)):
            answer = await wire.ask(FindCoordinatorRequest(key_type=key_type, coordinator_keys=["x"]), 6)
            assert answer.coordinators[0].error_code == error

    run(body)


def test_producer_ids_are_never_given_out_twice() -> None:
    files, seen = MemoryFiles(), []

    async def body(_: Broker, wire: Wire) -> None:
        for version in range(6):
            response = await wire.ask(
                InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000), version
            )
            seen.append(response.producer_id)

    run(body, files=files)
    run(body, files=files)
    assert len(set(seen)) == 12


def test_a_full_disk_is_said_to_producers_and_reads_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"before"])
        with monkeypatch.context() as patch:

            def full(*_: object) -> None:
                raise OSError(28, "No space left on device")

            patch.setattr("kafkawire.broker.log.segment.Segment.append", full)
            assert (await produce(wire, "t", [b"lost"])).error_code == ErrorCode.KAFKA_STORAGE_ERROR
        assert values(await wire.ask(fetch_request("t", 0), 11)) == [b"before"]
        assert (await produce(wire, "t", [b"after"])).base_offset == 1

    run(body)


def test_own_handlers_are_added_and_replace_what_is_there() -> None:
    @handles(ApiKey.HEARTBEAT, versions=range(2))
    async def heartbeat(ctx: Context, request: HeartbeatRequest) -> Any:
        from kafkawire.messages import HeartbeatResponse

        await asyncio.sleep(0)
        return HeartbeatResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)

    async def body(_: Broker, wire: Wire) -> None:
        response = await wire.ask(HeartbeatRequest(group_id="g", generation_id=0, member_id="m"), 1)
        assert response.error_code == ErrorCode.GROUP_AUTHORIZATION_FAILED
        versions: ApiVersionsResponse = await wire.ask(
            ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3
        )
        found = next(a for a in versions.api_keys if a.api_key == ApiKey.HEARTBEAT)
        assert (found.min_version, found.max_version) == (0, 1)

    run(body, handlers=[heartbeat])


def test_a_handler_that_fails_costs_no_connection(caplog: pytest.LogCaptureFixture) -> None:
    @handles(ApiKey.HEARTBEAT, versions=range(2))
    def heartbeat(ctx: Context, request: HeartbeatRequest) -> Any:
        raise ZeroDivisionError

    async def body(broker: Broker, wire: Wire) -> None:
        other = await Wire.to(broker)
        failed = await other.ask(HeartbeatRequest(group_id="g", generation_id=0, member_id="m"), 1)
        assert failed.error_code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert (
            await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        ).error_code == 0

    run(body, handlers=[heartbeat])
    assert "request 12 v1" in caplog.text


def test_a_session_timeout_is_noticed_without_any_request() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        request = JoinGroupRequest(
            group_id="g",
            session_timeout_ms=30,
            rebalance_timeout_ms=30,
            member_id="",
            group_instance_id=None,
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name="r", metadata=b"")],
        )
        await wire.ask(request, 3)
        group = broker.node.groups.get("g")
        assert group is not None
        while group.members:
            await asyncio.sleep(0.005)
        assert group.state.value == "Empty"

    run(body, group_min_session_timeout_ms=1)


def test_an_unknown_option_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(InvalidOption, match=r"num\.partitons.*did you mean 'num\.partitions'"):
        new_broker(num_partitons=3)
    with pytest.raises(InvalidOption, match="Not a number"):
        new_broker(num_partitions="many")
    with pytest.raises(InvalidOption, match="true or false"):
        new_broker(auto_create_topics_enable="perhaps")
    with pytest.raises(InvalidOption, match="does not say what TLS is"):
        new_broker(listeners="tls://h:1")


def test_upkeep_goes_on_after_a_fault(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    rounds = 0
    again = asyncio.Event()

    def look_after(_: Transactions) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise RuntimeError("a fault of ours")
        again.set()

    async def body(_broker: Broker, _wire: Wire) -> None:
        await again.wait()

    monkeypatch.setattr(Transactions, "look_after", look_after)
    run(body, transaction_abort_timed_out_transaction_cleanup_interval_ms=1)
    (record,) = (record for record in caplog.records if record.exc_info)
    assert "a fault of ours" in str(record.exc_info)
