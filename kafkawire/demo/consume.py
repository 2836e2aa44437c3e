"""Step two: the consumer reads everything back, and each record is compared with the source."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kafkawire.client import Consumer
from kafkawire.client.blocking import BlockingReader
from kafkawire.client.errors import TimedOut
from kafkawire.client.metadata import TopicPartition
from kafkawire.demo.compare import Comparison
from kafkawire.demo.errors import DemoFailed, RecordDiffers
from kafkawire.demo.flights import FlightRecord
from kafkawire.demo.produce import TOPIC
from kafkawire.errors import DecodeError

__all__ = ["Consumed", "consume", "find_damage"]

_AT_A_TIME = 10_000
_PATIENCE = 10.0  # seconds without a record after which the broker is not going to send more


@dataclass(frozen=True, slots=True)
class Consumed:
    """What came out, all of it compared. `payload_bytes`: keys and values; `seconds`: comparing included."""

    records: int
    payload_bytes: int
    seconds: float


async def consume(address: str, flights: Sequence[FlightRecord], advance: Callable[[int], None]) -> Consumed:
    """Read the topic as a group of one. Raises `DemoFailed` where it is not what was sent."""
    comparison = Comparison(TOPIC, flights)
    try:
        seconds = await _read_all(address, comparison, advance)
    except DecodeError as exc:
        found = "; ".join(find_damage(address))
        raise DemoFailed(f"the topic is damaged: {found or exc}") from exc
    comparison.finish()
    return Consumed(comparison.compared, comparison.payload_bytes, seconds)


async def _read_all(address: str, comparison: Comparison, advance: Callable[[int], None]) -> float:
    """Read and compare up to the end of the topic, then commit; returns how many seconds it took."""
    started = time.perf_counter()
    group = f"demo-{uuid.uuid4().hex[:12]}"  # a new one: it has to begin at the beginning
    consumer = Consumer(
        address, topics=[TOPIC], group_id=group, auto_offset_reset="earliest", allow_auto_create_topics=False
    )
    async with consumer:
        ends = await consumer.offsets_for_times(dict.fromkeys(await consumer.partitions(TOPIC), -1))
        while not _at_end(consumer.positions(), ends):
            parts = await consumer.fetch(_AT_A_TIME, timeout=_PATIENCE)
            if not parts and not _at_end(consumer.positions(), ends):
                raise RecordDiffers(f"the broker sends no more of {_unfinished(consumer.positions(), ends)}")
            for part in parts:
                comparison.check(part.partition, part.records)
            advance(sum(map(len, parts)))
        await consumer.commit()
        await _check_committed(consumer, ends)
    return time.perf_counter() - started


def _at_end(positions: dict[TopicPartition, int], ends: dict[TopicPartition, int]) -> bool:
    return all(positions.get(tp, 0) >= end for tp, end in ends.items())


def _unfinished(positions: dict[TopicPartition, int], ends: dict[TopicPartition, int]) -> str:
    """Which partitions are not read to their end, and where they stopped."""
    behind = {tp: positions.get(tp, 0) for tp, end in ends.items() if positions.get(tp, 0) < end}
    return ", ".join(f"{tp}, offset {position} on (it ends at {ends[tp]})" for tp, position in behind.items())


async def _check_committed(consumer: Consumer, ends: dict[TopicPartition, int]) -> None:
    """What the group has committed has to be where the partitions end."""
    committed = await consumer.committed(ends)
    if any(committed.get(tp, 0) != end for tp, end in ends.items()):
        raise DemoFailed(f"the group's offsets are {_listed(committed)}, but the topic ends at {_listed(ends)}")


def _listed(offsets: dict[TopicPartition, int]) -> str:
    return ", ".join(f"{tp}: {offset}" for tp, offset in sorted(offsets.items())) or "nothing"


def find_damage(address: str) -> list[str]:
    """Each batch of the topic that cannot be read: partition, offsets, and what is wrong with it."""
    with BlockingReader(address) as reader:
        partitions = reader.partitions(TOPIC)
        ends = reader.end_offsets(partitions)
        return [damage for tp in partitions for damage in _damage(reader, tp, ends[tp])]


def _damage(reader: BlockingReader, tp: TopicPartition, end: int) -> Iterator[str]:
    try:
        for piece in reader.fetch(tp, 0, end, timeout=_PATIENCE):
            for batch in piece.batches:
                try:
                    batch.records()
                except DecodeError as exc:
                    yield f"{tp}, up to offset {batch.last_offset}: {exc}"
    except (DecodeError, TimedOut) as exc:  # not even the place where the next batch begins is known
        yield str(exc)
