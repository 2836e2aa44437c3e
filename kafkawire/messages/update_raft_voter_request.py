# Generated from rpc/UpdateRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Listener(Struct):
    """Part of UpdateRaftVoterRequest."""

    name: str = ""
    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class KRaftVersionFeature(Struct):
    """Part of UpdateRaftVoterRequest."""

    min_supported_version: int = 0
    max_supported_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateRaftVoterRequest(Request):
    """Request of UPDATE_RAFT_VOTER (82). Version 0, flexible from 0.

    Its structs, in this module: Listener, KRaftVersionFeature.
    """

    API_KEY = 82
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    cluster_id: str | None = ""
    current_leader_epoch: int = 0
    voter_id: int = 0
    voter_directory_id: UUID = ZERO_UUID
    listeners: list[Listener] = field(default_factory=list)
    kraft_version_feature: KRaftVersionFeature = field(default_factory=KRaftVersionFeature)
    unknown_tags: dict[int, bytes] | None = None
