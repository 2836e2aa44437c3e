# Generated from rpc/CreateTopicsResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class CreatableTopicConfigs(Struct):
    """Part of CreateTopicsResponse, 5+."""

    name: str = ""  # 5+
    value: str | None = ""  # 5+
    read_only: bool = False  # 5+
    config_source: int = -1  # 5+
    is_sensitive: bool = False  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatableTopicResult(Struct):
    """Part of CreateTopicsResponse."""

    name: str = ""
    topic_id: UUID = ZERO_UUID  # 7+
    error_code: int = 0
    error_message: str | None = ""  # 1+
    topic_config_error_code: int = 0  # 5+, tag 0
    num_partitions: int = -1  # 5+
    replication_factor: int = -1  # 5+
    configs: list[CreatableTopicConfigs] | None = field(default_factory=list)  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateTopicsResponse(Response):
    """Response of CREATE_TOPICS (19). Versions 0-7, flexible from 5.

    Its structs, in this module: CreatableTopicResult, CreatableTopicConfigs.
    """

    API_KEY = 19
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(5, 8)
    LATEST_STABLE_VERSION = 7

    throttle_time_ms: int = 0  # 2+
    topics: list[CreatableTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
