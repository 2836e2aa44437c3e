from __future__ import annotations

import asyncio
import random
from typing import Any
from unittest.mock import patch

import pytest

from kafkawire import ApiKey
from kafkawire.client.errors import (
    BrokersUnavailable,
    BufferFull,
    ClientClosed,
    DeliveryTimedOut,
    InvalidOption,
    RecordTooLarge,
)
from kafkawire.client.partitioner import partition_for_key
from kafkawire.client.producer import Producer, RecordMetadata
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError, ValueOutOfRange
from kafkawire.records import read_batches
from tests.client.scripted import LOSE_ANSWER, LOSE_REQUEST, SILENCE, Cluster
from tests.client.virtual_time import run


def producer(cluster: Cluster, **options: Any) -> Producer:
    return Producer("b1:9092", runtime=AioRuntime(cluster.network.dial), **options)


def produced(cluster: Cluster) -> list[Any]:
    return [request for _, _, _, request in cluster.seen(ApiKey.PRODUCE)]


def epochs(cluster: Cluster) -> list[int]:
    """The epochs that t-0 has batches of; all are of one producer id."""
    batches = [batch for _, _, data in cluster.logs["t", 0].batches for batch in read_batches(data)]
    assert len({batch.producer_id for batch in batches}) == 1
    return sorted({batch.producer_epoch for batch in batches})


def test_a_record_arrives_whole_and_its_delivery_says_where() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            p.send("t", b"first")
            delivery = p.send("t", b"value", key=b"key", headers=[("h", b"1"), ("h", None)], timestamp_ms=1234)
            assert not delivery.done
            assert await delivery == RecordMetadata("t", 0, 1, 1234)
            assert delivery.done
        (batch,) = read_batches(cluster.logs["t", 0].batches[0][2])
        record = list(batch)[1]
        assert (record.key, record.value, record.timestamp) == (b"key", b"value", 1234)
        assert list(record.headers) == [("h", b"1"), ("h", None)]

    run(main())


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_batches_are_compressed_as_asked(compression: str) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, compression_type=compression) as p:
            for _ in range(100):
                p.send("t", b"the same again")
        (_, _, data) = cluster.logs["t", 0].batches[0]
        (batch,) = read_batches(data)
        assert batch.compression == compression
        assert [record.value for record in batch] == [b"the same again"] * 100

    run(main())


def test_keys_go_where_javas_client_sends_them() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 7})
        async with producer(cluster) as p:
            keys = [b"key-%d" % i for i in range(50)]
            places = [(await p.send("t", b"", key=key)).partition for key in keys]
        assert places == [partition_for_key(key, 7) for key in keys]

    run(main())


def test_a_partition_or_a_partitioner_of_ones_own_comes_first() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 5})
        async with producer(cluster, partitioner=lambda topic, key, count: count - 1) as p:
            assert (await p.send("t", b"", key=b"k")).partition == 4
            assert (await p.send("t", b"", key=b"k", partition=2)).partition == 2
            with pytest.raises(InvalidOption, match="partitions 0 to 4, and no 5"):
                p.send("t", b"", partition=5)

    run(main())


def test_records_without_key_fill_one_batch_at_a_time() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 4})
        async with producer(cluster, batch_size=1000) as p:
            await p.send("t", b"")
            for _ in range(40):
                p.send("t", bytes(100))
        sizes = [last - base + 1 for log in cluster.logs.values() for base, last, _ in log.batches]
        assert len(sizes) <= 8  # 7 records fit into a batch; spread one by one there would be far more
        assert sum(1 for log in cluster.logs.values() if log.batches) > 1

    run(main())


def test_linger_is_how_long_a_lonely_record_waits() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1}), linger_ms=250) as p:
            await p.send("t", b"")  # brings metadata and producer id
            started = asyncio.get_running_loop().time()
            await p.send("t", b"")
            assert asyncio.get_running_loop().time() - started == pytest.approx(0.25)

    run(main())


def test_a_full_batch_does_not_linger() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1}), linger_ms=60_000, batch_size=500) as p:
            deliveries = [p.send("t", bytes(200)) for _ in range(3)]
            started = asyncio.get_running_loop().time()
            await deliveries[0]
            assert asyncio.get_running_loop().time() - started < 1
            assert not deliveries[2].done

    run(main())


def test_one_request_carries_many_partitions() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 5})
        async with producer(cluster) as p:
            for index in range(5):
                p.send("t", b"x", partition=index)
            await p.flush()
            (request,) = produced(cluster)
            assert sorted(part.index for part in request.topic_data[0].partition_data) == [0, 1, 2, 3, 4]

    run(main())


