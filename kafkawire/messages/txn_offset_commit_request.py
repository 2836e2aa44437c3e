# Generated from rpc/TxnOffsetCommitRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TxnOffsetCommitRequestPartition(Struct):
    """Part of TxnOffsetCommitRequest."""

    partition_index: int = 0
    committed_offset: int = 0
    committed_leader_epoch: int = -1  # 2+
    committed_metadata: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitRequestTopic(Struct):
    """Part of TxnOffsetCommitRequest."""

    name: str = ""  # 0-5
    topic_id: UUID = ZERO_UUID  # 6+
    partitions: list[TxnOffsetCommitRequestPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitRequest(Request):
    """Request of TXN_OFFSET_COMMIT (28). Versions 0-6, flexible from 3.

    Its structs, in this module: TxnOffsetCommitRequestTopic, TxnOffsetCommitRequestPartition.
    """

    API_KEY = 28
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    transactional_id: str = ""
    group_id: str = ""
    producer_id: int = 0
    producer_epoch: int = 0
    generation_id_or_member_epoch: int = -1  # 3+
    member_id: str = ""  # 3+
    group_instance_id: str | None = None  # 3+
    topics: list[TxnOffsetCommitRequestTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
