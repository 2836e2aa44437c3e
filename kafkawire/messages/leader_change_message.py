# Generated from records-control/LeaderChangeMessage.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Voter(Struct):
    """Part of LeaderChangeMessage.

    A voter of the quorum.
    """

    voter_id: int = 0
    """Node id of the voter."""
    voter_directory_id: UUID = ZERO_UUID  # 1+
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderChangeMessage(Message):
    """Data. Versions 0-1, flexible from 0.

    Control record of the metadata log: the first that a new leader writes (KIP-595).

    Its structs, in this module: Voter.
    """

    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    version: int = 0
    """Version of this record itself."""
    leader_id: int = 0
    """Node id of the new leader."""
    voters: list[Voter] = field(default_factory=list)
    """All voters of the quorum."""
    granting_voters: list[Voter] = field(default_factory=list)
    """Voters that gave the leader their vote."""
    unknown_tags: dict[int, bytes] | None = None
