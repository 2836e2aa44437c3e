# Generated from records-share/ShareUpdateValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class StateBatch(Struct):
    """Part of ShareUpdateValue."""

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
class ShareUpdateValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    What has changed in a share partition since its snapshot, in `__share_group_state` (KIP-932).

    Its structs, in this module: StateBatch.
    """

    API_KEY = 1
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    snapshot_epoch: int = 0
    """Snapshot that the update changes."""
    leader_epoch: int = 0
    """Leader epoch in which the state was written last."""
    start_offset: int = 0
    """First offset that is not done with, -1 if it is unchanged."""
    delivery_complete_count: int = -1  # tag 0
    """How many records from `start_offset` on are done with (KIP-1226), -1 if it is not known."""
    state_batches: list[StateBatch] = field(default_factory=list)
    """States of the records in flight, in rising order of offsets."""
    unknown_tags: dict[int, bytes] | None = None
