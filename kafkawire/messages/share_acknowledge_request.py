# Generated from rpc/ShareAcknowledgeRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class AcknowledgementBatch(Struct):
    """Part of ShareAcknowledgeRequest."""

    first_offset: int = 0
    last_offset: int = 0
    acknowledge_types: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AcknowledgePartition(Struct):
    """Part of ShareAcknowledgeRequest."""

    partition_index: int = 0
    acknowledgement_batches: list[AcknowledgementBatch] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AcknowledgeTopic(Struct):
    """Part of ShareAcknowledgeRequest."""

    topic_id: UUID = ZERO_UUID
    partitions: list[AcknowledgePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareAcknowledgeRequest(Request):
    """Request of SHARE_ACKNOWLEDGE (79). Versions 0-2, flexible from 0.

    Its structs, in this module: AcknowledgeTopic, AcknowledgePartition, AcknowledgementBatch.
    """

    API_KEY = 79
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    group_id: str | None = None
    member_id: str | None = ""
    share_session_epoch: int = 0
    is_renew_ack: bool = False  # 2+
    topics: list[AcknowledgeTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
