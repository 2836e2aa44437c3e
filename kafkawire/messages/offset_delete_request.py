# Generated from rpc/OffsetDeleteRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class OffsetDeleteRequestPartition(Struct):
    """Part of OffsetDeleteRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetDeleteRequestTopic(Struct):
    """Part of OffsetDeleteRequest."""

    name: str = ""
    """Name of the topic."""
    partitions: list[OffsetDeleteRequestPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetDeleteRequest(Request):
    """Request of OFFSET_DELETE (47). Version 0, never flexible.

    Forgets how far a group has read partitions (KIP-496).

    Its structs, in this module: OffsetDeleteRequestTopic, OffsetDeleteRequestPartition.
    """

    API_KEY = 47
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topics: list[OffsetDeleteRequestTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
