# Generated from rpc/FindCoordinatorRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class FindCoordinatorRequest(Request):
    """Request of FIND_COORDINATOR (10). Versions 0-6, flexible from 3.

    Asks which broker coordinates a group or a transactional id.
    """

    API_KEY = 10
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    key: str = ""  # 0-3
    """Group id or transactional id whose coordinator is sought; versions 4+ have `coordinator_keys`."""
    key_type: int = 0  # 1+
    """What the keys are: 0 group ids, 1 transactional ids, 2 keys of share partitions (KIP-932)."""
    coordinator_keys: list[str] = field(default_factory=list)  # 4+
    """Keys whose coordinators are sought; a share partition's is `group:topic id:partition`."""
    unknown_tags: dict[int, bytes] | None = None
