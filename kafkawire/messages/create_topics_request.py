# Generated from rpc/CreateTopicsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatableReplicaAssignment(Struct):
    """Part of CreateTopicsRequest."""

    partition_index: int = 0
    broker_ids: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatableTopicConfig(Struct):
    """Part of CreateTopicsRequest."""

    name: str = ""
    value: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatableTopic(Struct):
    """Part of CreateTopicsRequest."""

    name: str = ""
    num_partitions: int = 0
    replication_factor: int = 0
    assignments: list[CreatableReplicaAssignment] = field(default_factory=list)
    configs: list[CreatableTopicConfig] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateTopicsRequest(Request):
    """Request of CREATE_TOPICS (19). Versions 0-7, flexible from 5.

    Its structs, in this module: CreatableTopic, CreatableReplicaAssignment, CreatableTopicConfig.
    """

    API_KEY = 19
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(5, 8)
    LATEST_STABLE_VERSION = 7
    DEPRECATED_VERSIONS = range(0, 2)

    topics: list[CreatableTopic] = field(default_factory=list)
    timeout_ms: int = 60000
    validate_only: bool = False  # 1+
    unknown_tags: dict[int, bytes] | None = None
