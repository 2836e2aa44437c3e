# Generated from records-metadata/RegisterControllerRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ControllerEndpoint(Struct):
    """Part of RegisterControllerRecord."""

    name: str = ""
    host: str = ""
    port: int = 0
    security_protocol: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ControllerFeature(Struct):
    """Part of RegisterControllerRecord."""

    name: str = ""
    min_supported_version: int = 0
    max_supported_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RegisterControllerRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0.

    Its structs, in this module: ControllerEndpoint, ControllerFeature.
    """

    API_KEY = 27
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    controller_id: int = 0
    incarnation_id: UUID = ZERO_UUID
    zk_migration_ready: bool = False
    end_points: list[ControllerEndpoint] = field(default_factory=list)
    features: list[ControllerFeature] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
