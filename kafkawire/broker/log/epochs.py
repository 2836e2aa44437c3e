"""The leader epochs of a partition: where each began (KIP-101), in `leader-epoch-checkpoint`; which one is right."""

from __future__ import annotations

import logging

from kafkawire.broker.log.files import FileSystem
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError
from kafkawire.logfiles.checkpoints import format_epochs, parse_epochs

__all__ = ["LeaderEpochs", "epoch_error"]

_LOG = logging.getLogger("kafkawire.broker")
_FILE = "leader-epoch-checkpoint"
_UNKNOWN = -1


class LeaderEpochs:
    """The epochs of the log in `directory` that ends at `end_offset`; those that begin there or later are dropped."""

    def __init__(self, files: FileSystem, directory: str, end_offset: int) -> None:
        self._files = files
        self._path = f"{directory}/{_FILE}"
        known = self._read()
        self._starts = [(epoch, start) for epoch, start in known if start < end_offset]
        if self._starts != known:
            files.replace(self._path, format_epochs(self._starts))

    @property
    def latest(self) -> int:
        """The epoch that appended batches get."""
        return self._starts[-1][0] if self._starts else 0

    def begin(self, offset: int) -> None:
        """Note that the first epoch begins at `offset`; nothing is done if there is one."""
        if not self._starts:
            self._starts.append((0, offset))
            self._files.replace(self._path, format_epochs(self._starts), sync=False)

    def end_of(self, epoch: int, end_offset: int) -> tuple[int, int]:
        """The latest epoch not above `epoch`, and where it ends; (-1, -1) if there is none.

        `end_offset` is that of the log, where the epoch ends that has not ended.
        """
        if epoch == self.latest:
            return epoch, end_offset
        later = [start for known, start in self._starts if known > epoch]
        earlier = [known for known, _ in self._starts if known <= epoch]
        return (earlier[-1], later[0]) if earlier and later else (-1, -1)

    def at(self, offset: int) -> int:
        """The epoch in which `offset` was written."""
        return max((epoch for epoch, start in self._starts if start <= offset), default=self.latest)

    def _read(self) -> list[tuple[int, int]]:
        if not self._files.exists(self._path):
            return []
        try:
            return parse_epochs(self._files.read(self._path))
        except DecodeError as exc:
            _LOG.warning("%s: %s; beginning anew", self._path, exc)
            return []


def epoch_error(leader_epoch: int, sent: int) -> ErrorCode:
    """Whether the epoch that a client sent is that of the leader (KIP-320); clients that do not care send -1."""
    if sent in (_UNKNOWN, leader_epoch):
        return ErrorCode.NONE
    return ErrorCode.FENCED_LEADER_EPOCH if sent < leader_epoch else ErrorCode.UNKNOWN_LEADER_EPOCH
