# Generated from records-metadata/PartitionRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionRecord(Message):
    """KRaft metadata record. Versions 0-2, flexible from 0."""

    API_KEY = 3
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    partition_id: int = -1
    topic_id: UUID = ZERO_UUID
    replicas: Sequence[int] = ()
    isr: Sequence[int] = ()
    removing_replicas: Sequence[int] = ()
    adding_replicas: Sequence[int] = ()
    leader: int = -1
    leader_recovery_state: int = 0  # tag 0
    leader_epoch: int = -1
    partition_epoch: int = -1
    directories: list[UUID] = field(default_factory=list)  # 1+
    eligible_leader_replicas: Sequence[int] | None = None  # 2+, tag 1
    last_known_elr: Sequence[int] | None = None  # 2+, tag 2
    unknown_tags: dict[int, bytes] | None = None
