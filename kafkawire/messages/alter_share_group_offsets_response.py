# Generated from rpc/AlterShareGroupOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class AlterShareGroupOffsetsResponsePartition(Struct):
    """Part of AlterShareGroupOffsetsResponse."""

    partition_index: int = 0
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterShareGroupOffsetsResponseTopic(Struct):
    """Part of AlterShareGroupOffsetsResponse."""

    topic_name: str = ""
    topic_id: UUID = ZERO_UUID
    partitions: list[AlterShareGroupOffsetsResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterShareGroupOffsetsResponse(Response):
    """Response of ALTER_SHARE_GROUP_OFFSETS (91). Version 0, flexible from 0.

    Its structs, in this module: AlterShareGroupOffsetsResponseTopic, AlterShareGroupOffsetsResponsePartition.
    """

    API_KEY = 91
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    responses: list[AlterShareGroupOffsetsResponseTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
