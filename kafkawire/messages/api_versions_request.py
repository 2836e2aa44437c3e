# Generated from rpc/ApiVersionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ApiVersionsRequest(Request):
    """Request of API_VERSIONS (18). Versions 0-5, flexible from 3.

    Asks which APIs and versions the broker serves. A client may send it before it authenticates.
    """

    API_KEY = 18
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    client_software_name: str = ""  # 3+
    """Name of the client library (KIP-511): letters, digits, dots and hyphens, else INVALID_REQUEST."""
    client_software_version: str = ""  # 3+
    """Version of the client library (KIP-511): letters, digits, dots and hyphens, else INVALID_REQUEST."""
    cluster_id: str | None = None  # 5+
    """Cluster that the client means to talk to, null for any; REBOOTSTRAP_REQUIRED if it is another (KIP-1242)."""
    node_id: int = -1  # 5+
    """Broker that the client means to talk to, -1 for any (KIP-1242)."""
    unknown_tags: dict[int, bytes] | None = None
