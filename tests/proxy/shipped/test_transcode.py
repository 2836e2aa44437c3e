"""Clients and brokers that have no version in common, through the proxy: what either is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import default_handlers, handles
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    FetchRequest,
    FetchResponse,
    FindCoordinatorRequest,
    FindCoordinatorResponse,
    JoinGroupRequest,
    LeaveGroupRequest,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    ProduceRequest,
    SaslHandshakeRequest,
    SyncGroupRequest,
)
from kafkawire.messages.api_versions_response import ApiVersion
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.find_coordinator_response import Coordinator
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from kafkawire.protocol import decode_response, encode_request
from kafkawire.proxy import Proxy, VirtualCluster, load_filter
from kafkawire.proxy.shipped.transcode import Spoken, Transcode
from kafkawire.proxy.shipped.transcode_records import produced
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import read_batches, write_batch
from kafkawire.testing import broker
from kafkawire.testing.threaded import ThreadedBroker

NEW: dict[int, range] = {
    ApiKey.PRODUCE: range(13, 14),
    ApiKey.FETCH: range(17, 19),
    ApiKey.LIST_OFFSETS: range(7, 12),
    ApiKey.METADATA: range(12, 14),
    ApiKey.OFFSET_COMMIT: range(10, 11),
    ApiKey.OFFSET_FETCH: range(10, 11),
    ApiKey.FIND_COORDINATOR: range(4, 7),
    ApiKey.JOIN_GROUP: range(7, 10),
    ApiKey.LEAVE_GROUP: range(4, 6),
    ApiKey.SYNC_GROUP: range(3, 5),
    ApiKey.CREATE_TOPICS: range(6, 8),
    ApiKey.DELETE_TOPICS: range(6, 7),
}
OLD: dict[int, range] = {
    ApiKey.PRODUCE: range(3, 8),
    ApiKey.FETCH: range(4, 12),
    ApiKey.LIST_OFFSETS: range(1, 3),
    ApiKey.METADATA: range(1, 6),
    ApiKey.OFFSET_COMMIT: range(2, 6),
    ApiKey.OFFSET_FETCH: range(1, 6),
    ApiKey.FIND_COORDINATOR: range(3),
    ApiKey.JOIN_GROUP: range(4),
    ApiKey.LEAVE_GROUP: range(3),
    ApiKey.SYNC_GROUP: range(3),
    ApiKey.HEARTBEAT: range(3),
    ApiKey.CREATE_TOPICS: range(2, 5),
    ApiKey.DELETE_TOPICS: range(1, 4),
}


def only(versions: Mapping[int, range]) -> list[Any]:
    """Handlers that have no other versions of these APIs."""
    built_in = default_handlers()
    return [handles(key, versions=some)(built_in[key]) for key, some in versions.items()]


@pytest.fixture(scope="module")
def new() -> Iterator[ThreadedBroker]:
    with broker(handlers=only(NEW)) as running:
        yield running


@pytest.fixture(scope="module")
def old() -> Iterator[ThreadedBroker]:
    with broker(handlers=only(OLD), topics={"t": 1}) as running:
        yield running


class OldClient:
    """Speaks what it is told to, and asks nobody which versions there are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer, self._id = reader, writer, 0

    async def ask(self, request: Request, version: int, behind: bytes = b"") -> Any:
        self._id += 1
        frame = encode_request(request, version=version, correlation_id=self._id, client_id="old")
        self._writer.write((len(frame) - 4 + len(behind)).to_bytes(4, "big") + frame[4:] + behind)
        size = await self._reader.readexactly(4)
        frame = size + await self._reader.readexactly(int.from_bytes(size, "big"))
        return decode_response(frame, request.API_KEY, version)[1]

    async def token(self, token: bytes) -> bytes:
        self._writer.write(len(token).to_bytes(4, "big") + token)
        return await self._reader.readexactly(int.from_bytes(await self._reader.readexactly(4), "big"))


