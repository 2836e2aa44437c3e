# Generated from rpc/OffsetForLeaderEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class OffsetForLeaderPartition(Struct):
    """Part of OffsetForLeaderEpochRequest."""

    partition: int = 0
    current_leader_epoch: int = -1  # 2+
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderTopic(Struct):
    """Part of OffsetForLeaderEpochRequest."""

    topic: str = ""
    partitions: list[OffsetForLeaderPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderEpochRequest(Request):
    """Request of OFFSET_FOR_LEADER_EPOCH (23). Versions 0-4, flexible from 4.

    Its structs, in this module: OffsetForLeaderTopic, OffsetForLeaderPartition.
    """

    API_KEY = 23
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4
    DEPRECATED_VERSIONS = range(0, 2)

    replica_id: int = -2  # 3+
    topics: list[OffsetForLeaderTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
