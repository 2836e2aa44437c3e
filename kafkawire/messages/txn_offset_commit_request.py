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
    """Number of the partition within its topic, counted from 0."""
    committed_offset: int = 0
    """Offset of the next record to read, one behind the last that was processed."""
    committed_leader_epoch: int = -1  # 2+
    """Leader epoch of the last record that was processed, -1 if it is not known."""
    committed_metadata: str | None = ""
    """Any text of the client's, kept beside the offset; null counts as empty. OFFSET_METADATA_TOO_LARGE limits it."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitRequestTopic(Struct):
    """Part of TxnOffsetCommitRequest."""

    name: str = ""  # 0-5
    """Name of the topic; versions 6+ have its id."""
    topic_id: UUID = ZERO_UUID  # 6+
    """Id of the topic; versions below 6 have its name."""
    partitions: list[TxnOffsetCommitRequestPartition] = field(default_factory=list)
    """Offsets to commit, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TxnOffsetCommitRequest(Request):
    """Request of TXN_OFFSET_COMMIT (28). Versions 0-6, flexible from 3.

    Stores how far a group has read, as part of a transaction: it counts when that is committed.

    Its structs, in this module: TxnOffsetCommitRequestTopic, TxnOffsetCommitRequestPartition.
    """

    API_KEY = 28
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    transactional_id: str = ""
    """`transactional.id` of the producer."""
    group_id: str = ""
    """Group whose offsets are committed."""
    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    generation_id_or_member_epoch: int = -1  # 3+
    """Generation or member epoch of the member, -1 for no check (KIP-447)."""
    member_id: str = ""  # 3+
    """Id of the member that commits, empty for no check (KIP-447)."""
    group_instance_id: str | None = None  # 3+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    topics: list[TxnOffsetCommitRequestTopic] = field(default_factory=list)
    """Offsets to commit, by topic."""
    unknown_tags: dict[int, bytes] | None = None
