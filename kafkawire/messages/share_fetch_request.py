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
    """First offset that is settled."""
    last_offset: int = 0
    """Last offset that is settled, itself included."""
    acknowledge_types: Sequence[int] = ()
    """One for all or one for each offset: 0 gap, 1 accept, 2 release, 3 reject, 4 renew."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchPartition(Struct):
    """Part of ShareFetchRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    partition_max_bytes: int = 0  # 0
    """Bytes of records for this partition, as version 0 has it."""
    acknowledgement_batches: list[AcknowledgementBatch] = field(default_factory=list)
    """What became of records acquired before, in rising order of offsets."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchTopic(Struct):
    """Part of ShareFetchRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[FetchPartition] = field(default_factory=list)
    """Partitions to fetch from, with what to settle."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ForgottenTopic(Struct):
    """Part of ShareFetchRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions that leave the session."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareFetchRequest(Request):
    """Request of SHARE_FETCH (78). Versions 0-2, flexible from 0.

    Acquires records for a member of a share group, and settles records acquired before (KIP-932).

    Its structs, in this module: FetchTopic, FetchPartition, AcknowledgementBatch, ForgottenTopic.
    """

    API_KEY = 78
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    group_id: str | None = None
    """Name of the share group; null names none."""
    member_id: str | None = ""
    """Id of the member, as in its heartbeats; null names none."""
    share_session_epoch: int = 0
    """Number of the request within its session: 0 opens a session, -1 closes it."""
    max_wait_ms: int = 0
    """How long the broker may wait for records, in ms."""
    min_bytes: int = 0
    """The broker answers as soon as it has this many bytes, or an error."""
    max_bytes: int = 2147483647
    """Bytes of records in the whole response; passed only by a first batch that alone is larger."""
    max_records: int = 0  # 1+
    """How many records to acquire; more may come, so that batches stay whole, unless `share_acquire_mode` is 1."""
    batch_size: int = 0  # 1+
    """How many records a batch in `acquired_records` is to have at most, where that can be had."""
    share_acquire_mode: int = 0  # 2+
    """0 keeps batches whole even beyond `max_records`, 1 takes `max_records` as a strict limit (KIP-1206)."""
    is_renew_ack: bool = False  # 2+
    """Whether acknowledge type 4 may occur; nothing is fetched then, and all limits have to be 0 (KIP-1222)."""
    topics: list[FetchTopic] = field(default_factory=list)
    """What to fetch and what to settle; within a session only what is new or has changed."""
    forgotten_topics_data: list[ForgottenTopic] = field(default_factory=list)
    """What the session is to leave out from now on."""
    unknown_tags: dict[int, bytes] | None = None
