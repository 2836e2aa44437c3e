"""What is decided about partitions, decided without any I/O: metadata and responses in, what is wanted of whom out."""

from __future__ import annotations

from typing import Any

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.partitions import AssignedPartitions
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.runtime import AioRuntime
from kafkawire.error_code import ErrorCode
from kafkawire.messages import FetchResponse, MetadataResponse
from kafkawire.messages.fetch_response import EpochEndOffset, FetchableTopicResponse, PartitionData
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from kafkawire.records import write_batch

T0, T1 = TP("t", 0), TP("t", 1)
LEADER, FOLLOWER = 1, 2


class Decisions:
    """Two partitions of one topic, led by one of two brokers, to be read from offset 0 on."""

    def __init__(self, **options: Any) -> None:
        self.cluster = Cluster("b:1", ConsumerOptions(**options), AioRuntime())
        self.lead(LEADER, epoch=0)
        self.partitions = AssignedPartitions(self.cluster, ConsumerOptions(**options))
        self.partitions.assign([T0, T1])
        self.partitions.update()
        assert [state.tp for state in self.partitions.unresolved] == [T0, T1]
        for state in self.partitions.states.values():
            state.seek(0)
        self.partitions.update()

    def lead(self, node: int, epoch: int) -> None:
        brokers = [MetadataResponseBroker(node_id=n, host=f"b{n}", port=9092) for n in (LEADER, FOLLOWER)]
        partitions = [
            MetadataResponsePartition(partition_index=tp.partition, leader_id=node, leader_epoch=epoch)
            for tp in (T0, T1)
        ]
        topic = MetadataResponseTopic(name="t", partitions=partitions)
        self.cluster.metadata.update(MetadataResponse(brokers=brokers, topics=[topic]))

    def wanted(self, node: int) -> dict[TP, int]:
        """By partition the offset that the broker is to be asked for."""
        session = self.partitions.sessions.get(node)
        return {} if session is None else {tp: position.offset for tp, position in session.wanted.items()}

    def respond(self, node: int, **said_of_t0: Any) -> str:
        """Make a fetch, and take in a response to it that has something to say of the first partition."""
        session = self.partitions.sessions[node]
        session.request(12, ConsumerOptions(), 1000)
        others = [PartitionData(partition_index=tp.partition) for tp in session.wanted if tp != T0]
        parts = [PartitionData(partition_index=0, **said_of_t0), *others]
        response = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=parts)])
        problem = self.partitions.take_in(node, session, response, 1000)
        self.partitions.update()
        return problem


def test_partitions_are_wanted_of_their_leader() -> None:
    assert Decisions().wanted(LEADER) == {T0: 0, T1: 0}


def test_what_was_fetched_can_be_read_and_is_not_wanted_again() -> None:
    decisions = Decisions()
    assert decisions.respond(LEADER, records=write_batch([(0, 1, None, b"v", ())])) == ""
    assert [state.tp for state in decisions.partitions.readable] == [T0]
    assert decisions.wanted(LEADER) == {T1: 0, T0: 1}


def test_a_partition_that_is_full_is_wanted_of_nobody_until_it_is_read() -> None:
    decisions = Decisions(max_partition_fetch_bytes=50)
    decisions.respond(LEADER, records=write_batch([(0, 1, None, b"v" * 50, ())]))
    assert decisions.wanted(LEADER) == {T1: 0}
    assert len(decisions.partitions.states[T0].take(10)) == 1
    decisions.partitions.update()
    assert decisions.wanted(LEADER) == {T1: 0, T0: 1}


def test_a_replica_that_the_leader_prefers_is_asked_in_its_place() -> None:
    decisions = Decisions()
    assert decisions.respond(LEADER, preferred_read_replica=FOLLOWER) == ""
    assert (decisions.wanted(LEADER), decisions.wanted(FOLLOWER)) == ({T1: 0}, {T0: 0})
    # A replica that lacks the offset may only be late: the leader is asked again, after fresh metadata.
    assert decisions.respond(FOLLOWER, error_code=ErrorCode.OFFSET_OUT_OF_RANGE) == "the replica of t-0 lags behind"
    assert (decisions.wanted(LEADER), decisions.wanted(FOLLOWER)) == ({T1: 0}, {})
    decisions.partitions.release()
    decisions.partitions.update()
    assert (decisions.wanted(LEADER), decisions.wanted(FOLLOWER)) == ({T1: 0, T0: 0}, {})


def test_an_offset_that_the_leader_lacks_needs_a_position() -> None:
    decisions = Decisions()
    assert decisions.respond(LEADER, error_code=ErrorCode.OFFSET_OUT_OF_RANGE) == ""
    assert ([state.tp for state in decisions.partitions.unresolved], decisions.wanted(LEADER)) == ([T0], {T1: 0})


def test_a_new_leader_is_asked_first_whether_its_log_is_the_one_that_was_read() -> None:
    decisions = Decisions()
    decisions.respond(LEADER, records=write_batch([(0, 1, None, b"v", ())], partition_leader_epoch=0))
    decisions.lead(FOLLOWER, epoch=1)
    decisions.partitions.update()
    assert (decisions.wanted(LEADER), decisions.wanted(FOLLOWER)) == ({}, {T1: 0})
    asked = decisions.partitions.to_verify(FOLLOWER)
    assert {tp: (each.leader_epoch, each.fetched_epoch) for tp, each in asked.items()} == {T0: (1, 0)}


def test_where_the_log_parts_from_what_was_read_and_not_handed_out_it_is_fetched_anew() -> None:
    decisions = Decisions()
    decisions.respond(LEADER, records=write_batch([(0, 1, None, b"v", ())]))
    assert decisions.respond(LEADER, diverging_epoch=EpochEndOffset(epoch=0, end_offset=0)) == ""
    assert (list(decisions.partitions.readable), decisions.wanted(LEADER)) == ([], {T1: 0, T0: 0})


def test_what_fresh_metadata_may_mend_waits_for_them_and_the_rest_goes_on() -> None:
    decisions = Decisions()
    problem = decisions.respond(LEADER, error_code=ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert (problem[:23], decisions.wanted(LEADER)) == ("NOT_LEADER_OR_FOLLOWER ", {T1: 0})
    assert decisions.partitions.needs_metadata
    assert decisions.partitions.has_problems
    decisions.partitions.release()
    decisions.partitions.update()
    assert decisions.wanted(LEADER) == {T1: 0, T0: 0}
    assert not decisions.partitions.needs_metadata
    assert decisions.partitions.has_problems
    decisions.respond(LEADER)
    assert not decisions.partitions.has_problems


def test_a_response_to_what_is_not_wanted_any_more_changes_nothing() -> None:
    decisions = Decisions()
    session = decisions.partitions.sessions[LEADER]
    session.request(12, ConsumerOptions(), 1000)
    decisions.partitions.states[T0].seek(5)
    decisions.partitions.assign([T0])
    records = write_batch([(0, 1, None, b"v", ())])
    parts = [PartitionData(partition_index=tp.partition, records=records) for tp in (T0, T1)]
    response = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=parts)])
    assert decisions.partitions.take_in(LEADER, session, response, 1000) == ""
    decisions.partitions.update()
    assert (list(decisions.partitions.readable), decisions.wanted(LEADER)) == ([], {T0: 5})
