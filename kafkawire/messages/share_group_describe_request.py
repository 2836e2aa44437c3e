# Generated from rpc/ShareGroupDescribeRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class ShareGroupDescribeRequest(Request):
    """Request of SHARE_GROUP_DESCRIBE (77). Versions 0-1, flexible from 0.

    Asks for state and members of share groups (KIP-932).
    """

    API_KEY = 77
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_ids: list[str] = field(default_factory=list)
    """Names of the groups."""
    include_authorized_operations: bool = False
    """Whether to say which operations on each group the client may do (KIP-430)."""
    unknown_tags: dict[int, bytes] | None = None
