# Generated from rpc/MetadataRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class MetadataRequestTopic(Struct):
    """Part of MetadataRequest."""

    topic_id: UUID = ZERO_UUID  # 10+
    """Id of the topic, all zeros to ask by name."""
    name: str | None = ""
    """Name of the topic, null to ask by id."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataRequest(Request):
    """Request of METADATA (3). Versions 0-13, flexible from 9.

    Asks which brokers there are and which of them lead the partitions of topics.

    Its structs, in this module: MetadataRequestTopic.
    """

    API_KEY = 3
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13

    topics: list[MetadataRequestTopic] | None = field(default_factory=list)
    """Topics to describe: null for all, empty for none. In version 0 empty means all."""
    allow_auto_topic_creation: bool = True  # 4+
    """Whether topics that are missing may be created, if `auto.create.topics.enable` allows it."""
    include_cluster_authorized_operations: bool = False  # 8-10
    """Whether to say which operations on the cluster the client may do (KIP-430)."""
    include_topic_authorized_operations: bool = False  # 8+
    """Whether to say which operations on each topic the client may do (KIP-430)."""
    unknown_tags: dict[int, bytes] | None = None