@asynccontextmanager
async def connected(proxy: Proxy) -> AsyncIterator[OldClient]:
    host, _, port = proxy.bootstrap_servers.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    yield OldClient(reader, writer)
    writer.close()
    await writer.wait_closed()


def behind(target: ThreadedBroker) -> Proxy:
    return Proxy([VirtualCluster(target.bootstrap_servers)], [Transcode()], drain_timeout=5)


def test_a_client_of_0_8_with_a_broker_that_has_only_the_newest_versions(new: ThreadedBroker) -> None:
    async def talk() -> None:
        async with behind(new) as proxy, connected(proxy) as client:
            made = await client.ask(
                CreateTopicsRequest(topics=[CreatableTopic(name="t", num_partitions=1, replication_factor=1)]), 0
            )
            assert made.topics[0].error_code == 0
            everything = await client.ask(MetadataRequest(topics=[]), 0)
            assert "t" in [topic.name for topic in everything.topics]
            messages = write_batch([(0, -1, b"k", b"one", ()), (1, -1, None, b"two", ())], magic=0)
            partition = PartitionProduceData(index=0, records=messages)
            sent = ProduceRequest(
                acks=1, timeout_ms=5000, topic_data=[TopicProduceData(name="t", partition_data=[partition])]
            )
            [topic] = (await client.ask(sent, 0)).responses
            assert (topic.name, topic.partition_responses[0].error_code) == ("t", 0)
            asked = FetchTopic(
                topic="t", partitions=[FetchPartition(partition=0, fetch_offset=1, partition_max_bytes=9999)]
            )
            [topic] = (await client.ask(FetchRequest(max_wait_ms=100, min_bytes=1, topics=[asked]), 0)).responses
            assert topic.topic == "t"
            batches = list(read_batches(topic.partitions[0].records))
            assert {batch.magic for batch in batches} == {0}
            assert [(one.offset, one.value) for batch in batches for one in batch] == [(1, b"two")]
            for time, offset in ((-1, 2), (-2, 0)):
                wanted = ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(timestamp=time)])
                [topic] = (await client.ask(ListOffsetsRequest(topics=[wanted]), 0)).topics
                assert list(topic.partitions[0].old_style_offsets) == [offset]

    asyncio.run(talk())


def test_a_group_of_before_member_ids_were_required(new: ThreadedBroker) -> None:
    async def talk() -> None:
        async with behind(new) as proxy, Admin(new.bootstrap_servers) as admin, connected(proxy) as client:
            await admin.create_topics({"grouped": 1})
            found = await client.ask(FindCoordinatorRequest(key="g"), 0)
            assert (found.error_code, f"{found.host}:{found.port}") != (0, new.bootstrap_servers)
            protocol = JoinGroupRequestProtocol(name="range", metadata=b"\0\0\0\0\0\0\0\0\0\0")
            join = JoinGroupRequest(
                group_id="g", session_timeout_ms=10000, protocol_type="consumer", protocols=[protocol]
            )
            joined = await client.ask(join, 0)
            assert (joined.error_code, joined.protocol_name) == (0, "range")
            assert joined.leader == joined.member_id != ""
            mine = SyncGroupRequestAssignment(member_id=joined.member_id, assignment=b"mine")
            sync = SyncGroupRequest(
                group_id="g", generation_id=joined.generation_id, member_id=joined.member_id, assignments=[mine]
            )
            assert (await client.ask(sync, 0)).assignment == b"mine"
            partition = OffsetCommitRequestPartition(committed_offset=5, committed_metadata="note")
            commit = OffsetCommitRequest(
                group_id="g",
                generation_id_or_member_epoch=joined.generation_id,
                member_id=joined.member_id,
                topics=[OffsetCommitRequestTopic(name="grouped", partitions=[partition])],
            )
            [topic] = (await client.ask(commit, 1)).topics
            assert (topic.name, topic.partitions[0].error_code) == ("grouped", 0)
            fetch = OffsetFetchRequest(
                group_id="g", topics=[OffsetFetchRequestTopic(name="grouped", partition_indexes=[0])]
            )
            [topic] = (await client.ask(fetch, 1)).topics
            [found] = topic.partitions
            assert (topic.name, found.committed_offset, found.metadata) == ("grouped", 5, "note")
            assert (await client.ask(LeaveGroupRequest(group_id="g", member_id=joined.member_id), 0)).error_code == 0
            [gone] = (await client.ask(DeleteTopicsRequest(topic_names=["grouped"]), 0)).responses
            assert (gone.name, gone.error_code) == ("grouped", 0)

    asyncio.run(talk())


