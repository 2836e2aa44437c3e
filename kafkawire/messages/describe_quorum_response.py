# Generated from rpc/DescribeQuorumResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ReplicaState(Struct):
    """Part of DescribeQuorumResponse."""

    replica_id: int = 0
    replica_directory_id: UUID = ZERO_UUID  # 2+
    log_end_offset: int = 0
    last_fetch_timestamp: int = -1  # 1+
    last_caught_up_timestamp: int = -1  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of DescribeQuorumResponse."""

    partition_index: int = 0
    error_code: int = 0
    error_message: str | None = ""  # 2+
    leader_id: int = 0
    leader_epoch: int = 0
    high_watermark: int = 0
    current_voters: list[ReplicaState] = field(default_factory=list)
    observers: list[ReplicaState] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of DescribeQuorumResponse."""

    topic_name: str = ""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Listener(Struct):
    """Part of DescribeQuorumResponse, 2+."""

    name: str = ""  # 2+
    host: str = ""  # 2+
    port: int = 0  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Node(Struct):
    """Part of DescribeQuorumResponse, 2+."""

    node_id: int = 0  # 2+
    listeners: list[Listener] = field(default_factory=list)  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeQuorumResponse(Response):
    """Response of DESCRIBE_QUORUM (55). Versions 0-2, flexible from 0.

    Its structs, in this module: TopicData, PartitionData, ReplicaState, Node, Listener.
    """

    API_KEY = 55
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    error_message: str | None = ""  # 2+
    topics: list[TopicData] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)  # 2+
    unknown_tags: dict[int, bytes] | None = None
