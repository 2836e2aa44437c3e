# Generated from records-control/VotersRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Endpoint(Struct):
    """Part of VotersRecord."""

    name: str = ""
    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class KRaftVersionFeature(Struct):
    """Part of VotersRecord."""

    min_supported_version: int = 0
    max_supported_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Voter(Struct):
    """Part of VotersRecord."""

    voter_id: int = 0
    voter_directory_id: UUID = ZERO_UUID
    endpoints: list[Endpoint] = field(default_factory=list)
    kraft_version_feature: KRaftVersionFeature = field(default_factory=KRaftVersionFeature)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class VotersRecord(Message):
    """Data. Version 0, flexible from 0.

    Its structs, in this module: Voter, Endpoint, KRaftVersionFeature.
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    version: int = 0
    voters: list[Voter] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
