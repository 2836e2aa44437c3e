# Generated from rpc/JoinGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class JoinGroupRequestProtocol(Struct):
    """Part of JoinGroupRequest."""

    name: str = ""
    metadata: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class JoinGroupRequest(Request):
    """Request of JOIN_GROUP (11). Versions 0-9, flexible from 6.

    Its structs, in this module: JoinGroupRequestProtocol.
    """

    API_KEY = 11
    VERSIONS = range(0, 10)
    FLEXIBLE_VERSIONS = range(6, 10)
    LATEST_STABLE_VERSION = 9

    group_id: str = ""
    session_timeout_ms: int = 0
    rebalance_timeout_ms: int = -1  # 1+
    member_id: str = ""
    group_instance_id: str | None = None  # 5+
    protocol_type: str = ""
    protocols: list[JoinGroupRequestProtocol] = field(default_factory=list)
    reason: str | None = None  # 8+
    unknown_tags: dict[int, bytes] | None = None
