"""Record batches in messages that pass: looked at one by one, and their records rewritten where somebody wants that.

Whatever a rewritten batch says of itself stays: offsets, producer id, epoch and sequence, timestamps, codec, whether it
is part of a transaction. Only length, checksum and records are new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast
from uuid import UUID

from kafkawire.errors import ValueOutOfRange
from kafkawire.message import Buffer, Message
from kafkawire.records import LegacyBatch, Record, RecordBatch, read_batches, write_batch
from kafkawire.records.encode import Row
from kafkawire.spec import paths_of
from kafkawire.wire import ZERO_UUID

__all__ = ["PassingBatch", "PassingPartition", "batches_of", "partitions_of"]

_TOPIC, _PARTITION = ("name", "topic"), ("index", "partition_index")
_SNAPSHOT = "unaligned_records"  # a stretch of a snapshot file, in which a batch may begin anywhere


class PassingBatch:
    """A batch of one partition. `batch` has its header, its records and, for filters that need speed, its columns.

    `topic` is the name that the message has; where it says an id instead, that is in `topic_id`.
    """

    __slots__ = ("batch", "data", "partition", "topic", "topic_id")

    def __init__(self, batch: RecordBatch | LegacyBatch, topic: str, topic_id: UUID, partition: int) -> None:
        self.batch = batch
        self.topic = topic
        self.topic_id = topic_id
        self.partition = partition
        self.data: bytes | None = None
        """What passes in its place, once it is rewritten."""

    def __iter__(self) -> Iterator[Record]:
        """The records. Raises `DecodeError`."""
        return iter(self.batch)

    @property
    def is_control(self) -> bool:
        """Whether it ends a transaction or the like, and holds nothing of an application's."""
        return self.batch.is_control

    def rewrite(self, change: Callable[[Record], Record]) -> None:
        """Have each record replaced by what `change` gives for it, which may be the same object. Raises `DecodeError`.

        Records keep their number, and their offsets. A control batch stays as it is.
        """
        if self.is_control:
            return
        before = list(self.batch)
        offsets = [record.offset for record in before]
        after = [change(record) for record in before]
        if [record.offset for record in after] != offsets:
            raise ValueOutOfRange("a record that is rewritten keeps its offset")
        self.replace(after)

    def replace(self, records: Sequence[Record] | Sequence[Row]) -> None:
        """Have these records take the place of its own: objects, or rows for filters that need speed.

        They are as many as before and have the offsets from before. Raises `ValueOutOfRange`.
        """
        self.data = _rewritten(self.batch, records)


class PassingPartition:
    """The records of one partition in a message. Iterating gives its batches, which pass unless they are rewritten.

    `topic` is the name that the message has; where it says an id instead, that is in `topic_id`. `struct` is the part
    of the message that holds the records.
    """

    __slots__ = ("_attr", "partition", "struct", "topic", "topic_id")

    def __init__(self, struct: Any, attr: str, topic: str, topic_id: UUID) -> None:
        self.struct = struct
        self._attr = attr
        self.topic = topic
        self.topic_id = topic_id
        self.partition: int = _first(struct, _PARTITION, -1)

    @property
    def data(self) -> Buffer:
        """The batches as bytes."""
        return getattr(self.struct, self._attr) or b""

    @data.setter
    def data(self, value: Buffer) -> None:
        setattr(self.struct, self._attr, value)

    def __iter__(self) -> Iterator[PassingBatch]:
        """The batches. What was rewritten is in the message once they have been gone through. Raises `DecodeError`."""
        data, found = self.data, list[PassingBatch]()
        try:
            for batch in read_batches(data):
                found.append(PassingBatch(batch, self.topic, self.topic_id, self.partition))
                yield found[-1]
        finally:
            if any(one.data is not None for one in found):
                self.data = _together(data, found)


def _rewritten(batch: RecordBatch | LegacyBatch, records: Any) -> bytes:
    if isinstance(batch, LegacyBatch):
        kind, newest = batch.timestamp_type, batch.max_timestamp
        return write_batch(
            records, magic=batch.magic, compression=batch.codec, timestamp_type=kind, max_timestamp=newest
        )
    return write_batch(
        records,
        compression=batch.codec,
        base_offset=batch.base_offset,
        last_offset=batch.last_offset,
        partition_leader_epoch=batch.partition_leader_epoch,
        producer_id=batch.producer_id,
        producer_epoch=batch.producer_epoch,
        base_sequence=batch.base_sequence,
        is_transactional=batch.is_transactional,
        timestamp_type=batch.timestamp_type,
        base_timestamp=batch.base_timestamp,
        max_timestamp=batch.max_timestamp,
        delete_horizon=batch.delete_horizon,
    )


def partitions_of(message: Message) -> Iterator[PassingPartition]:
    """The partitions of a message that have a place for records."""
    for path in paths_of(type(message), "records"):
        *above, field = path.fields
        if field.attr == _SNAPSHOT or len(above) != 2:
            continue
        for topic in getattr(message, above[0].attr):
            name, topic_id = _first(topic, _TOPIC, ""), getattr(topic, "topic_id", ZERO_UUID)
            for partition in getattr(topic, above[1].attr):
                yield PassingPartition(partition, field.attr, name, topic_id)


def batches_of(message: Message) -> Iterator[PassingBatch]:
    """The batches of all partitions. What was rewritten is put into the message when its partition is done with."""
    for partition in partitions_of(message):
        yield from partition


def _together(data: Buffer, found: list[PassingBatch]) -> bytes:
    """The batches behind each other, and what stands behind the last one that was looked at."""
    parts: list[Buffer] = [one.batch.data if one.data is None else one.data for one in found]
    last = found[-1].batch
    parts.append(memoryview(cast("bytes", data))[last.position + last.size_in_bytes :])
    return b"".join(cast("list[bytes]", parts))


def _first(struct: Any, names: tuple[str, ...], default: Any) -> Any:
    return next((getattr(struct, name) for name in names if hasattr(struct, name)), default)
