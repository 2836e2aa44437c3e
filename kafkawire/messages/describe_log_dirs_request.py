# Generated from rpc/DescribeLogDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribableLogDirTopic(Struct):
    """Part of DescribeLogDirsRequest."""

    topic: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeLogDirsRequest(Request):
    """Request of DESCRIBE_LOG_DIRS (35). Versions 0-5, flexible from 2.

    Asks a broker for its log directories and how much is in them.

    Its structs, in this module: DescribableLogDirTopic.
    """

    API_KEY = 35
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(2, 6)
    LATEST_STABLE_VERSION = 5
    DEPRECATED_VERSIONS = range(0, 1)

    topics: list[DescribableLogDirTopic] | None = field(default_factory=list)
    """Partitions to ask about, by topic; null for all."""
    unknown_tags: dict[int, bytes] | None = None
