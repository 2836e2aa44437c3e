# Generated from rpc/JoinGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class JoinGroupResponseMember(Struct):
    """Part of JoinGroupResponse."""

    member_id: str = ""
    """Id of that member within the group."""
    group_instance_id: str | None = None  # 5+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    metadata: bytes = b""
    """What that member told about itself for the chosen protocol."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class JoinGroupResponse(Response):
    """Response of JOIN_GROUP (11). Versions 0-9, flexible from 6.

    The new generation. The leader gets all members and assigns, the others wait in SyncGroup.

    Its structs, in this module: JoinGroupResponseMember.
    """

    API_KEY = 11
    VERSIONS = range(0, 10)
    FLEXIBLE_VERSIONS = range(6, 10)
    LATEST_STABLE_VERSION = 9

    throttle_time_ms: int = 0  # 2+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or MEMBER_ID_REQUIRED, UNKNOWN_MEMBER_ID, INCONSISTENT_GROUP_PROTOCOL, FENCED_INSTANCE_ID, ..."""
    generation_id: int = -1
    """Number of the new generation, -1 after an error; heartbeats and commits have to name it."""
    protocol_type: str | None = None  # 7+
    """Kind of the group, such as `consumer`; null after an error."""
    protocol_name: str | None = ""
    """Protocol that all members know and most like best; null (before version 7: empty) after an error."""
    leader: str = ""
    """Member id of the leader, who assigns; empty after an error."""
    skip_assignment: bool = False  # 9+
    """Whether the leader is to leave the assignment as it is (KIP-814)."""
    member_id: str = ""
    """Id of the member that asked; with MEMBER_ID_REQUIRED the one to join with."""
    members: list[JoinGroupResponseMember] = field(default_factory=list)
    """All members, for the leader alone; empty for the others."""
    unknown_tags: dict[int, bytes] | None = None
