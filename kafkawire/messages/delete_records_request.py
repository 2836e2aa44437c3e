# Generated from rpc/DeleteRecordsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteRecordsPartition(Struct):
    """Part of DeleteRecordsRequest."""

    partition_index: int = 0
    offset: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsTopic(Struct):
    """Part of DeleteRecordsRequest."""

    name: str = ""
    partitions: list[DeleteRecordsPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsRequest(Request):
    """Request of DELETE_RECORDS (21). Versions 0-2, flexible from 2.

    Its structs, in this module: DeleteRecordsTopic, DeleteRecordsPartition.
    """

    API_KEY = 21
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    topics: list[DeleteRecordsTopic] = field(default_factory=list)
    timeout_ms: int = 0
    unknown_tags: dict[int, bytes] | None = None
