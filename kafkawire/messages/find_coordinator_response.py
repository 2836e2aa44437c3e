# Generated from rpc/FindCoordinatorResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class Coordinator(Struct):
    """Part of FindCoordinatorResponse, 4+."""

    key: str = ""  # 4+
    """Key from the request."""
    node_id: int = 0  # 4+
    """Broker that coordinates, -1 after an error."""
    host: str = ""  # 4+
    """Host name or address of the coordinator, empty after an error."""
    port: int = 0  # 4+
    """TCP port of the coordinator, -1 after an error."""
    error_code: int = 0  # 4+
    """0, or COORDINATOR_NOT_AVAILABLE, GROUP_AUTHORIZATION_FAILED, INVALID_REQUEST, ..."""
    error_message: str | None = ""  # 4+
    """What went wrong, for people to read; null or empty without an error."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FindCoordinatorResponse(Response):
    """Response of FIND_COORDINATOR (10). Versions 0-6, flexible from 3.

    The coordinators, in versions 4+ one for each key.

    Its structs, in this module: Coordinator.
    """

    API_KEY = 10
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(3, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0  # 0-3
    """0, or COORDINATOR_NOT_AVAILABLE, GROUP_AUTHORIZATION_FAILED, ...; versions 4+ have it in `coordinators`."""
    error_message: str | None = ""  # 1-3
    """What went wrong, for people to read; null or `NONE` without an error."""
    node_id: int = 0  # 0-3
    """Broker that coordinates, -1 after an error."""
    host: str = ""  # 0-3
    """Host name or address of the coordinator, empty after an error."""
    port: int = 0  # 0-3
    """TCP port of the coordinator, -1 after an error."""
    coordinators: list[Coordinator] = field(default_factory=list)  # 4+
    """Outcome for each key."""
    unknown_tags: dict[int, bytes] | None = None
