# Generated from rpc/DescribeLogDirsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeLogDirsPartition(Struct):
    """Part of DescribeLogDirsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    partition_size: int = 0
    """Bytes of the log's segments."""
    offset_lag: int = 0
    """How many offsets this log is behind: the high watermark, or the log that a future replica replaces."""
    is_future_key: bool = False
    """Whether the log is a copy that takes over once it has caught up (AlterReplicaLogDirs)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsTopic(Struct):
    """Part of DescribeLogDirsResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[DescribeLogDirsPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsResult(Struct):
    """Part of DescribeLogDirsResponse."""

    error_code: int = 0
    """0, or KAFKA_STORAGE_ERROR if the directory is offline."""
    log_dir: str = ""
    """Absolute path of the log directory."""
    topics: list[DescribeLogDirsTopic] = field(default_factory=list)
    total_bytes: int = -1  # 4+
    """Bytes of the volume that holds the directory (KIP-827), -1 if they are not known."""
    usable_bytes: int = -1  # 4+
    """Bytes that are free on that volume (KIP-827), -1 if they are not known."""
    is_cordoned: bool = False  # 5+
    """Whether the directory takes no new partitions (KIP-1066)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsResponse(Response):
    """Response of DESCRIBE_LOG_DIRS (35). Versions 0-5, flexible from 2.

    The log directories of a broker.

    Its structs, in this module: DescribeLogDirsResult, DescribeLogDirsTopic, DescribeLogDirsPartition.
    """

    API_KEY = 35
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(2, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0  # 3+
    """Error of the request as a whole, 0 for none: CLUSTER_AUTHORIZATION_FAILED."""
    results: list[DescribeLogDirsResult] = field(default_factory=list)
    """The log directories."""
    unknown_tags: dict[int, bytes] | None = None
