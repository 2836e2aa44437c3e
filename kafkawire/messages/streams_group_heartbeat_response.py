# Generated from rpc/StreamsGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class Status(Struct):
    """Part of StreamsGroupHeartbeatResponse.

    One thing that keeps a group from working.
    """

    status_code: int = 0
    """0 old topology, 1 source topics missing, 2 partitions do not fit, 3 internal topics missing, 4 shutdown."""
    status_detail: str = ""
    """What it is, for people to read."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupHeartbeatResponse.

    Tasks of one subtopology.
    """

    subtopology_id: str = ""
    """Id of the subtopology, unique within the topology."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions that are processed."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupHeartbeatResponse.

    Where something can be reached.
    """

    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicPartition(Struct):
    """Part of StreamsGroupHeartbeatResponse.

    A topic and some of its partitions.
    """

    topic: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EndpointToPartitions(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    user_endpoint: Endpoint = field(default_factory=Endpoint)
    """Address at which the application answers queries of its state."""
    active_partitions: list[TopicPartition] = field(default_factory=list)
    """Partitions that are processed there."""
    standby_partitions: list[TopicPartition] = field(default_factory=list)
    """Partitions whose state is kept up to date there."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupHeartbeatResponse(Response):
    """Response of STREAMS_GROUP_HEARTBEAT (88). Versions 0-1, flexible from 0.

    The member's epoch, and its tasks if they have changed.

    Its structs, in this module: Status, TaskIds, EndpointToPartitions, Endpoint, TopicPartition.
    """

    API_KEY = 88
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH, STREAMS_INVALID_TOPOLOGY, NOT_COORDINATOR, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    member_id: str = ""
    """Id of the member, as in the request."""
    member_epoch: int = 0
    """Epoch to name in the next heartbeat; -1 or -2 confirms that the member has left."""
    heartbeat_interval_ms: int = 0
    """How long to wait before the next heartbeat, in ms."""
    acceptable_recovery_lag_legacy: int = 0  # 0
    """Most offsets that state may lag behind to count as warm, as version 0 has it."""
    task_offset_interval_ms: int = 0
    """How long to wait before `task_offsets` are sent again, in ms."""
    acceptable_recovery_lag: int = -1  # 1+
    """Most offsets that state may lag behind to count as warm, -1 if it is not said."""
    status: list[Status] | None = field(default_factory=list)
    """What keeps the group from working, null if unchanged."""
    active_tasks: list[TaskIds] | None = None
    """Tasks to process from now on, null if unchanged."""
    standby_tasks: list[TaskIds] | None = None
    """Tasks whose state to keep up to date, null if unchanged."""
    warmup_tasks: list[TaskIds] | None = None
    """Tasks whose state to build up, null if unchanged."""
    topology_description_required: bool = False  # 1+
    """Whether the broker wants a StreamsGroupTopologyDescriptionUpdate."""
    endpoint_information_epoch: int = 0
    """Counts the changes of `partitions_by_user_endpoint`."""
    partitions_by_user_endpoint: list[EndpointToPartitions] | None = None
    """Who has which partitions, for queries of state; null if unchanged."""
    unknown_tags: dict[int, bytes] | None = None
