# Generated from rpc/AlterShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterShareGroupOffsetsRequestPartition(Struct):
    """Part of AlterShareGroupOffsetsRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    start_offset: int = 0
    """Offset to read on from."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterShareGroupOffsetsRequestTopic(Struct):
    """Part of AlterShareGroupOffsetsRequest."""

    topic_name: str = ""
    partitions: list[AlterShareGroupOffsetsRequestPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterShareGroupOffsetsRequest(Request):
    """Request of ALTER_SHARE_GROUP_OFFSETS (91). Version 0, flexible from 0.

    Sets from where a share group reads on; the group must have no members (KIP-932).

    Its structs, in this module: AlterShareGroupOffsetsRequestTopic, AlterShareGroupOffsetsRequestPartition.
    """

    API_KEY = 91
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topics: list[AlterShareGroupOffsetsRequestTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
