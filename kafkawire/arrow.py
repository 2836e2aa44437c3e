"""A topic, or a part of it, as a table of Arrow: for Polars, DuckDB, pandas, and whatever else takes one.

```python
table = kafkawire.read_topic("127.0.0.1:9092", "flights", start=datetime(2026, 11, 21, tzinfo=UTC))
```

No group is joined, nothing is committed. No object of Python is made for a record: this is what tasks of the Spark
source do, without Spark. Needs the packages of `kafkawire[arrow]`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, Unpack

try:
    import pyarrow as pa
except ImportError as exc:
    raise ImportError("kafkawire.arrow needs pyarrow and numpy: pip install 'kafkawire[arrow]'") from exc

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.blocking import BlockingReader
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.limits import MIB
from kafkawire.spark.columns import Converter
from kafkawire.spark.schema import arrow_schema, column_names

__all__ = ["Where", "read_batches", "read_topic"]

Where = Literal["earliest", "latest"] | int | datetime | Mapping[tuple[str, int], int]
"""A place in each partition: beginning or end, an offset, the first record at or after a time, or offsets each."""

_FETCH = 8 * MIB  # of one partition: large, since one is read at a time
_NONE = -1  # the answer for a time after the last record
_NO_LIMIT = 2**63 - 1


def read_topic(
    bootstrap_servers: str | Sequence[str],
    topics: str | Iterable[str],
    *,
    partitions: Iterable[int] | None = None,
    start: Where = "earliest",
    end: Where = "latest",
    columns: Sequence[str] | None = None,
    max_records: int | None = None,
    max_bytes: int | None = None,
    **options: Unpack[ConsumerArguments],
) -> pa.Table:
    """The records of topics from `start` up to, and without, `end`, which is where the partitions end now.

    Columns: key, value, topic, partition, offset, timestamp, timestampType, or those that `columns` names; `headers`
    may be one. Rows come partition by partition, in the order of their offsets. What retention has removed, and what is
    not there yet, is left out. `max_records` and `max_bytes` (of the table) end it early. `options`: a consumer's.

    Raises `KafkaError` at once for a topic that is not there, `InvalidOption`, `DecodeError` with topic, partition and
    offset for a batch that is damaged, and `NoOffset` where retention is quicker than we are.
    """
    names = _columns(columns)
    batches = read_batches(
        bootstrap_servers, topics, partitions=partitions, start=start, end=end, columns=names,
        max_records=max_records, max_bytes=max_bytes, **options,
    )  # fmt: skip
    return pa.Table.from_batches(batches, arrow_schema(names))


def read_batches(
    bootstrap_servers: str | Sequence[str],
    topics: str | Iterable[str],
    *,
    partitions: Iterable[int] | None = None,
    start: Where = "earliest",
    end: Where = "latest",
    columns: Sequence[str] | None = None,
    max_records: int | None = None,
    max_bytes: int | None = None,
    **options: Unpack[ConsumerArguments],
) -> Iterator[pa.RecordBatch]:
    """What `read_topic` reads, in pieces of some megabytes: for more than memory holds."""
    budget = _Budget(max_records, max_bytes)
    converter = Converter(_columns(columns))
    given: ConsumerArguments = {"max_partition_fetch_bytes": _FETCH, **options}
    with BlockingReader(bootstrap_servers, **given) as reader:
        for tp, first, behind_last in _ranges(reader, _partitions(reader, topics, partitions), start, end):
            for piece in reader.fetch(tp, first, behind_last):
                for batch in map(budget.cut, converter.arrow_batches(piece)):
                    if batch.num_rows:
                        yield batch
                    if budget.is_spent:
                        return


def _columns(names: Sequence[str] | None) -> tuple[str, ...]:
    if isinstance(names, str):
        raise InvalidOption("columns: give a list of names")
    return column_names(None if names is None else ",".join(names), headers=False)


def _partitions(
    reader: BlockingReader, topics: str | Iterable[str], numbers: Iterable[int] | None
) -> list[TopicPartition]:
    names = [topics] if isinstance(topics, str) else list(dict.fromkeys(topics))
    found = [tp for name in names for tp in reader.partitions(name, wait=False)]
    if numbers is None:
        return found
    wanted = [TopicPartition(name, number) for name in names for number in sorted(set(numbers))]
    missing = sorted(set(wanted) - set(found))
    if missing:
        raise InvalidOption(f"there is no partition {', '.join(map(str, missing))}")
    return wanted


def _ranges(
    reader: BlockingReader, partitions: Sequence[TopicPartition], start: Where, end: Where
) -> Iterator[tuple[TopicPartition, int, int]]:
    """What is there to be read of each partition, by offsets."""
    if not partitions:
        return
    beginnings, ends = reader.beginning_offsets(partitions), reader.end_offsets(partitions)
    bounds = {tp: (beginnings[tp], ends[tp]) for tp in partitions}
    starts, stops = _resolve(reader, "start", start, bounds), _resolve(reader, "end", end, bounds)
    for tp, (beginning, behind_last) in bounds.items():
        first, stop = max(starts.get(tp, beginning), beginning), min(stops.get(tp, behind_last), behind_last)
        if first < stop:
            yield tp, first, stop


def _resolve(
    reader: BlockingReader, name: str, where: Where, bounds: Mapping[TopicPartition, tuple[int, int]]
) -> Mapping[tuple[str, int], int]:
    """An offset for each partition. One that a mapping does not name has none."""
    match where:
        case "earliest" | "latest":
            return {tp: bound[where == "latest"] for tp, bound in bounds.items()}
        case datetime() if where.tzinfo is not None:
            found = reader.list_offsets(dict.fromkeys(bounds, _milliseconds(where)))
            return {tp: bounds[tp][1] if offset == _NONE else offset for tp, offset in found.items()}
        case int() if where >= 0 and not isinstance(where, bool):
            return dict.fromkeys(bounds, where)
        case Mapping():
            _ensure_read(name, where, bounds)
            return where
    raise InvalidOption(
        f"{name} must be 'earliest', 'latest', an offset of 0 or more, a datetime with a time zone, "
        f"or a mapping of partitions to offsets, not {where!r}"
    )


def _ensure_read(name: str, where: Mapping[tuple[str, int], int], bounds: Collection[TopicPartition]) -> None:
    for topic, partition in sorted(where.keys() - set(bounds)):
        raise InvalidOption(f"{name}: {topic}-{partition} is none of the partitions that are read")


def _milliseconds(time: datetime) -> int:
    """Rounded up: a record is at or after the time."""
    return -int(-time.timestamp() * 1000 // 1)


class _Budget:
    """How much may still be read."""

    def __init__(self, records: int | None, size: int | None) -> None:
        for name, given in (("max_records", records), ("max_bytes", size)):
            if given is not None and given < 1:
                raise InvalidOption(f"{name} must be 1 or more, not {given}")
        self._records = _NO_LIMIT if records is None else records
        self._size = _NO_LIMIT if size is None else size
        self.is_spent = False

    def cut(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """As many rows of the batch as are within it."""
        rows = min(batch.num_rows, self._records)
        if batch.slice(0, rows).nbytes > self._size:
            rows = bisect_right(range(rows + 1), self._size, key=lambda count: batch.slice(0, count).nbytes) - 1
        self.is_spent = rows < batch.num_rows or rows == self._records
        cut = batch.slice(0, rows)
        self._records, self._size = self._records - rows, self._size - cut.nbytes
        return cut
