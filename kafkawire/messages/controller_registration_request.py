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
    host: str = ""
    port: int = 0
    security_protocol: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Feature(Struct):
    """Part of ControllerRegistrationRequest."""

    name: str = ""
    min_supported_version: int = 0
    max_supported_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ControllerRegistrationRequest(Request):
    """Request of CONTROLLER_REGISTRATION (70). Version 0, flexible from 0.

    Its structs, in this module: Listener, Feature.
    """

    API_KEY = 70
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    controller_id: int = 0
    incarnation_id: UUID = ZERO_UUID
    zk_migration_ready: bool = False
    listeners: list[Listener] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
