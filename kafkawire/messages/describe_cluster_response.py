# Generated from rpc/DescribeClusterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeClusterBroker(Struct):
    """Part of DescribeClusterResponse."""

    broker_id: int = 0
    host: str = ""
    port: int = 0
    rack: str | None = None
    is_fenced: bool = False  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeClusterResponse(Response):
    """Response of DESCRIBE_CLUSTER (60). Versions 0-2, flexible from 0.

    Its structs, in this module: DescribeClusterBroker.
    """

    API_KEY = 60
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    endpoint_type: int = 1  # 1+
    cluster_id: str = ""
    controller_id: int = -1
    brokers: list[DescribeClusterBroker] = field(default_factory=list)
    cluster_authorized_operations: int = -2147483648
    unknown_tags: dict[int, bytes] | None = None
