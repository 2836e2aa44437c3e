# Generated from rpc/JoinGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class JoinGroupResponseMember(Struct):
    """Part of JoinGroupResponse."""

    member_id: str = ""
    group_instance_id: str | None = None  # 5+
    metadata: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class JoinGroupResponse(Response):
    """Response of JOIN_GROUP (11). Versions 0-9, flexible from 6.

    Its structs, in this module: JoinGroupResponseMember.
    """

    API_KEY = 11
    VERSIONS = range(0, 10)
    FLEXIBLE_VERSIONS = range(6, 10)
    LATEST_STABLE_VERSION = 9

    throttle_time_ms: int = 0  # 2+
    error_code: int = 0
    generation_id: int = -1
    protocol_type: str | None = None  # 7+
    protocol_name: str | None = ""
    leader: str = ""
    skip_assignment: bool = False  # 9+
    member_id: str = ""
    members: list[JoinGroupResponseMember] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
