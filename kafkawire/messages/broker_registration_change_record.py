# Generated from records-metadata/BrokerRegistrationChangeRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import field, slotted


@slotted
class BrokerRegistrationChangeRecord(Message):
    """KRaft metadata record. Versions 0-3, flexible from 0."""

    API_KEY = 17
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0, 4)
    LATEST_STABLE_VERSION = 3

    broker_id: int = 0
    broker_epoch: int = 0
    fenced: int = 0  # tag 0
    in_controlled_shutdown: int = 0  # 1+, tag 1
    log_dirs: list[UUID] = field(default_factory=list)  # 2+, tag 2
    cordoned_log_dirs: list[UUID] | None = None  # 3+, tag 3
    unknown_tags: dict[int, bytes] | None = None
