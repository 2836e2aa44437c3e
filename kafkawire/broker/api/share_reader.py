"""Reads what one share fetch asks for: finds records that are available, and locks them for the member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.slice import Slice
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.share.records import StateKey
from kafkawire.broker.share.sessions import ShareSession
from kafkawire.broker.share.slots import Acquired
from kafkawire.broker.share.state import SharePartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.messages import ShareFetchRequest
from kafkawire.messages.share_fetch_response import AcquiredRecords, PartitionData
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.records import RecordBatch, read_batches

__all__ = ["Gathered", "ShareReader"]

_LOG = RateLimitedLogger("kafkawire.broker")
_RECORD_LIMIT = 1
_PIECE = 1 << 20
"""Bytes that are read of a partition at once: members ask for many bytes and few records."""
_ABORT = b"\0\0"  # in the key of a control record, behind an int16 version
_Range = tuple[int, int]


class _Place(NamedTuple):
    """First and last offset of a batch, and where it begins and ends in what was read."""

    first: int
    last: int
    begin: int
    end: int


@dataclass(slots=True)
class Gathered:
    """An answer as far as it goes. `ends`: the logs that it was read from; `count`: records that were locked."""

    results: dict[StateKey, PartitionData] = field(default_factory=dict)
    ends: dict[PartitionLog, int] = field(default_factory=dict)
    size: int = 0
    count: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether the answer is worth sending before its time."""
        return bool(self.results) or not self.ends


class ShareReader:
    """Reads the partitions of a session under the limits of a request."""

    def __init__(self, ctx: Context, request: ShareFetchRequest, session: ShareSession) -> None:
        self._ctx = ctx
        self._session = session
        self._share = ctx.node.share
        self._max_records = request.max_records
        self._max_bytes = min(request.max_bytes, ctx.node.config.fetch_max_bytes)
        self._is_strict = request.share_acquire_mode == _RECORD_LIMIT
        self._denied: set[StateKey] = set()
        self._knows_rights = False

    async def gather(self) -> Gathered:
        """Read all partitions, as long as there is room in the answer."""
        if not self._knows_rights:
            self._denied, self._knows_rights = await self._partitions_denied(), True
        gathered = Gathered()
        async for key in self._ctx.paced(self._session.rotated()):
            log = self._share.partitions.log(key)
            if key in self._denied or log is None:
                gathered.results[key] = _failed(key, self._lost(key))
                continue
            gathered.ends[log] = log.end_offset
            if gathered.count < self._max_records and (not gathered.count or gathered.size < self._max_bytes):
                self._read(key, log, gathered)
        return gathered

    async def _partitions_denied(self) -> set[StateKey]:
        topics = self._ctx.topics
        names = {key: topic.name for key in self._session.partitions if (topic := topics.by_id(key.topic_id))}
        denied = await self._ctx.denied(Operation.READ, names.values())
        return {key for key, name in names.items() if name in denied}

    def _lost(self, key: StateKey) -> ErrorCode:
        if key in self._denied:
            return ErrorCode.TOPIC_AUTHORIZATION_FAILED
        is_known = self._ctx.topics.by_id(key.topic_id) is not None
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if is_known else ErrorCode.UNKNOWN_TOPIC_ID

    def _read(self, key: StateKey, log: PartitionLog, gathered: Gathered) -> None:
        try:
            data = self._data(key, log, gathered)
        except KafkaError as exc:
            data = _failed(key, ErrorCode.of(exc.code))
        except KafkaWireError as exc:
            _LOG.error("%s cannot be read: %s", log.directory, exc)
            data = _failed(key, ErrorCode.CORRUPT_MESSAGE)
        except OSError as exc:
            _LOG.error("%s cannot be read: %s", log.directory, exc)
            data = _failed(key, ErrorCode.KAFKA_STORAGE_ERROR)
        if data is not None:
            gathered.results[key] = data

    def _data(self, key: StateKey, log: PartitionLog, gathered: Gathered) -> PartitionData | None:
        """The next records that the member is given; nothing if there are none."""
        partition = self._share.partitions.open(key, log)
        options = self._share.options(key.group_id)
        while True:
            offset = partition.first_available()
            if offset == partition.next and not partition.has_room(options.max_record_locks):
                return None
            if offset >= log.high_watermark:  # or far beyond, if somebody has set it so
                return None
            limit = min(max(self._max_bytes - gathered.size, 0), _PIECE)
            found = log.read(offset, limit, at_least_one=not gathered.count, is_committed=options.is_committed)
            if found is None or not found.size:
                return None
            aborted = _aborted(log, offset, found) if options.is_committed else []
            data = self._lock(key, partition, found.read(), aborted, gathered)
            if data is not None or partition.first_available() <= offset:
                return data

    def _lock(
        self, key: StateKey, partition: SharePartition, data: bytes, aborted: list[_Range], gathered: Gathered
    ) -> PartitionData | None:
        places: list[_Place] = []
        acquired = self._share.partitions.acquire(
            key,
            self._session.member_id,
            _noted(_places(data, partition.first_available()), places),
            self._max_records - gathered.count,
            strict=self._is_strict,
        )
        self._session.touched.add(key)
        partition.hide(aborted)
        acquired = [part for each in acquired for part in _outside(each, aborted)]
        if not acquired:
            return None
        first, last = acquired[0].first, acquired[-1].last
        wanted = [(place.begin, place.end) for place in places if place.first <= last and place.last >= first]
        records = data[wanted[0][0] : wanted[-1][1]]
        gathered.size += len(records)
        gathered.count += sum(each.last - each.first + 1 for each in acquired)
        return PartitionData(
            partition_index=key.partition,
            records=records,
            acquired_records=[
                AcquiredRecords(first_offset=first, last_offset=last, delivery_count=count)
                for first, last, count in acquired
            ],
        )


