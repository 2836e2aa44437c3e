# Generated from records-raft/QuorumStateData.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Voter(Struct):
    """Part of QuorumStateData, 0."""

    voter_id: int = 0  # 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class QuorumStateData(Message):
    """Data. Versions 0-1, flexible from 0.

    Its structs, in this module: Voter.
    """

    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str = ""  # 0
    leader_id: int = -1
    leader_epoch: int = -1
    voted_id: int = -1
    voted_directory_id: UUID = ZERO_UUID  # 1+
    applied_offset: int = 0  # 0
    current_voters: list[Voter] | None = field(default_factory=list)  # 0
    unknown_tags: dict[int, bytes] | None = None
