"""One request to write costs others little: partitions named twice, batches that expand, records that are refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire.broker import Broker
from kafkawire.broker.loop.background import BulkWork, Step
from kafkawire.error_code import ErrorCode
from kafkawire.limits import MIB
from kafkawire.messages import (
    AddPartitionsToTxnRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    EndTxnRequest,
    FindCoordinatorRequest,
    InitProducerIdRequest,
    MetadataRequest,
    ProduceRequest,
)
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTopic
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import read_batches, write_batch
from tests.broker.wire import NOW_MS, Wire, batch_of, new_broker


def run(body: Callable[[Broker, Wire], Awaitable[None]], **options: str) -> None:
    async def main() -> None:
        async with new_broker() as broker:
            wire = await Wire.to(broker)
            configs = [
                CreatableTopicConfig(name=name.replace("_", "."), value=value) for name, value in options.items()
            ]
            topic = CreatableTopic(name="t", num_partitions=4, replication_factor=1, configs=configs)
            assert not (await wire.ask(CreateTopicsRequest(topics=[topic]), 7)).topics[0].error_code
            try:
                await body(broker, wire)
            finally:
                await Wire.close_all()

    asyncio.run(main())


def request(*parts: tuple[int, bytes], acks: int = 1) -> ProduceRequest:
    data = [PartitionProduceData(index=number, records=records) for number, records in parts]
    return ProduceRequest(acks=acks, timeout_ms=1000, topic_data=[TopicProduceData(name="t", partition_data=data)])


def values(broker: Broker, partition: int = 0) -> list[bytes | None]:
    log = broker.node.topics.log("t", partition)
    assert log is not None
    batches = [batch for _, slice_ in log.segments.batches_from(0) for batch in read_batches(slice_.read())]
    return [record.value for batch in batches for record in batch]


def damaged(batch: bytes) -> bytes:
    return batch[:-1] + bytes([batch[-1] ^ 1])


FIRST, SECOND = batch_of(b"first"), batch_of(b"second")
TWO_BATCHES = FIRST + FIRST


@pytest.mark.parametrize(
    ("batches", "error", "stored"),
    [  # as Apache Kafka 4.3.1 answers, and stores
        ((FIRST, SECOND), ErrorCode.NONE, [b"second"]),
        ((damaged(FIRST), SECOND), ErrorCode.NONE, [b"second"]),
        ((FIRST, damaged(SECOND)), ErrorCode.CORRUPT_MESSAGE, []),
        ((TWO_BATCHES, SECOND), ErrorCode.INVALID_RECORD, [b"second"]),
        ((SECOND, TWO_BATCHES), ErrorCode.INVALID_RECORD, [b"second"]),
        ((SECOND, b""), ErrorCode.INVALID_RECORD, [b"second"]),
    ],
)
def test_of_several_batches_for_a_partition_the_last_is_written(
    batches: tuple[bytes, bytes], error: ErrorCode, stored: list[bytes]
) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        answer = await wire.ask(request(*((0, batch) for batch in batches)), 9)
        (part,) = answer.responses[0].partition_responses
        assert (part.error_code, part.base_offset) == (error, -1 if error else 0)
        assert values(broker) == stored

    run(body)


def test_a_topic_may_be_named_several_times_too() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        asked = request((0, FIRST), (1, FIRST))
        asked.topic_data += [TopicProduceData(name="t"), *request((0, SECOND), (2, SECOND)).topic_data]
        asked.topic_data.append(
            TopicProduceData(name="u", partition_data=[PartitionProduceData(index=7, records=FIRST)] * 2)
        )
        answer = await wire.ask(asked, 9)
        found = [(one.name, [part.index for part in one.partition_responses]) for one in answer.responses]
        assert found == [("t", [0, 1, 2]), ("u", [7])]
        assert (values(broker), values(broker, 1), values(broker, 2)) == ([b"second"], [b"first"], [b"second"])

    run(body)


def test_without_an_answer_the_connection_ends_if_any_of_them_cannot_be_a_batch() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        wire.send(request((0, damaged(FIRST)), (0, SECOND), acks=0), 9)
        number = wire.send(MetadataRequest(topics=[]), 9)
        assert (await wire.receive())[0] == number, "the connection is open"
        wire.send(request((0, TWO_BATCHES), (0, FIRST), acks=0), 9)
        assert await wire.is_closed()
        assert values(broker) == [b"second", b"first"]

    run(body)


def large(size: int = 3 * MIB, **options: Any) -> bytes:
    """Small as it is sent."""
    return write_batch([(0, NOW_MS, b"k", bytes(size), ())], compression="zstd", **options)


class Held:
    """Lets long work begin when the test says so."""

    def __init__(self, broker: Broker) -> None:
        self.begun = asyncio.Event()
        self.go = asyncio.Event()
        self._inner = broker.node.bulk_work.do
        broker.node.bulk_work.do = self._do  # type: ignore[method-assign]

    async def _do(self, work: Callable[[Step], Any]) -> Any:
        self.begun.set()
        await self.go.wait()
        return await self._inner(work)


def test_others_are_served_while_a_batch_is_looked_through() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held, other = Held(broker), await Wire.to(broker)
        wire.send(request((0, large()), (1, FIRST)), 9)
        await held.begun.wait()
        await other.ask(MetadataRequest(topics=[]), 9)
        await other.ask(request((0, SECOND)), 9)
        assert values(broker, 1) == [b"first"], "what is small is written at once"
        held.go.set()
        _, answer = await wire.receive()
        parts = answer.responses[0].partition_responses
        assert [(part.index, part.error_code, part.base_offset) for part in parts] == [(0, 0, 1), (1, 0, 0)]
        assert values(broker) == [b"second", bytes(3 * MIB)]

    run(body)


def test_the_number_in_the_sequence_is_judged_when_it_is_written() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held, other = Held(broker), await Wire.to(broker)
        made = await wire.ask(InitProducerIdRequest(transactional_id=None), 4)
        numbered: dict[str, Any] = {"producer_id": made.producer_id, "producer_epoch": 0}
        wire.send(request((0, large(base_sequence=0, **numbered))), 9)
        await held.begun.wait()
        await other.ask(request((0, batch_of(b"quick", base_sequence=0, **numbered))), 9)
        await other.ask(request((0, batch_of(b"quick", base_sequence=1, **numbered))), 9)
        held.go.set()
        _, answer = await wire.receive()
        assert answer.responses[0].partition_responses[0].base_offset == 0, "it is known as the first one again"
        assert values(broker) == [b"quick", b"quick"]

    run(body)


def test_a_transaction_that_ends_meanwhile_is_not_begun_anew() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held, other = Held(broker), await Wire.to(broker)
        await other.ask(FindCoordinatorRequest(key="tx", key_type=1), 2)
        made = await other.ask(InitProducerIdRequest(transactional_id="tx", transaction_timeout_ms=60_000), 4)
        me = {"producer_id": made.producer_id, "producer_epoch": made.producer_epoch}
        topic = AddPartitionsToTxnTopic(name="t", partitions=[0])
        added = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id="tx",
            v3_and_below_producer_id=made.producer_id,
            v3_and_below_producer_epoch=made.producer_epoch,
            v3_and_below_topics=[topic],
        )
        assert (
            not (await other.ask(added, 3))
            .results_by_topic_v3_and_below[0]
            .results_by_partition[0]
            .partition_error_code
        )
        asked = request((0, large(base_sequence=0, is_transactional=True, **me)), acks=-1)
        asked.transactional_id = "tx"
        wire.send(asked, 9)
        await held.begun.wait()
        assert not (
            await other.ask(
                EndTxnRequest(
                    transactional_id="tx",
                    producer_id=made.producer_id,
                    producer_epoch=made.producer_epoch,
                    committed=True,
                ),
                3,
            )
        ).error_code
        held.go.set()
        _, answer = await wire.receive()
        assert answer.responses[0].partition_responses[0].error_code == ErrorCode.INVALID_TXN_STATE
        log = broker.node.topics.log("t", 0)
        assert log is not None
        assert log.last_stable_offset() == log.end_offset, "nothing stays undecided"

    run(body)


def test_a_topic_that_goes_meanwhile_is_unknown() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held, other = Held(broker), await Wire.to(broker)
        wire.send(request((0, large())), 9)
        await held.begun.wait()
        await other.ask(DeleteTopicsRequest(topic_names=["t"]), 5)
        held.go.set()
        _, answer = await wire.receive()
        part = answer.responses[0].partition_responses[0]
        assert part.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

    run(body)


def tiny(count: int, **options: Any) -> bytes:
    return write_batch([(n, NOW_MS, None, b"", ()) for n in range(count)], compression="zstd", **options)


def headers(count: int) -> bytes:
    return write_batch([(0, NOW_MS, b"k", b"v", [("", b"")] * count)])


def messages(count: int, codec: str) -> bytes:
    return write_batch([(n, NOW_MS, b"k", b"v", ()) for n in range(count)], magic=1, compression=codec)


@pytest.mark.parametrize(
    ("batch", "version"),
    [
        (large(), 9),
        (tiny(10_001), 9),
        (headers(20_001), 9),
        (messages(3000, "gzip"), 2),
        (messages(3000, "none"), 2),
        (write_batch([(0, NOW_MS, b"k", bytes(300_000), ())], magic=1, compression="gzip"), 2),
    ],
)
def test_what_takes_long_goes_to_a_thread_and_is_stored_all_the_same(batch: bytes, version: int) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held = Held(broker)
        held.go.set()
        answer = await wire.ask(request((0, batch)), version)
        assert not answer.responses[0].partition_responses[0].error_code
        assert held.begun.is_set()
        assert values(broker) == [record.value for one in read_batches(batch) for record in one]

    run(body)


def test_ordinary_batches_do_not() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held = Held(broker)
        for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
            batch = write_batch([(n, NOW_MS, b"k", bytes(100), ()) for n in range(9000)], compression=codec)
            assert not (await wire.ask(request((0, batch)), 9)).responses[0].partition_responses[0].error_code
        assert not held.begun.is_set()

    run(body)


def test_numpy_is_imported_in_a_thread_once_enough_came_in_large_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    importers: list[threading.Thread] = []
    is_imported = threading.Event()

    def import_numpy() -> None:
        importers.append(threading.current_thread())
        is_imported.set()

    monkeypatch.setattr("kafkawire.broker.node.node.import_numpy", import_numpy)
    monkeypatch.setattr("kafkawire.broker.node.node._WORTH_NUMPY", 1500)

    async def body(broker: Broker, wire: Wire) -> None:
        for count in (*[200] * 9, 800):
            assert not (await wire.ask(request((0, tiny(count))), 9)).responses[0].partition_responses[0].error_code
        assert not importers
        for _ in range(3):
            assert not (await wire.ask(request((0, tiny(800))), 9)).responses[0].partition_responses[0].error_code
        await asyncio.to_thread(is_imported.wait)

    run(body)
    assert len(importers) == 1
    assert importers[0] is not threading.main_thread()


def test_the_time_of_an_append_is_when_it_is_written() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        held = Held(broker)
        wire.send(request((0, large())), 9)
        await held.begun.wait()
        before = broker.node.clock.time_ms()
        held.go.set()
        _, answer = await wire.receive()
        assert answer.responses[0].partition_responses[0].log_append_time_ms >= before

    run(body, message_timestamp_type="LogAppendTime")


@pytest.mark.parametrize("records", [large(40 * MIB), tiny(250_000, base_timestamp=NOW_MS - 5)])
def test_what_is_written_anew_may_not_be_without_end(records: bytes) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        wrapped = write_batch([(0, NOW_MS, b"k", bytes(40 * MIB), ())], magic=1, compression="gzip")
        for batch, version in ((records, 9), (wrapped, 2)):
            part = (await wire.ask(request((0, batch)), version)).responses[0].partition_responses[0]
            assert part.error_code == ErrorCode.MESSAGE_TOO_LARGE

    run(body, compression_type="gzip")


def test_refused_records_are_listed_up_to_a_thousand_for_a_request() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        answer = await wire.ask(request((0, tiny(700)), (1, tiny(5000)), (2, tiny(20_000)), (3, tiny(2))), 9)
        parts = answer.responses[0].partition_responses
        assert [part.error_code for part in parts] == [ErrorCode.INVALID_RECORD] * 4
        assert sum(len(part.record_errors) for part in parts) == 1000
        assert [error.batch_index for error in parts[0].record_errors] == list(range(700))
        texts = [part.error_message.partition(" record errors")[0].rpartition("due to ")[2] for part in parts]
        assert texts[0] == "700"
        assert all(text.endswith("or more") for text in texts[1:3])
        assert all(part.error_message.count("RecordError(") >= 2 for part in parts)

    run(body, cleanup_policy="compact")


def test_long_work_is_done_one_by_one_and_ends_when_nobody_waits() -> None:
    async def main() -> None:
        bulk, running, ended = BulkWork(), threading.Event(), threading.Event()

        def endless(step: Step) -> None:
            try:
                running.set()
                while True:
                    step()
            finally:
                ended.set()

        first = asyncio.create_task(bulk.do(endless))
        assert await asyncio.to_thread(running.wait, 60)
        second = asyncio.create_task(bulk.do(lambda _: ended.is_set()))
        first.cancel()
        assert await second, "the first had ended before the second began"
        with pytest.raises(asyncio.CancelledError):
            await first

    asyncio.run(main())


def test_a_fault_ends_the_work_of_its_asker_alone() -> None:
    async def main() -> None:
        bulk = BulkWork()

        def faulty(_: Step) -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await bulk.do(faulty)
        assert await bulk.do(lambda _: 7) == 7

    asyncio.run(main())
