# Generated from rpc/OffsetForLeaderEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class OffsetForLeaderPartition(Struct):
    """Part of OffsetForLeaderEpochRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    current_leader_epoch: int = -1  # 2+
    """Leader epoch known to the client, -1 for no check; else FENCED_ or UNKNOWN_LEADER_EPOCH if it differs."""
    leader_epoch: int = 0
    """Leader epoch whose end is sought."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderTopic(Struct):
    """Part of OffsetForLeaderEpochRequest."""

    topic: str = ""
    """Name of the topic."""
    partitions: list[OffsetForLeaderPartition] = field(default_factory=list)
    """Partitions to ask about, each with a leader epoch."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderEpochRequest(Request):
    """Request of OFFSET_FOR_LEADER_EPOCH (23). Versions 0-4, flexible from 4.

    Asks where a leader epoch ends in the leader's log, to find where two logs part (KIP-101, KIP-320).

    Its structs, in this module: OffsetForLeaderTopic, OffsetForLeaderPartition.
    """

    API_KEY = 23
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4
    DEPRECATED_VERSIONS = range(0, 2)

    replica_id: int = -2  # 3+
    """Broker id of a follower, -1 for a consumer, -2 for a tool that may ask any replica."""
    topics: list[OffsetForLeaderTopic] = field(default_factory=list)
    """Partitions to ask about, by topic."""
    unknown_tags: dict[int, bytes] | None = None
