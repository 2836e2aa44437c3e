# Generated from rpc/SyncGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class SyncGroupRequestAssignment(Struct):
    """Part of SyncGroupRequest."""

    member_id: str = ""
    assignment: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SyncGroupRequest(Request):
    """Request of SYNC_GROUP (14). Versions 0-5, flexible from 4.

    Its structs, in this module: SyncGroupRequestAssignment.
    """

    API_KEY = 14
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    group_id: str = ""
    generation_id: int = 0
    member_id: str = ""
    group_instance_id: str | None = None  # 3+
    protocol_type: str | None = None  # 5+
    protocol_name: str | None = None  # 5+
    assignments: list[SyncGroupRequestAssignment] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
