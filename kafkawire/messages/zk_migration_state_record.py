# Generated from records-metadata/ZkMigrationStateRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ZkMigrationStateRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 21
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    zk_migration_state: int = 0
    unknown_tags: dict[int, bytes] | None = None
