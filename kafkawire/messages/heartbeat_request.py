# Generated from rpc/HeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class HeartbeatRequest(Request):
    """Request of HEARTBEAT (12). Versions 0-4, flexible from 4.

    Keeps a member in its group.
    """

    API_KEY = 12
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    group_id: str = ""
    """Name of the group."""
    generation_id: int = 0
    """Generation that the member belongs to, from JoinGroup."""
    member_id: str = ""
    """Id of the member within its group."""
    group_instance_id: str | None = None  # 3+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    unknown_tags: dict[int, bytes] | None = None
