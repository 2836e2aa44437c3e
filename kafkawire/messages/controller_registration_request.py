# Generated from rpc/ControllerRegistrationRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class Listener(Struct):
    """Part of ControllerRegistrationRequest."""

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
    """Part of ControllerRegistrationRequest."""

    name: str = ""
    """Name of the feature, such as `kraft.version`."""
    min_supported_version: int = 0
    """Lowest level of the feature that the node knows."""
    max_supported_version: int = 0
    """Highest level of the feature that the node knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ControllerRegistrationRequest(Request):
    """Request of CONTROLLER_REGISTRATION (70). Version 0, flexible from 0.

    A controller tells the active one how it can be reached and what it knows (KIP-919).

    Its structs, in this module: Listener, Feature.
    """

    API_KEY = 70
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    controller_id: int = 0
    """Node id of the controller."""
    incarnation_id: UUID = ZERO_UUID
    """Id that the controller's process has chosen at its start."""
    zk_migration_ready: bool = False
    """Whether the controller is set up to take brokers over from ZooKeeper (KIP-866)."""
    listeners: list[Listener] = field(default_factory=list)
    """Addresses at which it listens."""
    features: list[Feature] = field(default_factory=list)
    """Features that the controller knows, each with a range of levels."""
    unknown_tags: dict[int, bytes] | None = None
