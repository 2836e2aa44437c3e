"""What a reader is told of a damaged log: which partition, where, and what is wrong; and it is told within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.client.cluster import Cluster as ClientCluster
from kafkawire.client.consumer import Consumer
from kafkawire.client.consumer.ranges import read_range
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import CorruptBatch, KafkaError
from tests.client.scripted import Cluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.virtual_time import run

T0 = TP("t", 0)


def damaged(change: Callable[[bytearray], None], batch: int = 1) -> Cluster:
    """A cluster with 30 records in batches of 10, one batch of them changed."""
    cluster = Cluster({"t": 1})
    fill(cluster, "t", 0, 30)
    log = cluster.logs["t", 0]
    base, last, data = log.batches[batch]
    changed = bytearray(data)
    change(changed)
    log.batches[batch] = (base, last, bytes(changed))
    return cluster


def flip_last_byte(data: bytearray) -> None:
    data[-1] ^= 1


def break_magic(data: bytearray) -> None:
    data[16] = 9


def claim_too_much(data: bytearray) -> None:
    data[8] = 0x40


async def next_of_loop(c: Consumer) -> object:
    return await anext(aiter(c))


async def next_of_fetch(c: Consumer) -> object:
    return await c.fetch(timeout=60)


@pytest.mark.parametrize("read_on", [next_of_loop, next_of_fetch])
def test_a_wrong_checksum_is_raised_with_partition_offset_position_and_cause(read_on: Any) -> None:
    async def main() -> None:
        async with consumer(damaged(flip_last_byte), topics=["t"]) as c:
            await read(c, 10)
            with pytest.raises(
                CorruptBatch, match=r"^t-0 at offset 0: batch at position \d+, base offset 10: the CRC-32C"
            ):
                await read_on(c)

    run(main())


@pytest.mark.parametrize("read_on", [next_of_loop, next_of_fetch])
@pytest.mark.parametrize("change", [break_magic, claim_too_much])
def test_a_header_that_makes_no_sense_is_raised_after_all_that_comes_before_it(
    change: Callable[[bytearray], None], read_on: Any
) -> None:
    async def main() -> None:
        async with consumer(damaged(change), topics=["t"]) as c:
            assert await read(c, 10) == {T0: list(range(10))}
            with pytest.raises(CorruptBatch, match=r"^t-0 at offset 10: batch at position 0"):
                await read_on(c)

    run(main())


@pytest.mark.parametrize("code", [2, 56])
@pytest.mark.parametrize("read_on", [next_of_loop, next_of_fetch])
def test_a_broker_that_cannot_read_its_log_is_asked_again_but_not_for_ever(code: int, read_on: Any) -> None:
    async def main() -> None:
        cluster = damaged(flip_last_byte)
        async with consumer(cluster, topics=["t"]) as c:
            await c.fetch(max_records=1)
            c.seek(T0, 20)
            cluster.partition_faults[T0] = [code] * 1_000
            with pytest.raises(KafkaError, match=r"fetch of t-0 at offset 20$") as caught:
                await asyncio.wait_for(read_on(c), 60)
            assert caught.value.code == code
            # one more may have been under way for the position before the seek
            assert 10 <= 1_000 - len(cluster.partition_faults[T0]) <= 11
            cluster.partition_faults[T0] = []
            c.seek(T0, 20)
            assert await read(c, 10) == {T0: list(range(20, 30))}

    run(main())


@pytest.mark.parametrize("code", [2, 56])
def test_a_log_that_can_be_read_again_soon_is_no_error(code: int) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        for index in range(2):
            fill(cluster, "t", index, 10)
        cluster.partition_faults[T0] = [code] * 9
        async with consumer(cluster, topics=["t"]) as c:
            assert await read(c, 20) == {T0: list(range(10)), TP("t", 1): list(range(10))}

    run(main())


def reader_of(cluster: Cluster) -> tuple[ClientCluster, ConsumerOptions]:
    options = ConsumerOptions(default_api_timeout_ms=5_000)
    return ClientCluster("b1:9092", options, AioRuntime(cluster.network.dial)), options


@pytest.mark.parametrize("change", [flip_last_byte, break_magic, claim_too_much])
def test_a_range_says_where_the_damage_is(change: Callable[[bytearray], None]) -> None:
    async def main() -> None:
        cluster, options = reader_of(damaged(change))
        offsets: list[int] = []

        async def read_all() -> None:
            while len(offsets) < 30:
                piece = await read_range(cluster, options, T0, len(offsets), 30)
                offsets.extend(record.offset for record in piece.records())

        with pytest.raises(CorruptBatch, match=r"^t-0 at offset (0|10): batch at position \d+"):
            await read_all()
        assert offsets == list(range(len(offsets)))
        cluster.close()

    run(main())


@pytest.mark.parametrize("code", [2, 56])
def test_a_range_that_the_broker_cannot_read_ends_in_its_error(code: int) -> None:
    async def main() -> None:
        script = damaged(flip_last_byte)
        cluster, options = reader_of(script)
        script.partition_faults[T0] = [code] * 1_000
        with pytest.raises(KafkaError, match=r"fetch of t-0 at offset 3$"):
            await read_range(cluster, options, T0, 3, 30)
        cluster.close()

    run(main())
