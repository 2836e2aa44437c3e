# Generated from rpc/UnregisterBrokerRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class UnregisterBrokerRequest(Request):
    """Request of UNREGISTER_BROKER (64). Version 0, flexible from 0.

    Takes a broker that is gone out of the cluster's metadata.
    """

    API_KEY = 64
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    broker_id: int = 0
    """Node id of the broker (`node.id`)."""
    unknown_tags: dict[int, bytes] | None = None
