"""What is refused at the proxy is refused as a broker with the same rules would."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.client import Admin, Producer
from kafkawire.errors import KafkaError
from kafkawire.messages import (
    PROTOCOL,
    AddOffsetsToTxnRequest,
    ConsumerGroupDescribeRequest,
    ConsumerGroupHeartbeatRequest,
    CreateTopicsRequest,
    DeleteGroupsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeClusterRequest,
    DescribeConfigsRequest,
    DescribeGroupsRequest,
    DescribeTopicPartitionsRequest,
    DescribeTopicPartitionsResponse,
    EndTxnRequest,
    FetchRequest,
    FindCoordinatorRequest,
    HeartbeatRequest,
    InitProducerIdRequest,
    ListGroupsRequest,
    ListOffsetsRequest,
    ListTransactionsRequest,
    MetadataRequest,
    MetadataResponse,
    OffsetCommitRequest,
    OffsetDeleteRequest,
    OffsetFetchRequest,
    ProduceRequest,
    WriteTxnMarkersRequest,
)
from kafkawire.messages import create_topics_request as creation
from kafkawire.messages import delete_topics_request as deletion
from kafkawire.messages import describe_configs_request as configs
from kafkawire.messages import describe_topic_partitions_response as pages
from kafkawire.messages import fetch_request as fetch
from kafkawire.messages import list_offsets_request as offsets
from kafkawire.messages import metadata_request as metadata
from kafkawire.messages import metadata_response as told_topics
from kafkawire.messages import offset_commit_request as commit
from kafkawire.messages import offset_delete_request as dropped
from kafkawire.messages import offset_fetch_request as fetched
from kafkawire.messages import produce_request as produce
from kafkawire.protocol import decode_response, encode_request
from kafkawire.proxy import Proxy, VirtualCluster
from kafkawire.proxy.loading import InvalidFilterOption, load_filter
from kafkawire.proxy.shipped.authorize import Authorize, parse_rules
from kafkawire.proxy.shipped.rights import NEEDS, PASSED
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import write_batch
from kafkawire.testing import broker

NAME = "kafkawire.proxy.shipped.authorize:Authorize"
RULES = """
allow *              read,write  topic open          # and so describe
allow User:ANONYMOUS describe    topic seen
allow *              read        group prefix:mine-
allow *              write       transactional_id tx
allow *              create      topic prefix:new-
deny  *              all         topic new-denied from 127.0.0.1
allow User:somebody  all         topic *
allow *              describe_configs topic open
"""
DATA = write_batch([(0, 1700000000000, None, b"v", ())])
PLACES = ("open", "seen", "hidden")


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "rules.txt"
    path.write_text(RULES)
    return str(path)


def produced(name: str) -> produce.TopicProduceData:
    return produce.TopicProduceData(name=name, partition_data=[produce.PartitionProduceData(index=0, records=DATA)])


def committed(name: str) -> commit.OffsetCommitRequestTopic:
    part = commit.OffsetCommitRequestPartition(partition_index=0, committed_offset=1)
    return commit.OffsetCommitRequestTopic(name=name, partitions=[part])


def fetches(name: str) -> fetch.FetchTopic:
    return fetch.FetchTopic(topic=name, partitions=[fetch.FetchPartition(partition=0, partition_max_bytes=1)])


def listed(name: str) -> offsets.ListOffsetsTopic:
    return offsets.ListOffsetsTopic(name=name, partitions=[offsets.ListOffsetsPartition(partition_index=0)])


def of_group(group: str) -> fetched.OffsetFetchRequestGroup:
    topics = [fetched.OffsetFetchRequestTopics(name=name, partition_indexes=[0]) for name in PLACES]
    return fetched.OffsetFetchRequestGroup(group_id=group, topics=topics)


def resource(kind: int, name: str) -> configs.DescribeConfigsResource:
    return configs.DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=["retention.ms"])


def created(name: str) -> creation.CreatableTopic:
    return creation.CreatableTopic(name=name, num_partitions=1, replication_factor=1)


def asks(*names: str, makes: bool = False) -> MetadataRequest:
    topics = [metadata.MetadataRequestTopic(name=name) for name in names]
    return MetadataRequest(topics=topics, allow_auto_topic_creation=makes)


ASKED: list[tuple[Any, int]] = [
    (ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[produced(name) for name in PLACES]), 9),
    (ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[produced("hidden")]), 9),
    (FetchRequest(max_bytes=1, topics=[fetches(name) for name in PLACES]), 12),
    (ListOffsetsRequest(topics=[listed(name) for name in PLACES]), 7),
    (asks(*PLACES), 9),
    (asks("hidden"), 9),
    (asks("hidden", makes=True), 0),
    (MetadataRequest(topics=None, allow_auto_topic_creation=False), 9),
    (MetadataRequest(topics=[]), 0),
    (OffsetCommitRequest(group_id="mine-a", topics=[committed(name) for name in PLACES]), 8),
    (OffsetCommitRequest(group_id="other", topics=[committed(name) for name in PLACES]), 8),
    (OffsetFetchRequest(groups=[of_group("mine-a"), of_group("other")]), 8),
    (OffsetFetchRequest(groups=[fetched.OffsetFetchRequestGroup(group_id="mine-a", topics=None)]), 8),
    (FindCoordinatorRequest(key_type=0, coordinator_keys=["mine-a", "other"]), 4),
    (FindCoordinatorRequest(key_type=1, key="ty"), 3),
    (HeartbeatRequest(group_id="other"), 4),
    (HeartbeatRequest(group_id="mine-a"), 4),
    (DescribeGroupsRequest(groups=["mine-a", "other"]), 5),
    (ListGroupsRequest(), 4),
    (CreateTopicsRequest(validate_only=True, topics=[created(name) for name in ("new-a", "new-denied", "x")]), 4),
    (DeleteTopicsRequest(topic_names=["open", "hidden"]), 5),
    (DeleteTopicsRequest(topics=[deletion.DeleteTopicState(name="hidden")]), 6),
    (DeleteGroupsRequest(groups_names=["mine-a"]), 2),
    (OffsetDeleteRequest(group_id="mine-a", topics=[dropped.OffsetDeleteRequestTopic(name="open")]), 0),
    (InitProducerIdRequest(transactional_id="ty", transaction_timeout_ms=1000), 4),
    (AddOffsetsToTxnRequest(transactional_id="tx", group_id="other"), 3),
    (EndTxnRequest(transactional_id="ty"), 3),
    (ListTransactionsRequest(), 0),
    (DescribeAclsRequest(resource_type_filter=1, operation=1, permission_type=1), 3),
    (DescribeConfigsRequest(resources=[resource(2, "open"), resource(2, "seen"), resource(4, "1")]), 4),
    (ConsumerGroupHeartbeatRequest(group_id="mine-n", member_id="m", subscribed_topic_names=[*PLACES]), 1),
    (ConsumerGroupDescribeRequest(group_ids=["other"]), 0),
    (DescribeTopicPartitionsRequest(), 0),
    (DescribeGroupsRequest(groups=["mine-a"], include_authorized_operations=True), 5),
    (MetadataRequest(topics=None, include_topic_authorized_operations=True), 9),
    (MetadataRequest(topics=None, include_cluster_authorized_operations=True), 9),
    (DescribeClusterRequest(include_cluster_authorized_operations=True), 1),
    (WriteTxnMarkersRequest(), 1),
]  # fmt: skip
_APART = {"errorMessage", "throttleTimeMs", "brokers", "host", "port", "baseOffset", "logAppendTimeMs", "clusterId"}
_APART |= {"controllerId", "currentLeader", "topicId", "sessionId"}


def plain(value: Any) -> Any:
    """What both have to say alike, in some order."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key not in _APART}
    return sorted((plain(one) for one in value), key=repr) if isinstance(value, list) else value


