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
    host: str = ""
    port: int = 0
    rack: str | None = None  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataResponsePartition(Struct):
    """Part of MetadataResponse."""

    error_code: int = 0
    partition_index: int = 0
    leader_id: int = 0
    leader_epoch: int = -1  # 7+
    replica_nodes: Sequence[int] = ()
    isr_nodes: Sequence[int] = ()
    offline_replicas: Sequence[int] = ()  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataResponseTopic(Struct):
    """Part of MetadataResponse."""

    error_code: int = 0
    name: str | None = ""
    topic_id: UUID = ZERO_UUID  # 10+
    is_internal: bool = False  # 1+
    partitions: list[MetadataResponsePartition] = field(default_factory=list)
    topic_authorized_operations: int = -2147483648  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataResponse(Response):
    """Response of METADATA (3). Versions 0-13, flexible from 9.

    Its structs, in this module: MetadataResponseBroker, MetadataResponseTopic, MetadataResponsePartition.
    """

    API_KEY = 3
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13

    throttle_time_ms: int = 0  # 3+
    brokers: list[MetadataResponseBroker] = field(default_factory=list)
    cluster_id: str | None = None  # 2+
    controller_id: int = -1  # 1+
    topics: list[MetadataResponseTopic] = field(default_factory=list)
    cluster_authorized_operations: int = -2147483648  # 8-10
    error_code: int = 0  # 13+
    unknown_tags: dict[int, bytes] | None = None
