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
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitResponseTopic(Struct):
    """Part of TxnOffsetCommitResponse."""

    name: str = ""  # 0-5
    topic_id: UUID = ZERO_UUID  # 6+
    partitions: list[TxnOffsetCommitResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitResponse(Response):
    """Response of TXN_OFFSET_COMMIT (28). Versions 0-6, flexible from 3.

    Its structs, in this module: TxnOffsetCommitResponseTopic, TxnOffsetCommitResponsePartition.
    """

    API_KEY = 28
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0
    topics: list[TxnOffsetCommitResponseTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
