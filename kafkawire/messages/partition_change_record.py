# Generated from records-metadata/PartitionChangeRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionChangeRecord(Message):
    """KRaft metadata record. Versions 0-2, flexible from 0."""

    API_KEY = 5
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    partition_id: int = -1
    topic_id: UUID = ZERO_UUID
    isr: Sequence[int] | None = None  # tag 0
    leader: int = -2  # tag 1
    replicas: Sequence[int] | None = None  # tag 2
    removing_replicas: Sequence[int] | None = None  # tag 3
    adding_replicas: Sequence[int] | None = None  # tag 4
    leader_recovery_state: int = -1  # tag 5
    directories: list[UUID] | None = None  # 1+, tag 8
    eligible_leader_replicas: Sequence[int] | None = None  # 2+, tag 6
    last_known_elr: Sequence[int] | None = None  # 2+, tag 7
    unknown_tags: dict[int, bytes] | None = None
