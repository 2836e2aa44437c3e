# Generated from rpc/ListOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ListOffsetsPartition(Struct):
    """Part of ListOffsetsRequest."""

    partition_index: int = 0
    current_leader_epoch: int = -1  # 4+
    timestamp: int = 0
    max_num_offsets: int = 1  # 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsTopic(Struct):
    """Part of ListOffsetsRequest."""

    name: str = ""
    partitions: list[ListOffsetsPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsRequest(Request):
    """Request of LIST_OFFSETS (2). Versions 0-11, flexible from 6.

    Its structs, in this module: ListOffsetsTopic, ListOffsetsPartition.
    """

    API_KEY = 2
    VERSIONS = range(0, 12)
    FLEXIBLE_VERSIONS = range(6, 12)
    LATEST_STABLE_VERSION = 11
    DEPRECATED_VERSIONS = range(0, 1)

    replica_id: int = 0
    isolation_level: int = 0  # 2+
    topics: list[ListOffsetsTopic] = field(default_factory=list)
    timeout_ms: int = 0  # 10+
    unknown_tags: dict[int, bytes] | None = None
