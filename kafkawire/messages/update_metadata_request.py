# Generated from rpc/UpdateMetadataRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class UpdateMetadataPartitionState(Struct):
    """Part of UpdateMetadataRequest.

    The state of one partition.
    """

    topic_name: str = ""  # 0-4
    """Name of the topic; versions 5+ have it in `topic_states`."""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    controller_epoch: int = 0
    """Epoch of the controller; a broker refuses an older one with STALE_CONTROLLER_EPOCH."""
    leader: int = 0
    """Broker that leads the partition, -1 if none does."""
    leader_epoch: int = 0
    """Counts the leaders of the partition."""
    isr: Sequence[int] = ()
    """Brokers whose replica is in sync with the leader, the leader included."""
    zk_version: int = 0
    """Version of the partition's node in ZooKeeper."""
    replicas: Sequence[int] = ()
    """Brokers that hold the partition, the preferred leader first."""
    offline_replicas: Sequence[int] = ()  # 4+
    """Brokers whose replica cannot be reached, for the broker or its disk is down."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataTopicState(Struct):
    """Part of UpdateMetadataRequest, 5+."""

    topic_name: str = ""  # 5+
    topic_id: UUID = ZERO_UUID  # 7+
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partition_states: list[UpdateMetadataPartitionState] = field(default_factory=list)  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataEndpoint(Struct):
    """Part of UpdateMetadataRequest, 1+."""

    port: int = 0  # 1+
    """TCP port to connect to."""
    host: str = ""  # 1+
    """Host name or address to connect to."""
    listener: str = ""  # 3+
    """Name of the listener, such as `PLAINTEXT`."""
    security_protocol: int = 0  # 1+
    """0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataBroker(Struct):
    """Part of UpdateMetadataRequest."""

    id: int = 0
    """Id of the broker."""
    v0_host: str = ""  # 0
    """Host name or address to connect to, in version 0."""
    v0_port: int = 0  # 0
    """TCP port to connect to, in version 0."""
    endpoints: list[UpdateMetadataEndpoint] = field(default_factory=list)  # 1+
    """Addresses at which the broker listens, in versions 1+."""
    rack: str | None = ""  # 2+
    """Rack of the broker (`broker.rack`), null if it names none."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataRequest(Request):
    """Request of UPDATE_METADATA (6). Versions 0-8, flexible from 6.

    The ZooKeeper controller tells a broker which brokers live and who leads which partition.

    Its structs, in this module: UpdateMetadataPartitionState, UpdateMetadataTopicState, UpdateMetadataBroker,
    UpdateMetadataEndpoint.
    """

    API_KEY = 6
    VERSIONS = range(0, 9)
    FLEXIBLE_VERSIONS = range(6, 9)
    LATEST_STABLE_VERSION = 8

    controller_id: int = 0
    """Id of the broker that is the controller."""
    is_kraft_controller: bool = False  # 8+
    """Whether the controller is one of KRaft, and not of ZooKeeper."""
    type: int = 0  # 8+, tag 0
    """1 some topics have changed, 2 these are all topics, 0 not said."""
    controller_epoch: int = 0
    """Epoch of the controller; a broker refuses an older one with STALE_CONTROLLER_EPOCH."""
    broker_epoch: int = -1  # 5+
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    ungrouped_partition_states: list[UpdateMetadataPartitionState] = field(default_factory=list)  # 0-4
    """Partitions with their state; versions 5+ have `topic_states`."""
    topic_states: list[UpdateMetadataTopicState] = field(default_factory=list)  # 5+
    live_brokers: list[UpdateMetadataBroker] = field(default_factory=list)
    """Brokers that live, with their addresses."""
    unknown_tags: dict[int, bytes] | None = None