def test_our_newest_client_with_a_broker_that_has_only_old_versions(old: ThreadedBroker) -> None:
    async def talk() -> None:
        async with behind(old) as proxy:
            servers = proxy.bootstrap_servers
            async with Admin(servers) as admin:
                await admin.create_topics({"made": 2})
                assert {"made", "t"} <= set(await admin.list_topics())
            async with Producer(servers) as producer:
                for n in range(5):
                    await producer.send("made", b"%d" % n, partition=0, headers=[("h", b"v")])
            values: list[bytes | None] = []
            async with Consumer(servers, topics=["made"], group_id="g", auto_offset_reset="earliest") as reader:
                async for record in reader:
                    values.append(record.value)
                    if len(values) == 5:
                        break
                await reader.commit()
            assert values == [b"0", b"1", b"2", b"3", b"4"]
            async with connected(proxy) as client:
                batched = await client.ask(FindCoordinatorRequest(coordinator_keys=["a", "b"]), 4)
            assert [(one.key, one.error_code) for one in batched.coordinators] == [("a", 0), ("b", 0)]
            assert {f"{one.host}:{one.port}" for one in batched.coordinators}.isdisjoint({old.bootstrap_servers})

    asyncio.run(talk())


def test_all_versions_are_offered_of_apis_that_the_broker_has(new: ThreadedBroker) -> None:
    async def talk() -> None:
        async with behind(new) as proxy, connected(proxy) as client:
            told: ApiVersionsResponse = await client.ask(ApiVersionsRequest(), 0)
            offered = {api.api_key: (api.min_version, api.max_version) for api in told.api_keys}
            assert offered[ApiKey.PRODUCE] == (0, 13)
            assert offered[ApiKey.FETCH] == (0, 18)
            assert offered[ApiKey.SASL_HANDSHAKE] == (0, 1)
            assert ApiKey.LEADER_AND_ISR not in offered

    asyncio.run(talk())


def test_bytes_left_over_behind_a_request_do_no_harm(new: ThreadedBroker) -> None:
    async def talk() -> None:
        async with behind(new) as proxy, connected(proxy) as client:
            assert (await client.ask(MetadataRequest(topics=None), 11, behind=b"\0")).brokers

    asyncio.run(talk())


def test_a_client_that_begins_with_a_bare_handshake_logs_in_at_the_broker() -> None:
    async def talk(target: ThreadedBroker) -> None:
        async with behind(target) as proxy, connected(proxy) as client:
            assert (await client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 0)).error_code == 0
            assert await client.token(b"\0alice\0secret") == b""
            assert (await client.ask(MetadataRequest(topics=[]), 0)).brokers
            wanted = ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(timestamp=-1)])
            [topic] = (await client.ask(ListOffsetsRequest(topics=[wanted]), 0)).topics
            assert list(topic.partitions[0].old_style_offsets) == [0]

    narrow = only({ApiKey.LIST_OFFSETS: range(1, 12)})
    with broker(
        handlers=narrow,
        topics={"t": 1},
        users={"alice": "secret"},
        listeners="SASL_PLAINTEXT://127.0.0.1:0",
        sasl_enabled_mechanisms="PLAIN",
    ) as running:
        asyncio.run(talk(running))