def test_a_request_stays_below_max_request_size() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 5})
        async with producer(cluster, max_request_size=2_000) as p:
            for index in range(5):
                p.send("t", bytes(900), partition=index)
            await p.flush()
            counts = [len(request.topic_data[0].partition_data) for request in produced(cluster)]
            assert sum(counts) == 5
            assert max(counts) == 2

    run(main())


def test_up_to_five_batches_of_a_partition_are_on_their_way() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, batch_size=200) as p:
            await p.send("t", b"")
            cluster.faults[ApiKey.PRODUCE] = [SILENCE] * 5
            for _ in range(10):
                p.send("t", bytes(150))
            p._accumulator.close_all()
            await asyncio.sleep(1)
            assert len(produced(cluster)) == 1 + 1  # a session serves one at a time; the rest waits at the broker
            (queue,) = p._accumulator.active
            assert len(queue.in_flight) == 5
            cluster.faults.clear()

    run(main())


def test_without_idempotence_there_is_one_on_its_way() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, batch_size=200, acks=1) as p:
            await p.send("t", b"")
            for _ in range(10):
                p.send("t", bytes(150))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            (queue,) = p._accumulator.active
            assert len(queue.in_flight) <= 1
            await p.flush()
        (batch, *_) = read_batches(cluster.logs["t", 0].batches[0][2])
        assert batch.producer_id == -1
        assert not cluster.seen(ApiKey.INIT_PRODUCER_ID)

    run(main())


def test_brokers_without_producer_ids_get_plain_batches() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.apis.discard(ApiKey.INIT_PRODUCER_ID)
        async with producer(cluster) as p:
            await p.send("t", b"x")
        (batch,) = read_batches(cluster.logs["t", 0].batches[0][2])
        assert batch.producer_id == -1

    run(main())


def test_acks_0_is_done_when_it_is_written_and_has_no_offset() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, acks=0) as p:
            assert (await p.send("t", b"x")).offset == -1
            await asyncio.sleep(0.1)
        assert cluster.logs["t", 0].values() == [b"x"]

    run(main())


@pytest.mark.parametrize("fault", [LOSE_REQUEST, LOSE_ANSWER, SILENCE, 6, 7, 19])
@pytest.mark.parametrize("options", [{}, {"batch_size": 200}])
def test_a_retry_loses_nothing_repeats_nothing_and_keeps_the_order(fault: object, options: dict[str, int]) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, **options) as p:
            await p.send("t", b"-1")
            cluster.faults[ApiKey.PRODUCE] = [fault]
            deliveries = [p.send("t", b"%d" % i) for i in range(50)]
            results = [await delivery for delivery in deliveries]
        assert cluster.logs["t", 0].values() == [b"%d" % i for i in range(-1, 50)]
        assert [result.offset for result in results] == list(range(1, 51))

    run(main())


def test_a_moved_leader_is_followed() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1}, brokers=2)
        async with producer(cluster) as p:
            await p.send("t", b"1")
            cluster.logs["t", 0].leader = 2
            await p.send("t", b"2")
        assert [node for node, _, _, _ in cluster.seen(ApiKey.PRODUCE)] == [1, 1, 2]

    run(main())


def test_an_error_that_stays_reaches_the_delivery_and_flush_does_not_repeat_it() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            cluster.faults[ApiKey.PRODUCE] = [87]
            delivery = p.send("t", b"x")
            with pytest.raises(KafkaError, match="INVALID_RECORD"):
                await delivery
            await p.flush()

    run(main())


def test_an_error_that_nobody_awaited_is_raised_by_flush_once() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            cluster.faults[ApiKey.PRODUCE] = [29]
            p.send("t", b"x")
            with pytest.raises(KafkaError, match="TOPIC_AUTHORIZATION_FAILED"):
                await p.flush()
            await p.flush()

    run(main())


def test_leaving_the_block_tells_of_records_that_were_not_written() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})

        async def work() -> None:
            async with producer(cluster) as p:
                cluster.faults[ApiKey.PRODUCE] = [29]
                p.send("t", b"x")

        with pytest.raises(KafkaError, match="TOPIC_AUTHORIZATION_FAILED"):
            await work()

    run(main())


def test_after_a_batch_was_given_up_the_next_ones_go_in_a_new_epoch() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, batch_size=200) as p:
            await p.send("t", b"0")
            cluster.faults[ApiKey.PRODUCE] = [10]
            refused = p.send("t", bytes(150))
            rest = [p.send("t", b"%d" % i) for i in range(1, 40)]
            with pytest.raises(KafkaError, match="MESSAGE_TOO_LARGE"):
                await refused
            for delivery in rest:
                await delivery
        assert cluster.logs["t", 0].values() == [b"%d" % i for i in range(40)]
        assert epochs(cluster) == [0, 1]

    run(main())


