# Generated from rpc/StreamsGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class KeyValue(Struct):
    """Part of StreamsGroupDescribeResponse.

    A name and its value.
    """

    key: str = ""
    """Name of the tag or option."""
    value: str = ""
    """Value of the tag or option, as text."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicInfo(Struct):
    """Part of StreamsGroupDescribeResponse.

    An internal topic that the group needs.
    """

    name: str = ""
    """Name of the topic."""
    partitions: int = 0
    """How many partitions it has, 0 to have that worked out."""
    replication_factor: int = 0
    """How many replicas each partition has, 0 for the broker's default."""
    topic_configs: list[KeyValue] = field(default_factory=list)
    """Topic options that are to differ from the broker's defaults."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Subtopology(Struct):
    """Part of StreamsGroupDescribeResponse."""

    subtopology_id: str = ""
    """Id of the subtopology, unique within the topology."""
    source_topics: list[str] = field(default_factory=list)
    """Topics from outside that the subtopology reads."""
    repartition_sink_topics: list[str] = field(default_factory=list)
    """Repartition topics that the subtopology writes."""
    state_changelog_topics: list[TopicInfo] = field(default_factory=list)
    """Topics that keep the subtopology's state stores."""
    repartition_source_topics: list[TopicInfo] = field(default_factory=list)
    """Repartition topics that the subtopology reads."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Topology(Struct):
    """Part of StreamsGroupDescribeResponse."""

    epoch: int = 0
    """Counts the versions of the topology."""
    subtopologies: list[Subtopology] | None = None
    """Parts of the topology that are assigned as a whole; null if they are not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupDescribeResponse.

    Where something can be reached.
    """

    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskOffset(Struct):
    """Part of StreamsGroupDescribeResponse.

    An offset of a task.
    """

    subtopology_id: str = ""
    """Id of the subtopology, unique within the topology."""
    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    offset: int = 0
    """Sum of the offsets over the task's changelogs."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupDescribeResponse.

    Tasks of one subtopology.
    """

    subtopology_id: str = ""
    """Id of the subtopology, unique within the topology."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions that are processed."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of StreamsGroupDescribeResponse.

    Tasks of a member.
    """

    active_tasks: list[TaskIds] = field(default_factory=list)
    """Tasks that the member processes."""
    standby_tasks: list[TaskIds] = field(default_factory=list)
    """Tasks whose state the member keeps up to date to take them over."""
    warmup_tasks: list[TaskIds] = field(default_factory=list)
    """Tasks whose state the member builds up to process them soon."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Member(Struct):
    """Part of StreamsGroupDescribeResponse."""

    member_id: str = ""
    """Id of the member within its group."""
    member_epoch: int = 0
    """Epoch of the assignment that the member has reached."""
    instance_id: str | None = None
    """`group.instance.id` of a static member, null for a dynamic one."""
    rack_id: str | None = None
    """Rack of the member, null if it has none."""
    client_id: str = ""
    """`client.id` of the member."""
    client_host: str = ""
    """Address that the member sends from, such as `/127.0.0.1`."""
    topology_epoch: int = 0
    """Version of the topology that the member runs."""
    process_id: str = ""
    """Id of the process that the member runs in."""
    user_endpoint: Endpoint | None = None
    """Address at which the application answers queries of its state, null if it has none."""
    client_tags: list[KeyValue] = field(default_factory=list)
    """Tags of the client, for spreading standby tasks."""
    task_offsets: list[TaskOffset] = field(default_factory=list)
    """How far the member's state is, by task."""
    task_end_offsets: list[TaskOffset] = field(default_factory=list)
    """Where the changelogs end, by task."""
    assignment: Assignment = field(default_factory=Assignment)
    """Tasks that the member has."""
    target_assignment: Assignment = field(default_factory=Assignment)
    """Tasks that the member is to have once all others have given theirs up."""
    is_classic: bool = False
    """Whether the member still uses the classic protocol."""
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
    """Id of the subtopology, unique within the topology."""
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
    """0, or GROUP_ID_NOT_FOUND (also for a group of another type), NOT_COORDINATOR, GROUP_AUTHORIZATION_FAILED."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    group_id: str = ""
    """Name of the group."""
    group_state: str = ""
    """Empty, NotReady, Assigning, Reconciling, Stable or Dead."""
    group_epoch: int = 0
    """Counts changes of members and subscriptions; the target assignment follows it."""
    assignment_epoch: int = 0
    """Group epoch for which the target assignment was made."""
    topology: Topology | None = None
    """What the application does, as far as assignment needs it; null if it is not known."""
    members: list[Member] = field(default_factory=list)
    authorized_operations: int = -2147483648
    """Bit n is set if the client may do `AclOperation` n on the group; -2147483648 if not asked for."""
    topology_description: TopologyDescription | None = None  # 1+
    """The topology for people to read, null if it was not asked for or is not known."""
    topology_description_status: int = 0  # 1+
    assignor_name: str | None = None  # 1+
    """Assignor that the broker uses for the group, null if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupDescribeResponse(Response):
    """Response of STREAMS_GROUP_DESCRIBE (89). Versions 0-1, flexible from 0.

    State and members of Streams groups (KIP-1071).

    Its structs, in this module: DescribedGroup, Topology, Subtopology, TopicInfo, KeyValue, Member, Endpoint,
    TaskOffset, Assignment, TaskIds, TopologyDescription, TopologyDescriptionSubtopology, TopologyDescriptionNode,
    TopologyDescriptionGlobalStore.
    """

    API_KEY = 89
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    groups: list[DescribedGroup] = field(default_factory=list)
    """The groups that were asked for."""
    unknown_tags: dict[int, bytes] | None = None