async def ask(servers: str, request: Any, version: int) -> Any:
    host, _, port = servers.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(encode_request(request, version=version, correlation_id=1, client_id="wire"))
        size = int.from_bytes(await reader.readexactly(4), "big")
        data = size.to_bytes(4, "big") + await reader.readexactly(size)
        return decode_response(data, request.API_KEY, version)[1]
    finally:
        writer.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_the_proxy_answers_as_a_broker_with_the_same_rules(rules: str) -> None:
    topics = {"open": 1, "seen": 1, "hidden": 1}
    filter_ = Authorize(rules)

    async def main() -> None:
        with broker(topics=topics, authorizer=filter_._authorizer) as guarded, broker(topics=topics) as free:
            async with Proxy([VirtualCluster(free.bootstrap_servers)], [filter_]) as proxy:
                for request, version in ASKED:
                    direct = await ask(guarded.bootstrap_servers, request, version)
                    through = await ask(proxy.bootstrap_servers, request, version)
                    assert plain(through.to_json(version)) == plain(direct.to_json(version)), request

    run(main())


def test_clients_do_what_they_may(rules: str) -> None:
    async def main() -> None:
        with broker(topics={"open": 1, "hidden": 1}) as kafka:
            async with Proxy(
                [VirtualCluster(kafka.bootstrap_servers)], [load_filter(f"{NAME}:rules={rules}")]
            ) as proxy:
                async with Producer(proxy.bootstrap_servers, max_block_ms=2000) as producer:
                    await producer.send("open", b"1")
                    with pytest.raises(KafkaError):
                        await producer.send("hidden", b"1")
                async with Admin(proxy.bootstrap_servers) as admin:
                    assert [*await admin.list_topics()] == ["open"]
            assert len(kafka.records("open")) == 1
            assert kafka.records("hidden") == []

    run(main())