def test_a_broker_that_forgot_the_producer_gets_a_new_epoch() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            await p.send("t", b"0")
            cluster.faults[ApiKey.PRODUCE] = [59]
            await p.send("t", b"1")
        assert cluster.logs["t", 0].values() == [b"0", b"1"]
        assert epochs(cluster) == [0, 1]

    run(main())


def test_delivery_timeout_ends_the_waiting_while_brokers_are_away() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, delivery_timeout_ms=10_000) as p:
            await p.send("t", b"0")
            cluster.stop(1)
            loop = asyncio.get_running_loop()
            started = loop.time()
            with pytest.raises(DeliveryTimedOut, match="t-0: no acknowledgement within 10 s"):
                await p.send("t", b"1")
            assert loop.time() - started == pytest.approx(10, abs=0.1)
            cluster.start(1)
            await p.send("t", b"2")
        assert cluster.logs["t", 0].values() == [b"0", b"2"]

    run(main())


def test_records_for_a_topic_that_comes_to_be_are_kept_until_then() -> None:
    async def main() -> None:
        cluster = Cluster({})
        cluster.create_on_demand = True
        async with producer(cluster) as p:
            deliveries = [p.send("new", b"%d" % i, key=b"k") for i in range(5)]
            assert [(await delivery).offset for delivery in deliveries] == [0, 1, 2, 3, 4]
        assert p.buffered == 0

    run(main())


def test_records_for_a_topic_that_does_not_exist_fail_in_time() -> None:
    async def main() -> None:
        async with producer(Cluster({}), max_block_ms=3_000) as p:
            deliveries = [p.send("nowhere", b"x") for _ in range(3)]
            for delivery in deliveries:
                with pytest.raises(KafkaError, match="UNKNOWN_TOPIC_OR_PARTITION"):
                    await delivery
            assert p.buffered == 0
            with pytest.raises(KafkaError, match="UNKNOWN_TOPIC_OR_PARTITION"):  # asked anew
                await p.send("nowhere", b"x")

    run(main())


def test_a_parked_record_for_a_partition_that_does_not_exist_fails_alone() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1})) as p:
            bad, good = p.send("t", b"x", partition=7), p.send("t", b"y", partition=0)
            assert (await good).offset == 0
            with pytest.raises(InvalidOption, match="and no 7"):
                await bad

    run(main())


def test_send_refuses_what_does_not_fit_into_the_buffer_and_drain_waits_for_room() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1}), buffer_memory=10_000) as p:
            for _ in range(9):
                p.send("t", bytes(1_000))
            with pytest.raises(BufferFull, match=r"await drain\(\) first"):
                p.send("t", bytes(1_000))
            await p.drain()
            assert p.buffered <= 5_000
            await p.send("t", bytes(1_000))

    run(main())


def test_drain_lets_the_sender_run_in_a_loop_that_never_waits() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1}), buffer_memory=100_000, batch_size=1_000) as p:
            for _ in range(2_000):
                await p.drain()
                p.send("t", bytes(500))

    run(main())


def test_drain_lets_responses_in_once_a_batch_waits_for_them_and_costs_nothing_before() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.faults[ApiKey.PRODUCE] = [SILENCE]

        async def lets_others_run(p: Producer) -> bool:
            others: list[None] = []
            asyncio.get_running_loop().call_soon(others.append, None)
            await p.drain()
            return bool(others)

        settings = {"batch_size": 300, "linger_ms": 60_000, "max_in_flight_requests_per_connection": 1}
        async with producer(cluster, **settings) as p:
            p.send("t", bytes(200))
            await asyncio.sleep(1)
            p.send("t", bytes(200))  # the first batch is full and on its way
            assert not await lets_others_run(p)
            p.send("t", bytes(200))  # the second one is full and has to wait
            assert await lets_others_run(p)
            assert not await lets_others_run(p)

    run(main())


def test_a_record_that_is_too_large_is_refused_at_once() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1}), max_request_size=5_000) as p:
            with pytest.raises(RecordTooLarge, match="max_request_size is 5000"):
                p.send("t", bytes(5_000))
            with pytest.raises(RecordTooLarge):
                p.send("t", b"", headers=[("h", bytes(5_000))])

    run(main())


def test_what_no_record_can_hold_leaves_the_batch_as_it_was() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            await p.send("t", b"1")
            for _ in range(2):  # into a new batch, then into an open one
                with pytest.raises(ValueOutOfRange):
                    p.send("t", "text")  # type: ignore[arg-type]
                p.send("t", b"2")
            await p.flush()
        assert cluster.logs["t", 0].values() == [b"1", b"2", b"2"]

    run(main())


def test_cancelling_one_who_waits_does_not_touch_the_others() -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 1})) as p:
            one, two = p.send("t", b"1"), p.send("t", b"2")
            waiting = asyncio.ensure_future(one)
            await asyncio.sleep(0)
            waiting.cancel()
            assert (await two).offset == 1
            assert (await one).offset == 0

    run(main())


