# Generated from rpc/AlterPartitionResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of AlterPartitionResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or FENCED_LEADER_EPOCH, INVALID_UPDATE_VERSION, INELIGIBLE_REPLICA, NEW_LEADER_ELECTED, ..."""
    leader_id: int = 0
    """Id of the partition's leader, -1 if none is known."""
    leader_epoch: int = 0
    """Leader epoch of the partition."""
    isr: Sequence[int] = ()
    """Brokers whose replica is in sync with the leader, the leader included."""
    leader_recovery_state: int = 0  # 1+
    """0 recovered, 1 recovering after an unclean election (KIP-704)."""
    partition_epoch: int = 0
    """Counts the changes of the partition's state by the controller, which refuses an older one."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of AlterPartitionResponse."""

    topic_name: str = ""  # 0-1
    """Name of the topic; versions 2+ have its id."""
    topic_id: UUID = ZERO_UUID  # 2+
    """Id of the topic; versions below 2 have its name."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionResponse(Response):
    """Response of ALTER_PARTITION (56). Versions 0-3, flexible from 0.

    The state of the partitions as the controller has it now.

    Its structs, in this module: TopicData, PartitionData.
    """

    API_KEY = 56
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none: STALE_BROKER_EPOCH, NOT_CONTROLLER, ..."""
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
