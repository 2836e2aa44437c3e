"""What the driver asks of the brokers: which partitions there are, where they begin and end, what came at what time."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from types import TracebackType
from typing import Self

from kafkawire.client.blocking import BlockingReader
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.spark.by_bytes import split_by_bytes
from kafkawire.spark.java_pattern import compile_java
from kafkawire.spark.offsets import EARLIEST, LATEST, AtTimestamp, Bound, OffsetRange, Offsets, listed
from kafkawire.spark.options import SourceOptions
from kafkawire.spark.planning import Bounds, split_ranges
from kafkawire.spark.security import open_arguments

__all__ = ["Lookup", "open_reader"]

_NONE = -1  # the answer for a time after the last record
_SOON_S = 0.1


def open_reader(options: SourceOptions) -> BlockingReader:
    """A reader with the client options of the query; connects when it is entered."""
    return BlockingReader(options.bootstrap_servers, **open_arguments(options.client))


class Lookup:
    """Questions about the topics of a query. Connects when first asked, and is closed by leaving the block."""

    def __init__(
        self,
        options: SourceOptions,
        reader: BlockingReader | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._options = options
        self._reader = reader or open_reader(options)
        self._sleep = sleep
        self._seen: set[str] = set()
        """Topics that were there."""

    def __enter__(self) -> Self:
        self._reader.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._reader.close()

    def partitions(self) -> list[TopicPartition]:
        """The partitions that the options mean, as they are now. Raises `KafkaError` for topics that are not there."""
        if self._options.assigned:
            return self._assigned(self._options.assigned)
        return [tp for topic in self._topics() for tp in self._partitions_of(topic)]

    def _partitions_of(self, topic: str) -> list[TopicPartition]:
        """One that was there is looked for as often as offsets are; else only a broker may not have heard of it yet."""
        options = self._options
        looks, pause = (options.attempts, options.retry_interval_ms / 1000) if topic in self._seen else (2, _SOON_S)
        for left in reversed(range(looks)):
            try:
                found = self._reader.partitions(topic, wait=False)
                self._seen.add(topic)
                break
            except KafkaError as exc:
                if exc.code != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION or not left:
                    raise
            self._sleep(pause)
        return found

    def _topics(self) -> Sequence[str]:
        if self._options.pattern is None:
            return self._options.topics
        wanted = compile_java("subscribePattern", self._options.pattern)
        topics = self._reader.topics().values()
        return sorted(topic.name for topic in topics if not topic.is_internal and wanted.fullmatch(topic.name))

    def _assigned(self, assigned: Sequence[TopicPartition]) -> list[TopicPartition]:
        topics = dict.fromkeys(tp.topic for tp in assigned)
        missing = set(assigned) - {tp for topic in topics for tp in self._partitions_of(topic)}
        if missing:
            raise InvalidOption(f"option 'assign': there is no partition {listed(missing)}")
        return list(assigned)

    def beginnings(self, partitions: Iterable[TopicPartition]) -> Offsets:
        """Where each of these partitions begins."""
        wanted = list(partitions)
        return self._reader.beginning_offsets(wanted) if wanted else {}

    def ends(self, partitions: Iterable[TopicPartition], known: Offsets | None = None) -> Offsets:
        """Where each of these partitions ends now.

        An end before an offset in `known` comes from a broker that lags behind, mostly: it is asked again for as often
        as `fetchOffset.numRetries` says. What it says in the end is taken for true.
        """
        wanted = list(partitions)
        for attempt in range(self._options.attempts):
            if attempt:
                self._sleep(self._options.retry_interval_ms / 1000)
            ends = self._reader.end_offsets(wanted) if wanted else {}
            if not any(ends.get(tp, offset) < offset for tp, offset in (known or {}).items()):
                break
        return ends

    def bounds(self, partitions: Iterable[TopicPartition], known: Offsets | None = None) -> Bounds:
        """Where each partition begins and ends."""
        wanted = list(partitions)
        first, behind_last = self.beginnings(wanted), self.ends(wanted, known)
        return {tp: (first[tp], behind_last[tp]) for tp in wanted}

    def resolve(self, bound: Bound, bounds: Bounds, option: str, *, is_start: bool) -> Offsets:
        """An offset for each partition of `bounds`; those of times lie within them.

        Raises `InvalidOption` where the option does not fit the partitions.
        """
        if isinstance(bound, AtTimestamp):
            return self._at(bound, bounds, is_start=is_start)
        spec = dict.fromkeys(bounds, bound) if isinstance(bound, int) else bound
        _ensure_complete(option, spec, bounds)
        special = {tp: {EARLIEST: first, LATEST: behind_last} for tp, (first, behind_last) in bounds.items()}
        return {tp: special[tp].get(spec[tp], spec[tp]) for tp in bounds}

    def _at(self, bound: AtTimestamp, bounds: Bounds, *, is_start: bool) -> Offsets:
        if not isinstance(bound.timestamps, int):
            _ensure_complete(bound.option, bound.timestamps, bounds)
        found = self.first_at({tp: bound.of(tp) for tp in bounds})
        late = [tp for tp in bounds if found[tp] == _NONE]
        if late and is_start and not bound.latest_if_none:
            raise InvalidOption(
                f"option {bound.option!r}: no record of {listed(late)} is as late as {bound.of(min(late))}; "
                "startingOffsetsByTimestampStrategy=latest begins at the end there"
            )
        ends = {tp: bounds[tp][1] for tp in bounds}
        return {tp: ends[tp] if tp in late else min(found[tp], ends[tp]) for tp in bounds}

    def tasks(self, ranges: Iterable[OffsetRange]) -> list[OffsetRange]:
        """The ranges as tasks are to read them, cut where the options ask for smaller ones."""
        options, parts = self._options, list(ranges)
        if options.max_bytes_per_partition:
            most = options.max_bytes_per_partition
            parts = [part for whole in parts for part in split_by_bytes(whole, most, self._look)]
        return split_ranges(parts, options.min_partitions, options.max_records_per_partition)

    def _look(self, whole: OffsetRange, offset: int) -> FetchedRange:
        return self._reader.piece_at(whole.tp, offset, whole.end)

    def first_at(self, timestamps: Offsets) -> Offsets:
        """The first offset whose record is at or after a time in milliseconds; -1 where there is none."""
        return self._reader.list_offsets(timestamps) if timestamps else {}


def _ensure_complete(option: str, spec: Offsets, partitions: Collection[TopicPartition]) -> None:
    if spec.keys() != set(partitions):
        raise InvalidOption(
            f"option {option!r} must name each partition that is read: "
            f"missing {listed(set(partitions) - spec.keys())}, not read {listed(spec.keys() - set(partitions))}"
        )
