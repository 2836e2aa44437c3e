# Generated from rpc/DeleteGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class DeleteGroupsRequest(Request):
    """Request of DELETE_GROUPS (42). Versions 0-3, flexible from 2.

    Deletes groups that have no members, with their committed offsets.
    """

    API_KEY = 42
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    groups_names: list[str] = field(default_factory=list)
    """Names of the groups to delete."""
    unknown_tags: dict[int, bytes] | None = None
