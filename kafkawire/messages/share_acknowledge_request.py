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
    """First offset that is settled."""
    last_offset: int = 0
    """Last offset that is settled, itself included."""
    acknowledge_types: Sequence[int] = ()
    """One for all or one for each offset: 0 gap, 1 accept, 2 release, 3 reject, 4 renew."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AcknowledgePartition(Struct):
    """Part of ShareAcknowledgeRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    acknowledgement_batches: list[AcknowledgementBatch] = field(default_factory=list)
    """What became of acquired records, in rising order of offsets."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AcknowledgeTopic(Struct):
    """Part of ShareAcknowledgeRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[AcknowledgePartition] = field(default_factory=list)
    """What to settle, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareAcknowledgeRequest(Request):
    """Request of SHARE_ACKNOWLEDGE (79). Versions 0-2, flexible from 0.

    Settles records that a member of a share group has acquired (KIP-932).

    Its structs, in this module: AcknowledgeTopic, AcknowledgePartition, AcknowledgementBatch.
    """

    API_KEY = 79
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    group_id: str | None = None
    """Name of the share group; null names none."""
    member_id: str | None = ""
    """Id of the member, as in its heartbeats; null names none."""
    share_session_epoch: int = 0
    """Number of the request within its session, which ShareFetch opened; -1 closes it."""
    is_renew_ack: bool = False  # 2+
    """Whether acknowledge type 4 may occur (KIP-1222)."""
    topics: list[AcknowledgeTopic] = field(default_factory=list)
    """What to settle, by topic."""
    unknown_tags: dict[int, bytes] | None = None
