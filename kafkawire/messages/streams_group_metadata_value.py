# Generated from records-group/StreamsGroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class LastAssignmentConfig(Struct):
    """Part of StreamsGroupMetadataValue."""

    key: str = ""
    value: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: LastAssignmentConfig.
    """

    API_KEY = 17
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    epoch: int = 0
    metadata_hash: int = 0
    validated_topology_epoch: int = -1  # tag 0
    last_assignment_configs: list[LastAssignmentConfig] | None = field(default_factory=list)  # tag 1
    stored_description_topology_epoch: int = -1  # tag 2
    failed_description_topology_epoch: int = -1  # tag 3
    unknown_tags: dict[int, bytes] | None = None
