# Generated from records-group/StreamsGroupMemberMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class Endpoint(Struct):
    """Part of StreamsGroupMemberMetadataValue."""

    host: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class KeyValue(Struct):
    """Part of StreamsGroupMemberMetadataValue."""

    key: str = ""
    value: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupMemberMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: Endpoint, KeyValue.
    """

    API_KEY = 19
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    instance_id: str | None = ""
    rack_id: str | None = ""
    client_id: str = ""
    client_host: str = ""
    rebalance_timeout_ms: int = -1
    topology_epoch: int = 0
    process_id: str = ""
    user_endpoint: Endpoint | None = None
    client_tags: list[KeyValue] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
