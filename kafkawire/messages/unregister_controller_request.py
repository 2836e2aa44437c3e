# Generated from rpc/UnregisterControllerRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class UnregisterControllerRequest(Request):
    """Request of UNREGISTER_CONTROLLER (94). Version 0, flexible from 0.

    Takes a controller that is gone out of the cluster's metadata.
    """

    API_KEY = 94
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    controller_id: int = 0
    """Node id of the controller."""
    unknown_tags: dict[int, bytes] | None = None
