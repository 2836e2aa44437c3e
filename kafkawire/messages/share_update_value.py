# Generated from records-share/ShareUpdateValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class StateBatch(Struct):
    """Part of ShareUpdateValue."""

    first_offset: int = 0
    last_offset: int = 0
    delivery_state: int = 0
    delivery_count: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareUpdateValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: StateBatch.
    """

    API_KEY = 1
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    snapshot_epoch: int = 0
    leader_epoch: int = 0
    start_offset: int = 0
    delivery_complete_count: int = -1  # tag 0
    state_batches: list[StateBatch] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
