"""confluent-kafka, which does its work in threads of its own and calls back inside `poll`."""

import pytest

confluent_kafka = pytest.importorskip("confluent_kafka")


def consumer_of(broker, group):
    return confluent_kafka.Consumer(
        {
            "bootstrap.servers": broker.bootstrap_servers,
            "group.id": group,
            "auto.offset.reset": "earliest",
            "heartbeat.interval.ms": 100,
        }
    )


def test_a_record_is_sent_again_until_the_leader_takes_it(orders):
    fault = orders.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
    producer = confluent_kafka.Producer({"bootstrap.servers": orders.bootstrap_servers, "retry.backoff.ms": 10})
    producer.produce("orders", b"one coffee", partition=0)
    assert producer.flush(10) == 0
    (record,) = orders.wait_for_records("orders", 1)
    assert (record.value, fault.count) == (b"one coffee", 2)


def test_a_consumer_reads_on_when_its_connection_broke(orders):
    orders.append("orders", b"one coffee")
    fault = orders.fail("Fetch", topic="orders", times=1, cut=60)
    consumer = consumer_of(orders, "cafe")
    consumer.assign([confluent_kafka.TopicPartition("orders", 0, 0)])
    (message,) = consumer.consume(1, 10)
    assert (message.value(), fault.count) == (b"one coffee", 1)
    consumer.close()


def test_a_group_shares_out_its_partitions_again(orders):
    given = []

    def take_note(_consumer, partitions):
        given.append(sorted(p.partition for p in partitions))

    consumer = consumer_of(orders, "cafe")
    consumer.subscribe(["orders"], on_assign=take_note)
    while len(given) < 1:
        consumer.poll(0.1)
    orders.wait_for_group("cafe", members=1)
    orders.force_rebalance("cafe")
    while len(given) < 2:
        consumer.poll(0.1)
    (member,) = orders.wait_for_group("cafe", members=1).members
    assert given == [[0, 1], [0, 1]]
    assert member.partitions == (("orders", 0), ("orders", 1))
    consumer.close()


def test_offsets_are_committed_when_the_order_is_done(orders):
    orders.append("orders", b"one coffee")
    consumer = consumer_of(orders, "cafe")
    consumer.subscribe(["orders"])
    (message,) = consumer.consume(1, 10)
    consumer.commit(message, asynchronous=False)
    assert orders.committed("cafe") == {("orders", 0): 1}
    consumer.close()


def test_a_transaction_that_takes_too_long_is_aborted(orders, kafka_clock):
    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": orders.bootstrap_servers,
            "transactional.id": "till",
            "transaction.timeout.ms": 60_000,
            "message.timeout.ms": 60_000,
        }
    )
    producer.init_transactions(10)
    producer.begin_transaction()
    producer.produce("orders", b"one coffee")
    producer.flush(10)
    kafka_clock.advance(61)
    with pytest.raises(confluent_kafka.KafkaException) as raised:
        producer.commit_transaction(10)
    assert raised.value.args[0].fatal()
