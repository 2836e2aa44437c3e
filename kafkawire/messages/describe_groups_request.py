# Generated from rpc/DescribeGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class DescribeGroupsRequest(Request):
    """Request of DESCRIBE_GROUPS (15). Versions 0-6, flexible from 5.

    Asks for state and members of classic groups.
    """

    API_KEY = 15
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(5, 7)
    LATEST_STABLE_VERSION = 6

    groups: list[str] = field(default_factory=list)
    """Names of the groups."""
    include_authorized_operations: bool = False  # 3+
    """Whether to say which operations on each group the client may do (KIP-430)."""
    unknown_tags: dict[int, bytes] | None = None
