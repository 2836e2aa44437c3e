# Generated from rpc/MetadataResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class MetadataResponseBroker(Struct):
    """Part of MetadataResponse."""

    node_id: int = 0
    """Id of the broker."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    rack: str | None = None  # 1+
    """Rack of the broker (`broker.rack`), null if it names none."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataResponsePartition(Struct):
    """Part of MetadataResponse."""

    error_code: int = 0
    """0, or LEADER_NOT_AVAILABLE while no broker leads, LISTENER_NOT_FOUND if the leader lacks the listener."""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_id: int = 0
    """Broker that leads the partition, -1 if none does."""
    leader_epoch: int = -1  # 7+
    """Counts the leaders of the partition; clients ignore metadata with an older one. -1 if it is not known."""
    replica_nodes: Sequence[int] = ()
    """Brokers that hold the partition, the preferred leader first."""
    isr_nodes: Sequence[int] = ()
    """Brokers whose replica is in sync with the leader, the leader included."""
    offline_replicas: Sequence[int] = ()  # 5+
    """Brokers whose replica cannot be reached, for the broker or its disk is down."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataResponseTopic(Struct):
    """Part of MetadataResponse."""

    error_code: int = 0
    """0, or UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE (being created), TOPIC_AUTHORIZATION_FAILED, ..."""
    name: str | None = ""
    """Name of the topic; null if it was asked for by an id that nobody has."""
    topic_id: UUID = ZERO_UUID  # 10+
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    is_internal: bool = False  # 1+
    """Whether the topic is one of Kafka's own, such as `__consumer_offsets`."""
    partitions: list[MetadataResponsePartition] = field(default_factory=list)
    """All partitions of the topic, in no particular order."""
    topic_authorized_operations: int = -2147483648  # 8+
    """Bit n is set if the client may do `AclOperation` n on the topic; -2147483648 if not asked for."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataResponse(Response):
    """Response of METADATA (3). Versions 0-13, flexible from 9.

    The brokers of the cluster, and the topics that were asked for.

    Its structs, in this module: MetadataResponseBroker, MetadataResponseTopic, MetadataResponsePartition.
    """

    API_KEY = 3
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13

    throttle_time_ms: int = 0  # 3+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    brokers: list[MetadataResponseBroker] = field(default_factory=list)
    """All live brokers, with their addresses at the listener that was asked."""
    cluster_id: str | None = None  # 2+
    """Id of the cluster, null if it is not known."""
    controller_id: int = -1  # 1+
    """Broker that takes requests for the controller, -1 if unknown; with KRaft any broker may stand here."""
    topics: list[MetadataResponseTopic] = field(default_factory=list)
    """Topics that were asked for, those with an error among them."""
    cluster_authorized_operations: int = -2147483648  # 8-10
    """Bit n is set if the client may do `AclOperation` n on the cluster; -2147483648 if not asked for."""
    error_code: int = 0  # 13+
    """0, or REBOOTSTRAP_REQUIRED: the client begins anew with its bootstrap servers (KIP-1102)."""
    unknown_tags: dict[int, bytes] | None = None
