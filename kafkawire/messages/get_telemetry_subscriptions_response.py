# Generated from rpc/GetTelemetrySubscriptionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class GetTelemetrySubscriptionsResponse(Response):
    """Response of GET_TELEMETRY_SUBSCRIPTIONS (71). Version 0, flexible from 0.

    Which metrics the client is to push, and how often.
    """

    API_KEY = 71
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    client_instance_id: UUID = ZERO_UUID
    """Id that the broker gave the client, all zeros if it had one."""
    subscription_id: int = 0
    """Number of this set of metrics; PushTelemetry names it."""
    accepted_compression_types: Sequence[int] = ()
    """Codecs the broker takes, the best first: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd."""
    push_interval_ms: int = 0
    """How long to wait between pushes, in ms."""
    telemetry_max_bytes: int = 0
    """How many bytes a push may have."""
    delta_temporality: bool = False
    """Whether counters are sent as differences from the push before, and not as totals."""
    requested_metrics: list[str] = field(default_factory=list)
    """Prefixes of the names of metrics that are wanted, empty for none."""
    unknown_tags: dict[int, bytes] | None = None
