"""What a transactional producer asks its coordinators, in either way of transactions, and what errors make of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client import Consumer, Delivery, Producer, TopicPartition
from kafkawire.client.errors import InvalidOption, NoTransaction, ProducerFenced, TimedOut, TransactionAborted
from kafkawire.client.metadata import GroupMetadata
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError
from kafkawire.message import Response
from kafkawire.messages import (
    add_partitions_to_txn_response,
    api_versions_response,
    init_producer_id_response,
    txn_offset_commit_response,
)
from kafkawire.records import RecordBatch, write_batch
from tests.client.scripted import LOSE_ANSWER, SILENCE, Cluster
from tests.client.virtual_time import run

OLD, NEW = 1, 2
"""Levels of `transaction.version`."""

APIS = {
    ApiKey.ADD_PARTITIONS_TO_TXN,
    ApiKey.ADD_OFFSETS_TO_TXN,
    ApiKey.END_TXN,
    ApiKey.TXN_OFFSET_COMMIT,
}
TALK = {ApiKey.INIT_PRODUCER_ID, ApiKey.PRODUCE, *APIS}


class TransactionalCluster(Cluster):
    """Gives out one producer id whose epoch grows, and keeps what ends were asked for."""

    def __init__(self, topics: dict[str, int], level: int) -> None:
        super().__init__(topics)
        self.apis |= APIS
        self.level = level
        self.epoch = -1
        self.ends: list[tuple[int, bool]] = []  # epoch, committed

    def versions(self) -> messages.ApiVersionsResponse:
        response = super().versions()
        feature = api_versions_response.FinalizedFeatureKey(
            name="transaction.version", max_version_level=self.level, min_version_level=self.level
        )
        response.finalized_features = [feature]
        return response

    def talk(self) -> list[tuple[str, int]]:
        """API and version of all requests that transactions are made of."""
        return [(ApiKey(api).name, version) for _, api, version, _ in self.requests if api in TALK]

    def _init_producer_id(self, node: int, version: int, request: Any) -> Response:
        self.epoch += 1
        return init_producer_id_response.InitProducerIdResponse(producer_id=7, producer_epoch=self.epoch)

    def _add_partitions_to_txn(self, node: int, version: int, request: Any) -> Response:
        results = [
            add_partitions_to_txn_response.AddPartitionsToTxnTopicResult(
                name=topic.name,
                results_by_partition=[
                    add_partitions_to_txn_response.AddPartitionsToTxnPartitionResult(partition_index=index)
                    for index in topic.partitions
                ],
            )
            for topic in request.v3_and_below_topics
        ]
        return messages.AddPartitionsToTxnResponse(results_by_topic_v3_and_below=results)

    def _add_offsets_to_txn(self, node: int, version: int, request: Any) -> Response:
        return messages.AddOffsetsToTxnResponse()

    def _txn_offset_commit(self, node: int, version: int, request: Any) -> Response:
        parts = txn_offset_commit_response
        topics = [
            parts.TxnOffsetCommitResponseTopic(
                name=topic.name,
                partitions=[
                    parts.TxnOffsetCommitResponsePartition(partition_index=p.partition_index) for p in topic.partitions
                ],
            )
            for topic in request.topics
        ]
        return messages.TxnOffsetCommitResponse(topics=topics)

    def _end_txn(self, node: int, version: int, request: Any) -> Response:
        if self.ends[-1:] != [(request.producer_epoch, request.committed)]:
            self.ends.append((request.producer_epoch, request.committed))
        if version >= 5:
            self.epoch = request.producer_epoch + 1
            return messages.EndTxnResponse(producer_id=7, producer_epoch=self.epoch)
        return messages.EndTxnResponse()


def producer(cluster: Cluster, **options: Any) -> Producer:
    return Producer("b1:9092", runtime=AioRuntime(cluster.network.dial), transactional_id="tx", **options)


def heads(cluster: Cluster) -> list[tuple[bool, int, int]]:
    """Of each batch of t-0: whether it is transactional, its epoch, its base sequence."""
    batches = [RecordBatch(data) for _, _, data in cluster.logs["t", 0].batches]
    return [(batch.is_transactional, batch.producer_epoch, batch.base_sequence) for batch in batches]


def test_the_old_way_announces_what_it_writes_to_and_keeps_its_epoch() -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, OLD)
        async with producer(cluster) as p:
            for _ in range(2):
                async with p.transaction():
                    await p.send("t", b"v")
                    await p.send_offsets({TopicPartition("in", 0): 5}, "g")
        once = [
            ("ADD_PARTITIONS_TO_TXN", 3),
            ("PRODUCE", 11),
            ("ADD_OFFSETS_TO_TXN", 4),
            ("TXN_OFFSET_COMMIT", 4),
            ("END_TXN", 4),
        ]
        assert cluster.talk() == [("INIT_PRODUCER_ID", 5), *once, *once]
        assert heads(cluster) == [(True, 0, 0), (True, 0, 1)]
        assert cluster.ends == [(0, True)]  # twice the same

    run(main())


def test_the_new_way_announces_nothing_and_gets_an_epoch_each_time() -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, NEW)
        async with producer(cluster) as p:
            for _ in range(2):
                async with p.transaction():
                    await p.send("t", b"v")
                    await p.send_offsets({TopicPartition("in", 0): 5}, GroupMetadata("g", 3, "m"))
        once = [("PRODUCE", 13), ("TXN_OFFSET_COMMIT", 5), ("END_TXN", 5)]
        assert cluster.talk() == [("INIT_PRODUCER_ID", 5), *once, *once]
        assert heads(cluster) == [(True, 0, 0), (True, 1, 0)]
        assert cluster.ends == [(0, True), (1, True)]
        (_, _, _, request), _ = cluster.seen(ApiKey.TXN_OFFSET_COMMIT)
        assert isinstance(request, messages.TxnOffsetCommitRequest)
        assert (request.generation_id_or_member_epoch, request.member_id) == (3, "m")
        assert request.topics[0].partitions[0].committed_leader_epoch == -1  # offsets alone say nothing of it

    run(main())


@pytest.mark.parametrize("level", [OLD, NEW])
def test_positions_of_a_consumer_are_committed_with_the_leader_epoch_of_the_last_record(level: int) -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1, "in": 2}, level)
        cluster.logs["in", 0].leader_epoch = 4
        cluster.logs["in", 0].append(write_batch([(n, 0, None, b"v", []) for n in range(3)]))
        options: Any = {"group_id": "g", "enable_auto_commit": False, "auto_offset_reset": "earliest"}
        reader = Consumer("b1:9092", runtime=AioRuntime(cluster.network.dial), topics=["in"], **options)
        async with reader, producer(cluster) as p:
            (chunk,) = await reader.fetch(max_records=2, timeout=50)
            assert len(chunk) == 2
            async with p.transaction():
                await p.send_offsets(reader)
        ((_, _, _, request),) = cluster.seen(ApiKey.TXN_OFFSET_COMMIT)
        assert isinstance(request, messages.TxnOffsetCommitRequest)
        found = {
            part.partition_index: (part.committed_offset, part.committed_leader_epoch)
            for topic in request.topics
            for part in topic.partitions
        }
        assert found == {0: (2, 4), 1: (0, -1)}

    run(main())


@pytest.mark.parametrize("level", [OLD, NEW])
def test_a_transaction_that_wrote_nothing_asks_nothing(level: int) -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, level)
        async with producer(cluster) as p:
            async with p.transaction():
                pass
            p.begin_transaction()
            await p.abort_transaction()
        assert cluster.talk() == [("INIT_PRODUCER_ID", 5)]

    run(main())


@pytest.mark.parametrize("level", [OLD, NEW])
def test_an_error_in_the_block_aborts_and_drops_what_was_not_sent(level: int) -> None:
    async def main() -> None:
        deliveries: list[Delivery] = []
        cluster = TransactionalCluster({"t": 1}, level)
        async with producer(cluster, linger_ms=60_000) as p:

            async def attempt() -> None:
                async with p.transaction():
                    deliveries.append(p.send("t", b"sent"))
                    await p.flush()
                    deliveries.append(p.send("t", b"dropped"))
                    raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await attempt()
            sent, dropped = deliveries
            assert (await sent).offset == 0
            with pytest.raises(TransactionAborted):
                await dropped
        assert cluster.logs["t", 0].values() == [b"sent"]
        assert cluster.ends == [(0, False)]

    run(main())


@pytest.mark.parametrize("level", [OLD, NEW])
def test_nothing_is_taken_while_an_abort_waits_for_what_is_on_its_way(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, level)
        write = cluster._produce

        async def write_slowly(*request: Any) -> Response:
            await asyncio.sleep(2)
            return write(*request)

        monkeypatch.setattr(cluster, "_produce", write_slowly)
        async with producer(cluster) as p:
            p.begin_transaction()
            sent = p.send("t", b"sent")
            await asyncio.sleep(1)
            abort = asyncio.create_task(p.abort_transaction())
            await asyncio.sleep(0)
            assert not sent.done
            with pytest.raises(TransactionAborted):
                p.send("t", b"late")
            await abort
            assert (await sent).offset == 0
        assert cluster.logs["t", 0].values() == [b"sent"]
        assert cluster.ends == [(0, False)]

    run(main())


@pytest.mark.parametrize(("level", "epochs"), [(OLD, [0, 1]), (NEW, [0, 1])])
def test_a_record_that_is_refused_takes_the_transaction_with_it_and_the_sequence_begins_anew(
    level: int, epochs: list[int]
) -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, level)
        async with producer(cluster) as p:

            async def attempt() -> None:
                async with p.transaction():
                    await p.send("t", b"good")
                    cluster.faults[ApiKey.PRODUCE].append(87)
                    p.send("t", b"bad")

            with pytest.raises(KafkaError, match="INVALID_RECORD"):
                await attempt()
            async with p.transaction():
                p.send("t", b"later")
        assert cluster.logs["t", 0].values() == [b"good", b"later"]
        assert heads(cluster) == [(True, epochs[0], 0), (True, epochs[1], 0)]
        assert cluster.ends == [(0, False), (1, True)]

    run(main())


def test_a_topic_that_is_not_there_fails_the_transaction() -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, NEW)
        async with producer(cluster, max_block_ms=50) as p:

            async def attempt() -> None:
                async with p.transaction():
                    p.send("t", b"v")
                    p.send("absent", b"v")

            with pytest.raises(KafkaError, match="UNKNOWN_TOPIC_OR_PARTITION"):
                await attempt()
        assert cluster.ends == [(0, False)]

    run(main())


@pytest.mark.parametrize("api", [ApiKey.INIT_PRODUCER_ID, ApiKey.END_TXN])
@pytest.mark.parametrize("fault", [51, 14, 16, LOSE_ANSWER])
def test_what_passes_is_asked_again(api: ApiKey, fault: Any) -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, OLD)
        cluster.faults[api].append(fault)  # CONCURRENT_TRANSACTIONS, coordinator loading, moved, or an answer lost
        async with producer(cluster) as p, p.transaction():
            p.send("t", b"v")
        assert len(cluster.seen(api)) == 2
        assert [committed for _, committed in cluster.ends] == [True]

    run(main())


def test_a_commit_without_an_answer_can_be_asked_for_again_but_not_aborted() -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, NEW)
        async with producer(cluster, default_api_timeout_ms=1_000, request_timeout_ms=400) as p:
            p.begin_transaction()
            await p.send("t", b"v")
            cluster.faults[ApiKey.END_TXN] += [SILENCE] * 9
            with pytest.raises(TimedOut):
                await p.commit_transaction()
            with pytest.raises(NoTransaction, match="only be committed"):
                await p.abort_transaction()
            cluster.faults[ApiKey.END_TXN].clear()
            await p.commit_transaction()
            async with p.transaction():
                p.send("t", b"w")
        assert cluster.ends == [(0, True), (1, True)]

    run(main())


@pytest.mark.parametrize("api", [ApiKey.ADD_OFFSETS_TO_TXN, ApiKey.END_TXN])
@pytest.mark.parametrize("code", [47, 90])
def test_whoever_is_fenced_stays_so(api: ApiKey, code: int) -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, OLD)
        async with producer(cluster) as p:
            p.begin_transaction()
            await p.send("t", b"v")
            cluster.faults[api].append(code)

            async def attempt() -> None:
                await p.send_offsets({TopicPartition("t", 0): 1}, "g")
                await p.commit_transaction()

            with pytest.raises(ProducerFenced, match="tx"):
                await attempt()
            for act in (p.commit_transaction, p.abort_transaction):
                with pytest.raises(ProducerFenced):
                    await act()
            with pytest.raises(ProducerFenced):
                p.begin_transaction()

    run(main())


def test_offsets_that_are_refused_abort_the_transaction() -> None:
    async def main() -> None:
        cluster = TransactionalCluster({"t": 1}, NEW)
        async with producer(cluster) as p:

            async def attempt() -> None:
                async with p.transaction():
                    p.send("t", b"v")
                    cluster._txn_offset_commit = lambda *_: messages.TxnOffsetCommitResponse(  # type: ignore[method-assign]
                        topics=[
                            txn_offset_commit_response.TxnOffsetCommitResponseTopic(
                                name="in",
                                partitions=[
                                    txn_offset_commit_response.TxnOffsetCommitResponsePartition(
                                        partition_index=0, error_code=22
                                    )
                                ],
                            )
                        ]
                    )
                    await p.send_offsets({TopicPartition("in", 0): 5}, "g")

            with pytest.raises(KafkaError, match="ILLEGAL_GENERATION"):
                await attempt()
        assert cluster.ends == [(0, False)]

    run(main())


def test_transactions_need_their_options() -> None:
    async def main() -> None:
        for options in ({"acks": 1}, {"enable_idempotence": False}):
            with pytest.raises(InvalidOption, match="transactional_id needs"):
                producer(Cluster({}), **options)
        async with Producer("b1:9092", runtime=AioRuntime(Cluster({}).network.dial)) as p:
            with pytest.raises(NoTransaction, match="without transactional_id"):
                p.begin_transaction()

    run(main())
