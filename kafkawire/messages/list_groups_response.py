# Generated from rpc/ListGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ListedGroup(Struct):
    """Part of ListGroupsResponse."""

    group_id: str = ""
    """Name of the group."""
    protocol_type: str = ""
    """What the members use the group for, such as `consumer`; empty if that is not known."""
    group_state: str = ""  # 4+
    """State of the group, such as `Stable` or `Empty`."""
    group_type: str = ""  # 5+
    """Type of the group: `classic`, `consumer`, `share`, `streams`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListGroupsResponse(Response):
    """Response of LIST_GROUPS (16). Versions 0-5, flexible from 3.

    The groups that this broker coordinates and the client may see.

    Its structs, in this module: ListedGroup.
    """

    API_KEY = 16
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, ..."""
    groups: list[ListedGroup] = field(default_factory=list)
    """The groups, in no particular order."""
    unknown_tags: dict[int, bytes] | None = None
