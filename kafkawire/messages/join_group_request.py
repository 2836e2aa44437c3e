# Generated from rpc/JoinGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class JoinGroupRequestProtocol(Struct):
    """Part of JoinGroupRequest."""

    name: str = ""
    """Name of the protocol; for consumers that of the assignor, such as `range`."""
    metadata: bytes = b""
    """What the member tells the leader; for consumers a version and a `ConsumerProtocolSubscription`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class JoinGroupRequest(Request):
    """Request of JOIN_GROUP (11). Versions 0-9, flexible from 6.

    Joins a group, or joins it again for a rebalance. The response comes when the generation is complete.

    Its structs, in this module: JoinGroupRequestProtocol.
    """

    API_KEY = 11
    VERSIONS = range(0, 10)
    FLEXIBLE_VERSIONS = range(6, 10)
    LATEST_STABLE_VERSION = 9

    group_id: str = ""
    """Group to join."""
    session_timeout_ms: int = 0
    """Without a heartbeat for this long, in ms, the member is taken for dead."""
    rebalance_timeout_ms: int = -1  # 1+
    """How long the group waits for this member to join again in a rebalance, in ms; -1: the session timeout."""
    member_id: str = ""
    """Id of the member, empty at first; versions 4+ then get one with MEMBER_ID_REQUIRED and ask again (KIP-394)."""
    group_instance_id: str | None = None  # 5+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    protocol_type: str = ""
    """What kind of group it is: `consumer`, `connect`, ...; the same for all members."""
    protocols: list[JoinGroupRequestProtocol] = field(default_factory=list)
    """Assignment protocols that the member knows, the one that it likes best first."""
    reason: str | None = None  # 8+
    """Why the member joins, for the broker's log (KIP-800); null if it does not say."""
    unknown_tags: dict[int, bytes] | None = None
