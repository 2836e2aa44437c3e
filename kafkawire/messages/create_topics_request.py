# Generated from rpc/CreateTopicsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatableReplicaAssignment(Struct):
    """Part of CreateTopicsRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    broker_ids: Sequence[int] = ()
    """Brokers that are to hold the partition, the preferred leader first."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatableTopicConfig(Struct):
    """Part of CreateTopicsRequest."""

    name: str = ""
    """Name of the option, such as `retention.ms`."""
    value: str | None = ""
    """Value of the option as text; null is refused with INVALID_CONFIG."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatableTopic(Struct):
    """Part of CreateTopicsRequest."""

    name: str = ""
    """Name of the topic, up to 249 letters, digits, dots, underscores and hyphens."""
    num_partitions: int = 0
    """How many partitions; -1 for the broker's default (version 4+), or if `assignments` says it."""
    replication_factor: int = 0
    """How many replicas of each partition; -1 for the broker's default (version 4+), or with `assignments`."""
    assignments: list[CreatableReplicaAssignment] = field(default_factory=list)
    """Which brokers hold which partition, for every partition; empty to let the broker choose."""
    configs: list[CreatableTopicConfig] = field(default_factory=list)
    """Topic options that are to differ from the broker's defaults."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateTopicsRequest(Request):
    """Request of CREATE_TOPICS (19). Versions 0-7, flexible from 5.

    Creates topics.

    Its structs, in this module: CreatableTopic, CreatableReplicaAssignment, CreatableTopicConfig.
    """

    API_KEY = 19
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(5, 8)
    LATEST_STABLE_VERSION = 7
    DEPRECATED_VERSIONS = range(0, 2)

    topics: list[CreatableTopic] = field(default_factory=list)
    """Topics to create."""
    timeout_ms: int = 60000
    """How long the broker may wait until the topics are there, in ms."""
    validate_only: bool = False  # 1+
    """Only check the request and change nothing."""
    unknown_tags: dict[int, bytes] | None = None
