# Generated from rpc/StreamsGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class KeyValue(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    key: str = ""
    value: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicInfo(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    name: str = ""
    partitions: int = 0
    replication_factor: int = 0
    topic_configs: list[KeyValue] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CopartitionGroup(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    source_topics: Sequence[int] = ()
    source_topic_regex: Sequence[int] = ()
    repartition_source_topics: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Subtopology(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    subtopology_id: str = ""
    source_topics: list[str] = field(default_factory=list)
    source_topic_regex: list[str] = field(default_factory=list)
    state_changelog_topics: list[TopicInfo] = field(default_factory=list)
    repartition_sink_topics: list[str] = field(default_factory=list)
    repartition_source_topics: list[TopicInfo] = field(default_factory=list)
    copartition_groups: list[CopartitionGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Topology(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    epoch: int = 0
    subtopologies: list[Subtopology] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    subtopology_id: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskOffset(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    subtopology_id: str = ""
    partition: int = 0
    offset: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupHeartbeatRequest(Request):
    """Request of STREAMS_GROUP_HEARTBEAT (88). Versions 0-1, flexible from 0.

    Its structs, in this module: Topology, Subtopology, TopicInfo, KeyValue, CopartitionGroup, TaskIds, Endpoint,
    TaskOffset.
    """

    API_KEY = 88
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    member_id: str = ""
    member_epoch: int = 0
    endpoint_information_epoch: int = 0
    instance_id: str | None = None
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    topology: Topology | None = None
    active_tasks: list[TaskIds] | None = None
    standby_tasks: list[TaskIds] | None = None
    warmup_tasks: list[TaskIds] | None = None
    process_id: str | None = None
    user_endpoint: Endpoint | None = None
    client_tags: list[KeyValue] | None = None
    task_offsets: list[TaskOffset] | None = None
    task_end_offsets: list[TaskOffset] | None = None
    shutdown_application: bool = False
    unknown_tags: dict[int, bytes] | None = None
