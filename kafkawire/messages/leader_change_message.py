# Generated from records-control/LeaderChangeMessage.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Voter(Struct):
    """Part of LeaderChangeMessage."""

    voter_id: int = 0
    voter_directory_id: UUID = ZERO_UUID  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderChangeMessage(Message):
    """Data. Versions 0-1, flexible from 0.

    Its structs, in this module: Voter.
    """

    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    version: int = 0
    leader_id: int = 0
    voters: list[Voter] = field(default_factory=list)
    granting_voters: list[Voter] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
