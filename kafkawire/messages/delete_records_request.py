# Generated from rpc/DeleteRecordsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteRecordsPartition(Struct):
    """Part of DeleteRecordsRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    offset: int = 0
    """First offset that stays, -1 for the high watermark: all records go."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsTopic(Struct):
    """Part of DeleteRecordsRequest."""

    name: str = ""
    """Name of the topic."""
    partitions: list[DeleteRecordsPartition] = field(default_factory=list)
    """What to delete, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsRequest(Request):
    """Request of DELETE_RECORDS (21). Versions 0-2, flexible from 2.

    Deletes the records of partitions from their start up to an offset.

    Its structs, in this module: DeleteRecordsTopic, DeleteRecordsPartition.
    """

    API_KEY = 21
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    topics: list[DeleteRecordsTopic] = field(default_factory=list)
    """What to delete, by topic."""
    timeout_ms: int = 0
    """How long the leader may wait until all replicas have followed, in ms."""
    unknown_tags: dict[int, bytes] | None = None
