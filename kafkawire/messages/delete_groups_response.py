# Generated from rpc/DeleteGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeletableGroupResult(Struct):
    """Part of DeleteGroupsResponse."""

    group_id: str = ""
    """Name of the group."""
    error_code: int = 0
    """0, or NON_EMPTY_GROUP, GROUP_ID_NOT_FOUND, NOT_COORDINATOR, GROUP_AUTHORIZATION_FAILED, ..."""
    error_message: str | None = None  # 3+
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteGroupsResponse(Response):
    """Response of DELETE_GROUPS (42). Versions 0-3, flexible from 2.

    Says for each group whether it is deleted.

    Its structs, in this module: DeletableGroupResult.
    """

    API_KEY = 42
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    results: list[DeletableGroupResult] = field(default_factory=list)
    """Outcome for each group."""
    unknown_tags: dict[int, bytes] | None = None
