# Generated from rpc/AlterReplicaLogDirsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterReplicaLogDirPartitionResult(Struct):
    """Part of AlterReplicaLogDirsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or LOG_DIR_NOT_FOUND, KAFKA_STORAGE_ERROR, UNKNOWN_TOPIC_OR_PARTITION, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterReplicaLogDirTopicResult(Struct):
    """Part of AlterReplicaLogDirsResponse."""

    topic_name: str = ""
    partitions: list[AlterReplicaLogDirPartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterReplicaLogDirsResponse(Response):
    """Response of ALTER_REPLICA_LOG_DIRS (34). Versions 0-2, flexible from 2.

    Says for each partition whether its move has begun.

    Its structs, in this module: AlterReplicaLogDirTopicResult, AlterReplicaLogDirPartitionResult.
    """

    API_KEY = 34
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    results: list[AlterReplicaLogDirTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
