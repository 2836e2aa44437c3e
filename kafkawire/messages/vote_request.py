# Generated from rpc/VoteRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of VoteRequest."""

    partition_index: int = 0
    replica_epoch: int = 0
    replica_id: int = 0
    replica_directory_id: UUID = ZERO_UUID  # 1+
    voter_directory_id: UUID = ZERO_UUID  # 1+
    last_offset_epoch: int = 0
    last_offset: int = 0
    pre_vote: bool = False  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of VoteRequest."""

    topic_name: str = ""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class VoteRequest(Request):
    """Request of VOTE (52). Versions 0-2, flexible from 0.

    Its structs, in this module: TopicData, PartitionData.
    """

    API_KEY = 52
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    cluster_id: str | None = None
    voter_id: int = -1  # 1+
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
