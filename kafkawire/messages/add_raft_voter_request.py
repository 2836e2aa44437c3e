# Generated from rpc/AddRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Listener(Struct):
    """Part of AddRaftVoterRequest."""

    name: str = ""
    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddRaftVoterRequest(Request):
    """Request of ADD_RAFT_VOTER (80). Versions 0-1, flexible from 0.

    Its structs, in this module: Listener.
    """

    API_KEY = 80
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = ""
    timeout_ms: int = 0
    voter_id: int = 0
    voter_directory_id: UUID = ZERO_UUID
    listeners: list[Listener] = field(default_factory=list)
    ack_when_committed: bool = True  # 1+
    unknown_tags: dict[int, bytes] | None = None
