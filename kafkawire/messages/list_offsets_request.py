# Generated from rpc/ListOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ListOffsetsPartition(Struct):
    """Part of ListOffsetsRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    current_leader_epoch: int = -1  # 4+
    """Leader epoch known to the client, -1 for no check; else FENCED_ or UNKNOWN_LEADER_EPOCH if it differs."""
    timestamp: int = 0
    """Time in ms since the epoch, or -1 latest, -2 earliest, -3 largest timestamp, -4 to -6 for tiered storage."""
    max_num_offsets: int = 1  # 0
    """How many offsets to give at most, in the manner of version 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsTopic(Struct):
    """Part of ListOffsetsRequest."""

    name: str = ""
    """Name of the topic."""
    partitions: list[ListOffsetsPartition] = field(default_factory=list)
    """Partitions to ask about, each with a timestamp."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsRequest(Request):
    """Request of LIST_OFFSETS (2). Versions 0-11, flexible from 6.

    Asks for offsets by timestamp, or for the ends of partitions.

    Its structs, in this module: ListOffsetsTopic, ListOffsetsPartition.
    """

    API_KEY = 2
    VERSIONS = range(0, 12)
    FLEXIBLE_VERSIONS = range(6, 12)
    LATEST_STABLE_VERSION = 11
    DEPRECATED_VERSIONS = range(0, 1)

    replica_id: int = 0
    """Broker id of a follower, -1 for a consumer, -2 for a tool that may ask any replica."""
    isolation_level: int = 0  # 2+
    """With 1 (`read_committed`) the latest offset is the last stable offset, with 0 the high watermark."""
    topics: list[ListOffsetsTopic] = field(default_factory=list)
    """Partitions to ask about, by topic."""
    timeout_ms: int = 0  # 10+
    """How long the broker may wait for tiered storage, in ms (KIP-1075)."""
    unknown_tags: dict[int, bytes] | None = None