def spoken(**ranges: tuple[int, int]) -> list[ApiVersion]:
    return [
        ApiVersion(api_key=ApiKey[name.upper()], min_version=low, max_version=high)
        for name, (low, high) in ranges.items()
    ]


def before_a_broker(**ranges: tuple[int, int]) -> FilterTest:
    """The filter before a broker that has these versions."""

    def answers(request: Request, _version: int) -> Any:
        assert isinstance(request, ApiVersionsRequest)
        return ApiVersionsResponse(api_keys=spoken(**ranges))

    return FilterTest(Transcode(), broker=answers)


def test_a_broker_of_4_has_no_produce_0_whatever_it_says() -> None:
    found = Spoken(ApiVersionsResponse(api_keys=spoken(produce=(0, 13), fetch=(4, 18), metadata=(0, 13))))
    assert found.nearest(ApiKey.PRODUCE, 0) == 3
    assert found.nearest(ApiKey.PRODUCE, 3) is None
    assert found.offered(ApiKey.PRODUCE) == (0, 13)


def test_ids_alone_are_not_offered_where_a_broker_has_none() -> None:
    found = Spoken(ApiVersionsResponse(api_keys=spoken(produce=(0, 7), fetch=(0, 10), metadata=(0, 7))))
    assert found.offered(ApiKey.FETCH) == (0, 12)
    assert found.offered(ApiKey.METADATA) == (0, 13)


def test_a_client_is_found_by_the_name_that_the_command_line_takes() -> None:
    assert isinstance(load_filter("kafkawire.proxy.shipped.transcode:Transcode"), Transcode)


def test_what_the_broker_cannot_be_told_is_refused() -> None:
    with before_a_broker(create_topics=(0, 0)) as test:
        topic = CreatableTopic(name="t", num_partitions=1, replication_factor=1)
        refused = test.request(CreateTopicsRequest(topics=[topic], validate_only=True), 4)
        assert refused.topics[0].error_code == ErrorCode.UNSUPPORTED_VERSION
        assert isinstance(test.request(CreateTopicsRequest(topics=[topic]), 4), CreateTopicsRequest)


def test_a_time_that_means_more_in_a_later_version_is_refused() -> None:
    with before_a_broker(list_offsets=(1, 2)) as test:
        wanted = ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(timestamp=-3)])
        refused = test.request(ListOffsetsRequest(topics=[wanted]), 7)
        assert refused.topics[0].partitions[0].error_code == ErrorCode.UNSUPPORTED_VERSION


def test_an_empty_list_asks_an_old_broker_for_no_topic() -> None:
    from kafkawire.messages import MetadataResponse
    from kafkawire.messages.metadata_response import MetadataResponseTopic

    with before_a_broker(metadata=(0, 0)) as test:
        test.request(MetadataRequest(topics=[]), 5)
        assert test.response(MetadataResponse(topics=[MetadataResponseTopic(name="t")]), version=0).topics == []
        test.request(MetadataRequest(topics=None), 5)
        assert len(test.response(MetadataResponse(topics=[MetadataResponseTopic(name="t")]), version=0).topics) == 1
        sent = test.request(MetadataRequest(topics=[MetadataRequestTopic(name="t")]), 5)
        assert [topic.name for topic in sent.topics] == ["t"]


def test_a_batch_of_one_is_forwarded() -> None:
    with before_a_broker(find_coordinator=(0, 2)) as test:
        sent = test.request(FindCoordinatorRequest(coordinator_keys=["g"], key_type=1), 4)
        assert (sent.key, sent.key_type) == ("g", 1)
        told = test.response(FindCoordinatorResponse(node_id=3, host="h", port=9), version=2)
        assert told.coordinators == [Coordinator(key="g", node_id=3, host="h", port=9)]


