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
    name: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class MetadataRequest(Request):
    """Request of METADATA (3). Versions 0-13, flexible from 9.

    Its structs, in this module: MetadataRequestTopic.
    """

    API_KEY = 3
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13

    topics: list[MetadataRequestTopic] | None = field(default_factory=list)
    allow_auto_topic_creation: bool = True  # 4+
    include_cluster_authorized_operations: bool = False  # 8-10
    include_topic_authorized_operations: bool = False  # 8+
    unknown_tags: dict[int, bytes] | None = None
