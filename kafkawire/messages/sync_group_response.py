# Generated from rpc/SyncGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class SyncGroupResponse(Response):
    """Response of SYNC_GROUP (14). Versions 0-5, flexible from 4.

    The member's own assignment.
    """

    API_KEY = 14
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, REBALANCE_IN_PROGRESS to join again, or UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION, INCONSISTENT_GROUP_PROTOCOL."""
    protocol_type: str | None = None  # 5+
    """Kind of the group, such as `consumer`; null after an error."""
    protocol_name: str | None = None  # 5+
    """Protocol of the generation; null after an error."""
    assignment: bytes = b""
    """What the member is to read; for consumers a version and a `ConsumerProtocolAssignment`, empty for nothing."""
    unknown_tags: dict[int, bytes] | None = None
