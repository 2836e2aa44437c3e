# Generated from rpc/LeaveGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class MemberIdentity(Struct):
    """Part of LeaveGroupRequest, 3+."""

    member_id: str = ""  # 3+
    """Id of the member that leaves, empty to name a static one by its instance id alone."""
    group_instance_id: str | None = None  # 3+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    reason: str | None = None  # 5+
    """Why the member leaves, for the broker's log (KIP-800); null if it is not said."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaveGroupRequest(Request):
    """Request of LEAVE_GROUP (13). Versions 0-5, flexible from 4.

    Takes members out of a group at once, without waiting for their session timeout.

    Its structs, in this module: MemberIdentity.
    """

    API_KEY = 13
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    group_id: str = ""
    """Name of the group."""
    member_id: str = ""  # 0-2
    """Member that leaves; versions 3+ have `members`."""
    members: list[MemberIdentity] = field(default_factory=list)  # 3+
    """Members that leave; several if an administrator takes out static ones."""
    unknown_tags: dict[int, bytes] | None = None
