# Generated from rpc/DescribeClusterRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class DescribeClusterRequest(Request):
    """Request of DESCRIBE_CLUSTER (60). Versions 0-2, flexible from 0.

    Asks which brokers or controllers the cluster has.
    """

    API_KEY = 60
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    include_cluster_authorized_operations: bool = False
    """Whether to say which operations on the cluster the client may do (KIP-430)."""
    endpoint_type: int = 1  # 1+
    """What to list: 1 brokers, 2 controllers (KIP-919)."""
    include_fenced_brokers: bool = False  # 2+
    """Whether to list brokers that are registered but fenced, too (KIP-1073)."""
    unknown_tags: dict[int, bytes] | None = None
