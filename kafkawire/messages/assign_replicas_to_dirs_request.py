# Generated from rpc/AssignReplicasToDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of AssignReplicasToDirsRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of AssignReplicasToDirsRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DirectoryData(Struct):
    """Part of AssignReplicasToDirsRequest."""

    id: UUID = ZERO_UUID
    """Id of the log directory."""
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AssignReplicasToDirsRequest(Request):
    """Request of ASSIGN_REPLICAS_TO_DIRS (73). Version 0, flexible from 0.

    A broker tells the controller in which log directories its replicas lie (KIP-858).

    Its structs, in this module: DirectoryData, TopicData, PartitionData.
    """

    API_KEY = 73
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    broker_id: int = 0
    """Id of the broker that tells it."""
    broker_epoch: int = -1
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    directories: list[DirectoryData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
