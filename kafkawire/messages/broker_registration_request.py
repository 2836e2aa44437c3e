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
    host: str = ""
    port: int = 0
    security_protocol: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Feature(Struct):
    """Part of BrokerRegistrationRequest."""

    name: str = ""
    min_supported_version: int = 0
    max_supported_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BrokerRegistrationRequest(Request):
    """Request of BROKER_REGISTRATION (62). Versions 0-4, flexible from 0.

    Its structs, in this module: Listener, Feature.
    """

    API_KEY = 62
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(0, 5)
    LATEST_STABLE_VERSION = 4

    broker_id: int = 0
    cluster_id: str = ""
    incarnation_id: UUID = ZERO_UUID
    listeners: list[Listener] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    rack: str | None = ""
    is_migrating_zk_broker: bool = False  # 1+
    log_dirs: list[UUID] = field(default_factory=list)  # 2+
    previous_broker_epoch: int = -1  # 3+
    unknown_tags: dict[int, bytes] | None = None
