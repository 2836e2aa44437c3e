# Generated from rpc/SyncGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class SyncGroupRequestAssignment(Struct):
    """Part of SyncGroupRequest."""

    member_id: str = ""
    """Id of the member that the assignment is for."""
    assignment: bytes = b""
    """What the member gets; for consumers a version and a `ConsumerProtocolAssignment`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SyncGroupRequest(Request):
    """Request of SYNC_GROUP (14). Versions 0-5, flexible from 4.

    Follows JoinGroup: the leader hands in the assignment, every member gets its share.

    Its structs, in this module: SyncGroupRequestAssignment.
    """

    API_KEY = 14
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    group_id: str = ""
    """Name of the group."""
    generation_id: int = 0
    """Generation that the member belongs to, from JoinGroup."""
    member_id: str = ""
    """Id of the member within its group."""
    group_instance_id: str | None = None  # 3+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    protocol_type: str | None = None  # 5+
    """Kind of the group, to be checked; null for no check."""
    protocol_name: str | None = None  # 5+
    """Protocol that JoinGroup chose, to be checked; null for no check."""
    assignments: list[SyncGroupRequestAssignment] = field(default_factory=list)
    """Assignment of every member, from the leader; empty from the others."""
    unknown_tags: dict[int, bytes] | None = None
