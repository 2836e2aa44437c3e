# Generated from rpc/ListGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ListedGroup(Struct):
    """Part of ListGroupsResponse."""

    group_id: str = ""
    protocol_type: str = ""
    group_state: str = ""  # 4+
    group_type: str = ""  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListGroupsResponse(Response):
    """Response of LIST_GROUPS (16). Versions 0-5, flexible from 3.

    Its structs, in this module: ListedGroup.
    """

    API_KEY = 16
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0  # 1+
    error_code: int = 0
    groups: list[ListedGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
