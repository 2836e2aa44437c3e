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
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterShareGroupOffsetsResponseTopic(Struct):
    """Part of AlterShareGroupOffsetsResponse."""

    topic_name: str = ""
    """Name of the topic, beside its id."""
    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[AlterShareGroupOffsetsResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterShareGroupOffsetsResponse(Response):
    """Response of ALTER_SHARE_GROUP_OFFSETS (91). Version 0, flexible from 0.

    Says for each partition whether its offset was set.

    Its structs, in this module: AlterShareGroupOffsetsResponseTopic, AlterShareGroupOffsetsResponsePartition.
    """

    API_KEY = 91
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none: NON_EMPTY_GROUP, GROUP_ID_NOT_FOUND, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    responses: list[AlterShareGroupOffsetsResponseTopic] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
