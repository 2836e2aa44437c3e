# Generated from rpc/DescribeClusterResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeClusterBroker(Struct):
    """Part of DescribeClusterResponse."""

    broker_id: int = 0
    """Id of the broker or controller."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    rack: str | None = None
    """Rack of the broker (`broker.rack`), null if it names none."""
    is_fenced: bool = False  # 2+
    """Whether the broker is fenced and so serves no clients (KIP-1073)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeClusterResponse(Response):
    """Response of DESCRIBE_CLUSTER (60). Versions 0-2, flexible from 0.

    The brokers or the controllers of the cluster.

    Its structs, in this module: DescribeClusterBroker.
    """

    API_KEY = 60
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or MISMATCHED_ENDPOINT_TYPE, UNSUPPORTED_ENDPOINT_TYPE, UNSUPPORTED_VERSION."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    endpoint_type: int = 1  # 1+
    """What is listed: 1 brokers, 2 controllers (KIP-919)."""
    cluster_id: str = ""
    """Id of the cluster, which all its brokers share."""
    controller_id: int = -1
    """Broker that takes requests for the controller, -1 if unknown; with KRaft any broker may stand here."""
    brokers: list[DescribeClusterBroker] = field(default_factory=list)
    """The brokers or controllers, with their addresses at the listener that was asked."""
    cluster_authorized_operations: int = -2147483648
    """Bit n is set if the client may do `AclOperation` n on the cluster; -2147483648 if not asked for."""
    unknown_tags: dict[int, bytes] | None = None
