# Generated from rpc/TxnOffsetCommitResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TxnOffsetCommitResponsePartition(Struct):
    """Part of TxnOffsetCommitResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or an `ErrorCode` such as ILLEGAL_GENERATION, FENCED_INSTANCE_ID, UNKNOWN_MEMBER_ID, NOT_COORDINATOR."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitResponseTopic(Struct):
    """Part of TxnOffsetCommitResponse."""

    name: str = ""  # 0-5
    """Name of the topic; versions 6+ have its id."""
    topic_id: UUID = ZERO_UUID  # 6+
    """Id of the topic; versions below 6 have its name."""
    partitions: list[TxnOffsetCommitResponsePartition] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitResponse(Response):
    """Response of TXN_OFFSET_COMMIT (28). Versions 0-6, flexible from 3.

    Says for each partition whether its offset is stored until the transaction ends.

    Its structs, in this module: TxnOffsetCommitResponseTopic, TxnOffsetCommitResponsePartition.
    """

    API_KEY = 28
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[TxnOffsetCommitResponseTopic] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
