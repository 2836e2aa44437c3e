"""Transactions over the wire: what clients write, read and are told, with the codes that Apache Kafka 4.3 answers."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from kafkawire.broker import Broker, ManualClock, MemoryFiles
from kafkawire.broker.security.authorizer import CLUSTER, Action, Client, Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    AddOffsetsToTxnRequest,
    AddPartitionsToTxnRequest,
    ConsumerGroupHeartbeatRequest,
    CreateTopicsRequest,
    DeleteGroupsRequest,
    DescribeProducersRequest,
    DescribeTransactionsRequest,
    EndTxnRequest,
    FetchRequest,
    InitProducerIdRequest,
    ListGroupsRequest,
    ListTransactionsRequest,
    MetadataRequest,
    OffsetFetchRequest,
    ProduceRequest,
    ShareGroupHeartbeatRequest,
    TxnOffsetCommitRequest,
    WriteTxnMarkersRequest,
)
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTopic, AddPartitionsToTxnTransaction
from kafkawire.messages.consumer_group_heartbeat_request import TopicPartitions
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.describe_producers_request import TopicRequest
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup, OffsetFetchRequestTopics
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.txn_offset_commit_request import TxnOffsetCommitRequestPartition, TxnOffsetCommitRequestTopic
from kafkawire.messages.write_txn_markers_request import WritableTxnMarker, WritableTxnMarkerTopic
from kafkawire.records import read_batches
from tests.broker.wire import NOW_MS, Wire, batch_of, new_broker, serving

Producer = tuple[int, int]


class Rules:
    """Says no to some actions."""

    def __init__(self) -> None:
        self.denied: set[tuple[Operation, ResourceType, str]] = set()

    def allows(self, client: Client, action: Action) -> bool:
        assert client.principal
        return tuple(action) not in self.denied


def run(body: Callable[[Wire, Rules], Awaitable[None]]) -> None:
    async def main() -> None:
        rules = Rules()
        broker = Broker(new_broker().config, files=MemoryFiles(), clock=ManualClock(), authorizer=rules)
        async with serving(broker):
            broker.node.controller.create("t", 2, {}, NOW_MS)
            await body(await Wire.to(broker), rules)

    asyncio.run(main())


async def begin(wire: Wire, name: str = "tx") -> Producer:
    answer = await wire.ask(InitProducerIdRequest(transactional_id=name, transaction_timeout_ms=60_000), 5)
    assert answer.error_code == ErrorCode.NONE
    return answer.producer_id, answer.producer_epoch


async def write(
    wire: Wire, producer: Producer, version: int = 12, *, name: str | None = "tx", sequence: int = 0, partition: int = 0
) -> Any:
    producer_id, epoch = producer
    batch = batch_of(b"v", producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence, is_transactional=True)
    data = TopicProduceData(name="t", partition_data=[PartitionProduceData(index=partition, records=batch)])
    answer = await wire.ask(ProduceRequest(transactional_id=name, acks=-1, timeout_ms=1000, topic_data=[data]), version)
    return answer.responses[0].partition_responses[0]


def added(producer: Producer, *numbers: int, topic: str = "t") -> AddPartitionsToTxnRequest:
    return AddPartitionsToTxnRequest(
        v3_and_below_transactional_id="tx",
        v3_and_below_producer_id=producer[0],
        v3_and_below_producer_epoch=producer[1],
        v3_and_below_topics=[AddPartitionsToTxnTopic(name=topic, partitions=list(numbers))],
    )


def group_added(producer: Producer) -> AddOffsetsToTxnRequest:
    number, epoch = producer
    return AddOffsetsToTxnRequest(transactional_id="tx", producer_id=number, producer_epoch=epoch, group_id="g")


async def end(wire: Wire, producer: Producer, *, commit: bool = True, version: int = 5) -> Any:
    return await wire.ask(
        EndTxnRequest(transactional_id="tx", producer_id=producer[0], producer_epoch=producer[1], committed=commit),
        version,
    )


async def visible(wire: Wire, isolation: int) -> tuple[int, int, list[tuple[int, int]]]:
    """How many data records are fetched, the last stable offset, and what was aborted."""
    part = FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1 << 20)
    request = FetchRequest(min_bytes=0, isolation_level=isolation, topics=[FetchTopic(topic="t", partitions=[part])])
    found = (await wire.ask(request, 12)).responses[0].partitions[0]
    batches = [batch for batch in read_batches(found.records or b"") if not batch.is_control]
    aborted = [(one.producer_id, one.first_offset) for one in found.aborted_transactions or ()]
    return sum(map(len, map(list, batches))), found.last_stable_offset, aborted


def test_a_transaction_of_today_from_begin_to_end() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = number, epoch = await begin(wire)
        assert (await write(wire, me)).error_code == ErrorCode.NONE
        assert (await visible(wire, 0), await visible(wire, 1)) == ((1, 0, []), (0, 0, []))
        answer = await end(wire, me)
        assert (answer.error_code, answer.producer_id, answer.producer_epoch) == (0, number, epoch + 1)
        assert await visible(wire, 1) == (1, 2, [])
        me = number, epoch + 1
        assert (await write(wire, me)).base_offset == 2
        await end(wire, me, commit=False)
        assert await visible(wire, 1) == (2, 4, [(number, 2)])
        asked = await wire.ask(DescribeProducersRequest(topics=[TopicRequest(name="t", partition_indexes=[0])]), 0)
        (known,) = asked.topics[0].partitions[0].active_producers
        assert (known.producer_epoch, known.last_sequence, known.current_txn_start_offset) == (epoch + 2, -1, -1)
        assert known.coordinator_epoch == 0

    run(body)


@pytest.mark.parametrize(
    ("version", "error", "text"),
    [
        (7, ErrorCode.INVALID_TXN_STATE, None),
        (10, ErrorCode.INVALID_TXN_STATE, "Partition was not added to the transaction"),
        (11, ErrorCode.TRANSACTION_ABORTABLE, None),
        (12, ErrorCode.NONE, None),
    ],
)
def test_a_write_must_be_part_of_the_transaction(version: int, error: ErrorCode, text: str | None) -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        refused = await write(wire, me, version)
        assert (refused.error_code, refused.error_message) == (error, text)
        await wire.ask(added(me, 1), 3)
        assert (await write(wire, me, version, partition=1)).error_code == ErrorCode.NONE

    run(body)


def test_who_writes_what_is_looked_at() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me, other = await begin(wire), await begin(wire, "other")
        assert (await write(wire, me, name=None)).error_code == ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
        assert (await write(wire, me, name="")).error_code == ErrorCode.INVALID_REQUEST
        for name, producer in (("nobody", me), ("tx", other)):
            refused = await write(wire, producer, name=name)
            assert refused.error_code == ErrorCode.INVALID_PRODUCER_ID_MAPPING
        assert (await write(wire, (me[0], me[1] + 1))).error_code == ErrorCode.INVALID_PRODUCER_EPOCH
        assert (await write(wire, me, partition=9)).error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        assert (await write(wire, me, sequence=4)).error_code == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
        assert (await write(wire, me)).error_code == ErrorCode.NONE
        plain = batch_of(b"x", producer_id=me[0], producer_epoch=me[1], base_sequence=1)
        data = TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=plain)])
        answer = await wire.ask(ProduceRequest(transactional_id=None, acks=-1, timeout_ms=1000, topic_data=[data]), 12)
        assert answer.responses[0].partition_responses[0].error_code == ErrorCode.INVALID_TXN_STATE

    run(body)


def test_a_partition_named_twice_lets_no_stranger_in() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        await write(wire, me)
        batches = [
            batch_of(b"v", producer_id=number, producer_epoch=me[1], base_sequence=first, is_transactional=True)
            for number, first in ((me[0] + 1000, 0), (me[0], 1))
        ]
        for order, error in ((batches, 0), (batches[::-1], ErrorCode.INVALID_PRODUCER_ID_MAPPING)):
            data = TopicProduceData(
                name="t", partition_data=[PartitionProduceData(index=0, records=batch) for batch in order]
            )
            answer = await wire.ask(
                ProduceRequest(transactional_id="tx", acks=-1, timeout_ms=1000, topic_data=[data]), 12
            )
            assert [part.error_code for part in answer.responses[0].partition_responses] == [error], "the last counts"
        await end(wire, me)
        assert await visible(wire, 1) == (2, 3, []), "nothing stays undecided"

    run(body)


@pytest.mark.parametrize("topic", ["__transaction_state", "__consumer_offsets"])
def test_clients_cannot_add_the_brokers_own_topics(topic: str) -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        await wire.ask(commits(me, 7, 0), 5)  # so that both topics are there
        answer = await wire.ask(added(me, 0, topic=topic), 3)
        (part,) = answer.results_by_topic_v3_and_below[0].results_by_partition
        assert part.partition_error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED

    run(body)


def test_all_partitions_are_added_or_none() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        answer = await wire.ask(added(me, 0, 7), 3)
        found = answer.results_by_topic_v3_and_below[0].results_by_partition
        errors = {part.partition_index: part.partition_error_code for part in found}
        assert errors == {0: ErrorCode.OPERATION_NOT_ATTEMPTED, 7: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
        state = (await wire.ask(DescribeTransactionsRequest(transactional_ids=["tx"]), 0)).transaction_states[0]
        assert (state.transaction_state, state.topics) == ("Empty", [])

    run(body)


@pytest.mark.parametrize(("version", "error"), [(1, ErrorCode.INVALID_PRODUCER_EPOCH), (2, ErrorCode.PRODUCER_FENCED)])
def test_old_clients_are_not_told_that_they_are_fenced(version: int, error: ErrorCode) -> None:
    async def body(wire: Wire, _: Rules) -> None:
        number, epoch = await begin(wire)
        stale = number, epoch + 1
        answer = await wire.ask(added(stale, 0), version)
        assert answer.results_by_topic_v3_and_below[0].results_by_partition[0].partition_error_code == error
        assert (await end(wire, stale, version=version)).error_code == error
        assert (await wire.ask(group_added(stale), version)).error_code == error
        asked = await wire.ask(
            InitProducerIdRequest(
                transactional_id="tx", transaction_timeout_ms=60_000, producer_id=stale[0], producer_epoch=stale[1]
            ),
            version + 2,
        )
        assert asked.error_code == error

    run(body)


def test_brokers_may_ask_for_several_transactions_at_once() -> None:
    async def body(wire: Wire, rules: Rules) -> None:
        me = await begin(wire)
        await wire.ask(added(me, 0), 3)
        topics = [AddPartitionsToTxnTopic(name="t", partitions=[0, 1])]
        wanted = [
            AddPartitionsToTxnTransaction(
                transactional_id=name, producer_id=me[0], producer_epoch=me[1], verify_only=True, topics=topics
            )
            for name in ("tx", "nobody", "")
        ]
        answer = await wire.ask(AddPartitionsToTxnRequest(transactions=wanted), 5)
        found = [
            [part.partition_error_code for part in result.topic_results[0].results_by_partition]
            for result in answer.results_by_transaction
        ]
        unknown, bad = ErrorCode.INVALID_PRODUCER_ID_MAPPING, ErrorCode.INVALID_REQUEST
        assert found == [[0, ErrorCode.TRANSACTION_ABORTABLE], [unknown, unknown], [bad, bad]]
        rules.denied.add((Operation.CLUSTER_ACTION, ResourceType.CLUSTER, CLUSTER))
        denied = await wire.ask(AddPartitionsToTxnRequest(transactions=wanted), 5)
        assert denied.error_code == ErrorCode.CLUSTER_AUTHORIZATION_FAILED

    run(body)


def commits(producer: Producer, offset: int, *numbers: int, **options: Any) -> TxnOffsetCommitRequest:
    text = options.pop("text", "note")
    parts = [
        TxnOffsetCommitRequestPartition(partition_index=number, committed_offset=offset, committed_metadata=text)
        for number in numbers
    ]
    group = options.pop("group", "g")
    return TxnOffsetCommitRequest(
        transactional_id="tx",
        group_id=group,
        producer_id=producer[0],
        producer_epoch=producer[1],
        topics=[TxnOffsetCommitRequestTopic(name="t", partitions=parts)],
        **options,
    )


async def fetched(wire: Wire, *, stable: bool) -> tuple[int, int]:
    topics = [OffsetFetchRequestTopics(name="t", partition_indexes=[0])]
    request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id="g", topics=topics)], require_stable=stable)
    part = (await wire.ask(request, 9)).groups[0].topics[0].partitions[0]
    return part.error_code, part.committed_offset


@pytest.mark.parametrize(("commit", "after"), [(True, (0, 7)), (False, (0, -1))])
def test_offsets_count_from_the_commit_on(commit: bool, after: tuple[int, int]) -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        answer = await wire.ask(commits(me, 7, 0), 5)
        assert answer.topics[0].partitions[0].error_code == ErrorCode.NONE
        assert await fetched(wire, stable=False) == (0, -1)
        assert await fetched(wire, stable=True) == (ErrorCode.UNSTABLE_OFFSET_COMMIT, -1)
        await end(wire, me, commit=commit)
        assert await fetched(wire, stable=True) == after

    run(body)


@pytest.mark.parametrize(
    ("version", "error"),
    [(3, ErrorCode.INVALID_TXN_STATE), (4, ErrorCode.TRANSACTION_ABORTABLE), (5, ErrorCode.NONE)],
)
def test_the_group_joins_the_transaction_first(version: int, error: ErrorCode) -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        answer = await wire.ask(commits(me, 7, 0), version)
        assert answer.topics[0].partitions[0].error_code == error
        assert (await wire.ask(group_added(me), 4)).error_code == ErrorCode.NONE
        answer = await wire.ask(commits(me, 7, 0, 9), version)
        errors = {part.partition_index: part.error_code for part in answer.topics[0].partitions}
        assert errors == {0: ErrorCode.NONE, 9: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}

    run(body)


def test_topics_by_id_are_judged_as_apache_kafka_4_4_does() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        topic_id = (await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name="t")]), 12)).topics[0].topic_id
        lost = uuid.UUID(int=77)

        async def asked(*topics: tuple[uuid.UUID, list[int]], **options: Any) -> list[tuple[uuid.UUID, list[Any]]]:
            request = commits(me, 7, **options)
            request.topics = [
                TxnOffsetCommitRequestTopic(
                    topic_id=one,
                    partitions=[
                        TxnOffsetCommitRequestPartition(partition_index=n, committed_offset=7, committed_metadata="")
                        for n in parts
                    ],
                )
                for one, parts in topics
            ]
            answer = await wire.ask(request, 6)
            return [(t.topic_id, [(p.partition_index, p.error_code) for p in t.partitions]) for t in answer.topics]

        assert await asked((topic_id, [0])) == [(topic_id, [(0, 0)])]
        assert await asked((topic_id, [0]), (topic_id, [0])) == [(topic_id, [(0, 0)])] * 2
        assert await asked((topic_id, [0, 9]), (lost, [0, 3])) == [
            (topic_id, [(9, 3), (0, 0)]),
            (lost, [(0, 100), (3, 100)]),
        ]
        stranger: dict[str, Any] = {"member_id": "zzz", "generation_id_or_member_epoch": 3}
        assert await asked((topic_id, [0]), (uuid.UUID(int=0), [0]), **stranger) == [
            (uuid.UUID(int=0), [(0, 100)]),
            (topic_id, [(0, ErrorCode.UNKNOWN_MEMBER_ID)]),
        ]
        assert await asked((topic_id, [0]), group="new", **stranger) == [
            (topic_id, [(0, ErrorCode.GROUP_ID_NOT_FOUND)])
        ]
        assert await fetched(wire, stable=True) == (ErrorCode.UNSTABLE_OFFSET_COMMIT, -1)
        await end(wire, me)
        assert await fetched(wire, stable=True) == (0, 7)

    run(body)


@pytest.mark.parametrize(("version", "stale"), [(5, ErrorCode.ILLEGAL_GENERATION), (6, ErrorCode.STALE_MEMBER_EPOCH)])
def test_an_older_epoch_will_do_for_what_was_assigned_in_it(version: int, stale: ErrorCode) -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        topic_id = (await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name="t")]), 12)).topics[0].topic_id
        joining = ConsumerGroupHeartbeatRequest(
            group_id="g",
            member_id="A" * 22,
            member_epoch=0,
            rebalance_timeout_ms=5000,
            subscribed_topic_names=["t"],
            topic_partitions=[],
        )
        first = (await wire.ask(joining, 1)).member_epoch
        await wire.ask(
            CreateTopicsRequest(topics=[CreatableTopic(name="u", num_partitions=1, replication_factor=1)]), 5
        )
        own = [TopicPartitions(topic_id=topic_id, partitions=[0, 1])]
        both = replace(joining, member_epoch=first, subscribed_topic_names=["t", "u"], topic_partitions=own)
        assert (await wire.ask(both, 1)).member_epoch == first + 1
        for epoch, error in ((first + 1, 0), (first, 0), (first - 1, stale), (first + 2, stale)):
            request = commits(me, 7, 0, member_id="A" * 22, generation_id_or_member_epoch=epoch)
            request.topics[0].topic_id = topic_id
            assert (await wire.ask(request, version)).topics[0].partitions[0].error_code == error

    run(body)


def test_offsets_that_cannot_be_committed() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        for request, error in (
            (commits((me[0], me[1] + 1), 7, 0), ErrorCode.INVALID_PRODUCER_EPOCH),
            (commits((me[0] + 1, 0), 7, 0), ErrorCode.INVALID_PRODUCER_ID_MAPPING),
            (commits(me, 7, 0, group=""), ErrorCode.INVALID_GROUP_ID),
            (commits(me, 7, 0, text="x" * 4097), ErrorCode.OFFSET_METADATA_TOO_LARGE),
            (commits(me, 7, 0, group="new", generation_id_or_member_epoch=3), ErrorCode.ILLEGAL_GENERATION),
        ):
            assert (await wire.ask(request, 5)).topics[0].partitions[0].error_code == error
        await wire.ask(commits(me, 7, 0), 5)
        stranger = commits(me, 7, 0, member_id="stranger", generation_id_or_member_epoch=3)
        assert (await wire.ask(stranger, 5)).topics[0].partitions[0].error_code == ErrorCode.UNKNOWN_MEMBER_ID

    run(body)


def test_a_share_group_commits_no_offsets() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        joined = ShareGroupHeartbeatRequest(
            group_id="g", member_id="member", member_epoch=0, subscribed_topic_names=["t"]
        )
        assert (await wire.ask(joined, 1)).error_code == ErrorCode.NONE
        answer = await wire.ask(commits(me, 7, 0), 5)
        assert answer.topics[0].partitions[0].error_code == ErrorCode.GROUP_ID_NOT_FOUND
        assert [group.group_type for group in (await wire.ask(ListGroupsRequest(), 5)).groups] == ["share"]

    run(body)


def test_a_deleted_group_stays_away_whatever_becomes_of_the_transaction() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        await wire.ask(commits(me, 7, 0), 5)
        assert (await wire.ask(DeleteGroupsRequest(groups_names=["g"]), 2)).results[0].error_code == ErrorCode.NONE
        assert await fetched(wire, stable=True) == (0, -1)
        await end(wire, me)
        assert await fetched(wire, stable=True) == (0, -1)

    run(body)


def test_transactions_are_listed_by_what_is_asked_for() -> None:
    async def body(wire: Wire, _: Rules) -> None:
        me = await begin(wire)
        await begin(wire, "other")
        await wire.ask(added(me, 0), 3)

        async def listed(**options: Any) -> list[str]:
            answer = await wire.ask(ListTransactionsRequest(**options), 2)
            assert answer.error_code == ErrorCode.NONE
            return sorted(state.transactional_id for state in answer.transaction_states)

        assert await listed() == ["other", "tx"]
        assert await listed(state_filters=["Ongoing"]) == ["tx"]
        assert await listed(producer_id_filters=[me[0]]) == ["tx"]
        assert await listed(transactional_id_pattern="o.*") == ["other"]
        assert await listed(transactional_id_pattern="o") == []
        assert await listed(duration_filter=3_600_000) == ["other"], "what has not begun has no start"
        answer = await wire.ask(ListTransactionsRequest(state_filters=["Empty", "nothing"]), 2)
        assert (answer.unknown_state_filters, len(answer.transaction_states)) == (["nothing"], 1)
        bad = await wire.ask(ListTransactionsRequest(transactional_id_pattern="(["), 2)
        assert bad.error_code == ErrorCode.INVALID_REGULAR_EXPRESSION

    run(body)


def test_markers_of_other_coordinators_are_judged() -> None:
    async def body(wire: Wire, rules: Rules) -> None:
        await begin(wire)
        me = number, epoch = await begin(wire)
        await write(wire, me)

        async def mark(producer: Producer, coordinator: int = 0, version: int = 1, today: int = 0) -> int:
            marker = WritableTxnMarker(
                producer_id=producer[0],
                producer_epoch=producer[1],
                transaction_result=False,
                topics=[WritableTxnMarkerTopic(name="t", partition_indexes=[0])],
                coordinator_epoch=coordinator,
            )
            marker.transaction_version = today
            answer = await wire.ask(WriteTxnMarkersRequest(markers=[marker]), version)
            error: int = answer.markers[0].topics[0].partitions[0].error_code
            return error

        assert await mark((number, epoch - 1)) == ErrorCode.INVALID_PRODUCER_EPOCH
        assert await mark((number, -1)) == ErrorCode.UNKNOWN_SERVER_ERROR
        assert await mark(me, version=2, today=2) == ErrorCode.INVALID_PRODUCER_EPOCH, "today's bring a new epoch"
        assert await mark((number, epoch + 1), coordinator=5, version=2, today=2) == ErrorCode.NONE
        assert await mark((number, epoch + 1), coordinator=5, version=2, today=2) == ErrorCode.NONE, "again"
        assert await mark((number, epoch + 1), coordinator=4) == ErrorCode.TRANSACTION_COORDINATOR_FENCED
        assert (await visible(wire, 1))[1:] == (3, [(number, 0)])
        rules.denied |= {(o, ResourceType.CLUSTER, CLUSTER) for o in (Operation.ALTER, Operation.CLUSTER_ACTION)}
        assert await mark(me) == ErrorCode.CLUSTER_AUTHORIZATION_FAILED

    run(body)


def test_every_request_needs_the_right_to_its_transactional_id() -> None:
    async def body(wire: Wire, rules: Rules) -> None:
        me = await begin(wire)
        rules.denied |= {
            (operation, ResourceType.TRANSACTIONAL_ID, "tx") for operation in (Operation.WRITE, Operation.DESCRIBE)
        }
        denied = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
        assert (
            await wire.ask(InitProducerIdRequest(transactional_id="tx", transaction_timeout_ms=60_000), 5)
        ).error_code == denied
        answer = await wire.ask(added(me, 0), 3)
        assert answer.results_by_topic_v3_and_below[0].results_by_partition[0].partition_error_code == denied
        assert (await wire.ask(group_added(me), 4)).error_code == denied
        assert (await wire.ask(commits(me, 1, 0), 5)).topics[0].partitions[0].error_code == denied
        assert (await end(wire, me)).error_code == denied
        assert (await write(wire, me)).error_code == denied
        states = (await wire.ask(DescribeTransactionsRequest(transactional_ids=["tx"]), 0)).transaction_states
        assert [state.error_code for state in states] == [denied]
        assert (await wire.ask(ListTransactionsRequest(), 2)).transaction_states == []

    run(body)


def test_topics_and_groups_need_their_rights_too() -> None:
    async def body(wire: Wire, rules: Rules) -> None:
        me = await begin(wire)
        await wire.ask(added(me, 0), 3)
        rules.denied |= {
            (operation, ResourceType.TOPIC, "t") for operation in (Operation.WRITE, Operation.READ, Operation.DESCRIBE)
        }
        answer = await wire.ask(added(me, 1), 3)
        found = answer.results_by_topic_v3_and_below[0].results_by_partition[0]
        assert found.partition_error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED
        answer = await wire.ask(commits(me, 1, 0), 5)
        assert answer.topics[0].partitions[0].error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED
        assert (await write(wire, me, partition=1)).error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED
        (state,) = (await wire.ask(DescribeTransactionsRequest(transactional_ids=["tx"]), 0)).transaction_states
        assert (state.transaction_state, state.topics) == ("Ongoing", [])
        rules.denied.add((Operation.READ, ResourceType.GROUP, "g"))
        denied = ErrorCode.GROUP_AUTHORIZATION_FAILED
        assert (await wire.ask(group_added(me), 4)).error_code == denied
        assert (await wire.ask(commits(me, 1, 0), 5)).topics[0].partitions[0].error_code == denied

    run(body)
