# Generated from records-group/ConsumerGroupMemberMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class ClassicProtocol(Struct):
    """Part of ConsumerGroupMemberMetadataValue."""

    name: str = ""
    metadata: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ClassicMemberMetadata(Struct):
    """Part of ConsumerGroupMemberMetadataValue."""

    session_timeout_ms: int = 0
    supported_protocols: list[ClassicProtocol] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupMemberMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: ClassicMemberMetadata, ClassicProtocol.
    """

    API_KEY = 5
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    instance_id: str | None = ""
    rack_id: str | None = ""
    client_id: str = ""
    client_host: str = ""
    subscribed_topic_names: list[str] = field(default_factory=list)
    subscribed_topic_regex: str | None = ""
    rebalance_timeout_ms: int = -1
    server_assignor: str | None = ""
    classic_member_metadata: ClassicMemberMetadata | None = field(default_factory=ClassicMemberMetadata)  # tag 0
    unknown_tags: dict[int, bytes] | None = None
