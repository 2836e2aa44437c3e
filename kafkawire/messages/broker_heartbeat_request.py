# Generated from rpc/BrokerHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class BrokerHeartbeatRequest(Request):
    """Request of BROKER_HEARTBEAT (63). Versions 0-2, flexible from 0."""

    API_KEY = 63
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    broker_id: int = 0
    broker_epoch: int = -1
    current_metadata_offset: int = 0
    want_fence: bool = False
    want_shut_down: bool = False
    offline_log_dirs: list[UUID] = field(default_factory=list)  # 1+, tag 0
    cordoned_log_dirs: list[UUID] | None = None  # 2+, tag 1
    unknown_tags: dict[int, bytes] | None = None
