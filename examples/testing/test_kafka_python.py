"""kafka-python, where a consumer joins its group and hears of a rebalance while it is polled."""

import pytest

kafka = pytest.importorskip("kafka")


class Given(kafka.ConsumerRebalanceListener):
    """Takes note of what the consumer was given, each time."""

    def __init__(self):
        self.partitions = []

    def on_partitions_revoked(self, revoked):
        pass

    def on_partitions_assigned(self, assigned):
        self.partitions.append(sorted(p.partition for p in assigned))


def consumer_of(broker, group, *topics):
    return kafka.KafkaConsumer(
        *topics,
        bootstrap_servers=broker.bootstrap_servers,
        group_id=group,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        heartbeat_interval_ms=100,
    )


def test_a_record_is_sent_again_until_the_leader_takes_it(orders):
    fault = orders.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
    producer = kafka.KafkaProducer(bootstrap_servers=orders.bootstrap_servers, retry_backoff_ms=10)
    producer.send("orders", b"one coffee", partition=0).get(10)
    (record,) = orders.wait_for_records("orders", 1)
    assert (record.value, fault.count) == (b"one coffee", 2)
    producer.close()


def test_a_consumer_reads_on_when_its_connection_broke(orders):
    orders.append("orders", b"one coffee")
    fault = orders.fail("Fetch", topic="orders", times=1, cut=60)
    consumer = consumer_of(orders, "cafe", "orders")
    assert (next(consumer).value, fault.count) == (b"one coffee", 1)
    consumer.close()


def test_a_group_shares_out_its_partitions_again(orders):
    given = Given()
    consumer = consumer_of(orders, "cafe")
    consumer.subscribe(["orders"], listener=given)
    while not consumer.assignment():
        consumer.poll(100)
    orders.wait_for_group("cafe", members=1)
    given.partitions.clear()
    orders.force_rebalance("cafe")
    while not given.partitions:
        consumer.poll(100)
    (member,) = orders.wait_for_group("cafe", members=1).members
    assert given.partitions == [[0, 1]]
    assert member.partitions == (("orders", 0), ("orders", 1))
    consumer.close()


def test_offsets_are_committed_when_the_order_is_done(orders):
    orders.append("orders", b"one coffee")
    consumer = consumer_of(orders, "cafe", "orders")
    assert next(consumer).value == b"one coffee"
    consumer.commit()
    assert orders.committed("cafe")["orders", 0] == 1
    consumer.close()


def test_a_transaction_that_takes_too_long_is_aborted(orders, kafka_clock):
    producer = kafka.KafkaProducer(
        bootstrap_servers=orders.bootstrap_servers, transactional_id="till", transaction_timeout_ms=60_000
    )
    producer.init_transactions()
    producer.begin_transaction()
    producer.send("orders", b"one coffee").get(10)
    kafka_clock.advance(61)
    with pytest.raises(kafka.errors.KafkaError):
        producer.commit_transaction()
    producer.close()
