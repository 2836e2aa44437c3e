# Generated from rpc/OffsetForLeaderEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from kafkawire.message import Request, Struct


@dataclass(slots=True, eq=False, repr=False)
class OffsetForLeaderPartition(Struct):
    """Part of OffsetForLeaderEpochRequest."""

    partition: int = 0
    current_leader_epoch: int = -1  # 2+
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@dataclass(slots=True, eq=False, repr=False)
class OffsetForLeaderTopic(Struct):
    """Part of OffsetForLeaderEpochRequest."""

    topic: str = ""
    partitions: list[OffsetForLeaderPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@dataclass(slots=True, eq=False, repr=False)
class OffsetForLeaderEpochRequest(Request):
    """Request of OFFSET_FOR_LEADER_EPOCH (23). Versions 0-4, flexible from 4."""

    API_KEY: ClassVar[int] = 23
    VERSIONS: ClassVar[range] = range(0, 5)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(4, 5)
    LATEST_STABLE_VERSION: ClassVar[int] = 4
    DEPRECATED_VERSIONS: ClassVar[range] = range(0, 2)

    replica_id: int = -2  # 3+
    topics: list[OffsetForLeaderTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
