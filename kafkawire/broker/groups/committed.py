"""Committed offsets by group, in memory and in `__consumer_offsets`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping

from kafkawire.broker.groups.loading import Offsets
from kafkawire.broker.groups.records import Committed, Entry, offset_entry
from kafkawire.broker.groups.store import GroupStore
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["CommittedOffsets"]

_LOG = logging.getLogger("kafkawire.broker")


class CommittedOffsets:
    """What groups have committed, whether they have members or not."""

    def __init__(self, store: GroupStore) -> None:
        self._store = store
        self._offsets: dict[str, Offsets] = {}

    def ready(self) -> None:
        """Make sure that groups have a place to be kept. Raises `OSError`."""
        self._store.topic()

    def commit(self, group_id: str, offsets: Mapping[tuple[str, int], Committed]) -> ErrorCode:
        """Keep offsets, all of them or (with an error) none."""
        entries = [offset_entry(group_id, *place, committed) for place, committed in offsets.items()]
        error = self.write(group_id, entries, too_large=ErrorCode.INVALID_COMMIT_OFFSET_SIZE)
        if error is ErrorCode.NONE:
            self._offsets.setdefault(group_id, {}).update(offsets)
        return error

    def offsets(self, group_id: str) -> Mapping[tuple[str, int], Committed]:
        """The committed offsets of a group by topic and partition."""
        return self._offsets.get(group_id, {})

    def delete_offsets(self, group_id: str, places: Iterable[tuple[str, int]]) -> ErrorCode:
        """Remove those of the offsets that there are."""
        offsets = self._offsets.get(group_id, {})
        gone = [place for place in places if place in offsets]
        error = ErrorCode.NONE
        if gone:
            error = self.write(group_id, [offset_entry(group_id, *place, None) for place in gone])
        if gone and error is ErrorCode.NONE:
            for place in gone:
                del offsets[place]
        return error

    def forget_topic(self, topic: str) -> None:
        """Remove the offsets of a topic that was deleted."""
        self.remove_offsets(lambda _, name, __: name == topic)

    def remove_offsets(self, is_useless: Callable[[str, str, Committed], bool]) -> None:
        """Remove the offsets of which that is said, given group, topic and what was committed."""
        for group_id, offsets in list(self._offsets.items()):
            gone = [place for place, committed in offsets.items() if is_useless(group_id, place[0], committed)]
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