def fetched(records: bytes, client: int, broker: int, offset: int = 0) -> PartitionData:
    with before_a_broker(fetch=(broker, broker)) as test:
        asked = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=offset)])
        test.request(FetchRequest(topics=[asked]), client)
        data = PartitionData(partition_index=0, high_watermark=9, records=records)
        told = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[data])])
        found: PartitionData = test.response(told, version=broker).responses[0].partitions[0]
        return found


ROWS = [(0, 1000, b"k", b"a", [("h", b"v")]), (1, 1001, None, b"b", ()), (2, 1002, b"k", None, ())]


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4"])
@pytest.mark.parametrize(("client", "magic"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_fetched_records_are_taken_down(client: int, magic: int, compression: str) -> None:
    batches = list(read_batches(fetched(write_batch(ROWS, compression=compression), client, 4).records or b""))
    assert {batch.magic for batch in batches} == {magic}
    found = [(one.offset, one.timestamp, one.key, one.value) for batch in batches for one in batch]
    assert found == [(n, time if magic else -1, key, value) for n, time, key, value, _ in ROWS]


def test_zstd_is_no_codec_of_old_consumers() -> None:
    for client, newer in ((3, 4), (9, 10)):
        found = fetched(write_batch(ROWS, compression="zstd"), client, newer)
        assert (found.error_code, bytes(found.records or b"")) == (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, b"")
    assert fetched(write_batch(ROWS, compression="zstd"), 10, 11).error_code == 0


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4"])
@pytest.mark.parametrize(("client", "magic"), [(0, 0), (1, 0), (2, 1)])
def test_produced_messages_become_one_batch(client: int, magic: int, compression: str) -> None:
    plain = [row[:4] for row in ROWS]
    messages = write_batch([(*row, ()) for row in plain], magic=magic, compression=compression)
    [batch] = read_batches(produced(messages, client, 3))
    assert (batch.magic, batch.compression) == (2, compression)
    assert [(r.offset, r.timestamp, r.key, r.value) for r in batch] == [
        (n, time if magic else -1, key, value) for n, time, key, value in plain
    ]


GOOD = write_batch([(0, 1, None, b"good", ())])


def produce(records: bytes, client: int, broker: int, acks: int = 1, good: bytes = GOOD) -> Any:
    with before_a_broker(produce=(broker, broker)) as test:
        partitions = [PartitionProduceData(index=n, records=one) for n, one in enumerate((records, good))]
        asked = ProduceRequest(acks=acks, topic_data=[TopicProduceData(name="t", partition_data=partitions)])
        sent = test.request(asked, client)
        if test.closed:
            return None
        from kafkawire.messages import ProduceResponse
        from kafkawire.messages.produce_response import PartitionProduceResponse, TopicProduceResponse

        assert [one.index for one in sent.topic_data[0].partition_data] == [1]
        done = TopicProduceResponse(name="t", partition_responses=[PartitionProduceResponse(index=1, base_offset=7)])
        told = test.response(ProduceResponse(responses=[done]), version=broker)
        return {one.index: one.error_code for topic in told.responses for one in topic.partition_responses}


@pytest.mark.parametrize(
    ("records", "client", "broker", "code"),
    [
        (write_batch(ROWS), 3, 2, ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT),
        (write_batch([(0, 1, None, b"v", ())], producer_id=1, producer_epoch=0, base_sequence=0), 3, 2, 43),
        (write_batch([(0, 1, None, b"v", ())], compression="zstd"), 7, 3, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE),
    ],
)
def test_a_partition_that_cannot_be_said_fails_alone(records: bytes, client: int, broker: int, code: int) -> None:
    assert produce(records, client, broker) == {0: code, 1: 0}
    assert produce(records, client, broker, acks=0) is None


def test_a_broken_message_is_corrupt() -> None:
    messages = bytearray(write_batch([(0, 1, None, b"value", ())], magic=1))
    messages[-1] ^= 1
    good = write_batch([(0, 1, None, b"good", ())], magic=1)
    assert produce(bytes(messages), 2, 3, good=good) == {0: ErrorCode.CORRUPT_MESSAGE, 1: 0}
