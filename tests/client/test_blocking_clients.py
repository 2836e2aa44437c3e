"""Producer and consumer for code without an event loop, against a broker of ours in another thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.client.blocking import Admin, Consumer, Producer
from kafkawire.client.errors import BrokersUnavailable, ClientClosed, NoTransaction, RecordTooLarge
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError
from kafkawire.testing import ThreadedBroker


@pytest.fixture
def broker() -> Iterator[ThreadedBroker]:
    with kafkawire.testing.broker(topics={"t": 2}) as running:
        yield running


def values(broker: ThreadedBroker, topic: str, partition: int = 0) -> list[bytes | None]:
    return [record.value for record in broker.records(topic, partition)]


def test_what_is_sent_is_written_in_order_and_a_delivery_says_where(broker: ThreadedBroker) -> None:
    with Producer(broker.bootstrap_servers) as producer:
        deliveries = [producer.send("t", b"%d" % n, partition=0) for n in range(3_000)]
        assert [delivery.result(10).offset for delivery in deliveries[::500]] == list(range(0, 3_000, 500))
        producer.flush(10)
    assert values(broker, "t") == [b"%d" % n for n in range(3_000)]


def test_threads_share_a_producer_whose_memory_is_small(broker: ThreadedBroker) -> None:
    with Producer(broker.bootstrap_servers, buffer_memory=40_000, linger_ms=0) as producer:

        def work(number: int) -> None:
            for n in range(4_000):
                producer.send("t", b"%d" % n, key=b"k", partition=number)

        threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for number in (0, 1):
        assert values(broker, "t", number) == [b"%d" % n for n in range(4_000)]


def test_an_error_that_nobody_awaited_is_raised_by_flush(broker: ThreadedBroker) -> None:
    with Producer(broker.bootstrap_servers, max_block_ms=100) as producer:
        refused = producer.send("t", bytes(2 << 20))
        with pytest.raises(RecordTooLarge):
            refused.result(10)
        producer.flush(10)  # it has been told
        producer.send("t", bytes(2 << 20))
        with pytest.raises(RecordTooLarge):
            producer.flush(10)
        broken: Any = 5
        producer.send("t", b"v", headers=broken)
        with pytest.raises(TypeError):
            producer.flush(10)
        producer.send("t", b"v", partition=9)
        with pytest.raises(Exception, match="no 9"):
            producer.flush(10)
        assert producer.send("t", b"good", partition=0).result(10).offset == 0


def test_a_broker_that_is_not_there_is_told_and_the_thread_ends() -> None:
    before = threading.active_count()
    with pytest.raises(BrokersUnavailable):
        Producer("127.0.0.1:1", default_api_timeout_ms=200).start()
    with pytest.raises(BrokersUnavailable):
        Consumer("127.0.0.1:1", default_api_timeout_ms=200).start()
    assert threading.active_count() == before
    with pytest.raises(ClientClosed):
        Producer("127.0.0.1:1").send("t", b"v")


def test_a_transaction_needs_a_name(broker: ThreadedBroker) -> None:
    with Producer(broker.bootstrap_servers) as producer, pytest.raises(NoTransaction), producer.transaction():
        raise AssertionError("not reached")


def test_records_are_read_one_by_one_and_those_not_handed_out_count_as_unread(broker: ThreadedBroker) -> None:
    for n in range(100):
        broker.append("t", b"%d" % n, partition=0)
    options: Any = {"topics": ["t"], "group_id": "g", "auto_offset_reset": "earliest"}
    with Consumer(broker.bootstrap_servers, **options) as consumer:
        assert [record.offset for record in islice(consumer, 30)] == list(range(30))
        assert consumer.positions()[TP("t", 0)] == 30
        consumer.commit()
        assert consumer.committed([TP("t", 0)]) == {TP("t", 0): 30}
        assert [record.offset for record in islice(consumer, 5)] == list(range(30, 35))
        (chunk,) = consumer.fetch(max_records=5)
        assert [record.offset for record in chunk] == list(range(35, 40))
        records = iter(consumer)
        assert next(records).offset == 40
        consumer.seek(("t", 0), 90)
        assert [record.offset for record in islice(consumer, 3)] == [90, 91, 92]
    with Consumer(broker.bootstrap_servers, **options) as consumer:
        assert next(iter(consumer)).offset == 93  # leaving has committed what was handed out


def test_a_loop_knows_leader_epochs_and_a_transaction_commits_them(broker: ThreadedBroker) -> None:
    for n in range(10):
        broker.append("t", b"%d" % n, partition=0)
    options: Any = {"topics": ["t"], "auto_offset_reset": "earliest", "enable_auto_commit": False}
    with (
        Consumer(broker.bootstrap_servers, group_id="g", **options) as consumer,
        Producer(broker.bootstrap_servers, transactional_id="tx") as producer,
    ):
        assert [(record.offset, record.leader_epoch) for record in islice(consumer, 3)] == [(0, 0), (1, 0), (2, 0)]
        assert consumer.leader_epochs(consumer.positions()) == {TP("t", 0): 0}
        with producer.transaction():
            producer.send_offsets(consumer)
    with Admin(broker.bootstrap_servers) as admin:
        committed = admin.list_group_offsets(["g"], require_stable=True)["g"]
    assert [(committed[TP("t", n)].offset, committed[TP("t", n)].leader_epoch) for n in (0, 1)] == [(3, 0), (0, -1)]


def test_after_an_error_in_the_loop_its_records_come_again(broker: ThreadedBroker) -> None:
    for n in range(10):
        broker.append("t", b"%d" % n, partition=0)
    options: Any = {"topics": ["t"], "group_id": "g", "auto_offset_reset": "earliest"}

    def work() -> None:
        with Consumer(broker.bootstrap_servers, **options) as consumer:
            for record in consumer:
                if record.offset == 4:
                    raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    with Consumer(broker.bootstrap_servers, **options) as consumer:
        assert next(iter(consumer)).offset <= 4


def test_partitions_can_be_assigned_paused_and_looked_up(broker: ThreadedBroker) -> None:
    for n in range(10):
        broker.append("t", b"%d" % n, partition=n % 2)
    options: Any = {"auto_offset_reset": "earliest", "allow_auto_create_topics": False}
    with Consumer(broker.bootstrap_servers, default_api_timeout_ms=500, **options) as consumer:
        assert consumer.partitions("t") == [TP("t", 0), TP("t", 1)]
        consumer.assign([("t", 0), ("t", 1)])
        consumer.pause([("t", 1)])
        assert {chunk.partition for chunk in consumer.fetch()} == {0}
        consumer.resume([("t", 1)])
        assert {chunk.partition for chunk in consumer.fetch()} == {1}
        assert consumer.assignment == [TP("t", 0), TP("t", 1)]
        assert consumer.offsets_for_times({TP("t", 0): -1}) == {TP("t", 0): 5}
        assert consumer.lag() == {TP("t", 0): 0, TP("t", 1): 0}
        with pytest.raises(KafkaError):
            consumer.partitions("absent")


def test_a_consumer_seeks_reads_columns_and_says_how_it_is(broker: ThreadedBroker) -> None:
    for n in range(10):
        broker.append("t", b"%d" % n, partition=0)
    options: Any = {"topics": ["t"], "auto_offset_reset": "by_duration:PT1H"}
    with Consumer(broker.bootstrap_servers, **options) as consumer:
        assert next(iter(consumer)).offset == 0
        (chunk,) = consumer.fetch_columns()
        assert list(chunk.values()) == [b"%d" % n for n in range(1, 10)]  # the rest of what the loop had begun with
        consumer.seek_to_beginning([("t", 0)])
        assert consumer.positions()[TP("t", 0)] == 0
        consumer.seek_to_end()
        assert consumer.positions()[TP("t", 0)] == 10
        consumer.seek_to_time(0)
        assert len(consumer.fetch()[0]) == 10
        assert consumer.beginning_offsets([("t", 0)]) == {TP("t", 0): 0}
        assert consumer.end_offsets([("t", 0)]) == {TP("t", 0): 10}
        assert consumer.health().is_alive(30)
