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
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class KRaftVersionFeature(Struct):
    """Part of VotersRecord."""

    min_supported_version: int = 0
    """Lowest level of the feature that the node knows."""
    max_supported_version: int = 0
    """Highest level of the feature that the node knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Voter(Struct):
    """Part of VotersRecord."""

    voter_id: int = 0
    """Node id of the voter."""
    voter_directory_id: UUID = ZERO_UUID
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    endpoints: list[Endpoint] = field(default_factory=list)
    """Addresses at which the voter listens."""
    kraft_version_feature: KRaftVersionFeature = field(default_factory=KRaftVersionFeature)
    """Levels of `kraft.version` that the voter knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class VotersRecord(Message):
    """Data. Version 0, flexible from 0.

    Control record of the metadata log: the voters of the quorum from here on (KIP-853).

    Its structs, in this module: Voter, Endpoint, KRaftVersionFeature.
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    version: int = 0
    """Version of this record itself."""
    voters: list[Voter] = field(default_factory=list)
    """All voters of the quorum."""
    unknown_tags: dict[int, bytes] | None = None