def test_a_closed_producer_takes_nothing() -> None:
    async def main() -> None:
        p = producer(Cluster({"t": 1}))
        with pytest.raises(ClientClosed):
            p.send("t", b"x")
        async with p:
            pass
        with pytest.raises(ClientClosed):
            p.send("t", b"x")
        await p.close()

    run(main())


def test_a_producer_without_brokers_says_so_in_time_and_leaves_nothing_behind() -> None:
    async def main() -> None:
        p = Producer("b9:9092", runtime=AioRuntime(Cluster({}).network.dial), default_api_timeout_ms=1_000)
        with pytest.raises(BrokersUnavailable, match="b9:9092"):
            await p.start()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


@pytest.mark.parametrize("seed", range(25))
def test_faults_lose_nothing_repeat_nothing_and_keep_the_order(seed: int) -> None:
    """Lost requests, lost answers, silence, errors, moving leaders; every acknowledged record once and in order."""
    chance = random.Random(seed)

    async def main() -> None:
        cluster = Cluster({"t": 3}, brokers=3)
        kinds = [LOSE_REQUEST, LOSE_ANSWER, LOSE_ANSWER, SILENCE, 6, 7, 19, None, None, None]
        async with producer(cluster, batch_size=300, linger_ms=chance.choice([0, 5]), request_timeout_ms=2_000) as p:
            for i in range(300):
                if chance.random() < 0.1:
                    cluster.faults[ApiKey.PRODUCE].append(chance.choice(kinds))
                if chance.random() < 0.02:
                    cluster.logs["t", chance.randrange(3)].leader = chance.randrange(1, 4)
                if chance.random() < 0.05:
                    await asyncio.sleep(chance.random() * 0.05)
                p.send("t", b"%d" % i, partition=i % 3)
            await p.flush()
        for index in range(3):
            assert cluster.logs["t", index].values() == [b"%d" % i for i in range(index, 300, 3)]

    run(main())


def test_a_batch_given_up_does_not_make_another_partition_repeat_what_was_written() -> None:
    """The answer for t-1 is lost while t-0 gives a batch up: only its old number tells that t-1 has its batch."""

    async def main() -> None:
        cluster = Cluster({"t": 2}, brokers=2)
        async with producer(cluster, retry_backoff_ms=1_000) as p:
            first = [await p.send("t", b"0", partition=index) for index in range(2)]
            assert [result.offset for result in first] == [0, 0]
            cluster.faults[ApiKey.PRODUCE] = [LOSE_ANSWER, 87]
            again = p.send("t", b"1", partition=1)
            await asyncio.sleep(0.1)
            refused = p.send("t", b"bad", partition=0)
            with pytest.raises(KafkaError, match="INVALID_RECORD"):
                await refused
            after = p.send("t", b"1", partition=0)
            assert (await again).offset in (1, -1)
            assert (await after).offset == 1
        assert [cluster.logs["t", index].values() for index in range(2)] == [[b"0", b"1"]] * 2

    run(main())


def test_what_follows_a_batch_that_was_given_up_may_be_written_already() -> None:
    """Both answers get lost, and the time of the first batch is over before it can go out again."""

    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, batch_size=100, retry_backoff_ms=2_000, delivery_timeout_ms=10_000) as p:
            await p.send("t", b"0")
            answer = asyncio.Event()

            async def answered_late(node: int, version: int, request: Any) -> Any:
                response = cluster._produce(node, version, request)
                await answer.wait()  # the connection is lost first
                return response

            with patch.object(cluster, "answer", answered_late):
                first, second = p.send("t", b"1" * 60), p.send("t", b"2" * 60)
                p._accumulator.close_all()
                p._sender.pump()
                await asyncio.sleep(0.1)
                (queue,) = p._accumulator.active
                assert len(queue.in_flight) == 2
                for batch in queue.in_flight:
                    cluster.logs["t", 0].append(batch.data or b"")
                queue.in_flight[0].created_at -= 9
                cluster.stop(1)
            await asyncio.sleep(1.5)
            cluster.start(1)
            with pytest.raises(DeliveryTimedOut):
                await first
            await second
        assert cluster.logs["t", 0].values() == [b"0", b"1" * 60, b"2" * 60]

    run(main())


def test_the_first_batch_of_a_partition_goes_alone() -> None:
    """A broker takes any sequence number from a producer that it has not seen, so none may overtake the first."""

    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, batch_size=100) as p:
            cluster.faults[ApiKey.PRODUCE] = [SILENCE]
            for _ in range(5):
                p.send("t", bytes(60))
            await asyncio.sleep(1)
            (queue,) = p._accumulator.active
            assert len(queue.in_flight) == 1
            cluster.faults.clear()

    run(main())
