# Generated from rpc/UpdateMetadataRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class UpdateMetadataPartitionState(Struct):
    """Part of UpdateMetadataRequest."""

    topic_name: str = ""  # 0-4
    partition_index: int = 0
    controller_epoch: int = 0
    leader: int = 0
    leader_epoch: int = 0
    isr: Sequence[int] = ()
    zk_version: int = 0
    replicas: Sequence[int] = ()
    offline_replicas: Sequence[int] = ()  # 4+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataTopicState(Struct):
    """Part of UpdateMetadataRequest, 5+."""

    topic_name: str = ""  # 5+
    topic_id: UUID = ZERO_UUID  # 7+
    partition_states: list[UpdateMetadataPartitionState] = field(default_factory=list)  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataEndpoint(Struct):
    """Part of UpdateMetadataRequest, 1+."""

    port: int = 0  # 1+
    host: str = ""  # 1+
    listener: str = ""  # 3+
    security_protocol: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataBroker(Struct):
    """Part of UpdateMetadataRequest."""

    id: int = 0
    v0_host: str = ""  # 0
    v0_port: int = 0  # 0
    endpoints: list[UpdateMetadataEndpoint] = field(default_factory=list)  # 1+
    rack: str | None = ""  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateMetadataRequest(Request):
    """Request of UPDATE_METADATA (6). Versions 0-8, flexible from 6.

    Its structs, in this module: UpdateMetadataPartitionState, UpdateMetadataTopicState, UpdateMetadataBroker,
    UpdateMetadataEndpoint.
    """

    API_KEY = 6
    VERSIONS = range(0, 9)
    FLEXIBLE_VERSIONS = range(6, 9)
    LATEST_STABLE_VERSION = 8

    controller_id: int = 0
    is_kraft_controller: bool = False  # 8+
    type: int = 0  # 8+, tag 0
    controller_epoch: int = 0
    broker_epoch: int = -1  # 5+
    ungrouped_partition_states: list[UpdateMetadataPartitionState] = field(default_factory=list)  # 0-4
    topic_states: list[UpdateMetadataTopicState] = field(default_factory=list)  # 5+
    live_brokers: list[UpdateMetadataBroker] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