def _noted(places: Iterable[_Place], seen: list[_Place]) -> Iterator[_Range]:
    """The offsets of batches; `seen` gets those that were asked for."""
    for place in places:
        seen.append(place)
        yield place.first, place.last


def _failed(key: StateKey, error: ErrorCode) -> PartitionData:
    return PartitionData(partition_index=key.partition, error_code=error, records=b"")


def _places(data: bytes, offset: int) -> Iterator[_Place]:
    """Where batches are, as far as they are whole. Raises `KafkaWireError` if the first one is not."""
    batches = read_batches(data)
    begin = 0
    try:
        for batch in batches:
            first = batch.base_offset if isinstance(batch, RecordBatch) else offset
            yield _Place(first, batch.last_offset, begin, batches.position)
            begin, offset = batches.position, batch.last_offset + 1
    except KafkaWireError:
        if not begin:  # else it is told when all before it has been given out
            raise


def _aborted(log: PartitionLog, offset: int, found: Slice) -> list[_Range]:
    """The batches of aborted transactions among those that were read."""
    upcoming = sorted(log.aborted(offset, found), key=lambda one: one.first_offset, reverse=True)
    inside: set[int] = set()
    ranges: list[_Range] = []
    for batch in read_batches(found.read()) if upcoming else ():
        if not isinstance(batch, RecordBatch):
            continue
        while upcoming and upcoming[-1].first_offset <= batch.last_offset:
            inside.add(upcoming.pop().producer_id)
        if batch.is_control:
            if any((record.key or b"")[2:4] == _ABORT for record in batch):
                inside.discard(batch.producer_id)
        elif batch.is_transactional and batch.producer_id in inside:
            ranges.append((batch.base_offset, batch.last_offset))
    return ranges


def _outside(acquired: Acquired, ranges: Iterable[_Range]) -> Iterator[Acquired]:
    """The parts that no range covers."""
    first = acquired.first
    for low, high in ranges:
        if high < first or low > acquired.last:
            continue
        if low > first:
            yield acquired._replace(first=first, last=low - 1)
        first = high + 1
    if first <= acquired.last:
        yield acquired._replace(first=first)
