# Generated from rpc/OffsetFetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetFetchResponsePartition(Struct):
    """Part of OffsetFetchResponse, 0-7."""

    partition_index: int = 0  # 0-7
    committed_offset: int = 0  # 0-7
    committed_leader_epoch: int = -1  # 5-7
    metadata: str | None = ""  # 0-7
    error_code: int = 0  # 0-7
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponseTopic(Struct):
    """Part of OffsetFetchResponse, 0-7."""

    name: str = ""  # 0-7
    partitions: list[OffsetFetchResponsePartition] = field(default_factory=list)  # 0-7
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponsePartitions(Struct):
    """Part of OffsetFetchResponse, 8+."""

    partition_index: int = 0  # 8+
    committed_offset: int = 0  # 8+
    committed_leader_epoch: int = -1  # 8+
    metadata: str | None = ""  # 8+
    error_code: int = 0  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponseTopics(Struct):
    """Part of OffsetFetchResponse, 8+."""

    name: str = ""  # 8-9
    topic_id: UUID = ZERO_UUID  # 10+
    partitions: list[OffsetFetchResponsePartitions] = field(default_factory=list)  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponseGroup(Struct):
    """Part of OffsetFetchResponse, 8+."""

    group_id: str = ""  # 8+
    topics: list[OffsetFetchResponseTopics] = field(default_factory=list)  # 8+
    error_code: int = 0  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponse(Response):
    """Response of OFFSET_FETCH (9). Versions 0-10, flexible from 6.

    Its structs, in this module: OffsetFetchResponseTopic, OffsetFetchResponsePartition, OffsetFetchResponseGroup,
    OffsetFetchResponseTopics, OffsetFetchResponsePartitions.
    """

    API_KEY = 9
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(6, 11)
    LATEST_STABLE_VERSION = 10

    throttle_time_ms: int = 0  # 3+
    topics: list[OffsetFetchResponseTopic] = field(default_factory=list)  # 0-7
    error_code: int = 0  # 2-7
    groups: list[OffsetFetchResponseGroup] = field(default_factory=list)  # 8+
    unknown_tags: dict[int, bytes] | None = None
