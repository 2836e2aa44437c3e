# Generated from rpc/DescribeQuorumRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionData(Struct):
    """Part of DescribeQuorumRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of DescribeQuorumRequest."""

    topic_name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeQuorumRequest(Request):
    """Request of DESCRIBE_QUORUM (55). Versions 0-2, flexible from 0.

    Asks how far the replicas of the metadata log are (KIP-595).

    Its structs, in this module: TopicData, PartitionData.
    """

    API_KEY = 55
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
