# Generated from rpc/ControlledShutdownRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ControlledShutdownRequest(Request):
    """Request of CONTROLLED_SHUTDOWN (7). Versions 0-3, flexible from 3."""

    API_KEY = 7
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(3, 4)
    LATEST_STABLE_VERSION = 3

    broker_id: int = 0
    broker_epoch: int = -1  # 2+
    unknown_tags: dict[int, bytes] | None = None
