# Generated from rpc/StreamsGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class Status(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    status_code: int = 0
    status_detail: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    subtopology_id: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicPartition(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    topic: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EndpointToPartitions(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    user_endpoint: Endpoint = field(default_factory=Endpoint)
    active_partitions: list[TopicPartition] = field(default_factory=list)
    standby_partitions: list[TopicPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupHeartbeatResponse(Response):
    """Response of STREAMS_GROUP_HEARTBEAT (88). Versions 0-1, flexible from 0.

    Its structs, in this module: Status, TaskIds, EndpointToPartitions, Endpoint, TopicPartition.
    """

    API_KEY = 88
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    member_id: str = ""
    member_epoch: int = 0
    heartbeat_interval_ms: int = 0
    acceptable_recovery_lag_legacy: int = 0  # 0
    task_offset_interval_ms: int = 0
    acceptable_recovery_lag: int = -1  # 1+
    status: list[Status] | None = field(default_factory=list)
    active_tasks: list[TaskIds] | None = None
    standby_tasks: list[TaskIds] | None = None
    warmup_tasks: list[TaskIds] | None = None
    topology_description_required: bool = False  # 1+
    endpoint_information_epoch: int = 0
    partitions_by_user_endpoint: list[EndpointToPartitions] | None = None
    unknown_tags: dict[int, bytes] | None = None
