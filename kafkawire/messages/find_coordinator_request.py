# Generated from rpc/FindCoordinatorRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class FindCoordinatorRequest(Request):
    """Request of FIND_COORDINATOR (10). Versions 0-6, flexible from 3."""

    API_KEY = 10
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    key: str = ""  # 0-3
    key_type: int = 0  # 1+
    coordinator_keys: list[str] = field(default_factory=list)  # 4+
    unknown_tags: dict[int, bytes] | None = None
