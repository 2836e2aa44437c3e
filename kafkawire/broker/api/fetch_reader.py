"""Reads what one Fetch request asks for, as often as it takes until there is enough.

What comes out are the parts of a response. Records stay where they are, as slices of files, but for clients so old that
they have to be converted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import cast

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.log.epochs import epoch_error
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.slice import Slice
from kafkawire.broker.loop.background import Step
from kafkawire.broker.node.fetch_sessions import Result, Wanted, is_follower
from kafkawire.broker.quotas.throttling import UNBOUNDED, who_asks
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError, UnsupportedCodec
from kafkawire.limits import MIB, Limits
from kafkawire.message import Buffer
from kafkawire.messages import FetchRequest
from kafkawire.messages.fetch_request import FetchPartition
from kafkawire.messages.fetch_response import AbortedTransaction, EpochEndOffset, LeaderIdAndEpoch, PartitionData
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.records import convert
from kafkawire.records.header import read_size_and_magic
from kafkawire.wire import ZERO_UUID

__all__ = ["READ_COMMITTED", "FetchReader", "Gathered"]

_LOG = RateLimitedLogger("kafkawire.broker")
_FORMAT_1_SINCE, _FORMAT_2_SINCE = 2, 4  # versions of Fetch
_GETS_ONE_BATCH = 3  # from here on the first batch is handed out even if it is larger than the limit
_KNOWS_STORAGE_ERROR, _KNOWS_ZSTD, _TELLS_LEADER = 6, 10, 16
READ_COMMITTED = 1
_CONVERTED = Limits(max_decompressed_size=32 * MIB, max_records_per_batch=200_000)


@dataclass(slots=True)
class Gathered:
    """A response as far as it goes. `ends`: the logs that it was read from; `is_urgent`: it must not wait for more."""

    results: list[Result] = field(default_factory=list)
    ends: dict[PartitionLog, int] = field(default_factory=dict)
    """Log -> the offset behind its last record when it was read."""
    size: int = 0
    is_urgent: bool = False


class FetchReader:
    """Reads the partitions in `wanted` under the limits of a request."""

    def __init__(self, ctx: Context, request: FetchRequest, wanted: list[Wanted]) -> None:
        self._ctx = ctx
        self._wanted = wanted
        self.is_follower = is_follower(request)
        self._max_bytes = min(request.max_bytes, ctx.node.config.fetch_max_bytes, self._most_granted())
        self._min_bytes = min(request.min_bytes, self._max_bytes)
        self._is_lenient = ctx.version >= _GETS_ONE_BATCH
        self._is_committed = request.isolation_level == READ_COMMITTED and not self.is_follower
        self._lost: list[Result] | None = None  # what nobody could find when the request came: settled then, for good
        self.converts = ctx.version < _FORMAT_2_SINCE

    def is_enough(self, gathered: Gathered) -> bool:
        """Whether the answer is worth sending before its time."""
        return gathered.is_urgent or gathered.size >= self._min_bytes or not gathered.ends

    async def gather(self) -> Gathered:
        """Read all partitions. Those that nobody can find come last, and nobody waits for them."""
        if self._lost is None:
            self._lost = await self._set_aside()
        gathered, gone = Gathered(), []
        turn = self._ctx.turn
        for wanted in self._wanted:
            if turn.is_over:
                await turn.pause()
            log = self._log(wanted)
            if log is None:  # it was there at first, which Apache Kafka answers in another way
                gone.append((wanted, _refused(wanted.part, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, None)))
            else:
                gathered.results.append((wanted, self._read(log, wanted, gathered)))
        gathered.results += gone + self._lost
        return gathered

    async def _set_aside(self) -> list[Result]:
        """Answers for the partitions that are not there or that the client may not read; the others stay wanted."""
        denied = await self._topics_denied()
        found, lost = [], []
        for wanted in self._wanted:
            if self._ctx.turn.is_over:
                await self._ctx.turn.pause()
            if wanted.topic in denied:
                lost.append((wanted, _refused(wanted.part, ErrorCode.TOPIC_AUTHORIZATION_FAILED, [])))
            elif wanted.topic is None:
                lost.append((wanted, _refused(wanted.part, ErrorCode.UNKNOWN_TOPIC_ID, [])))
            elif self._log(wanted) is None:
                lost.append((wanted, _refused(wanted.part, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, [])))
            else:
                found.append(wanted)
        self._wanted = found
        return lost

    def _log(self, wanted: Wanted) -> PartitionLog | None:
        return self._ctx.log(wanted.topic or "", wanted.part.partition)

    def _most_granted(self) -> int:
        """Bytes that the client's quota has in it at once."""
        throttling = self._ctx.node.throttling
        if self.is_follower or not throttling.is_needed:
            return UNBOUNDED
        return throttling.most_fetched(*who_asks(self._ctx.session.principal, self._ctx.client_id))

    async def _topics_denied(self) -> set[str | None]:
        """What the client may not read is asked once, before it waits; replicas have a right of their own."""
        if self.is_follower:
            is_allowed = self._ctx.allows(Operation.CLUSTER_ACTION, ResourceType.CLUSTER)
            return set() if is_allowed else {wanted.topic for wanted in self._wanted}
        names = (wanted.topic for wanted in self._wanted if wanted.topic is not None)
        return {*await self._ctx.denied(Operation.READ, names)}

    def _read(self, log: PartitionLog, wanted: Wanted, gathered: Gathered) -> PartitionData:
        part = wanted.part
        gathered.ends[log] = log.end_offset
        error = self._refusal(log, wanted)
        if error is ErrorCode.NONE:
            try:
                return self._data(log, part, gathered)
            except (KafkaWireError, OSError) as exc:
                error = _error_of(exc, log, part)
        gathered.is_urgent = True
        return self._failed(log, part, error)

    async def convert(self, gathered: Gathered) -> None:
        """Put the records into the format that the client knows, which is not the one of the logs."""
        for number, (wanted, data) in enumerate(gathered.results):
            log = self._log(wanted)
            if not data.records or log is None:
                continue
            magic = 1 if self._ctx.version >= _FORMAT_1_SINCE else 0
            try:
                work = partial(_converted, data.records, magic, wanted.part.fetch_offset)
                data.records = await self._ctx.node.bulk_work.do(work)
            except KafkaWireError as exc:
                failed = self._failed(log, wanted.part, _error_of(exc, log, wanted.part))
                gathered.results[number] = wanted, failed

    def _refusal(self, log: PartitionLog, wanted: Wanted) -> ErrorCode:
        if wanted.topic_id != ZERO_UUID:
            topic = self._ctx.topics.by_id(wanted.topic_id)
            if topic is None or topic.name != wanted.topic:  # the topic was made again since the session began
                return ErrorCode.INCONSISTENT_TOPIC_ID
        error = epoch_error(log.leader_epoch, wanted.part.current_leader_epoch)
        if error is ErrorCode.NONE and self.is_follower:  # nobody is a replica of ours
            knows_epoch = wanted.part.current_leader_epoch >= 0
            return ErrorCode.UNKNOWN_LEADER_EPOCH if knows_epoch else ErrorCode.NOT_LEADER_OR_FOLLOWER
        if error is ErrorCode.NONE and log.config.compression_type == "zstd" and self._ctx.version < _KNOWS_ZSTD:
            return ErrorCode.UNSUPPORTED_COMPRESSION_TYPE
        return error

    def _failed(self, log: PartitionLog, part: FetchPartition, error: ErrorCode) -> PartitionData:
        if error is ErrorCode.KAFKA_STORAGE_ERROR and self._ctx.version < _KNOWS_STORAGE_ERROR:
            error = ErrorCode.NOT_LEADER_OR_FOLLOWER
        data = _refused(part, error, None)
        if error is ErrorCode.UNSUPPORTED_COMPRESSION_TYPE:  # found while the answer is being made, not while reading
            data.aborted_transactions = []
            data.records = None if self._ctx.version < _FORMAT_2_SINCE else b""
        wrong_leader = error in (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH)
        if wrong_leader and self._ctx.version >= _TELLS_LEADER:
            data.current_leader = LeaderIdAndEpoch(
                leader_id=self._ctx.node.config.node_id, leader_epoch=log.leader_epoch
            )
        return data

    def _data(self, log: PartitionLog, part: FetchPartition, gathered: Gathered) -> PartitionData:
        data = PartitionData(
            partition_index=part.partition,
            high_watermark=log.high_watermark,
            last_stable_offset=log.last_stable_offset(),
            log_start_offset=log.log_start_offset,
            aborted_transactions=[] if self._is_committed else None,
            records=b"",
        )
        if part.last_fetched_epoch >= 0 and self._diverges(log, part, data):
            gathered.is_urgent = True
            return data
        limit = max(min(self._max_bytes - gathered.size, part.partition_max_bytes), 0)
        found = log.read(
            part.fetch_offset,
            limit,
            at_least_one=self._is_lenient and not gathered.size,
            is_committed=self._is_committed,
        )
        if found is None:
            return data
        if self._is_committed:
            data.aborted_transactions = self._aborted(log, part, found, limit)
        keeps_slice = found.is_for_sendfile and not self.converts
        data.records = cast("bytes", found) if keeps_slice else found.read()
        gathered.size += len(data.records)
        if not gathered.is_urgent and gathered.size < self._min_bytes:
            end = data.last_stable_offset if self._is_committed else data.high_watermark
            gathered.is_urgent = not log.segments.are_one(part.fetch_offset, end)
        return data

    def _diverges(self, log: PartitionLog, part: FetchPartition, data: PartitionData) -> bool:
        """Whether what the client has read last is not what is in the log (KIP-595)."""
        epoch, end = log.end_of_epoch(part.last_fetched_epoch)
        if epoch < 0 or part.fetch_offset < log.log_start_offset:
            raise KafkaError(ErrorCode.OFFSET_OUT_OF_RANGE, f"epoch {part.last_fetched_epoch} is unknown")
        if epoch < part.last_fetched_epoch or end < part.fetch_offset:
            data.diverging_epoch = EpochEndOffset(epoch=epoch, end_offset=end)
            data.aborted_transactions = None
            return True
        return False

    def _aborted(
        self, log: PartitionLog, part: FetchPartition, found: Slice, limit: int
    ) -> list[AbortedTransaction] | None:
        if limit and not found.size:
            return None  # as Kafka does where the first batch is larger than the limit
        return [
            AbortedTransaction(producer_id=one.producer_id, first_offset=one.first_offset)
            for one in log.aborted(part.fetch_offset, found)
        ]


