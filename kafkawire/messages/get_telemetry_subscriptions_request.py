# Generated from rpc/GetTelemetrySubscriptionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class GetTelemetrySubscriptionsRequest(Request):
    """Request of GET_TELEMETRY_SUBSCRIPTIONS (71). Version 0, flexible from 0.

    Asks which metrics the broker wants from the client (KIP-714).
    """

    API_KEY = 71
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    client_instance_id: UUID = ZERO_UUID
    """Id of the client, all zeros to be given one."""
    unknown_tags: dict[int, bytes] | None = None
