# Generated from rpc/BrokerRegistrationResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class BrokerRegistrationResponse(Response):
    """Response of BROKER_REGISTRATION (62). Versions 0-4, flexible from 0.

    The epoch under which the broker is registered.
    """

    API_KEY = 62
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(0, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or DUPLICATE_BROKER_REGISTRATION, INCONSISTENT_CLUSTER_ID, NOT_CONTROLLER, ..."""
    broker_epoch: int = -1
    """Epoch that the broker has to name from now on, -1 after an error."""
    unknown_tags: dict[int, bytes] | None = None
