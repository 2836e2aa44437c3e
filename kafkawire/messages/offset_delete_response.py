# Generated from rpc/OffsetDeleteResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class OffsetDeleteResponsePartition(Struct):
    """Part of OffsetDeleteResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or GROUP_SUBSCRIBED_TO_TOPIC if a member still reads it, UNKNOWN_TOPIC_OR_PARTITION, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetDeleteResponseTopic(Struct):
    """Part of OffsetDeleteResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[OffsetDeleteResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetDeleteResponse(Response):
    """Response of OFFSET_DELETE (47). Version 0, never flexible.

    Says for each partition whether its offset is forgotten.

    Its structs, in this module: OffsetDeleteResponseTopic, OffsetDeleteResponsePartition.
    """

    API_KEY = 47
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    error_code: int = 0
    """Error of the request as a whole, 0 for none: GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP, ..."""
    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[OffsetDeleteResponseTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
