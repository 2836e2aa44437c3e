# Generated from rpc/ProduceRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionProduceData(Struct):
    """Part of ProduceRequest."""

    index: int = 0
    records: Buffer | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicProduceData(Struct):
    """Part of ProduceRequest."""

    name: str = ""  # 0-12
    topic_id: UUID = ZERO_UUID  # 13+
    partition_data: list[PartitionProduceData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ProduceRequest(Request):
    """Request of PRODUCE (0). Versions 0-13, flexible from 9.

    Its structs, in this module: TopicProduceData, PartitionProduceData.
    """

    API_KEY = 0
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13
    DEPRECATED_VERSIONS = range(0, 3)

    transactional_id: str | None = None  # 3+
    acks: int = 0
    timeout_ms: int = 0
    topic_data: list[TopicProduceData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
