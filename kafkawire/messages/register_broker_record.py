# Generated from records-metadata/RegisterBrokerRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class BrokerEndpoint(Struct):
    """Part of RegisterBrokerRecord."""

    name: str = ""
    host: str = ""
    port: int = 0
    security_protocol: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BrokerFeature(Struct):
    """Part of RegisterBrokerRecord."""

    name: str = ""
    min_supported_version: int = 0
    max_supported_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RegisterBrokerRecord(Message):
    """KRaft metadata record. Versions 0-4, flexible from 0.

    Its structs, in this module: BrokerEndpoint, BrokerFeature.
    """

    API_KEY = 0
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(0, 5)
    LATEST_STABLE_VERSION = 4

    broker_id: int = 0
    is_migrating_zk_broker: bool = False  # 2+
    incarnation_id: UUID = ZERO_UUID
    broker_epoch: int = 0
    end_points: list[BrokerEndpoint] = field(default_factory=list)
    features: list[BrokerFeature] = field(default_factory=list)
    rack: str | None = ""
    fenced: bool = True
    in_controlled_shutdown: bool = False  # 1+
    log_dirs: list[UUID] = field(default_factory=list)  # 3+, tag 0
    cordoned_log_dirs: list[UUID] | None = None  # 4+, tag 1
    unknown_tags: dict[int, bytes] | None = None
