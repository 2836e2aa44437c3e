# Generated from rpc/AlterReplicaLogDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterReplicaLogDirTopic(Struct):
    """Part of AlterReplicaLogDirsRequest."""

    name: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterReplicaLogDir(Struct):
    """Part of AlterReplicaLogDirsRequest."""

    path: str = ""
    """Absolute path of the log directory to move to."""
    topics: list[AlterReplicaLogDirTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterReplicaLogDirsRequest(Request):
    """Request of ALTER_REPLICA_LOG_DIRS (34). Versions 0-2, flexible from 2.

    Moves replicas of a broker to other log directories of it (KIP-113).

    Its structs, in this module: AlterReplicaLogDir, AlterReplicaLogDirTopic.
    """

    API_KEY = 34
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2
    DEPRECATED_VERSIONS = range(0, 1)

    dirs: list[AlterReplicaLogDir] = field(default_factory=list)
    """What to move, by directory."""
    unknown_tags: dict[int, bytes] | None = None
