# Generated from rpc/BrokerRegistrationResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class BrokerRegistrationResponse(Response):
    """Response of BROKER_REGISTRATION (62). Versions 0-4, flexible from 0."""

    API_KEY = 62
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(0, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0
    error_code: int = 0
    broker_epoch: int = -1
    unknown_tags: dict[int, bytes] | None = None
