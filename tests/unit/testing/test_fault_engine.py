"""What `Faults` decides about requests, without anybody who carries them out."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from typing import Any
from uuid import UUID

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.message import Request, Response
from kafkawire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    DescribeGroupsRequest,
    FetchRequest,
    FetchResponse,
    FindCoordinatorRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataRequest,
    MetadataResponse,
    OffsetCommitRequest,
    OffsetDeleteRequest,
    OffsetFetchRequest,
    OffsetFetchResponse,
    ProduceRequest,
    ProduceResponse,
    SaslAuthenticateRequest,
)
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_delete_request import OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup
from kafkawire.messages.offset_fetch_response import (
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopics,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.produce_response import PartitionProduceResponse, TopicProduceResponse
from kafkawire.protocol.frames import encode_response
from kafkawire.testing.faults import Call, FaultRule, Faults, Reply

NOT_LEADER = 6
ORDERS_ID = UUID(int=7)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def produce(**topics: Iterable[int]) -> ProduceRequest:
    data = [
        TopicProduceData(name=name, partition_data=[PartitionProduceData(index=n, records=b"r") for n in parts])
        for name, parts in topics.items()
    ]
    return ProduceRequest(acks=1, topic_data=data)


def carried_out(request: Request) -> ProduceResponse:
    """What a broker says that had no trouble."""
    assert isinstance(request, ProduceRequest)
    return ProduceResponse(
        responses=[
            TopicProduceResponse(
                name=topic.name,
                partition_responses=[
                    PartitionProduceResponse(index=p.index, base_offset=100) for p in topic.partition_data
                ],
            )
            for topic in request.topic_data
        ]
    )


def told(response: Any) -> dict[str, dict[int, tuple[int, int]]]:
    return {
        topic.name: {p.index: (p.error_code, p.base_offset) for p in topic.partition_responses}
        for topic in response.responses
    }


def call(request: Request, version: int = 9, **known: Any) -> Call:
    return Call(request.API_KEY, version, request, **known)


def reply(faults: Faults, asked: Call, response: Response | None) -> Reply:
    strike = faults.strike(asked)
    assert strike is not None
    return strike.respond(response)


def produced(faults: Faults, request: ProduceRequest, version: int = 9) -> Any:
    """What a producer is told by a broker that has these faults."""
    strike = faults.strike(call(request, version))
    if strike is None:
        return told(carried_out(request))
    return told(strike.respond(carried_out(strike.request) if strike.request else None).response)


def test_an_error_of_a_partition_stands_there_alone_and_the_rest_is_carried_out() -> None:
    faults = Faults()
    fault = faults.fail("Produce", topic="orders", partition=1, error="NOT_LEADER_OR_FOLLOWER")
    request = produce(orders=[0, 1, 2], other=[1])
    strike = faults.strike(call(request))
    assert strike is not None
    assert isinstance(strike.request, ProduceRequest)
    assert [[p.index for p in topic.partition_data] for topic in strike.request.topic_data] == [[0, 2], [1]]
    assert strike.request.acks == 1
    response = strike.respond(carried_out(strike.request)).response
    assert told(response) == {"orders": {0: (0, 100), 2: (0, 100), 1: (6, -1)}, "other": {1: (0, 100)}}
    assert request == produce(orders=[0, 1, 2], other=[1])
    assert fault.count == 1


def test_an_error_of_a_topic_stands_at_all_of_its_partitions() -> None:
    faults = Faults([FaultRule("Produce", topic=re.compile("ord.*"), error=NOT_LEADER)])
    assert produced(faults, produce(orders=[0, 1], disorder=[0])) == {
        "disorder": {0: (0, 100)},
        "orders": {0: (6, -1), 1: (6, -1)},
    }


def test_two_rules_strike_one_request_each_where_it_is_meant() -> None:
    faults = Faults([FaultRule(topic="a", partition=n, error=6 + n) for n in (0, 1)])
    assert produced(faults, produce(a=[0, 1, 2])) == {"a": {2: (0, 100), 0: (6, -1), 1: (7, -1)}}
    assert [fault.count for fault in faults] == [1, 1]


def test_what_is_refused_as_a_whole_is_not_carried_out() -> None:
    faults = Faults([FaultRule("Produce", error="NOT_ENOUGH_REPLICAS")])
    strike = faults.strike(call(produce(a=[0], b=[1])))
    assert strike is not None
    assert strike.request is None
    assert told(strike.respond(None).response) == {"a": {0: (19, -1)}, "b": {1: (19, -1)}}


@pytest.mark.parametrize("topic", ["a", None])
def test_what_is_carried_out_may_be_said_to_have_failed(topic: str | None) -> None:
    faults = Faults([FaultRule("Produce", topic=topic, error="NOT_ENOUGH_REPLICAS_AFTER_APPEND", carried_out=True)])
    request = produce(a=[0])
    strike = faults.strike(call(request))
    assert strike is not None
    assert strike.request == request
    assert told(strike.respond(carried_out(request)).response) == {"a": {0: (20, -1)}}


def test_nobody_is_told_of_an_error_who_waits_for_no_response() -> None:
    faults = Faults([FaultRule("Produce", error=NOT_LEADER)])
    request = produce(a=[0])
    request.acks = 0
    answer = reply(faults, call(request), None)
    assert (answer.response, answer.is_lost) == (None, False)


def test_a_topic_that_a_request_names_by_id_is_found_by_its_name() -> None:
    faults = Faults([FaultRule("Produce", topic="orders", error=NOT_LEADER)])
    data = [
        TopicProduceData(topic_id=UUID(int=n), partition_data=[PartitionProduceData(index=0, records=b"")])
        for n in (7, 8)
    ]
    request = ProduceRequest(acks=-1, topic_data=data)
    strike = faults.strike(call(request, 13, topic_name={ORDERS_ID: "orders"}.get))
    assert strike is not None
    assert isinstance(strike.request, ProduceRequest)
    assert [topic.topic_id for topic in strike.request.topic_data] == [UUID(int=8)]
    response: Any = strike.respond(ProduceResponse()).response
    assert [(t.topic_id, t.partition_responses[0].error_code) for t in response.responses] == [(ORDERS_ID, 6)]


@pytest.mark.parametrize(
    "rule",
    [
        FaultRule("Fetch", delay=1),
        FaultRule("Produce", versions="3-8", delay=1),
        FaultRule("Produce", topic="b", delay=1),
        FaultRule("Produce", topic=re.compile("a.+"), delay=1),
        FaultRule("Produce", topic="a", partition=3, delay=1),
        FaultRule("Produce", client_id="d", delay=1),
        FaultRule("Produce", client_id=re.compile(".*d"), delay=1),
        FaultRule("Produce", node="2", delay=1),
        FaultRule(group="g", delay=1),
        FaultRule(refuse=True),
        FaultRule(apart=("c", "2")),
    ],
    ids=str,
)
def test_a_rule_leaves_alone_what_it_is_not_about(rule: FaultRule) -> None:
    faults = Faults([rule])
    assert faults.strike(call(produce(a=[0]), client_id="c", node="1")) is None
    assert [fault.count for fault in faults] == [0]


def test_a_client_without_an_id_fits_no_name() -> None:
    assert Faults([FaultRule(client_id=re.compile(".*"), delay=1)]).strike(call(produce(a=[0]))) is None


def test_times_and_skip_say_which_requests_are_struck() -> None:
    faults = Faults([FaultRule("Produce", topic="a", error=NOT_LEADER, skip=2, times=2)])
    struck = [faults.strike(call(produce(**{name: [0]}))) is not None for name in "abaabaaa"]
    assert struck == [False, False, False, True, False, True, False, False]


def test_a_rule_strikes_within_its_time_since_it_was_added() -> None:
    clock = Clock()
    faults = Faults(clock=clock)
    clock.now = 150.0
    faults.fail(delay=1, after=5, until=8)
    found = []
    for clock.now in (150, 154.9, 155, 157.9, 158):
        found.append(faults.strike(call(produce(a=[0]))) is not None)
    assert found == [False, False, True, True, False]


def test_chance_comes_from_the_seed_and_for_each_rule_by_itself() -> None:
    def counts(seed: int, *others: FaultRule) -> list[int]:
        faults = Faults([FaultRule("Produce", delay=1, probability=0.3), *others], seed=seed)
        found = []
        for _ in range(300):
            faults.strike(call(produce(a=[0])))
            found.append(next(iter(faults)).count)
        return found

    assert counts(1) == counts(1) == counts(1, FaultRule("Produce", delay=1, probability=0.5))
    assert counts(1) != counts(2)
    assert 60 < counts(1)[-1] < 120


def test_delays_add_up_and_what_hangs_up_comes_last() -> None:
    faults = Faults([FaultRule(delay=1), FaultRule(delay=2), FaultRule(drop="before"), FaultRule(delay=4)])
    strike = faults.strike(call(produce(a=[0])))
    assert strike is not None
    assert (strike.delay, strike.hangs_up) == (3, True)
    assert [fault.count for fault in faults] == [1, 1, 1, 0]


def test_a_response_is_lost_after_the_request_was_carried_out() -> None:
    faults = Faults([FaultRule("Produce", topic="a", drop="after")])
    request = produce(a=[0], b=[0])
    strike = faults.strike(call(request))
    assert strike is not None
    assert strike.request == request
    assert strike.respond(carried_out(request)).is_lost


def test_throttling_is_told_in_the_response_and_the_original_stays() -> None:
    response = HeartbeatResponse()
    answer = reply(Faults([FaultRule(throttle=1.5)]), call(HeartbeatRequest(), 4), response)
    assert answer.throttle == 1.5
    assert isinstance(answer.response, HeartbeatResponse)
    assert (answer.response.throttle_time_ms, response.throttle_time_ms) == (1500, 0)


@pytest.mark.parametrize(("cut", "expected"), [(0, 0), (3, 3), (8, 8), (99, 13), (-1, 13), (-4, 10)])
def test_a_frame_is_cut_and_never_whole(cut: int, expected: int) -> None:
    frame = encode_response(HeartbeatResponse(), version=2, correlation_id=1)
    assert len(frame) == 14
    answer = reply(Faults([FaultRule("Heartbeat", cut=cut)]), call(HeartbeatRequest(), 2), HeartbeatResponse())
    assert (answer.changes_bytes, answer.hangs_up, answer.bytes(frame)) == (True, True, frame[:expected])


def test_bytes_are_changed_as_many_as_asked_for_behind_the_size_from_the_seed() -> None:
    frame = bytes(100)

    def changed(seed: int) -> bytes:
        faults = Faults([FaultRule("Heartbeat", corrupt=5)], seed=seed)
        answer = reply(faults, call(HeartbeatRequest(), 2), HeartbeatResponse())
        assert answer.changes_bytes
        assert not answer.hangs_up
        return answer.bytes(frame)

    assert changed(1)[:4] == bytes(4)
    assert len(changed(1)) == 100
    assert sum(byte != 0 for byte in changed(1)) == 5
    assert changed(1) == changed(1) != changed(2)


def test_a_group_at_the_top_is_refused_as_a_whole() -> None:
    faults = Faults([FaultRule(group="g", error="NOT_COORDINATOR")])
    answer: Any = reply(faults, call(HeartbeatRequest(group_id="g"), 4), None)
    assert answer.response.error_code == 16
    assert faults.strike(call(HeartbeatRequest(group_id="h"), 4)) is None
    commit = OffsetCommitRequest(
        group_id="g",
        topics=[OffsetCommitRequestTopic(name="t", partitions=[OffsetCommitRequestPartition(partition_index=3)])],
    )
    answer = reply(faults, call(commit, 9), None)
    assert answer.response.topics[0].partitions[0].error_code == 16


def test_of_several_groups_only_the_one_that_is_meant_fails() -> None:
    faults = Faults([FaultRule(group="g", error="NOT_COORDINATOR")])
    strike = faults.strike(call(DescribeGroupsRequest(groups=["f", "g", "h"]), 5))
    assert strike is not None
    assert strike.request == DescribeGroupsRequest(groups=["f", "h"])


def test_a_coordinator_that_is_looked_for_is_no_business_of_its_groups() -> None:
    request = FindCoordinatorRequest(coordinator_keys=["g", "h"])
    assert Faults([FaultRule(group="g", error="NOT_COORDINATOR")]).strike(call(request, 4)) is None
    faults = Faults([FaultRule("FindCoordinator", group="g", error="COORDINATOR_NOT_AVAILABLE")])
    strike = faults.strike(call(request, 4))
    assert strike is not None
    assert strike.request == FindCoordinatorRequest(coordinator_keys=["h"])
    answer: Any = strike.respond(None).response
    assert [(c.key, c.error_code) for c in answer.coordinators] == [("g", 15)]
    assert faults.strike(call(FindCoordinatorRequest(key="g"), 3)) is not None
    assert faults.strike(call(FindCoordinatorRequest(key="g", key_type=1), 3)) is None


def test_an_error_of_a_topic_that_stands_beside_one_at_the_top_leaves_that_alone() -> None:
    faults = Faults([FaultRule("OffsetDelete", topic="t", error="GROUP_SUBSCRIBED_TO_TOPIC")])
    request = OffsetDeleteRequest(
        group_id="g",
        topics=[OffsetDeleteRequestTopic(name="t", partitions=[OffsetDeleteRequestPartition(partition_index=0)])],
    )
    answer: Any = reply(faults, call(request, 0), None)
    assert (answer.response.error_code, answer.response.topics[0].partitions[0].error_code) == (0, 86)


def test_a_topic_of_a_fetch_fails_also_where_only_the_session_knows_it() -> None:
    faults = Faults([FaultRule("Fetch", topic="orders", partition=1, error=NOT_LEADER)])
    request = FetchRequest(session_id=5, session_epoch=3)

    def part(index: int) -> PartitionData:
        return PartitionData(partition_index=index, high_watermark=9, records=b"records")

    response = FetchResponse(
        session_id=5,
        responses=[
            FetchableTopicResponse(topic="orders", partitions=[part(0), part(1)]),
            FetchableTopicResponse(topic="other", partitions=[part(1)]),
        ],
    )
    strike = faults.strike(call(request, 12))
    assert strike is not None
    assert strike.request is request
    answer: Any = strike.respond(response).response
    assert (answer.error_code, answer.session_id) == (0, 5)
    assert [
        [(p.partition_index, p.error_code, p.high_watermark, p.records) for p in topic.partitions]
        for topic in answer.responses
    ] == [[(0, 0, 9, b"records"), (1, 6, -1, b"")], [(1, 0, 9, b"records")]]
    assert response.responses[0].partitions[1].records == b"records"
    nothing = FetchResponse(session_id=5)
    assert reply(faults, call(request, 12), nothing).response is nothing
    assert [fault.count for fault in faults] == [1]


@pytest.mark.parametrize("asked", [None, [MetadataRequestTopic(name="a"), MetadataRequestTopic(name="b")]])
def test_metadata_of_a_topic_fails_beside_brokers_and_other_topics(asked: Any) -> None:
    faults = Faults([FaultRule("Metadata", topic="a", error="LEADER_NOT_AVAILABLE")])
    topics = [
        MetadataResponseTopic(name=name, partitions=[MetadataResponsePartition(partition_index=0, leader_id=1)])
        for name in "ab"
    ]
    response = MetadataResponse(brokers=[MetadataResponseBroker(node_id=1, host="h", port=1)], topics=topics)
    answer: Any = reply(faults, call(MetadataRequest(topics=asked), 9), response).response
    assert answer.brokers == response.brokers
    assert [(t.name, t.error_code, len(t.partitions)) for t in answer.topics] == [("a", 5, 0), ("b", 0, 1)]


def test_metadata_of_a_partition_fails_beside_the_others() -> None:
    faults = Faults([FaultRule("Metadata", topic="a", partition=1, error="LEADER_NOT_AVAILABLE")])
    parts = [MetadataResponsePartition(partition_index=n, leader_id=1) for n in (0, 1)]
    response = MetadataResponse(topics=[MetadataResponseTopic(name="a", partitions=parts)])
    answer: Any = reply(faults, call(MetadataRequest(topics=None), 9), response).response
    (topic,) = answer.topics
    assert (topic.error_code, [(p.partition_index, p.error_code) for p in topic.partitions]) == (0, [(0, 0), (1, 5)])


def test_offsets_of_a_topic_fail_where_a_group_asks_for_all() -> None:
    faults = Faults([FaultRule("OffsetFetch", group="g", topic="a", error="UNSTABLE_OFFSET_COMMIT")])
    request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=name, topics=None) for name in "gh"])
    groups = [
        OffsetFetchResponseGroup(
            group_id=name,
            topics=[
                OffsetFetchResponseTopics(
                    name="a", partitions=[OffsetFetchResponsePartitions(partition_index=0, committed_offset=4)]
                )
            ],
        )
        for name in "gh"
    ]
    answer: Any = reply(faults, call(request, 8), OffsetFetchResponse(groups=groups)).response
    found = [(g.group_id, g.error_code, g.topics[0].partitions[0].error_code) for g in answer.groups]
    assert found == [("g", 0, 88), ("h", 0, 0)]


def test_a_new_topic_is_refused_by_name_with_its_options() -> None:
    faults = Faults([FaultRule("CreateTopics", topic="a", error="POLICY_VIOLATION")])
    request = CreateTopicsRequest(topics=[CreatableTopic(name=name, num_partitions=3) for name in "ab"])
    strike = faults.strike(call(request, 7))
    assert strike is not None
    assert strike.request == CreateTopicsRequest(topics=[CreatableTopic(name="b", num_partitions=3)])


def test_versions_that_nobody_knows_are_answered_in_the_first() -> None:
    faults = Faults([FaultRule("ApiVersions", error="UNSUPPORTED_VERSION")])
    answer: Any = reply(faults, call(ApiVersionsRequest(), 99), None)
    assert answer.response.error_code == 35


def test_a_token_without_a_header_has_no_place_for_an_error() -> None:
    faults = Faults([FaultRule("SaslAuthenticate", error="SASL_AUTHENTICATION_FAILED")])
    assert reply(faults, call(SaslAuthenticateRequest(), -1), None).is_lost


def test_connections_are_refused_at_the_broker_that_is_meant() -> None:
    faults = Faults([FaultRule(refuse=True, node="1", times=1)])
    assert [faults.refuses("2"), faults.refuses("1"), faults.refuses("1")] == [False, True, False]


def test_nodes_that_are_apart_do_not_reach_each_other() -> None:
    faults = Faults()
    with faults.fail(apart=["client", "broker-1"]) as fault:
        assert faults.are_apart("broker-1", "client")
        assert not faults.are_apart("broker-2", "client")
        assert not faults.are_apart("client", "client")
        strike = faults.strike(call(produce(a=[0]), client_id="client", node="broker-1"))
        assert strike is not None
        assert strike.hangs_up
        assert faults.strike(call(produce(a=[0]), client_id="client", node="broker-2")) is None
    assert fault.count == 2
    assert not faults.are_apart("broker-1", "client")


def test_a_fault_is_over_when_its_block_ends_or_it_is_removed() -> None:
    faults = Faults()
    with faults.fail(delay=1):
        assert len([*faults]) == 1
    fault = faults.fail(delay=1)
    fault.remove()
    fault.remove()
    assert not [*faults]
    faults.fail(delay=1)
    faults.clear()
    assert faults.strike(call(produce(a=[0]))) is None


def test_which_requests_have_to_be_read() -> None:
    faults = Faults()
    assert faults.api_keys == frozenset()
    faults.fail(refuse=True)
    faults.fail(["Produce", "Fetch"], delay=1)
    assert faults.api_keys == {ApiKey.PRODUCE, ApiKey.FETCH}
    with faults.fail(delay=1):
        assert faults.api_keys is None


def test_a_strike_is_logged_and_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    faults = Faults()
    fault = faults.fail("Produce", error="NOT_LEADER_OR_FOLLOWER", times=2)
    with pytest.raises(TimeoutError, match="struck 0 times in 0 seconds, not 1: api='Produce'"):
        fault.wait(timeout=0)
    thread = threading.Thread(target=lambda: [produced(faults, produce(a=[0])) for _ in range(2)])
    with caplog.at_level("INFO", logger="kafkawire.faults"):
        thread.start()
        fault.wait(2)
        thread.join()
    assert caplog.messages[0] == (
        "PRODUCE (0) v9 of client None: api='Produce', times=2, error='NOT_LEADER_OR_FOLLOWER' (1 of 2)"
    )
    assert "count=2" in repr(fault)


def test_rules_come_and_go_while_others_are_asked() -> None:
    faults = Faults([FaultRule("Produce", error=6, topic="a")])
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            with faults.fail("Produce", topic="b", error=7):
                faults.fail("Produce", topic="c", delay=1).remove()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(2_000):
            found = produced(faults, produce(a=[0], b=[0]))
            assert found["a"] == {0: (6, -1)}
            assert found["b"] in ({0: (0, 100)}, {0: (7, -1)})
    finally:
        stop.set()
        thread.join()
