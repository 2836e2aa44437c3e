# Generated from rpc/StreamsGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class KeyValue(Struct):
    """Part of StreamsGroupHeartbeatRequest.

    A name and its value.
    """

    key: str = ""
    """Name of the tag or option."""
    value: str = ""
    """Value of the tag or option, as text."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicInfo(Struct):
    """Part of StreamsGroupHeartbeatRequest.

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
class CopartitionGroup(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    source_topics: Sequence[int] = ()
    """Indexes into `source_topics` of the subtopology."""
    source_topic_regex: Sequence[int] = ()
    """Indexes into `source_topic_regex` of the subtopology."""
    repartition_source_topics: Sequence[int] = ()
    """Indexes into `repartition_source_topics` of the subtopology."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Subtopology(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    subtopology_id: str = ""
    """Id of the subtopology, unique within the topology."""
    source_topics: list[str] = field(default_factory=list)
    """Topics from outside that the subtopology reads."""
    source_topic_regex: list[str] = field(default_factory=list)
    """Patterns of topic names that the subtopology reads."""
    state_changelog_topics: list[TopicInfo] = field(default_factory=list)
    """Topics that keep the subtopology's state stores."""
    repartition_sink_topics: list[str] = field(default_factory=list)
    """Repartition topics that the subtopology writes."""
    repartition_source_topics: list[TopicInfo] = field(default_factory=list)
    """Repartition topics that the subtopology reads."""
    copartition_groups: list[CopartitionGroup] = field(default_factory=list)
    """Topics that must have as many partitions as one another."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Topology(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    epoch: int = 0
    """Counts the versions of the topology."""
    subtopologies: list[Subtopology] = field(default_factory=list)
    """Parts of the topology that are assigned as a whole; a task is a part and a partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupHeartbeatRequest.

    Tasks of one subtopology.
    """

    subtopology_id: str = ""
    """Id of the subtopology, unique within the topology."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions that are processed."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupHeartbeatRequest.

    Where something can be reached.
    """

    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskOffset(Struct):
    """Part of StreamsGroupHeartbeatRequest.

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
class StreamsGroupHeartbeatRequest(Request):
    """Request of STREAMS_GROUP_HEARTBEAT (88). Versions 0-1, flexible from 0.

    Joins a Streams group, stays in it, says what has changed, or leaves (KIP-1071). Null means unchanged.

    Its structs, in this module: Topology, Subtopology, TopicInfo, KeyValue, CopartitionGroup, TaskIds, Endpoint,
    TaskOffset.
    """

    API_KEY = 88
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    """Name of the group."""
    member_id: str = ""
    """Id of the member, a UUID as text that the client chooses."""
    member_epoch: int = 0
    """Epoch from the last response; 0 to join, -1 to leave, -2 if a static member leaves and means to return."""
    endpoint_information_epoch: int = 0
    """Epoch of the endpoint information that the member has, from the last response."""
    instance_id: str | None = None
    """`group.instance.id` of a static member, null for a dynamic one."""
    rack_id: str | None = None
    """Rack of the member, null if it has none or it is unchanged."""
    rebalance_timeout_ms: int = -1
    """How long the member may take to give up tasks, in ms; -1 if unchanged."""
    topology: Topology | None = None
    """What the application does, as far as assignment needs it; null if unchanged."""
    active_tasks: list[TaskIds] | None = None
    """Tasks that the member processes at present, null if unchanged."""
    standby_tasks: list[TaskIds] | None = None
    """Tasks whose state the member keeps up to date to take them over, null if unchanged."""
    warmup_tasks: list[TaskIds] | None = None
    """Tasks whose state the member builds up to process them soon, null if unchanged."""
    process_id: str | None = None
    """Id of the process that the member runs in, null if unchanged."""
    user_endpoint: Endpoint | None = None
    """Address at which the application answers queries of its state, null if unchanged or none."""
    client_tags: list[KeyValue] | None = None
    """Tags of the client, for spreading standby tasks; null if unchanged."""
    task_offsets: list[TaskOffset] | None = None
    """How far the member's state is, by task; null if unchanged."""
    task_end_offsets: list[TaskOffset] | None = None
    """Where the changelogs end, by task; null if unchanged."""
    shutdown_application: bool = False
    """Whether all members of the group are to shut down."""
    unknown_tags: dict[int, bytes] | None = None
