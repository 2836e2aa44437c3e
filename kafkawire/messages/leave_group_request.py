# Generated from rpc/LeaveGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class MemberIdentity(Struct):
    """Part of LeaveGroupRequest, 3+."""

    member_id: str = ""  # 3+
    group_instance_id: str | None = None  # 3+
    reason: str | None = None  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaveGroupRequest(Request):
    """Request of LEAVE_GROUP (13). Versions 0-5, flexible from 4.

    Its structs, in this module: MemberIdentity.
    """

    API_KEY = 13
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    group_id: str = ""
    member_id: str = ""  # 0-2
    members: list[MemberIdentity] = field(default_factory=list)  # 3+
    unknown_tags: dict[int, bytes] | None = None
