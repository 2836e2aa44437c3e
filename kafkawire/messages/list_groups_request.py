# Generated from rpc/ListGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class ListGroupsRequest(Request):
    """Request of LIST_GROUPS (16). Versions 0-5, flexible from 3.

    Asks for the groups that this broker coordinates.
    """

    API_KEY = 16
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    states_filter: list[str] = field(default_factory=list)  # 4+
    """States of the groups wanted, such as `Stable` (KIP-518); empty for all."""
    types_filter: list[str] = field(default_factory=list)  # 5+
    """Types of the groups wanted: `classic`, `consumer`, `share`, `streams` (KIP-848); empty for all."""
    unknown_tags: dict[int, bytes] | None = None
