"""Fetches of clients that know neither record batches nor zstd. Apache Kafka 3.9.2 has answered so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire.broker.log.partition import PartitionLog
from kafkawire.error_code import ErrorCode
from kafkawire.records import read_batches
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker


def run(body: Callable[[PartitionLog, Wire], Awaitable[None]], **options: str) -> None:
    async def main() -> None:
        async with new_broker() as broker, asyncio.timeout(10):
            log = broker.node.controller.create("t", 1, options, NOW_MS).logs[0]
            try:
                await body(log, await Wire.to(broker))
            finally:
                await Wire.close_all()

    asyncio.run(main())


async def fetched(wire: Wire, offset: int, version: int, size: int = 1 << 20) -> Any:
    response = await wire.ask(fetch_request("t", offset, partition_max_bytes=size), version)
    return response.responses[0].partitions[0]


def values(part: Any) -> list[bytes | None]:
    return [record.value for batch in read_batches(part.records) for record in batch]


def test_a_batch_above_the_limit_is_handed_out_from_version_3_on() -> None:
    async def body(log: PartitionLog, wire: Wire) -> None:
        log.append(batch_of(b"x" * 1000), NOW_MS)
        for version in range(5):
            part = await fetched(wire, 0, version, size=600)
            assert (part.error_code, part.high_watermark, bool(part.records)) == (0, 1, version >= 3)

    run(body)


@pytest.mark.parametrize("version", range(4))
@pytest.mark.parametrize("more", [1, 11, 17, 60])
def test_a_batch_that_the_limit_cuts_is_left_out(version: int, more: int) -> None:
    async def body(log: PartitionLog, wire: Wire) -> None:
        first = batch_of(b"first")
        log.append(first, NOW_MS)
        log.append(batch_of(b"second"), NOW_MS)
        part = await fetched(wire, 0, version, size=len(first) + more)
        assert (part.error_code, values(part)) == (0, [b"first"])

    run(body)


@pytest.mark.parametrize("version", range(4))
def test_what_comes_before_a_batch_that_cannot_be_read_is_handed_out(version: int) -> None:
    async def body(log: PartitionLog, wire: Wire) -> None:
        for number, codec in enumerate(["gzip", None, "zstd"]):
            log.append(batch_of(b"%d" % number, compression=codec), NOW_MS)
        assert values(await fetched(wire, 0, version)) == [b"0"]
        assert values(await fetched(wire, 1, version)) == [b"1"]
        part = await fetched(wire, 2, version)
        assert (part.error_code, part.records) == (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, None)

    run(body)


def test_a_topic_that_is_stored_with_zstd_is_for_version_10_and_later() -> None:
    async def body(log: PartitionLog, wire: Wire) -> None:
        log.append(batch_of(b"x"), NOW_MS)
        for version in (3, 4, 9, 10):
            part = await fetched(wire, 0, version)
            error = 0 if version >= 10 else ErrorCode.UNSUPPORTED_COMPRESSION_TYPE
            assert (part.error_code, part.high_watermark, bool(part.records)) == (error, -1 if error else 1, not error)

    run(body, **{"compression.type": "zstd"})


def test_what_expands_without_end_is_not_converted() -> None:
    async def body(log: PartitionLog, wire: Wire) -> None:
        log.append(batch_of(bytes(33 << 20), compression="gzip"), NOW_MS)
        part = await fetched(wire, 0, 3)
        assert (part.error_code, part.records) == (ErrorCode.CORRUPT_MESSAGE, b"")

    run(body)
