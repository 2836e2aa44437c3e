# Generated from rpc/FindCoordinatorResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class Coordinator(Struct):
    """Part of FindCoordinatorResponse, 4+."""

    key: str = ""  # 4+
    node_id: int = 0  # 4+
    host: str = ""  # 4+
    port: int = 0  # 4+
    error_code: int = 0  # 4+
    error_message: str | None = ""  # 4+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FindCoordinatorResponse(Response):
    """Response of FIND_COORDINATOR (10). Versions 0-6, flexible from 3.

    Its structs, in this module: Coordinator.
    """

    API_KEY = 10
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0  # 1+
    error_code: int = 0  # 0-3
    error_message: str | None = ""  # 1-3
    node_id: int = 0  # 0-3
    host: str = ""  # 0-3
    port: int = 0  # 0-3
    coordinators: list[Coordinator] = field(default_factory=list)  # 4+
    unknown_tags: dict[int, bytes] | None = None
