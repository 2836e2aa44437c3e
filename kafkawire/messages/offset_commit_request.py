# Generated from rpc/OffsetCommitRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetCommitRequestPartition(Struct):
    """Part of OffsetCommitRequest."""

    partition_index: int = 0
    committed_offset: int = 0
    commit_timestamp: int = -1  # 1
    committed_leader_epoch: int = -1  # 6+
    committed_metadata: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitRequestTopic(Struct):
    """Part of OffsetCommitRequest."""

    name: str = ""  # 0-9
    topic_id: UUID = ZERO_UUID  # 10+
    partitions: list[OffsetCommitRequestPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitRequest(Request):
    """Request of OFFSET_COMMIT (8). Versions 0-10, flexible from 8.

    Its structs, in this module: OffsetCommitRequestTopic, OffsetCommitRequestPartition.
    """

    API_KEY = 8
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(8, 11)
    LATEST_STABLE_VERSION = 10
    DEPRECATED_VERSIONS = range(0, 2)

    group_id: str = ""
    generation_id_or_member_epoch: int = -1  # 1+
    member_id: str = ""  # 1+
    group_instance_id: str | None = None  # 7+
    retention_time_ms: int = -1  # 2-4
    topics: list[OffsetCommitRequestTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
