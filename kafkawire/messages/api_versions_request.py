# Generated from rpc/ApiVersionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ApiVersionsRequest(Request):
    """Request of API_VERSIONS (18). Versions 0-5, flexible from 3."""

    API_KEY = 18
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    client_software_name: str = ""  # 3+
    client_software_version: str = ""  # 3+
    cluster_id: str | None = None  # 5+
    node_id: int = -1  # 5+
    unknown_tags: dict[int, bytes] | None = None
