"""The client that comes with kafkawire, once without asyncio and once with it."""

import asyncio

import pytest

from kafkawire.client import Consumer, Producer, ProducerFenced, blocking


def test_a_record_is_sent_again_until_the_leader_takes_it(orders):
    fault = orders.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
    with blocking.Producer(orders.bootstrap_servers, retry_backoff_ms=10) as producer:
        producer.send("orders", b"one coffee", partition=0)
    (record,) = orders.wait_for_records("orders", 1)
    assert (record.value, fault.count) == (b"one coffee", 2)


def test_a_consumer_reads_on_when_its_connection_broke(orders):
    orders.append("orders", b"one coffee")
    fault = orders.fail("Fetch", topic="orders", times=1, cut=60)
    with blocking.Consumer(orders.bootstrap_servers) as consumer:
        consumer.assign([("orders", 0)])
        consumer.seek_to_beginning()
        assert (next(iter(consumer)).value, fault.count) == (b"one coffee", 1)


def test_a_group_shares_out_its_partitions_again(orders):
    given = []
    options = {"group_id": "cafe", "heartbeat_interval_ms": 100, "on_assigned": given.append}
    with blocking.Consumer(orders.bootstrap_servers, topics=["orders"], **options) as consumer:
        while len(given) < 1:
            consumer.fetch(timeout=0.1)
        orders.wait_for_group("cafe", members=1)
        orders.force_rebalance("cafe")
        while len(given) < 2:
            consumer.fetch(timeout=0.1)
        (member,) = orders.wait_for_group("cafe", members=1).members
    assert given == [[("orders", 0), ("orders", 1)]] * 2
    assert member.partitions == (("orders", 0), ("orders", 1))


def test_a_group_of_the_new_protocol_comes_to_its_next_epoch(orders):
    options = {"group_id": "cafe", "group_protocol": "consumer"}
    with blocking.Consumer(orders.bootstrap_servers, topics=["orders"], **options) as consumer:
        while not consumer.assignment:
            consumer.fetch(timeout=0.1)
        before = orders.wait_for_group("cafe", members=1)
        orders.force_rebalance("cafe")
        while (after := orders.group("cafe")).state != "Stable":
            consumer.fetch(timeout=0.1)
        assert after.epoch == before.epoch + 1
        assert after.members == before.members


def test_offsets_are_committed_when_the_order_is_done(orders):
    orders.append("orders", b"one coffee")
    with blocking.Consumer(
        orders.bootstrap_servers, topics=["orders"], group_id="cafe", auto_offset_reset="earliest"
    ) as consumer:
        assert next(iter(consumer)).value == b"one coffee"
        consumer.commit()
        assert orders.committed("cafe")["orders", 0] == 1


def test_a_transaction_that_takes_too_long_is_aborted(orders, kafka_clock):
    def dawdle(producer):
        with producer.transaction():
            producer.send("orders", b"one coffee").result()
            kafka_clock.advance(61)

    options = {"transactional_id": "till", "transaction_timeout_ms": 60_000}
    with blocking.Producer(orders.bootstrap_servers, **options) as producer, pytest.raises(ProducerFenced):
        dawdle(producer)


def test_the_same_inside_an_event_loop(orders, kafka_clock):
    async def main():
        fault = orders.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
        async with Producer(orders.bootstrap_servers, retry_backoff_ms=10) as producer:
            await producer.send("orders", b"one coffee", partition=0)
        options = {"group_id": "cafe", "session_timeout_ms": 45_000, "auto_offset_reset": "earliest"}
        async with Consumer(orders.bootstrap_servers, topics=["orders"], **options) as consumer:
            async for record in consumer:
                assert (record.value, fault.count) == (b"one coffee", 2)
                break
            await asyncio.to_thread(orders.wait_for_group, "cafe", members=1)
            await asyncio.to_thread(kafka_clock.advance, 46)
            assert orders.group_members("cafe") == []

    asyncio.run(main())
