# Generated from records-share/ShareSnapshotValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class StateBatch(Struct):
    """Part of ShareSnapshotValue."""

    first_offset: int = 0
    """First offset of the range."""
    last_offset: int = 0
    """Last offset of the range, itself included."""
    delivery_state: int = 0
    """State of the records: 0 available, 2 acknowledged, 4 archived."""
    delivery_count: int = 0
    """How many times these records were delivered."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareSnapshotValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    The whole state of a share partition, in `__share_group_state` (KIP-932).

    Its structs, in this module: StateBatch.
    """

    API_KEY = 0
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    snapshot_epoch: int = 0
    """Counts the snapshots of the share partition; updates name the one that they change."""
    state_epoch: int = 0
    """Counts how often the share partition was set up anew; an older one gets FENCED_STATE_EPOCH."""
    leader_epoch: int = 0
    """Leader epoch in which the state was written last."""
    start_offset: int = 0
    """First offset that is not done with, -1 if the group has not begun."""
    delivery_complete_count: int = -1  # tag 0
    """How many records from `start_offset` on are done with (KIP-1226), -1 if it is not known."""
    create_timestamp: int = 0
    """When the first snapshot was written, in ms since the epoch."""
    write_timestamp: int = 0
    """When this snapshot was written, in ms since the epoch."""
    state_batches: list[StateBatch] = field(default_factory=list)
    """States of the records in flight, in rising order of offsets."""
    unknown_tags: dict[int, bytes] | None = None
