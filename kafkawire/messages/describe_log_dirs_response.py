# Generated from rpc/DescribeLogDirsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeLogDirsPartition(Struct):
    """Part of DescribeLogDirsResponse."""

    partition_index: int = 0
    partition_size: int = 0
    offset_lag: int = 0
    is_future_key: bool = False
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsTopic(Struct):
    """Part of DescribeLogDirsResponse."""

    name: str = ""
    partitions: list[DescribeLogDirsPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsResult(Struct):
    """Part of DescribeLogDirsResponse."""

    error_code: int = 0
    log_dir: str = ""
    topics: list[DescribeLogDirsTopic] = field(default_factory=list)
    total_bytes: int = -1  # 4+
    usable_bytes: int = -1  # 4+
    is_cordoned: bool = False  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsResponse(Response):
    """Response of DESCRIBE_LOG_DIRS (35). Versions 0-5, flexible from 2.

    Its structs, in this module: DescribeLogDirsResult, DescribeLogDirsTopic, DescribeLogDirsPartition.
    """

    API_KEY = 35
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(2, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0
    error_code: int = 0  # 3+
    results: list[DescribeLogDirsResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
