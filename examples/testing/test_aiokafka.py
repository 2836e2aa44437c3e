"""aiokafka: its clients live in the event loop of the test, so what waits for them waits in a thread."""

import asyncio

import pytest

aiokafka = pytest.importorskip("aiokafka")


class Given(aiokafka.ConsumerRebalanceListener):
    """Takes note of what the consumer was given, each time."""

    def __init__(self):
        self.partitions = []
        self.twice = asyncio.Event()

    def on_partitions_revoked(self, revoked):
        pass

    def on_partitions_assigned(self, assigned):
        self.partitions.append(sorted(p.partition for p in assigned))
        if len(self.partitions) == 2:
            self.twice.set()


def consumer_of(broker, group, *topics):
    return aiokafka.AIOKafkaConsumer(
        *topics,
        bootstrap_servers=broker.bootstrap_servers,
        group_id=group,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        heartbeat_interval_ms=100,
    )


def test_a_record_is_sent_again_until_the_leader_takes_it(orders):
    async def main():
        fault = orders.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
        async with aiokafka.AIOKafkaProducer(
            bootstrap_servers=orders.bootstrap_servers, retry_backoff_ms=10
        ) as producer:
            await producer.send_and_wait("orders", b"one coffee", partition=0)
        (record,) = await asyncio.to_thread(orders.wait_for_records, "orders", 1)
        assert (record.value, fault.count) == (b"one coffee", 2)

    asyncio.run(main())


def test_a_consumer_reads_on_when_its_connection_broke(orders):
    async def main():
        orders.append("orders", b"one coffee")
        fault = orders.fail("Fetch", topic="orders", times=1, cut=60)
        async with consumer_of(orders, "cafe", "orders") as consumer:
            assert ((await consumer.getone()).value, fault.count) == (b"one coffee", 1)

    asyncio.run(main())


def test_a_group_shares_out_its_partitions_again(orders):
    async def main():
        given = Given()
        consumer = consumer_of(orders, "cafe")
        consumer.subscribe(["orders"], listener=given)
        async with consumer:
            await asyncio.to_thread(orders.wait_for_group, "cafe", members=1)
            orders.force_rebalance("cafe")
            await asyncio.wait_for(given.twice.wait(), 10)
            (member,) = (await asyncio.to_thread(orders.wait_for_group, "cafe", members=1)).members
        assert given.partitions == [[0, 1], [0, 1]]
        assert member.partitions == (("orders", 0), ("orders", 1))

    asyncio.run(main())


def test_offsets_are_committed_when_the_order_is_done(orders):
    async def main():
        orders.append("orders", b"one coffee")
        async with consumer_of(orders, "cafe", "orders") as consumer:
            assert (await consumer.getone()).value == b"one coffee"
            await consumer.commit()
        assert orders.committed("cafe")["orders", 0] == 1

    asyncio.run(main())


def test_a_transaction_that_takes_too_long_is_aborted(orders, kafka_clock):
    async def main():
        producer = aiokafka.AIOKafkaProducer(
            bootstrap_servers=orders.bootstrap_servers, transactional_id="till", transaction_timeout_ms=60_000
        )
        async with producer:
            await producer.begin_transaction()
            await producer.send_and_wait("orders", b"one coffee")
            await asyncio.to_thread(kafka_clock.advance, 61)
            with pytest.raises(aiokafka.errors.KafkaError):
                await producer.commit_transaction()

    asyncio.run(main())
