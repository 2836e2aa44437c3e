# Generated from rpc/DescribeQuorumResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ReplicaState(Struct):
    """Part of DescribeQuorumResponse.

    How far one replica is.
    """

    replica_id: int = 0
    """Node id of the replica."""
    replica_directory_id: UUID = ZERO_UUID  # 2+
    """Directory id of the replica (KIP-853), all zeros if it is not known."""
    log_end_offset: int = 0
    """Offset behind the last record that the replica is known to have, -1 if nothing is known."""
    last_fetch_timestamp: int = -1  # 1+
    """When the replica last fetched, in ms since the epoch by the leader's clock; -1 if it is not known."""
    last_caught_up_timestamp: int = -1  # 1+
    """When the replica last had all records, in ms since the epoch; -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of DescribeQuorumResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = ""  # 2+
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    leader_id: int = 0
    """Id of the partition's leader, -1 if none is known."""
    leader_epoch: int = 0
    """Leader epoch of the quorum."""
    high_watermark: int = 0
    """Offset behind the last record that most voters have."""
    current_voters: list[ReplicaState] = field(default_factory=list)
    """Replicas that vote."""
    observers: list[ReplicaState] = field(default_factory=list)
    """Replicas that follow without a vote: brokers, and controllers that are not in the quorum."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of DescribeQuorumResponse."""

    topic_name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Listener(Struct):
    """Part of DescribeQuorumResponse, 2+."""

    name: str = ""  # 2+
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""  # 2+
    """Host name or address to connect to."""
    port: int = 0  # 2+
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Node(Struct):
    """Part of DescribeQuorumResponse, 2+."""

    node_id: int = 0  # 2+
    """Node id of the voter."""
    listeners: list[Listener] = field(default_factory=list)  # 2+
    """Addresses at which it listens."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeQuorumResponse(Response):
    """Response of DESCRIBE_QUORUM (55). Versions 0-2, flexible from 0.

    How far the replicas of the metadata log are, as the leader sees it.

    Its structs, in this module: TopicData, PartitionData, ReplicaState, Node, Listener.
    """

    API_KEY = 55
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    error_message: str | None = ""  # 2+
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    topics: list[TopicData] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)  # 2+
    """Addresses of the voters."""
    unknown_tags: dict[int, bytes] | None = None
