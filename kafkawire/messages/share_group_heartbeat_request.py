# Generated from rpc/ShareGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ShareGroupHeartbeatRequest(Request):
    """Request of SHARE_GROUP_HEARTBEAT (76). Versions 0-1, flexible from 0."""

    API_KEY = 76
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    member_id: str = ""
    member_epoch: int = 0
    rack_id: str | None = None
    subscribed_topic_names: list[str] | None = None
    unknown_tags: dict[int, bytes] | None = None
