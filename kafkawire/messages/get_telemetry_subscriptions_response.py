# Generated from rpc/GetTelemetrySubscriptionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class GetTelemetrySubscriptionsResponse(Response):
    """Response of GET_TELEMETRY_SUBSCRIPTIONS (71). Version 0, flexible from 0."""

    API_KEY = 71
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    client_instance_id: UUID = ZERO_UUID
    subscription_id: int = 0
    accepted_compression_types: Sequence[int] = ()
    push_interval_ms: int = 0
    telemetry_max_bytes: int = 0
    delta_temporality: bool = False
    requested_metrics: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
