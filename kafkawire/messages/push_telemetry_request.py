# Generated from rpc/PushTelemetryRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Request
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PushTelemetryRequest(Request):
    """Request of PUSH_TELEMETRY (72). Version 0, flexible from 0."""

    API_KEY = 72
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    client_instance_id: UUID = ZERO_UUID
    subscription_id: int = 0
    terminating: bool = False
    compression_type: int = 0
    metrics: Buffer = b""
    unknown_tags: dict[int, bytes] | None = None