def _refused(part: FetchPartition, error: ErrorCode, aborted: list[AbortedTransaction] | None) -> PartitionData:
    return PartitionData(
        partition_index=part.partition, error_code=error, high_watermark=-1, aborted_transactions=aborted, records=b""
    )


def _error_of(exc: KafkaWireError | OSError, log: PartitionLog, part: FetchPartition) -> ErrorCode:
    if isinstance(exc, KafkaError):
        return ErrorCode.of(exc.code)
    if isinstance(exc, UnsupportedCodec):
        return ErrorCode.UNSUPPORTED_COMPRESSION_TYPE
    if isinstance(exc, OSError):
        _LOG.error("%s cannot be read: %s", log.directory, exc)
        return ErrorCode.KAFKA_STORAGE_ERROR
    _LOG.error("%s: offset %d cannot be read: %s", log.directory, part.fetch_offset, exc)
    return ErrorCode.CORRUPT_MESSAGE


def _converted(data: Buffer, magic: int, first_offset: int, step: Step) -> bytes:
    """The batches for an old client: the first, and others while they are not more than they were, as in Apache Kafka.

    Only the first comes if a later one has a codec that was not known then. A last one that the limit has cut is left
    out: nobody could convert it.
    """
    parts: list[bytes] = []
    pos = size = 0
    while size < len(data) and (found := read_size_and_magic(data, pos, len(data))):
        stop = pos + found[0]
        step()
        try:
            parts.append(convert(data[pos:stop], magic, first_offset=first_offset, limits=_CONVERTED))
        except UnsupportedCodec:
            if not parts:
                raise
            return parts[0]
        pos, size = stop, size + len(parts[-1])
    return b"".join(parts)
