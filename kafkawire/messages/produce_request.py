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
    """Number of the partition within its topic, counted from 0."""
    records: Buffer | None = None
    """Record batches to append, null is refused; versions 3+ take exactly one batch, of magic 2."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicProduceData(Struct):
    """Part of ProduceRequest."""

    name: str = ""  # 0-12
    """Name of the topic; versions 13+ have its id."""
    topic_id: UUID = ZERO_UUID  # 13+
    """Id of the topic to append to; versions below 13 have its name."""
    partition_data: list[PartitionProduceData] = field(default_factory=list)
    """What to append, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ProduceRequest(Request):
    """Request of PRODUCE (0). Versions 0-13, flexible from 9.

    Appends record batches to partitions. With `acks` 0 the broker sends no response.

    Its structs, in this module: TopicProduceData, PartitionProduceData.
    """

    API_KEY = 0
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13
    DEPRECATED_VERSIONS = range(0, 3)

    transactional_id: str | None = None  # 3+
    """`transactional.id` of a producer whose batches are part of a transaction, null for others."""
    acks: int = 0
    """Who must have the records before the response: 0 no one (no response), 1 the leader, -1 all in-sync replicas."""
    timeout_ms: int = 0
    """How long the leader may wait for in-sync replicas with `acks` -1, in ms; then REQUEST_TIMED_OUT."""
    topic_data: list[TopicProduceData] = field(default_factory=list)
    """Topics to append to, each with its partitions."""
    unknown_tags: dict[int, bytes] | None = None
