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
    """Name of the option, such as `retention.ms`."""
    value: str | None = ""  # 5+
    """Value of the option as text, null if it is sensitive or has none."""
    read_only: bool = False  # 5+
    """Whether the option cannot be changed."""
    config_source: int = -1  # 5+
    """Set by 1 topic, 2 broker, 3 all brokers, 4 broker's file, 5 default, 6 logger, 7 metrics, 8 group, -1 unknown."""
    is_sensitive: bool = False  # 5+
    """Whether the value is a secret and therefore not shown."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatableTopicResult(Struct):
    """Part of CreateTopicsResponse."""

    name: str = ""
    """Name of the topic."""
    topic_id: UUID = ZERO_UUID  # 7+
    """Id that the topic got, all zeros after an error."""
    error_code: int = 0
    """0, or TOPIC_ALREADY_EXISTS, INVALID_TOPIC_EXCEPTION, INVALID_REPLICATION_FACTOR, INVALID_CONFIG, ..."""
    error_message: str | None = ""  # 1+
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    topic_config_error_code: int = 0  # 5+, tag 0
    """Why `configs` is null: 0, or TOPIC_AUTHORIZATION_FAILED if the client may not read them."""
    num_partitions: int = -1  # 5+
    """How many partitions the topic has, -1 if the client may not know or after an error."""
    replication_factor: int = -1  # 5+
    """How many replicas each partition has, -1 if the client may not know or after an error."""
    configs: list[CreatableTopicConfigs] | None = field(default_factory=list)  # 5+
    """All options of the topic, null if the client may not know or after an error."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateTopicsResponse(Response):
    """Response of CREATE_TOPICS (19). Versions 0-7, flexible from 5.

    Says for each topic whether it was created, and what it has become.

    Its structs, in this module: CreatableTopicResult, CreatableTopicConfigs.
    """

    API_KEY = 19
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(5, 8)
    LATEST_STABLE_VERSION = 7

    throttle_time_ms: int = 0  # 2+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[CreatableTopicResult] = field(default_factory=list)
    """Outcome for each topic."""
    unknown_tags: dict[int, bytes] | None = None
