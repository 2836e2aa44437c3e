# Generated from rpc/ShareGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ShareGroupHeartbeatRequest(Request):
    """Request of SHARE_GROUP_HEARTBEAT (76). Versions 0-1, flexible from 0.

    Joins a share group, stays in it, or leaves (KIP-932). Null means unchanged.
    """

    API_KEY = 76
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    """Name of the group."""
    member_id: str = ""
    """Id of the member, a UUID as text that the client chooses."""
    member_epoch: int = 0
    """Epoch from the last response; 0 to join, -1 to leave."""
    rack_id: str | None = None
    """Rack of the member, null if it has none or it is unchanged."""
    subscribed_topic_names: list[str] | None = None
    """Names of the topics that the member subscribes to, null if unchanged."""
    unknown_tags: dict[int, bytes] | None = None
