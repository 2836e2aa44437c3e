# Generated from rpc/PushTelemetryRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Request
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PushTelemetryRequest(Request):
    """Request of PUSH_TELEMETRY (72). Version 0, flexible from 0.

    A client's metrics (KIP-714).
    """

    API_KEY = 72
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    client_instance_id: UUID = ZERO_UUID
    """Id of the client, from GetTelemetrySubscriptions."""
    subscription_id: int = 0
    """Number of the set of metrics that is pushed, else UNKNOWN_SUBSCRIPTION_ID."""
    terminating: bool = False
    """Whether the client shuts down and this is its last push."""
    compression_type: int = 0
    """Codec of `metrics`: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd."""
    metrics: Buffer = b""
    """Metrics as OpenTelemetry's protobuf, compressed."""
    unknown_tags: dict[int, bytes] | None = None
