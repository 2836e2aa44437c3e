# Generated from rpc/LeaveGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class MemberResponse(Struct):
    """Part of LeaveGroupResponse, 3+."""

    member_id: str = ""  # 3+
    group_instance_id: str | None = ""  # 3+
    error_code: int = 0  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaveGroupResponse(Response):
    """Response of LEAVE_GROUP (13). Versions 0-5, flexible from 4.

    Its structs, in this module: MemberResponse.
    """

    API_KEY = 13
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0  # 1+
    error_code: int = 0
    members: list[MemberResponse] = field(default_factory=list)  # 3+
    unknown_tags: dict[int, bytes] | None = None