def test_super_users_may_do_everything_and_others_what_no_rule_forbids(rules: str) -> None:
    for options in ({"super_users": "User:a;User:ANONYMOUS"}, {"allow_everyone_if_no_acl_found": True}):
        with FilterTest(Authorize(rules, **options)) as test:
            assert [topic.name for topic in test.request(asks("hidden"), 9).topics] == (
                ["hidden"] if "super_users" in options else []  # rules for all topics speak of it
            )


def test_a_topic_is_refused_by_its_id(rules: str) -> None:
    names = {UUID(int=1): "open", UUID(int=2): "hidden"}

    def knows(request: Any, version: int) -> MetadataResponse:
        [topic] = request.topics
        return MetadataResponse(
            topics=[told_topics.MetadataResponseTopic(name=names[topic.topic_id], topic_id=topic.topic_id)]
        )

    with FilterTest(Authorize(rules), broker=knows) as test:
        topics = [fetch.FetchTopic(topic_id=i, partitions=[fetch.FetchPartition(partition=0)]) for i in names]
        assert [topic.topic_id.int for topic in test.request(FetchRequest(topics=topics), 13).topics] == [1]
        told = test.response(PROTOCOL.response(1, 13)[0]())
        assert [(topic.topic_id.int, topic.partitions[0].error_code) for topic in told.responses] == [(2, 29)]


def test_writing_what_may_not_be_written_without_an_answer_ends_the_connection(rules: str) -> None:
    with FilterTest(Authorize(rules)) as test:
        assert test.request(ProduceRequest(acks=0, topic_data=[produced("hidden")]), 9) is None
        assert test.closed


def test_no_topic_is_made_for_who_may_not_make_it(rules: str) -> None:
    with FilterTest(Authorize(rules)) as test:
        request = MetadataRequest(topics=[metadata.MetadataRequestTopic(name="open")], allow_auto_topic_creation=True)
        assert not test.request(request, 9).allow_auto_topic_creation
        test.response(MetadataResponse())
        assert not test.request(
            MetadataRequest(topics=[metadata.MetadataRequestTopic(name="open")]), 1
        ).allow_auto_topic_creation


def test_pages_of_all_topics_end_at_one_that_may_be_seen(rules: str) -> None:
    def page(names: list[str], after: str | None) -> DescribeTopicPartitionsResponse:
        topics = [pages.DescribeTopicPartitionsResponseTopic(name=name) for name in names]
        cursor = None if after is None else pages.Cursor(topic_name=after)
        return DescribeTopicPartitionsResponse(topics=topics, next_cursor=cursor)

    following = {"b": page(["b", "c"], "hidden"), "hidden": page(["hidden", "open"], "seen")}

    def goes_on(request: Any, version: int) -> DescribeTopicPartitionsResponse:
        return following[request.cursor.topic_name]

    with FilterTest(Authorize(rules), broker=goes_on) as test:
        test.request(DescribeTopicPartitionsRequest(), 0)
        told = test.response(page(["a"], "b"))
        assert ([topic.name for topic in told.topics], told.next_cursor.topic_name) == (["open"], "seen")


def test_each_api_is_decided_on() -> None:
    assert not PASSED & NEEDS.keys()
    for_brokers = {ApiKey(key).name for key in PROTOCOL} - {key.name for key in (*PASSED, *NEEDS)}
    assert for_brokers == {
        *("LEADER_AND_ISR", "STOP_REPLICA", "UPDATE_METADATA", "CONTROLLED_SHUTDOWN", "WRITE_TXN_MARKERS", "VOTE"),
        *("BEGIN_QUORUM_EPOCH", "END_QUORUM_EPOCH", "ALTER_PARTITION", "ENVELOPE", "FETCH_SNAPSHOT"),
        *("BROKER_REGISTRATION", "BROKER_HEARTBEAT", "ALLOCATE_PRODUCER_IDS", "CONTROLLER_REGISTRATION"),
        *("ASSIGN_REPLICAS_TO_DIRS", "UPDATE_RAFT_VOTER", "INITIALIZE_SHARE_GROUP_STATE", "READ_SHARE_GROUP_STATE"),
        *("WRITE_SHARE_GROUP_STATE", "DELETE_SHARE_GROUP_STATE", "READ_SHARE_GROUP_STATE_SUMMARY"),
    }


@pytest.mark.parametrize(
    "line", ["allow *", "maybe * read topic t", "allow * eat topic t", "allow * read car t", "allow * read topic a b"]
)
def test_a_rule_that_is_none_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        list(parse_rules(f"# rules\n{line}"))
    path = tmp_path / "wrong.txt"
    path.write_text(line)
    with pytest.raises(InvalidFilterOption, match="line 1"):
        load_filter(f"{NAME}:rules={path}")
    with pytest.raises(InvalidFilterOption, match=r"missing\.txt"):
        load_filter(f"{NAME}:rules={tmp_path}/missing.txt")
