"""Committed offsets by group, in memory and in `__consumer_offsets`, with those of transactions that are open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kafkawire.broker.groups.loading import Offsets
from kafkawire.broker.groups.pending import PendingOffsets
from kafkawire.broker.groups.records import Committed, Entry, offset_entry
from kafkawire.broker.groups.store import GroupStore, Open
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["CommittedOffsets"]

_LOG = RateLimitedLogger("kafkawire.broker")
_AFTER_ALL = 2**63


class CommittedOffsets:
    """What groups have committed, whether they have members or not."""

    def __init__(self, store: GroupStore) -> None:
        self._store = store
        self._offsets: dict[str, Offsets] = {}
        self._pending = PendingOffsets()

    def ready(self) -> None:
        """Make sure that groups have a place to be kept. Raises `OSError`."""
        self._store.topic()

    def partition_of(self, group_id: str) -> int:
        """The partition of `__consumer_offsets` that a group is in. Raises `OSError`."""
        return self._store.partition_of(group_id)

    def log_of(self, group_id: str) -> PartitionLog:
        """The log that a group is in. Raises `OSError`."""
        return self._store.log_of(group_id)

    def commit(self, group_id: str, offsets: Mapping[tuple[str, int], Committed]) -> ErrorCode:
        """Keep offsets, all of them or (with an error) none."""
        entries = [offset_entry(group_id, *place, committed) for place, committed in offsets.items()]
        error = self.write(group_id, entries, too_large=ErrorCode.INVALID_COMMIT_OFFSET_SIZE)
        if error is ErrorCode.NONE:
            self._offsets.setdefault(group_id, {}).update(offsets)
            self._pending.outdate(group_id, offsets.keys(), before=_AFTER_ALL)
        return error

    def commit_in_transaction(
        self, group_id: str, producer: tuple[int, int], offsets: Mapping[tuple[str, int], Committed]
    ) -> ErrorCode:
        """Keep offsets that count once the transaction of that producer (id and epoch) is committed."""
        entries = [offset_entry(group_id, *place, committed) for place, committed in offsets.items()]
        try:
            offset = self._store.write(group_id, entries, producer)
            transaction = self._store.partition_of(group_id), producer[0]
        except OSError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        except KafkaError as exc:
            is_large = exc.code == ErrorCode.MESSAGE_TOO_LARGE
            return ErrorCode.INVALID_COMMIT_OFFSET_SIZE if is_large else ErrorCode.of(exc.code)
        self._pending.add(group_id, transaction, offsets, offset)
        return ErrorCode.NONE

    def end_transaction(self, transaction: Open, *, is_commit: bool) -> None:
        """A marker was written to a partition of `__consumer_offsets`."""
        for group_id, offsets in self._pending.end(transaction, is_commit=is_commit).items():
            self._offsets.setdefault(group_id, {}).update(offsets)

    def is_unstable(self, group_id: str, place: tuple[str, int]) -> bool:
        """Whether an open transaction may change the offset of a partition."""
        return self._pending.has(group_id, place)

    def offsets(self, group_id: str) -> Mapping[tuple[str, int], Committed]:
        """The committed offsets of a group by topic and partition."""
        return self._offsets.get(group_id, {})

    def delete_offsets(self, group_id: str, places: Iterable[tuple[str, int]]) -> ErrorCode:
        """Remove those of the offsets that there are, pending ones too."""
        offsets = self._offsets.get(group_id, {})
        pending = self._pending.places(group_id)
        gone = [place for place in places if place in offsets or place in pending]
        error = ErrorCode.NONE
        if gone:
            error = self.write(group_id, [offset_entry(group_id, *place, None) for place in gone])
        if gone and error is ErrorCode.NONE:
            self._pending.forget(group_id, gone)
            for place in gone:
                offsets.pop(place, None)
        return error

    def forget_topic(self, topic: str) -> None:
        """Remove the offsets of a topic that was deleted."""
        for group_id in self._pending.groups():
            self.delete_offsets(group_id, [place for place in self._pending.places(group_id) if place[0] == topic])
        self.remove_offsets(lambda _, name, __: name == topic)

    def remove_offsets(self, is_useless: Callable[[str, str, Committed], bool]) -> None:
        """Remove the offsets of which that is said, given group, topic and what was committed."""
        for group_id, offsets in list(self._offsets.items()):
            pending = self._pending.places(group_id)
            gone = [
                place
                for place, committed in offsets.items()
                if place not in pending and is_useless(group_id, place[0], committed)
            ]
            self.delete_offsets(group_id, gone)
            if not offsets:
                del self._offsets[group_id]

    def write(
        self, group_id: str, entries: list[Entry], *, too_large: ErrorCode = ErrorCode.UNKNOWN_SERVER_ERROR
    ) -> ErrorCode:
        """Write down records of a group, all of them or (with an error) none."""
        try:
            self._store.write(group_id, entries)
        except OSError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        except KafkaError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return too_large if exc.code == ErrorCode.MESSAGE_TOO_LARGE else ErrorCode.UNKNOWN_SERVER_ERROR
        return ErrorCode.NONE
