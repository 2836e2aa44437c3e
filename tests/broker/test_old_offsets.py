"""ListOffsets v0, as clients of 0.8 to 0.10 ask: offsets are starts of segments, and the end."""

from __future__ import annotations

import asyncio

import pytest

from kafkawire.broker.api.handlers.list_offsets import offsets_before
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ListOffsetsRequest
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from tests.broker.wire import NOW_MS, Wire, batch_of, new_broker

LATEST, EARLIEST = -1, -2


def three_segments(log: PartitionLog) -> PartitionLog:
    """Offsets 0 to 3, each in a segment of its own; each a second younger than the one before, but for the last."""
    for number in range(3):
        log.append(batch_of(b"x" * 60, timestamp=NOW_MS + 1000 * number), NOW_MS)
    log.append(batch_of(b"x" * 60, timestamp=NOW_MS + 2000), NOW_MS)
    return log


@pytest.mark.parametrize(
    ("timestamp", "most", "offsets"),
    [
        (LATEST, 1, [4]),
        (LATEST, 3, [4, 3, 2]),
        (LATEST, 9, [4, 3, 2, 1, 0]),
        (LATEST, 0, []),
        (EARLIEST, 1, [0]),
        (EARLIEST, 9, [0]),
        (NOW_MS - 1, 9, []),
        (NOW_MS, 9, [0]),
        (NOW_MS + 1999, 9, [1, 0]),
        (NOW_MS + 9000, 2, [4, 3]),
    ],
)
def test_offsets_are_starts_of_segments_and_the_end(timestamp: int, most: int, offsets: list[int]) -> None:
    async def main() -> None:
        async with new_broker(log_segment_bytes=140) as broker:
            log = three_segments(broker.node.controller.create("t", 1, {}, NOW_MS).logs[0])
            assert [segment.base_offset for segment in log.segments] == [0, 1, 2, 3]
            assert offsets_before(log, timestamp, most, NOW_MS + 9000, by_consumer=True) == offsets

    asyncio.run(main())


def test_an_empty_log_and_one_that_was_shortened() -> None:
    async def main() -> None:
        async with new_broker() as broker:
            log = broker.node.controller.create("t", 1, {}, NOW_MS).logs[0]
            assert offsets_before(log, LATEST, 5, NOW_MS, by_consumer=True) == [0]
            log.append(batch_of(b"a", b"b", b"c"), NOW_MS)
            log.delete_before(2)
            assert offsets_before(log, LATEST, 5, NOW_MS, by_consumer=True) == [3, 2]
            assert offsets_before(log, EARLIEST, 5, NOW_MS, by_consumer=True) == [2]

    asyncio.run(main())


def test_version_0_is_served() -> None:
    async def main() -> None:
        async with new_broker() as broker, asyncio.timeout(20):
            log = broker.node.controller.create("t", 1, {}, NOW_MS).logs[0]
            log.append(batch_of(b"a", b"b"), NOW_MS)
            wire = await Wire.to(broker)
            wanted = [
                ListOffsetsPartition(partition_index=0, timestamp=LATEST, max_num_offsets=2),
                ListOffsetsPartition(partition_index=7, timestamp=LATEST),
            ]
            answer = await wire.ask(
                ListOffsetsRequest(replica_id=-1, topics=[ListOffsetsTopic(name="t", partitions=wanted)]), 0
            )
            found = [(part.error_code, list(part.old_style_offsets)) for part in answer.topics[0].partitions]
            assert found == [(ErrorCode.NONE, [2, 0]), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, [])]
            await Wire.close_all()

    asyncio.run(main())
