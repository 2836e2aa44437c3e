# Generated from rpc/ControlledShutdownRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ControlledShutdownRequest(Request):
    """Request of CONTROLLED_SHUTDOWN (7). Versions 0-3, flexible from 3.

    A broker asks the ZooKeeper controller to move its leaderships before it shuts down.
    """

    API_KEY = 7
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(3, 4)
    LATEST_STABLE_VERSION = 3

    broker_id: int = 0
    """Node id of the broker (`node.id`)."""
    broker_epoch: int = -1  # 2+
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None
