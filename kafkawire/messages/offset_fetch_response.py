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
    """Number of the partition within its topic, counted from 0."""
    committed_offset: int = 0  # 0-7
    """Offset of the next record to read, -1 if the group has committed none."""
    committed_leader_epoch: int = -1  # 5-7
    """Leader epoch that was committed with the offset, -1 if none was."""
    metadata: str | None = ""  # 0-7
    """Text that was committed beside the offset, empty or null if there is none."""
    error_code: int = 0  # 0-7
    """0, or an `ErrorCode` such as UNSTABLE_OFFSET_COMMIT or UNKNOWN_TOPIC_OR_PARTITION."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponseTopic(Struct):
    """Part of OffsetFetchResponse, 0-7."""

    name: str = ""  # 0-7
    """Name of the topic."""
    partitions: list[OffsetFetchResponsePartition] = field(default_factory=list)  # 0-7
    """Committed offsets, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponsePartitions(Struct):
    """Part of OffsetFetchResponse, 8+."""

    partition_index: int = 0  # 8+
    """Number of the partition within its topic, counted from 0."""
    committed_offset: int = 0  # 8+
    """Offset of the next record to read, -1 if the group has committed none."""
    committed_leader_epoch: int = -1  # 8+
    """Leader epoch that was committed with the offset, -1 if none was."""
    metadata: str | None = ""  # 8+
    """Text that was committed beside the offset, empty or null if there is none."""
    error_code: int = 0  # 8+
    """0, or an `ErrorCode` such as UNSTABLE_OFFSET_COMMIT or UNKNOWN_TOPIC_OR_PARTITION."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponseTopics(Struct):
    """Part of OffsetFetchResponse, 8+."""

    name: str = ""  # 8-9
    """Name of the topic; versions 10+ have its id."""
    topic_id: UUID = ZERO_UUID  # 10+
    """Id of the topic; versions below 10 have its name."""
    partitions: list[OffsetFetchResponsePartitions] = field(default_factory=list)  # 8+
    """Committed offsets, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponseGroup(Struct):
    """Part of OffsetFetchResponse, 8+."""

    group_id: str = ""  # 8+
    """Name of the group."""
    topics: list[OffsetFetchResponseTopics] = field(default_factory=list)  # 8+
    """Committed offsets, by topic."""
    error_code: int = 0  # 8+
    """Error of the group as a whole, 0 for none: NOT_COORDINATOR, GROUP_AUTHORIZATION_FAILED, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchResponse(Response):
    """Response of OFFSET_FETCH (9). Versions 0-10, flexible from 6.

    The offsets that the groups have committed.

    Its structs, in this module: OffsetFetchResponseTopic, OffsetFetchResponsePartition, OffsetFetchResponseGroup,
    OffsetFetchResponseTopics, OffsetFetchResponsePartitions.
    """

    API_KEY = 9
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(6, 11)
    LATEST_STABLE_VERSION = 10

    throttle_time_ms: int = 0  # 3+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[OffsetFetchResponseTopic] = field(default_factory=list)  # 0-7
    """Committed offsets, by topic."""
    error_code: int = 0  # 2-7
    """Error of the group as a whole, 0 for none; versions 8+ have it in `groups`."""
    groups: list[OffsetFetchResponseGroup] = field(default_factory=list)  # 8+
    """Committed offsets, by group."""
    unknown_tags: dict[int, bytes] | None = None
