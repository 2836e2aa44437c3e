# Generated from rpc/StreamsGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class KeyValue(Struct):
    """Part of StreamsGroupDescribeResponse."""

    key: str = ""
    value: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicInfo(Struct):
    """Part of StreamsGroupDescribeResponse."""

    name: str = ""
    partitions: int = 0
    replication_factor: int = 0
    topic_configs: list[KeyValue] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Subtopology(Struct):
    """Part of StreamsGroupDescribeResponse."""

    subtopology_id: str = ""
    source_topics: list[str] = field(default_factory=list)
    repartition_sink_topics: list[str] = field(default_factory=list)
    state_changelog_topics: list[TopicInfo] = field(default_factory=list)
    repartition_source_topics: list[TopicInfo] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Topology(Struct):
    """Part of StreamsGroupDescribeResponse."""

    epoch: int = 0
    subtopologies: list[Subtopology] | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupDescribeResponse."""

    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskOffset(Struct):
    """Part of StreamsGroupDescribeResponse."""

    subtopology_id: str = ""
    partition: int = 0
    offset: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupDescribeResponse."""

    subtopology_id: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of StreamsGroupDescribeResponse."""

    active_tasks: list[TaskIds] = field(default_factory=list)
    standby_tasks: list[TaskIds] = field(default_factory=list)
    warmup_tasks: list[TaskIds] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Member(Struct):
    """Part of StreamsGroupDescribeResponse."""

    member_id: str = ""
    member_epoch: int = 0
    instance_id: str | None = None
    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    topology_epoch: int = 0
    process_id: str = ""
    user_endpoint: Endpoint | None = None
    client_tags: list[KeyValue] = field(default_factory=list)
    task_offsets: list[TaskOffset] = field(default_factory=list)
    task_end_offsets: list[TaskOffset] = field(default_factory=list)
    assignment: Assignment = field(default_factory=Assignment)
    target_assignment: Assignment = field(default_factory=Assignment)
    is_classic: bool = False
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescriptionNode(Struct):
    """Part of StreamsGroupDescribeResponse, 1+."""

    name: str = ""  # 1+
    node_type: int = 0  # 1+
    source_topics: list[str] = field(default_factory=list)  # 1+
    sink_topic: str | None = None  # 1+
    stores: list[str] = field(default_factory=list)  # 1+
    successors: list[str] = field(default_factory=list)  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescriptionSubtopology(Struct):
    """Part of StreamsGroupDescribeResponse, 1+."""

    subtopology_id: str = ""  # 1+
    nodes: list[TopologyDescriptionNode] = field(default_factory=list)  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescriptionGlobalStore(Struct):
    """Part of StreamsGroupDescribeResponse, 1+."""

    source: TopologyDescriptionNode = field(default_factory=TopologyDescriptionNode)  # 1+
    processor: TopologyDescriptionNode = field(default_factory=TopologyDescriptionNode)  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescription(Struct):
    """Part of StreamsGroupDescribeResponse, 1+."""

    subtopologies: list[TopologyDescriptionSubtopology] = field(default_factory=list)  # 1+
    global_stores: list[TopologyDescriptionGlobalStore] = field(default_factory=list)  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedGroup(Struct):
    """Part of StreamsGroupDescribeResponse."""

    error_code: int = 0
    error_message: str | None = None
    group_id: str = ""
    group_state: str = ""
    group_epoch: int = 0
    assignment_epoch: int = 0
    topology: Topology | None = None
    members: list[Member] = field(default_factory=list)
    authorized_operations: int = -2147483648
    topology_description: TopologyDescription | None = None  # 1+
    topology_description_status: int = 0  # 1+
    assignor_name: str | None = None  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupDescribeResponse(Response):
    """Response of STREAMS_GROUP_DESCRIBE (89). Versions 0-1, flexible from 0.

    Its structs, in this module: DescribedGroup, Topology, Subtopology, TopicInfo, KeyValue, Member, Endpoint,
    TaskOffset, Assignment, TaskIds, TopologyDescription, TopologyDescriptionSubtopology, TopologyDescriptionNode,
    TopologyDescriptionGlobalStore.
    """

    API_KEY = 89
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    groups: list[DescribedGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
