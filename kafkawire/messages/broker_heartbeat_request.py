# Generated from rpc/BrokerHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class BrokerHeartbeatRequest(Request):
    """Request of BROKER_HEARTBEAT (63). Versions 0-2, flexible from 0.

    A broker tells the controller that it lives (KIP-631).
    """

    API_KEY = 63
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    broker_id: int = 0
    """Node id of the broker (`node.id`)."""
    broker_epoch: int = -1
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    current_metadata_offset: int = 0
    """Offset of the last metadata record that the broker has applied."""
    want_fence: bool = False
    """Whether the broker asks to be fenced, so that it serves no clients."""
    want_shut_down: bool = False
    """Whether the broker asks to shut down, for which its leaderships have to move first."""
    offline_log_dirs: list[UUID] = field(default_factory=list)  # 1+, tag 0
    """Ids of the log directories that the broker cannot use (KIP-858)."""
    cordoned_log_dirs: list[UUID] | None = None  # 2+, tag 1
    """Ids of the log directories that take no new partitions (KIP-1066); null if that is not said."""
    unknown_tags: dict[int, bytes] | None = None
