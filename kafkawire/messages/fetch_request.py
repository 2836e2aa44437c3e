# Generated from rpc/FetchRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ReplicaState(Struct):
    """Part of FetchRequest, 15+."""

    replica_id: int = -1  # 15+
    replica_epoch: int = -1  # 15+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchPartition(Struct):
    """Part of FetchRequest."""

    partition: int = 0
    current_leader_epoch: int = -1  # 9+
    fetch_offset: int = 0
    last_fetched_epoch: int = -1  # 12+
    log_start_offset: int = -1  # 5+
    partition_max_bytes: int = 0
    replica_directory_id: UUID = ZERO_UUID  # 17+, tag 0
    high_watermark: int = 9223372036854775807  # 18+, tag 1
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchTopic(Struct):
    """Part of FetchRequest."""

    topic: str = ""  # 0-12
    topic_id: UUID = ZERO_UUID  # 13+
    partitions: list[FetchPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ForgottenTopic(Struct):
    """Part of FetchRequest, 7+."""

    topic: str = ""  # 7-12
    topic_id: UUID = ZERO_UUID  # 13+
    partitions: Sequence[int] = ()  # 7+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchRequest(Request):
    """Request of FETCH (1). Versions 0-18, flexible from 12.

    Its structs, in this module: ReplicaState, FetchTopic, FetchPartition, ForgottenTopic.
    """

    API_KEY = 1
    VERSIONS = range(0, 19)
    FLEXIBLE_VERSIONS = range(12, 19)
    LATEST_STABLE_VERSION = 18
    DEPRECATED_VERSIONS = range(0, 4)

    cluster_id: str | None = None  # 12+, tag 0
    replica_id: int = -1  # 0-14
    replica_state: ReplicaState | None = None  # 15+, tag 1
    max_wait_ms: int = 0
    min_bytes: int = 0
    max_bytes: int = 2147483647  # 3+
    isolation_level: int = 0  # 4+
    session_id: int = 0  # 7+
    session_epoch: int = -1  # 7+
    topics: list[FetchTopic] = field(default_factory=list)
    forgotten_topics_data: list[ForgottenTopic] = field(default_factory=list)  # 7+
    rack_id: str = ""  # 11+
    unknown_tags: dict[int, bytes] | None = None
