"""Time that a test moves: nothing is over because real time passes, and all that is due is when it is moved."""

from __future__ import annotations

import asyncio
import socket
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kafkawire.broker import Broker, BrokerHooks, ManualClock, MemoryFiles
from kafkawire.broker.loop.clock import Alarm
from kafkawire.client import blocking
from kafkawire.testing import Clock, broker
from tests.broker.wire import new_broker

START = datetime(2026, 1, 1, tzinfo=UTC)
GROUP: dict[str, Any] = {"group_id": "cafe", "auto_offset_reset": "earliest"}


def test_a_clock_begins_with_the_present_or_where_it_is_told_to() -> None:
    assert abs(Clock().now() - datetime.now(UTC)) < timedelta(minutes=5)
    clock = Clock(START)
    clock.advance(60)
    clock.advance(timedelta(hours=1))
    assert clock.now() == START + timedelta(hours=1, minutes=1)
    assert Clock(START.timestamp()).now() == START


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_time_passes_forward_only(seconds: float) -> None:
    with pytest.raises(ValueError, match="time cannot pass by"):
        Clock().advance(seconds)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (datetime(2026, 1, 1), "has no zone"),
        (-1, "is not between 1970"),
        (float("nan"), "is not between 1970"),
        (1e17, "the year 9999"),
    ],
)
def test_a_time_that_no_broker_has_is_refused(start: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Clock(start)


def test_time_that_no_record_can_have_is_not_reached() -> None:
    clock = Clock(START)
    with pytest.raises(ValueError, match="time cannot pass by"):
        clock.advance(1e17)
    assert clock.now() == START


def test_what_is_due_rings_in_its_order_and_at_its_time() -> None:
    clock, rung = ManualClock(0.0), []
    for seconds in (30, 10, 20):
        clock.call_at(seconds, lambda: rung.append(clock.now()))
    clock.call_at(15, lambda: rung.append(-1.0)).cancel()
    clock.call_at(10, lambda: clock.call_at(12, lambda: rung.append(clock.now())))
    clock.advance(20)
    assert (rung, clock.now()) == ([10, 12, 20], 20)


def test_what_was_due_before_rings_soon() -> None:
    async def main() -> None:
        clock, rung = ManualClock(100.0), asyncio.Event()
        Alarm(clock, rung.set).set(99.0)
        await asyncio.wait_for(rung.wait(), 10)

    asyncio.run(main())


def test_a_member_is_silent_for_as_long_as_the_clock_says() -> None:
    clock = Clock()
    with broker({"orders": 1}, clock=clock) as b:
        b.append("orders", b"one coffee")
        with blocking.Consumer(b.bootstrap_servers, topics=["orders"], session_timeout_ms=10_000, **GROUP) as consumer:
            next(iter(consumer))
            clock.advance(9.9)
            assert len(b.group_members("cafe")) == 1
            clock.advance(10.1)  # whether or not it was heard from at 9.9 seconds
            assert b.group_members("cafe") == []
            assert b.group("cafe").state == "Empty"


def test_retention_deletes_when_the_clock_says_so() -> None:
    clock = Clock()
    with broker({"orders": 1}, clock=clock, log_retention_ms=60_000, log_segment_bytes=200) as b:
        for _ in range(10):
            b.append("orders", bytes(50))
        clock.advance(timedelta(minutes=6))  # `log.retention.check.interval.ms` is five minutes
        assert b.records("orders") == []
        assert b.append("orders", b"one coffee") == 10


def test_compaction_happens_when_the_clock_says_so() -> None:
    clock = Clock()
    with broker(clock=clock, log_cleaner_min_cleanable_ratio=0.01) as b:
        b.create_topic("prices", 1, {"cleanup.policy": "compact", "segment.bytes": "200"})
        for number in range(20):
            b.append("prices", b"%d" % number, b"coffee")
        assert len(b.records("prices")) == 20
        clock.advance(15)  # `log.cleaner.backoff.ms`
        assert len(b.records("prices")) < 10


def test_records_are_stamped_by_the_clock() -> None:
    clock = Clock()
    with broker(clock=clock, log_message_timestamp_type="LogAppendTime", auto_create_topics_enable=False) as b:
        b.create_topic("orders")
        clock.advance(1000)
        with blocking.Producer(b.bootstrap_servers) as producer:
            producer.send("orders", b"one coffee")
        assert [record.timestamp for record in b.records("orders")] == [int(clock.seconds * 1000)]


def test_a_connection_is_idle_for_as_long_as_the_clock_says() -> None:
    clock = Clock()
    with broker(clock=clock, connections_max_idle_ms=30) as b:
        host, _, port = b.bootstrap_servers.rpartition(":")
        with socket.create_connection((host, int(port)), 10) as silent:
            b.create_topic("orders")  # by then the connection is there
            with blocking.Admin(b.bootstrap_servers) as admin:
                admin.list_topics()
                silent.settimeout(0.2)
                with pytest.raises(TimeoutError):
                    silent.recv(1)
                clock.advance(1)
                silent.settimeout(10)
                assert silent.recv(1) == b""


def test_a_consumer_that_waits_for_records_is_answered_by_real_time() -> None:
    with broker({"orders": 1}, clock=Clock()) as b, blocking.Consumer(b.bootstrap_servers) as consumer:
        consumer.assign([("orders", 0)])
        assert consumer.fetch(timeout=0.05) == []
        b.append("orders", b"one coffee")
        assert [record.value for records in consumer.fetch(timeout=10) for record in records] == [b"one coffee"]


def test_one_clock_moves_several_brokers_and_those_that_come_later() -> None:
    clock = Clock(START)
    with broker({"a": 1}, clock=clock) as first, broker({"a": 1}, clock=clock) as second:
        clock.advance(3600)
        second.restart()
        clock.advance(3600)
        first.append("a", b"")
        second.append("a", b"")
        expected = int((START + timedelta(hours=2)).timestamp() * 1000)
        assert [b.records("a")[0].timestamp for b in (first, second)] == [expected] * 2
    clock.advance(3600)  # nobody lives by it any more


def test_threads_move_it_together() -> None:
    clock = Clock(START)
    with broker(clock=clock):
        threads = [threading.Thread(target=clock.advance, args=(1,)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert clock.now() == START + timedelta(seconds=20)


def test_a_hook_cannot_move_the_clock_that_it_lives_by() -> None:
    clock, raised = Clock(), []

    class Impatient(BrokerHooks):
        def connection_opened(self, session: object) -> None:
            try:
                clock.advance(1)
            except RuntimeError as exc:
                raised.append(str(exc))

    with broker(clock=clock, hooks=[Impatient()]) as b, blocking.Admin(b.bootstrap_servers) as admin:
        admin.list_topics()
    assert set(raised) == {"this is the broker's own thread, which cannot wait for itself"}


def test_a_hook_that_tries_while_a_test_moves_it_holds_nobody_up() -> None:
    raised: list[str] = []
    is_moved = threading.Event()

    class Impatient(BrokerHooks):
        def connection_opened(self, session: object) -> None:
            assert is_moved.wait(20)
            try:
                clock.advance(1)
            except RuntimeError as exc:
                raised.append(str(exc))

    class Watched(Clock):
        def add(self, move: Any, thread: threading.Thread) -> None:
            def tell(by: float) -> Any:
                under_way = move(by)
                is_moved.set()
                return under_way

            super().add(tell, thread)

    clock = Watched()
    with broker(clock=clock, hooks=[Impatient()]) as b:
        address = ("127.0.0.1", int(b.bootstrap_servers.rpartition(":")[2]))
        with socket.create_connection(address, 10):
            mover = threading.Thread(target=clock.advance, args=(1,), daemon=True)
            mover.start()
            mover.join(20)
            assert not mover.is_alive()
    assert raised == ["this is the broker's own thread, which cannot wait for itself"]


def test_a_hook_of_one_broker_moves_none_of_the_others() -> None:
    clock, raised = Clock(START), []

    class Impatient(BrokerHooks):
        def connection_opened(self, session: object) -> None:
            try:
                clock.advance(3600)
            except RuntimeError:
                raised.append(True)

    with (
        broker(topics={"orders": 1}, clock=clock) as first,
        broker(clock=clock, hooks=[Impatient()]) as second,
        blocking.Admin(second.bootstrap_servers) as admin,
    ):
        admin.list_topics()
        first.append("orders", b"one coffee")
        assert [record.timestamp for record in first.records("orders")] == [int(START.timestamp() * 1000)]
    assert raised


def test_a_broker_of_ones_own_lives_by_a_manual_clock() -> None:
    async def main() -> None:
        clock = ManualClock()
        config = new_broker(transaction_abort_timed_out_transaction_cleanup_interval_ms=10_000).config
        async with Broker(config, files=MemoryFiles(), clock=clock) as one:
            producer = _open_transaction(one)
            clock.advance(61)
            await one.settled()
            found = one.node.transactions.get("till")
            assert found is not None
            assert found.state.label == "CompleteAbort"
            assert found.producer != producer

    asyncio.run(main())


def _open_transaction(one: Broker) -> tuple[int, int]:
    one.node.controller.create("orders", 1, {}, one.node.clock.time_ms())
    producer = one.node.transactions.init_producer("till", 60_000)
    one.node.transactions.add_partitions("till", producer, frozenset({("orders", 0)}))
    return producer
