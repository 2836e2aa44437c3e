# Generated from records-group/GroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class MemberMetadata(Struct):
    """Part of GroupMetadataValue."""

    member_id: str = ""
    group_instance_id: str | None = None  # 3+
    client_id: str = ""
    client_host: str = ""
    rebalance_timeout: int = -1  # 1+
    session_timeout: int = 0
    subscription: bytes = b""
    assignment: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class GroupMetadataValue(Message):
    """Value of a coordinator record. Versions 0-4, flexible from 4.

    Its structs, in this module: MemberMetadata.
    """

    API_KEY = 2
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    protocol_type: str = ""
    generation: int = 0
    protocol: str | None = ""
    leader: str | None = ""
    current_state_timestamp: int = -1  # 2+
    members: list[MemberMetadata] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
