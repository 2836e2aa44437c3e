"""All share partitions of a broker that somebody has asked for, each kept as it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kafkawire.broker.config.share_groups import ShareOptions, by_duration_ms
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.topics import Topics
from kafkawire.broker.share.records import StateKey
from kafkawire.broker.share.slots import Acknowledgement, Acquired, Change
from kafkawire.broker.share.state import SharePartition
from kafkawire.broker.share.store import ShareStore
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["NOT_HOSTED", "SharePartitions"]

_LOG = RateLimitedLogger("kafkawire.broker")
_RETRY_S = 1.0
NOT_HOSTED = "This server does not host this topic-partition."
"""What Kafka says of a partition that there is not."""


class SharePartitions:
    """Opens them out of `store`, and writes there what changes. `options_of` are those of a group.

    `on_deadline` is told when `expire` wants to be called; `notify` is told of logs whose records may be had again.
    """

    def __init__(
        self,
        store: ShareStore,
        topics: Topics,
        clock: Clock,
        options_of: Callable[[str], ShareOptions],
        notify: Callable[[PartitionLog], object],
    ) -> None:
        self.on_deadline: Callable[[float], object] = lambda _: None
        self._store = store
        self._topics = topics
        self._clock = clock
        self._options_of = options_of
        self._notify = notify
        self._open: dict[StateKey, SharePartition] = {}
        self._not_before = 0.0  # when a change may be tried again that could not be kept

    def log(self, key: StateKey) -> PartitionLog | None:
        """The log of the records."""
        topic = self._topics.by_id(key.topic_id)
        return None if topic is None else topic.logs.get(key.partition)

    def open(self, key: StateKey, log: PartitionLog) -> SharePartition:
        """The share partition. Raises `KafkaError` for one that its group's coordinator has not begun."""
        found = self._open.get(key)
        if found is None:
            saved = self._store.saved.get(key)
            if saved is None:
                raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The share partition is not initialized.")
            found = self._open[key] = SharePartition(saved.start, saved.runs)
            saved.runs = []
        if found.start < 0:
            found.begin(self._beginning(key, log))
        found.raise_start(log.log_start_offset)
        return found

    def _beginning(self, key: StateKey, log: PartitionLog) -> int:
        wish = self._options_of(key.group_id).auto_offset_reset
        milliseconds = by_duration_ms(wish)
        if milliseconds is not None:
            found = log.first_since(self._clock.time_ms() - milliseconds)
            return log.high_watermark if found is None else found[1]
        return log.log_start_offset if wish == "earliest" else log.high_watermark

    def forget(self, key: StateKey) -> None:
        """The share partition begins anew, or is no more."""
        self._open.pop(key, None)

    # Steps

    def acquire(
        self, key: StateKey, member_id: str, batches: Iterable[tuple[int, int]], limit: int, *, strict: bool
    ) -> list[Acquired]:
        """Lock records for a member; see `SharePartition.acquire`."""
        options = self._options_of(key.group_id)
        until = self._clock.now() + options.lock_duration_ms / 1000
        found = self._open[key].acquire(member_id, batches, limit, options.max_record_locks, until, strict=strict)
        if found:
            self.on_deadline(until)
        return found

    def acknowledge(self, key: StateKey, member_id: str, told: Iterable[Acknowledgement]) -> None:
        """Take in what a member says. Raises `KafkaError` if that does not count."""
        log = self.log(key)
        if log is None or key not in self._open:  # nobody can have been given anything of it
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, NOT_HOSTED)
        partition = self.open(key, log)
        options = self._options_of(key.group_id)
        until = self._clock.now() + options.lock_duration_ms / 1000
        change = partition.acknowledge(member_id, told, options.delivery_count_limit, until)
        self._keep(key, log, partition, change)
        self.on_deadline(until)

    def release(self, key: StateKey, member_id: str) -> None:
        """Give back what is locked for a member. Raises `KafkaError` if that could not be kept."""
        partition, log = self._open.get(key), self.log(key)
        if partition is not None and log is not None:
            change = partition.release(member_id, self._options_of(key.group_id).delivery_count_limit)
            self._keep(key, log, partition, change)

    def _keep(self, key: StateKey, log: PartitionLog, partition: SharePartition, change: Change) -> None:
        """Write down a change, or undo it."""
        if not change.runs:
            return
        try:
            self._store.update(key, change, partition, log.leader_epoch)
        except (OSError, KafkaError) as exc:
            partition.undo(change)
            _LOG.error("share group %s: %s cannot be kept: %s", key.group_id, log.directory, exc)
            raise KafkaError(ErrorCode.COORDINATOR_NOT_AVAILABLE, "The state cannot be kept.") from exc
        partition.settle()
        self._notify(log)  # somebody may wait for what is available again

    # Time

    def expire(self) -> None:
        """Give back what has been locked for too long."""
        now = self._clock.now()
        for key, partition in list(self._open.items()):
            deadline, log = partition.next_deadline(), self.log(key)
            if log is None:  # its topic was deleted
                self.forget(key)
            elif deadline is not None and deadline <= now:
                self._expire(key, log, partition, now)
        self.arm()

    def _expire(self, key: StateKey, log: PartitionLog, partition: SharePartition, now: float) -> None:
        change = partition.expire(now, self._options_of(key.group_id).delivery_count_limit)
        try:
            self._keep(key, log, partition, change)
        except KafkaError:  # named where it was tried; the locks are back
            self._not_before = now + _RETRY_S

    def arm(self) -> None:
        """Ask to be woken when the next lock is over."""
        deadlines = [deadline for each in self._open.values() if (deadline := each.next_deadline()) is not None]
        if deadlines:
            self.on_deadline(max(min(deadlines), self._clock.now() + 0.001, self._not_before))

    def prune(self) -> None:
        """Delete what is written down and does not count any more."""
        try:
            self._store.prune(self._open)
        except (OSError, KafkaError) as exc:
            _LOG.error("the states of share groups cannot be tidied up: %s", exc)

    def of_group(self, group_id: str) -> Iterator[StateKey]:
        """The share partitions of a group that are written down."""
        return (key for key in list(self._store.saved) if key.group_id == group_id)
