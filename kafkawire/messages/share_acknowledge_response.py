# Generated from rpc/ShareAcknowledgeResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of ShareAcknowledgeResponse."""

    leader_id: int = 0
    """Id of the partition's leader."""
    leader_epoch: int = 0
    """Leader epoch in which that broker leads."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of ShareAcknowledgeResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or INVALID_RECORD_STATE, INVALID_REQUEST, NOT_LEADER_OR_FOLLOWER, UNKNOWN_TOPIC_ID, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    current_leader: LeaderIdAndEpoch = field(default_factory=LeaderIdAndEpoch)
    """Leader to send to from now on, if this broker does not lead; else both are 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareAcknowledgeTopicResponse(Struct):
    """Part of ShareAcknowledgeResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of ShareAcknowledgeResponse."""

    node_id: int = 0
    """Id of a broker that `current_leader` names."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    rack: str | None = None
    """Rack of the broker (`broker.rack`), null if it names none."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareAcknowledgeResponse(Response):
    """Response of SHARE_ACKNOWLEDGE (79). Versions 0-2, flexible from 0.

    Says for each partition whether its acknowledgements were taken.

    Its structs, in this module: ShareAcknowledgeTopicResponse, PartitionData, LeaderIdAndEpoch, NodeEndpoint.
    """

    API_KEY = 79
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none: SHARE_SESSION_NOT_FOUND, INVALID_SHARE_SESSION_EPOCH, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    acquisition_lock_timeout_ms: int = 0  # 2+
    """How long the member holds records that it has renewed, in ms (KIP-1222)."""
    responses: list[ShareAcknowledgeTopicResponse] = field(default_factory=list)
    """Outcome by topic."""
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)
    """Addresses of the new leaders that `current_leader` names (KIP-951)."""
    unknown_tags: dict[int, bytes] | None = None
