# Generated from records-group/ShareGroupMemberMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import field, slotted


@slotted
class ShareGroupMemberMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0."""

    API_KEY = 10
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    rack_id: str | None = ""
    client_id: str = ""
    client_host: str = ""
    subscribed_topic_names: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
