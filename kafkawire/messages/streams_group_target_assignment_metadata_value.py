# Generated from records-group/StreamsGroupTargetAssignmentMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class StreamsGroupTargetAssignmentMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0."""

    API_KEY = 20
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    assignment_epoch: int = 0
    assignment_timestamp: int = 0  # tag 0
    unknown_tags: dict[int, bytes] | None = None
