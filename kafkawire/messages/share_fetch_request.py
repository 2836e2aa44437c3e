# Generated from rpc/ShareFetchRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class AcknowledgementBatch(Struct):
    """Part of ShareFetchRequest."""

    first_offset: int = 0
    last_offset: int = 0
    acknowledge_types: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchPartition(Struct):
    """Part of ShareFetchRequest."""

    partition_index: int = 0
    partition_max_bytes: int = 0  # 0
    acknowledgement_batches: list[AcknowledgementBatch] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchTopic(Struct):
    """Part of ShareFetchRequest."""

    topic_id: UUID = ZERO_UUID
    partitions: list[FetchPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ForgottenTopic(Struct):
    """Part of ShareFetchRequest."""

    topic_id: UUID = ZERO_UUID
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareFetchRequest(Request):
    """Request of SHARE_FETCH (78). Versions 0-2, flexible from 0.

    Its structs, in this module: FetchTopic, FetchPartition, AcknowledgementBatch, ForgottenTopic.
    """

    API_KEY = 78
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    group_id: str | None = None
    member_id: str | None = ""
    share_session_epoch: int = 0
    max_wait_ms: int = 0
    min_bytes: int = 0
    max_bytes: int = 2147483647
    max_records: int = 0  # 1+
    batch_size: int = 0  # 1+
    share_acquire_mode: int = 0  # 2+
    is_renew_ack: bool = False  # 2+
    topics: list[FetchTopic] = field(default_factory=list)
    forgotten_topics_data: list[ForgottenTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
