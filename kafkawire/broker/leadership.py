"""Whether a client's idea of who leads a partition is still right (KIP-320)."""

from __future__ import annotations

from kafkawire.broker.log.partition import PartitionLog
from kafkawire.error_code import ErrorCode

__all__ = ["epoch_error"]

_UNKNOWN = -1


def epoch_error(log: PartitionLog, current_leader_epoch: int) -> ErrorCode:
    """Compare the epoch that a client sent with ours; clients that do not care send -1."""
    if current_leader_epoch in (_UNKNOWN, log.leader_epoch):
        return ErrorCode.NONE
    older = current_leader_epoch < log.leader_epoch
    return ErrorCode.FENCED_LEADER_EPOCH if older else ErrorCode.UNKNOWN_LEADER_EPOCH
