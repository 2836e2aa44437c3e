"""A streaming query: each batch takes the offsets from where the last one ended to where the partitions end now.

Spark keeps the ends in the query's checkpoint, in the JSON of its own Kafka source, so that a query can be stopped
under one of the two sources and go on under the other. The reader lives in one Python process of the driver for as long
as the query runs; its copies in executors only read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxRows, SupportsTriggerAvailableNow

from kafkawire.errors import KafkaWireError
from kafkawire.spark.errors import plainly
from kafkawire.spark.lookup import Lookup
from kafkawire.spark.offsets import Offsets, offsets_from_json, offsets_to_json
from kafkawire.spark.options import SourceOptions
from kafkawire.spark.planning import prorate, stream_ranges
from kafkawire.spark.ranges import RangePartition, read_range_partition
from kafkawire.spark.security import common_arguments, open_arguments

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["KafkaWireStreamReader"]

Json = Mapping[str, Mapping[str, int]]
_log = logging.getLogger("kafkawire.spark")


class KafkaWireStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Reads topics in a streaming query."""

    def __init__(self, options: SourceOptions, clock: Callable[[], float] = time.monotonic) -> None:
        self.options = options
        self._clock = clock
        self._lookup: Lookup | None = None
        self._latest: Offsets | None = None
        self._target: Offsets | None = None
        """With Trigger.AvailableNow: where the query is to end."""
        self._last_batch_at: float | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What an executor needs; connections stay here."""
        return {"options": self.options}

    # --- the driver -----------------------------------------------------------------------------------------------

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802 - Spark's name, as all that follow
        """Where a query without a checkpoint begins."""
        with plainly():
            lookup = self._ask()
            bounds = lookup.bounds(lookup.partitions())
            starts = lookup.resolve(self.options.starting, bounds, "startingOffsets", is_start=True)
            return offsets_to_json(starts)

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802
        """What `maxOffsetsPerTrigger` says; `minOffsetsPerTrigger` is looked at by `latestOffset` itself."""
        most = self.options.limits.most
        return ReadMaxRows(most) if most else ReadAllAvailable()

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802
        """Note where the partitions end: what comes later is for another run."""
        with plainly():
            lookup = self._ask()
            self._target = lookup.ends(lookup.partitions())

    def latestOffset(self, start: Json, limit: ReadLimit) -> dict[str, Any]:  # noqa: N802
        """Where the next batch ends; the same as `start` if there is nothing for it."""
        with plainly():
            starts = offsets_from_json(start)
            self._latest = self._ends(starts)
            if self._is_too_early(starts, self._latest, limit):
                return offsets_to_json(starts)
            if isinstance(limit, ReadMaxRows):
                return offsets_to_json(self._limited(starts, self._latest, limit.max_rows))
            return offsets_to_json(self._latest)

    def reportLatestOffset(self) -> dict[str, Any] | None:  # noqa: N802
        """Where the partitions ended when they were last asked, for the query's progress."""
        return None if self._latest is None else offsets_to_json(self._latest)

    def partitions(self, start: Json, end: Json) -> Sequence[InputPartition]:
        """The tasks of one batch."""
        options = self.options
        with plainly():
            starts, ends = offsets_from_json(start), offsets_from_json(end)
            new = self._begin_of_new(starts, ends)
            ranges = stream_ranges(starts, ends, new, fail_on_data_loss=options.fail_on_data_loss)
            return [RangePartition(part) for part in self._ask().tasks(ranges)]

    def commit(self, end: Json) -> None:
        """Spark is done with all that comes before `end`: tell the group, if the options name one."""
        if self.options.group_id is not None:
            _commit_offsets(self.options, self.options.group_id, offsets_from_json(end))

    def stop(self) -> None:
        """Close the connections."""
        if self._lookup is not None:
            self._lookup.close()
            self._lookup = None

    # --- an executor ----------------------------------------------------------------------------------------------

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The records of one range."""
        with plainly():
            yield from read_range_partition(self.options, partition)

    # --- what the above is made from --------------------------------------------------------------------------------

    def _ask(self) -> Lookup:
        """The connections, which last as long as the query."""
        if self._lookup is None:
            self._lookup = Lookup(self.options).__enter__()
        return self._lookup

    def _ends(self, starts: Offsets) -> Offsets:
        if self._target is not None:
            return self._target
        lookup = self._ask()
        return lookup.ends(lookup.partitions(), known=starts)

    def _begin_of_new(self, starts: Offsets, ends: Offsets) -> Offsets:
        """Where the partitions begin that came after the last batch; those that are gone again are not among them."""
        new = ends.keys() - starts.keys()
        if not new:
            return {}
        lookup = self._ask()
        return lookup.beginnings(sorted(new & set(lookup.partitions())))

    def _limited(self, starts: Offsets, ends: Offsets, limit: int) -> Offsets:
        return prorate(limit, self._begin_of_new(starts, ends) | starts, ends)

    def _is_too_early(self, starts: Offsets, ends: Offsets, limit: ReadLimit) -> bool:
        """Whether to wait for more records, as `minOffsetsPerTrigger` and `maxTriggerDelay` say.

        The first batch does not wait, nor does a query that is to end with what is there now, or is told to take all.
        """
        limits, now = self.options.limits, self._clock()
        if not limits.least or self._target is not None or (limits.most and isinstance(limit, ReadAllAvailable)):
            return False
        is_over = self._last_batch_at is None or now - self._last_batch_at >= limits.longest_delay_ms / 1000
        if not is_over and sum(end - starts.get(tp, 0) for tp, end in ends.items()) < limits.least:
            return True
        self._last_batch_at = now
        return False


def _commit_offsets(options: SourceOptions, group_id: str, offsets: Offsets) -> None:
    """Write the offsets of a finished batch to a consumer group, so that whoever watches its lag sees them.

    Spark goes by its checkpoint alone, so where this fails, as in a group that has members of its own, the log says so
    and the query goes on: the next batch's commit names later offsets and makes up for it.
    """
    from kafkawire.client.blocking import Admin

    try:
        with Admin(options.bootstrap_servers, **common_arguments(open_arguments(options.client))) as admin:
            admin.alter_group_offsets({group_id: offsets})
    except KafkaWireError as exc:
        _log.warning("the offsets of group %r were not committed: %s", group_id, exc)
