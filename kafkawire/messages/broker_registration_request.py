# Generated from rpc/BrokerRegistrationRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Listener(Struct):
    """Part of BrokerRegistrationRequest."""

    name: str = ""
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    security_protocol: int = 0
    """0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Feature(Struct):
    """Part of BrokerRegistrationRequest."""

    name: str = ""
    """Name of the feature, such as `group.version`."""
    min_supported_version: int = 0
    """Lowest level of the feature that the node knows."""
    max_supported_version: int = 0
    """Highest level of the feature that the node knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BrokerRegistrationRequest(Request):
    """Request of BROKER_REGISTRATION (62). Versions 0-4, flexible from 0.

    A broker comes into the cluster (KIP-631).

    Its structs, in this module: Listener, Feature.
    """

    API_KEY = 62
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(0, 5)
    LATEST_STABLE_VERSION = 4

    broker_id: int = 0
    """Node id of the broker (`node.id`)."""
    cluster_id: str = ""
    """Id of the cluster that the broker belongs to."""
    incarnation_id: UUID = ZERO_UUID
    """Id that the broker's process has chosen at its start."""
    listeners: list[Listener] = field(default_factory=list)
    """Addresses at which it listens."""
    features: list[Feature] = field(default_factory=list)
    """Features that the broker knows, each with a range of levels."""
    rack: str | None = ""
    """Rack of the broker (`broker.rack`), null if it names none."""
    is_migrating_zk_broker: bool = False  # 1+
    """Whether the broker still lives on ZooKeeper and is being moved to KRaft (KIP-866)."""
    log_dirs: list[UUID] = field(default_factory=list)  # 2+
    """Ids of the log directories that the broker can use (KIP-858)."""
    previous_broker_epoch: int = -1  # 3+
    """Broker epoch before a clean shutdown (KIP-966), -1 if there was none."""
    unknown_tags: dict[int, bytes] | None = None
