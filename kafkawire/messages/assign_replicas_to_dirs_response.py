# Generated from rpc/AssignReplicasToDirsResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of AssignReplicasToDirsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of AssignReplicasToDirsResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DirectoryData(Struct):
    """Part of AssignReplicasToDirsResponse."""

    id: UUID = ZERO_UUID
    """Id of the log directory."""
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AssignReplicasToDirsResponse(Response):
    """Response of ASSIGN_REPLICAS_TO_DIRS (73). Version 0, flexible from 0.

    Says for each replica whether that is noted.

    Its structs, in this module: DirectoryData, TopicData, PartitionData.
    """

    API_KEY = 73
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    directories: list[DirectoryData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
