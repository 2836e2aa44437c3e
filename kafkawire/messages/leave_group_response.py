# Generated from rpc/LeaveGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class MemberResponse(Struct):
    """Part of LeaveGroupResponse, 3+."""

    member_id: str = ""  # 3+
    """Id of the member within its group."""
    group_instance_id: str | None = ""  # 3+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    error_code: int = 0  # 3+
    """0, or UNKNOWN_MEMBER_ID, FENCED_INSTANCE_ID."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaveGroupResponse(Response):
    """Response of LEAVE_GROUP (13). Versions 0-5, flexible from 4.

    Says for each member whether it has left.

    Its structs, in this module: MemberResponse.
    """

    API_KEY = 13
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    members: list[MemberResponse] = field(default_factory=list)  # 3+
    """Outcome for each member."""
    unknown_tags: dict[int, bytes] | None = None
